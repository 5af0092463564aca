package docx_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/docx"
	"github.com/seed353dc258/backstory/converters/eml"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

func TestConverter(t *testing.T) {
	convtest.Run(t, docx.New(), others(), convtest.Big("big.docx", func() []byte { return letter(1 << 20) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, docx.New(), others()) }

func FuzzParts(f *testing.F) { convtest.FuzzParts(f, docx.New(), others()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, docx.New(), others(), convtest.Big("big.docx", func() []byte { return letter(8 << 20) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, docx.New(), others()) }

// others are the formats of documents inside of a document. Most only show
// what they are given.
func others() convtest.Option {
	return convtest.With(eml.New(), shower("html"), shower("rtf"), shower("text"), shower("xml"))
}

type shower string

func (s shower) Format() converters.Format {
	f := converters.Format{Name: string(s), Title: string(s), Version: 1, Extensions: []string{string(s)}}
	if s == "text" {
		f.Extensions = append(f.Extensions, "txt")
	}
	return f
}

func (s shower) Convert(_ context.Context, in converters.Input, _ *converters.Env) (*document.Document, error) {
	content, err := io.ReadAll(in)
	if err == nil && len(content) == 0 {
		err = converters.Corrupt(document.Pos{}, "empty")
	}
	if err != nil {
		return nil, err
	}
	return &document.Document{Blocks: []document.Block{document.PlainParagraph(document.LineSpan(1, 1), string(s)+": "+string(content))}}, nil
}

// letter makes a document with a main part of about a size: paragraphs, a list
// and a table by turns.
func letter(size int) []byte {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Chapter %d</w:t></w:r></w:p>`, i)
		for range 4 {
			b.WriteString(`<w:p w:rsidR="00A77B3E"><w:pPr><w:spacing w:after="0" w:line="240"/></w:pPr><w:r><w:rPr><w:rFonts w:ascii="Calibri"/><w:sz w:val="22"/></w:rPr>` +
				`<w:t xml:space="preserve">The quick brown fox jumps over </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>the lazy dog</w:t></w:r><w:r><w:t>, and then some more.</w:t></w:r></w:p>`)
		}
		b.WriteString(`<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Name</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Number</w:t></w:r></w:p></w:tc></w:tr>` +
			`<w:tr><w:tc><w:p><w:r><w:t>fox</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`)
	}
	return pack(map[string]string{"word/document.xml": body(b.String())})
}

const space = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`

func body(content string) string {
	return `<w:document ` + space + `><w:body>` + content + `</w:body></w:document>`
}

// pack makes a package of parts. The relationship to the main part is added.
func pack(parts map[string]string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(name, content string) {
		f, err := w.Create(name)
		if err != nil {
			panic(err)
		}
		if _, err := io.WriteString(f, content); err != nil {
			panic(err)
		}
	}
	add("_rels/.rels", relations(`<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>`))
	for name, content := range parts {
		add(name, content)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func relations(all string) string {
	return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + all + `</Relationships>`
}

// TestLargePartsSayTheSame reads texts that are not copied, since the part around them is
// long.
func TestLargePartsSayTheSame(t *testing.T) {
	var b strings.Builder
	for _, texts := range [][]string{{"alone"}, {"  blanks around \u00a0"}, {"two ", "runs"}, {"a &amp; b"}, {"", "behind nothing"}, {"☐ to do"}} {
		b.WriteString(`<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>`)
		for _, text := range texts {
			b.WriteString(`<w:r><w:t xml:space="preserve">` + text + "</w:t></w:r>")
		}
		b.WriteString("</w:p>")
	}
	var want string
	for _, filler := range []string{"", "<!--" + strings.Repeat("filler ", 3<<20) + "-->"} {
		doc, err := read(t, packWith("document", b.String()+filler), converters.Limits{Ratio: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		if _, err := markdown.Write(&got, doc, markdown.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = got.String()
		}
		if got.String() != want || !strings.Contains(want, "[ ] to do") {
			t.Errorf("a long part says %q, want %q", &got, want)
		}
	}
}
