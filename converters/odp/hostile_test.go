package odp_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/internal/odftest"
	"github.com/seed353dc258/backstory/converters/odp"
)

const names = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
	`xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ` +
	`xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"`

// shapes are slides that ask for what is behind a text, or for the master page
// that they follow, as often as they can.
var shapes = []struct{ name, master, open, unit, end string }{
	{"slides of masters", `<style:master-page style:name="m%d" style:page-layout-name="p"/>`, "", `<draw:page draw:master-page-name="m%d"><draw:frame svg:width="9cm" svg:height="9cm"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></draw:page>`, ""},
	{"covers", "", "<draw:page>", `<draw:rect svg:x="%dmm" svg:width="9cm" svg:height="9cm"><text:p>a</text:p></draw:rect>`, "</draw:page>"},
}

// made returns a presentation of about n bytes.
func made(tb testing.TB, shape int, n int) string {
	s := shapes[shape]
	var masters, slides strings.Builder
	for i := range n / (len(s.master) + len(s.unit)) {
		masters.WriteString(strings.ReplaceAll(s.master, "%d", fmt.Sprint(i)))
		slides.WriteString(strings.ReplaceAll(s.unit, "%d", fmt.Sprint(i)))
	}
	return string(odftest.Packed(tb, "styles.xml", `<office:document-styles `+names+`><office:master-styles>`+masters.String()+`</office:master-styles></office:document-styles>`,
		"content.xml", `<office:document-content `+names+`><office:body><office:presentation>`+s.open+slides.String()+s.end+`</office:presentation></office:body></office:document-content>`))
}

// BenchmarkShapes shows whether time for each byte grows with the size.
func BenchmarkShapes(b *testing.B) {
	registry, err := converters.NewRegistry(odp.New())
	if err != nil {
		b.Fatal(err)
	}
	grow := convtest.Growth{Registry: registry, Name: "in.odp", From: 1 << 17}
	for i, s := range shapes {
		grow.Run(b, strings.ReplaceAll(s.name, " ", "-"), func(n int) string { return made(b, i, n) })
	}
}

func TestHostileSlidesAreRead(t *testing.T) {
	for i, s := range shapes {
		registry, err := converters.NewRegistry(odp.New())
		if err != nil {
			t.Fatal(err)
		}
		content := made(t, i, 1<<16)
		in := converters.Input{Name: "in.odp", SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}
		doc, err := registry.Convert(t.Context(), in, converters.NewEnv(registry, converters.Limits{}, converters.Options{}))
		if err != nil || len(doc.Blocks) == 0 {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}
