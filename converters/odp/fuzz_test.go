package odp_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/odp"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// FuzzParts changes what is in the parts of a package, which changes to the
// package itself would not reach.
func FuzzParts(f *testing.F) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range cases {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		parts := map[string]string{}
		for _, part := range archive.Files {
			parts[strings.TrimPrefix(part.Name, "in.odp/")] = string(part.Data)
		}
		f.Add(parts["content.xml"], parts["styles.xml"], parts["Object 1/content.xml"], uint8(0))
	}
	f.Fuzz(func(t *testing.T, content, styles, object string, hidden uint8) {
		in := packed(t, "content.xml", content, "styles.xml", styles, "Object 1/content.xml", object)
		options := converters.Options{Hidden: [...]string{"", "mark", "keep"}[hidden%3], Formulas: [...]string{"", "keep"}[hidden%2]}
		if one, two := outcome(t, in, options), outcome(t, in, options); one != two {
			t.Errorf("a second conversion gives something else:\n%s\n%s", one, two)
		}
	})
}

// outcome converts a package under small limits and writes it. An error has to
// be one that a caller can act on.
func outcome(t *testing.T, content []byte, options converters.Options) string {
	t.Helper()
	registry, err := converters.NewRegistry(odp.New())
	if err != nil {
		t.Fatal(err)
	}
	limits := converters.Limits{Text: 1 << 20, Steps: 1 << 22, Nodes: 1 << 14, Depth: 64, Cells: 1 << 14, Columns: 256}
	env := converters.NewEnv(registry, limits, options)
	in := converters.Input{Name: "in.odp", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	doc, err := registry.Convert(t.Context(), in, env)
	var out strings.Builder
	if err == nil {
		out.WriteString(document.Dump(doc))
		_, err = markdown.Write(&out, doc, markdown.WriteOptions{MaxChars: env.Limits.Text})
	}
	var overflow *markdown.OverflowError
	if err != nil && !errors.Is(err, converters.ErrCorrupt) && !errors.Is(err, converters.ErrLimit) && !errors.Is(err, converters.ErrEncrypted) && !errors.As(err, &overflow) {
		t.Errorf("an error of no kind: %v", err)
	}
	return fmt.Sprint(out.String(), env.Warnings(), err)
}
