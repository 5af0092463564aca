package xml_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/xml"
)

// BenchmarkArticle shows that no shape of an article or a feed takes more
// than linear time: compare the MB/s of one shape at its sizes.
func BenchmarkArticle(b *testing.B) {
	registry, err := converters.NewRegistry(xml.New(), html.New())
	if err != nil {
		b.Fatal(err)
	}
	inside := func(unit string) func(int) string {
		return func(n int) string {
			return "<article><front/><body>" + strings.Repeat(unit, n/len(unit)) + "</body></article>"
		}
	}
	for _, shape := range []struct {
		name string
		text func(n int) string
	}{
		{"paragraphs", inside("<p>Some <bold>text</bold>.</p>")},
		{"labels", inside("<label>x</label>")},
		{"titles", inside("<title>x</title>")},
		{"notes", inside("<footnote><p>x</p></footnote>")},
		{"links in links", inside(strings.Repeat("<uri>", 200) + "x" + strings.Repeat("</uri>", 200))},
		{"formula", func(n int) string {
			return "<article xmlns:m='http://www.w3.org/1998/Math/MathML'><front/><body><m:math>" + strings.Repeat("x<m:mi>y</m:mi>", n/15) + "</m:math></body></article>"
		}},
		{"rows", func(n int) string {
			return "<article><front/><body><table><tr><td colspan='900'/></tr>" + strings.Repeat("<tr><td/></tr>", n/14) + "</table></body></article>"
		}},
		{"items", func(n int) string {
			return "<rss><channel><title>t</title>" + strings.Repeat("<item><title>x</title></item>", n/29) + "</channel></rss>"
		}},
	} {
		for _, size := range []int{1 << 15, 1 << 17, 1 << 19} {
			content := shape.text(size)
			b.Run(fmt.Sprintf("%s/%d", shape.name, size), func(b *testing.B) {
				b.SetBytes(int64(len(content)))
				for b.Loop() {
					in := converters.Input{Name: "in.xml", SectionReader: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content)))}
					env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
					if _, err := registry.Convert(context.Background(), in, env); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
