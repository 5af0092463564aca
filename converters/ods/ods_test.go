package ods_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/internal/odftest"
	"github.com/seed353dc258/backstory/converters/ods"
)

// TestConverter runs the suite. In Coqui a merged cell is
// repeated, and a header alone is an error; here its value is there once, and the
// header is kept.
//
// coqui: 80, 81, 82, 83
func TestConverter(t *testing.T) {
	convtest.Run(t, ods.New(), convtest.Big("big.ods", func() []byte { return workbook(t, 1<<20, odftest.Padding()) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, ods.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, ods.New(), convtest.Big("big.ods", func() []byte { return workbook(b, 8<<20, "") }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, ods.New()) }

// head begins a content.xml.
const head = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
	`xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">`

// workbook returns a package whose content.xml has about size bytes as
// LibreOffice writes it: one sheet of ten columns.
func workbook(tb testing.TB, size int, pad string) []byte {
	tb.Helper()
	var b strings.Builder
	b.WriteString(head + `<office:body><office:spreadsheet><table:table table:name="Data"><table:table-column table:number-columns-repeated="10"/>`)
	for i := 1; b.Len() < size; i++ {
		b.WriteString(`<table:table-row table:style-name="ro1">`)
		for k := range 5 {
			fmt.Fprintf(&b, `<table:table-cell office:value-type="string" calcext:value-type="string"><text:p>text %d</text:p></table:table-cell>`, i%100+k)
			fmt.Fprintf(&b, `<table:table-cell office:value-type="float" office:value="%d.5" calcext:value-type="float"><text:p>%d.50</text:p></table:table-cell>`, i, i)
		}
		b.WriteString(`</table:table-row>`)
	}
	b.WriteString(pad + `</table:table></office:spreadsheet></office:body></office:document-content>`)
	return odftest.Packed(tb, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", b.String())
}
