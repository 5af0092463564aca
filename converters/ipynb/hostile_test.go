package ipynb_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/ipynb"
	"github.com/seed353dc258/backstory/converters/markdown"
)

// BenchmarkHostile shows that no shape takes more than linear time: compare
// the MB/s of one shape at its sizes.
func BenchmarkHostile(b *testing.B) {
	registry, err := converters.NewRegistry(ipynb.New(), markdown.New(), html.New())
	if err != nil {
		b.Fatal(err)
	}
	grow := convtest.Growth{Registry: registry, Name: "in.ipynb", From: 1 << 16, Refused: []error{converters.ErrCorrupt, converters.ErrLimit}}
	for _, shape := range []struct {
		name string
		text func(n int) string
	}{
		{"cells", func(n int) string {
			return `{"cells":[` + strings.Repeat(`{"cell_type":"code","source":"a","outputs":[]},`, n/47) + `{"cell_type":"raw","source":"end"}],"metadata":{},"nbformat":4}`
		}},
		{"lines", func(n int) string {
			return `{"cells":[{"cell_type":"code","outputs":[],"source":[` + strings.Repeat(`"a\n",`, n/6) + `"b"]}],"metadata":{},"nbformat":4}`
		}},
		{"outputs", func(n int) string {
			return `{"cells":[{"cell_type":"code","source":"a","outputs":[` + strings.Repeat(`{"output_type":"stream","name":"stdout","text":"a\n"},`, n/54) + `{"output_type":"stream","name":"stdout","text":"b"}]}],"metadata":{},"nbformat":4}`
		}},
		{"escapes", func(n int) string {
			return `{"cells":[{"cell_type":"markdown","source":"` + strings.Repeat("\\n", n/2) + `a"}],"metadata":{},"nbformat":4}`
		}},
		{"colours", func(n int) string {
			return `{"cells":[{"cell_type":"code","source":"a","outputs":[{"output_type":"stream","name":"stdout","text":"` + strings.Repeat(`\u001b[31m`, n/10) + `a"}]}],"metadata":{},"nbformat":4}`
		}},
		{"deep metadata", func(n int) string {
			return `{"cells":[{"cell_type":"raw","source":"a"}],"nbformat":4,"metadata":` + strings.Repeat("[", n)
		}},
		{"keys", func(n int) string {
			return `{"cells":[{"cell_type":"raw","source":"a"}],"nbformat":4,"metadata":{` + strings.Repeat(`"a":1,`, n/6) + `"b":2}}`
		}},
		{"pictures", func(n int) string {
			return `{"cells":[` + strings.Repeat(`{"cell_type":"code","source":"a","outputs":[{"output_type":"display_data","data":{"image/png":"iVBO"}}]},`, n/105) + `{"cell_type":"raw","source":"end"}],"metadata":{},"nbformat":4}`
		}},
	} {
		grow.Run(b, shape.name, shape.text)
	}
}

// What a cell holds is charged by what it takes in memory, with the documents in
// it: a notebook of many small ones is no way around the limit of each.
func TestDocumentsInCellsAreCharged(t *testing.T) {
	registry, err := converters.NewRegistry(ipynb.New(), markdown.New(), html.New())
	if err != nil {
		t.Fatal(err)
	}
	for name, cell := range map[string]string{
		"Markdown": `{"cell_type":"markdown","source":"a"}`,
		"HTML":     `{"cell_type":"code","source":"a","outputs":[{"output_type":"display_data","data":{"text/html":"` + strings.Repeat("<p>a", 10) + `"}}]}`,
		"outputs":  `{"cell_type":"code","source":"a","outputs":[1,1]}`,
	} {
		text := `{"cells":[` + strings.Repeat(cell+",", 50) + cell + `]}`
		in := converters.TextInput("in.ipynb", text)
		_, err := registry.Convert(t.Context(), in, converters.NewEnv(registry, converters.Limits{Nodes: 1000}, converters.Options{}))
		if !errors.Is(err, converters.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
