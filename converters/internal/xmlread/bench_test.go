package xmlread_test

import (
	"context"
	stdxml "encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// wordDocument is the main part of a word processor's document.
func wordDocument(size int) string {
	const paragraph = `<w:p w:rsidR="00A77B3E" w:rsidRDefault="00A77B3E"><w:pPr><w:pStyle w:val="Normal"/><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr>` +
		`<w:r><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/></w:rPr><w:t xml:space="preserve">The quick brown fox jumps over the lazy dog, and then some more. </w:t></w:r></w:p>`
	return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="urn:a" xmlns:r="urn:b"><w:body>` +
		strings.Repeat(paragraph, size/len(paragraph)) + `</w:body></w:document>`
}

func sheet(size int) string {
	const row = `<row r="1" spans="1:3"><c r="A1" s="1" t="s"><v>123</v></c><c r="B1"><v>3.14159</v></c><c r="C1" t="b"><v>1</v></c></row>`
	return `<worksheet xmlns="urn:a"><sheetData>` + strings.Repeat(row, size/len(row)) + `</sheetData></worksheet>`
}

func scan(b *testing.B, text string) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		s := xmlread.New(context.Background(), converters.NewEnv(nil, converters.Limits{Depth: 1 << 40, Steps: 1 << 60}, converters.Options{}), xmlread.Source{Text: text, Spaces: spaces()})
		for {
			kind, err := s.Next()
			if err != nil {
				b.Fatal(err)
			}
			if kind == xmlread.EOF {
				break
			}
			if kind == xmlread.Text {
				if _, err := s.Text(); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

func BenchmarkScan(b *testing.B) {
	b.Run("words", func(b *testing.B) { scan(b, wordDocument(4<<20)) })
	b.Run("sheet", func(b *testing.B) { scan(b, sheet(4<<20)) })
}

func BenchmarkStandardLibrary(b *testing.B) {
	text := wordDocument(1 << 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		d := stdxml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkHostile shows that no shape takes more than linear time: compare
// the MB/s of one shape at its sizes.
func BenchmarkHostile(b *testing.B) {
	root := func(unit string) func(int) string {
		return func(n int) string { return "<a>" + strings.Repeat(unit, n/len(unit)) + "</a>" }
	}
	for _, shape := range []struct {
		name string
		text func(n int) string
	}{
		{"empty", root("<b/>")},
		{"references", root("&lt;")},
		{"ampersands in CDATA", root("<![CDATA[&]]>")},
		{"carriage returns", root("\r")},
		{"attributes", func(n int) string {
			var t strings.Builder
			t.WriteString("<a")
			for i := 0; t.Len() < n; i++ {
				fmt.Fprintf(&t, " b%d=''", i)
			}
			return t.String() + "/>"
		}},
		{"tags with many attributes", func(n int) string {
			var t strings.Builder
			t.WriteString("<a>")
			for t.Len() < n {
				t.WriteString("<b")
				for i := range 2 * 16 {
					fmt.Fprintf(&t, " b%d=''", i)
				}
				t.WriteString("/>")
			}
			return t.String() + "</a>"
		}},
		{"namespaces", func(n int) string {
			var t strings.Builder
			t.WriteString("<a")
			for i := 0; t.Len() < n/2; i++ {
				fmt.Fprintf(&t, " xmlns:p%d='u'", i)
			}
			t.WriteString(">")
			for i := 0; t.Len() < n; i++ {
				fmt.Fprintf(&t, "<p%d:a/>", i%1000)
			}
			return t.String() + "</a>"
		}},
		{"shadows", root("<b xmlns='u' xmlns:c='v'><c:d/></b>")},
		{"deep", func(n int) string {
			unit := strings.Repeat("<a xmlns='u'>", 200) + strings.Repeat("</a>", 200)
			return "<a>" + strings.Repeat(unit, n/len(unit)) + "</a>"
		}},
		{"a long name", func(n int) string { return "<" + strings.Repeat("a", n) + "/>" }},
		{"long names", func(n int) string {
			name := strings.Repeat("a", 1000)
			return "<a>" + strings.Repeat("<"+name+"><b/></"+name+">", n/2000) + "</a>"
		}},
	} {
		for _, size := range []int{1 << 18, 1 << 20, 1 << 22} {
			b.Run(fmt.Sprintf("%s/%d", shape.name, size), func(b *testing.B) { scan(b, shape.text(size)) })
		}
	}
}
