package xml_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/docx"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/xml"
)

const wordHead = "<w:wordDocument xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml'" +
	" xmlns:wx='http://schemas.microsoft.com/office/word/2003/auxHint' xmlns:aml='http://schemas.microsoft.com/aml/2001/core'>"

// inWord returns documents of Word with many of one thing.
func inWord(unit string) func(int) string {
	return func(n int) string {
		return wordHead + "<w:body>" + strings.Repeat(unit, max(n/len(unit), 1)) + "<w:p><w:r><w:t>end</w:t></w:r></w:p></w:body></w:wordDocument>"
	}
}

// BenchmarkArticle shows that no shape of an article or a feed takes more
// than linear time: compare the MB/s of one shape at its sizes.
func BenchmarkArticle(b *testing.B) {
	registry, err := converters.NewRegistry(xml.New(), html.New(), docx.New())
	if err != nil {
		b.Fatal(err)
	}
	inside := func(unit string) func(int) string {
		return func(n int) string {
			return "<article><front/><body>" + strings.Repeat(unit, n/len(unit)) + "</body></article>"
		}
	}
	grow := convtest.Growth{Registry: registry, Name: "in.xml", From: 1 << 15}
	for _, shape := range []struct {
		name string
		text func(n int) string
	}{
		{"paragraphs", inside("<p>Some <bold>text</bold>.</p>")},
		{"labels", inside("<label>x</label>")},
		{"titles", inside("<title>x</title>")},
		{"pictures in what is unknown", func(n int) string {
			return "<article><front/><body><odd>" + strings.Repeat("<graphic/>", n/10) + "</odd></body></article>"
		}},
		{"notes", inside("<footnote><p>x</p></footnote>")},
		{"links in links", inside(strings.Repeat("<uri>", 200) + "x" + strings.Repeat("</uri>", 200))},
		{"formula", func(n int) string {
			return "<article xmlns:m='http://www.w3.org/1998/Math/MathML'><front/><body><m:math>" + strings.Repeat("x<m:mi>y</m:mi>", n/15) + "</m:math></body></article>"
		}},
		{"rows", func(n int) string {
			return "<article><front/><body><table><tr><td colspan='900'/></tr>" + strings.Repeat("<tr><td/></tr>", n/14) + "</table></body></article>"
		}},
		{"word paragraphs", inWord("<w:p><w:r><w:t>Some text.</w:t></w:r></w:p>")},
		{"word runs", inWord("<w:p>" + strings.Repeat("<w:r><w:rPr><w:b/><w:color w:val='FF0000'/></w:rPr><w:t>x</w:t></w:r>", 1000) + "</w:p>")},
		{"word cell", func(n int) string {
			return inWord("<w:tbl><w:tr><w:tc>" + strings.Repeat("<w:p><w:r><w:rPr><w:color w:val='FFFFFF'/></w:rPr><w:t>x</w:t></w:r></w:p>", n/90) + "</w:tc></w:tr></w:tbl>")(n)
		}},
		{"word rows", inWord("<w:tbl>" + strings.Repeat("<w:tr><w:tc><w:tcPr><w:vmerge/></w:tcPr></w:tc></w:tr>", 100) + "</w:tbl>")},
		{"word fields", inWord("<w:p><w:r><w:fldChar w:fldCharType='begin'/><w:instrText>HYPERLINK a</w:instrText><w:fldChar w:fldCharType='separate'/><w:t>x</w:t></w:r></w:p>")},
		{"word notes", inWord("<w:p><w:r><w:footnote><w:p><w:r><w:t>x</w:t></w:r></w:p></w:footnote></w:r></w:p>")},
		{"word items", inWord("<w:p><w:pPr><w:listPr><w:ilfo w:val='1'/><wx:t wx:val='1.'/></w:listPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>")},
		{"word deletions", inWord("<aml:annotation w:type='Word.Deletion'><aml:content><w:p><w:r><w:t>x</w:t></w:r></w:p></aml:content></aml:annotation>")},
		{"word styles", func(n int) string {
			var b strings.Builder
			b.WriteString(wordHead + "<w:styles>")
			for i := range n / 200 {
				fmt.Fprintf(&b, "<w:style w:type='paragraph' w:styleId='s%d'><w:basedOn w:val='s%d'/><w:rPr><w:b/></w:rPr></w:style>", i, i+1)
			}
			b.WriteString("</w:styles><w:body>")
			for i := range n / 200 {
				fmt.Fprintf(&b, "<w:p><w:pPr><w:pStyle w:val='s%d'/></w:pPr><w:r><w:rPr><w:rStyle w:val='s%d'/></w:rPr><w:t>x</w:t></w:r></w:p>", i, i)
			}
			return b.String() + "</w:body></w:wordDocument>"
		}},
		{"items", func(n int) string {
			return "<rss><channel><title>t</title>" + strings.Repeat("<item><title>x</title></item>", n/29) + "</channel></rss>"
		}},
	} {
		grow.Run(b, shape.name, shape.text)
	}
}
