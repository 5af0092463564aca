package xml_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/docx"
	"github.com/seed353dc258/backstory/converters/xml"
	"github.com/seed353dc258/backstory/document/markdown"
)

// written converts a document and returns its Markdown.
func written(t *testing.T, text string) string {
	t.Helper()
	registry, err := converters.NewRegistry(xml.New(), docx.New())
	if err != nil {
		t.Fatal(err)
	}
	in := converters.Input{Name: "in.xml", SectionReader: io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))}
	doc, err := registry.Convert(context.Background(), in, converters.NewEnv(registry, converters.Limits{}, converters.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if _, err := markdown.Write(&out, doc, markdown.WriteOptions{Anchors: true, MaxChars: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The rows of a long table are packed. What is in them reads as in a short one:
// notes, spans, cells that go on below, and links whose targets come later.
func TestLongTablesReadAsShortOnes(t *testing.T) {
	const many = 1000
	jats := func(rows int) string {
		return "<article><front/><body><table><thead><tr><th>h</th><th>i</th></tr></thead><tbody>" +
			strings.Repeat("<tr><td rowspan='2'>a<fn><p>said</p></fn></td><td><p>x</p><p>y</p></td></tr><tr><td>b</td></tr>", rows/2) +
			"</tbody></table></body></article>"
	}
	word := func(rows int) string {
		return wordHead + "<w:styles><w:style w:type='paragraph' w:styleId='h'><w:name w:val='heading 1'/></w:style></w:styles><w:body><w:tbl>" +
			"<w:tr><w:tc><w:tcPr><w:vmerge w:val='restart'/></w:tcPr><w:p><w:r><w:t>top</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr>" +
			strings.Repeat("<w:tr><w:tc><w:tcPr><w:vmerge/></w:tcPr><w:p/></w:tc><w:tc><w:p><w:hlink w:bookmark='m'><w:r><w:t>to</w:t></w:r></w:hlink></w:p></w:tc></w:tr>", rows) +
			"</w:tbl><w:p><w:pPr><w:pStyle w:val='h'/></w:pPr><aml:annotation w:type='Word.Bookmark.Start' w:name='m'/><w:r><w:t>Head</w:t></w:r></w:p></w:body></w:wordDocument>"
	}
	for _, c := range []struct {
		name  string
		text  func(rows int) string
		parts []string // that every row or second row has
		per   int
	}{
		{"JATS", jats, []string{"|a[^", "|x<br>y|\n", "||b|\n", "]: said\n"}, 2},
		{"Word", word, []string{"||[to](#head)|\n"}, 1},
	} {
		short, long := written(t, c.text(10)), written(t, c.text(many))
		for _, part := range c.parts {
			few, all := strings.Count(short, part), strings.Count(long, part)
			if few != 10/c.per || all != many/c.per {
				t.Errorf("%s: %q stands %d times for 10 rows, and %d times for %d", c.name, part, few, all, many)
			}
		}
	}
}
