package docx_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/docx"
)

// TestParagraphsCostFewAllocations counts what paragraphs cost beyond what a
// document costs.
func TestParagraphsCostFewAllocations(t *testing.T) {
	const paragraph = `<w:p w:rsidR="00A77B3E"><w:pPr><w:spacing w:after="0"/></w:pPr><w:r><w:rPr><w:rFonts w:ascii="Calibri"/><w:sz w:val="22"/></w:rPr>` +
		`<w:t xml:space="preserve">The quick brown fox jumps over </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>the lazy dog</w:t></w:r><w:r><w:t>, and then some more.</w:t></w:r></w:p>`
	allocations := func(paragraphs int) float64 {
		content := pack(map[string]string{"word/document.xml": body(strings.Repeat(paragraph, paragraphs))})
		return testing.AllocsPerRun(3, func() {
			env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
			in := converters.Input{Name: "in.docx", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
			if _, err := docx.New().Convert(t.Context(), in, env); err != nil {
				t.Fatal(err)
			}
		})
	}
	const few, many = 1000, 3000
	if each := (allocations(many) - allocations(few)) / (many - few); each > 4 {
		t.Errorf("%.2f allocations for each paragraph", each)
	} else {
		t.Logf("%.2f allocations for each paragraph", each)
	}
}
