package xml_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/xml"
)

// BenchmarkHostile shows that no shape takes more than linear time: compare
// the MB/s of one shape at its sizes.
func BenchmarkHostile(b *testing.B) {
	inside := func(unit string) func(int) string {
		return func(n int) string { return "<a>" + strings.Repeat(unit, n/len(unit)) + "</a>" }
	}
	for _, shape := range []struct {
		name string
		text func(n int) string
	}{
		{"CDATA", inside("<![CDATA[x]]>")},
		{"text between comments", inside("x<!---->")},
		{"lines", inside("x\n")},
		{"references", inside("&#10;")},
		{"elements", inside("<b/>")},
		{"blank", inside(" ")},
		{"blank lines around", func(n int) string { return strings.Repeat("\n", n/2) + "<a/>" + strings.Repeat("\n", n/2) }},
		{"attribute", func(n int) string { return "<a b='" + strings.Repeat("&lt; ", n/5) + "'/>" }},
	} {
		for _, size := range []int{1 << 18, 1 << 20, 1 << 22} {
			content := shape.text(size)
			b.Run(fmt.Sprintf("%s/%d", shape.name, size), func(b *testing.B) {
				b.SetBytes(int64(len(content)))
				for b.Loop() {
					in := converters.Input{Name: "in.xml", SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}
					env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
					if _, err := xml.New().Convert(context.Background(), in, env); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
