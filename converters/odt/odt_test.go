package odt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/internal/odftest"
	"github.com/seed353dc258/backstory/converters/odt"
)

// TestConverter runs the suite.
//
// coqui: 78, 79
func TestConverter(t *testing.T) {
	convtest.Run(t, odt.New(), convtest.Big("big.odt", func() []byte { return letter(t, 1<<20, odftest.Padding()) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, odt.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, odt.New(), convtest.Big("big.odt", func() []byte { return letter(b, 8<<20, "") }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, odt.New()) }

// head begins a content.xml.
const head = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" ` +
	`xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ` +
	`xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:math="http://www.w3.org/1998/Math/MathML">`

// letter returns a package whose content.xml has about size bytes as
// LibreOffice writes it: headings, paragraphs with spans, lists and tables.
func letter(tb testing.TB, size int, pad string) []byte {
	tb.Helper()
	var b strings.Builder
	b.WriteString(head + `<office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>` +
		`<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style></office:automatic-styles><office:body><office:text>`)
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, `<text:h text:style-name="Heading_20_1" text:outline-level="1">Part %d</text:h>`, i)
		for range 6 {
			b.WriteString(`<text:p text:style-name="P1">The keeper wrote the log at <text:span text:style-name="T1">nine</text:span> o’clock, and the sea was calm that night,<text:s/>naïve as it sounds &amp; short.</text:p>`)
		}
		b.WriteString(`<text:list text:style-name="L1"><text:list-item><text:p>an item</text:p></text:list-item><text:list-item><text:p>another</text:p></text:list-item></text:list>`)
		b.WriteString(`<table:table><table:table-column table:number-columns-repeated="2"/>`)
		for range 3 {
			b.WriteString(`<table:table-row><table:table-cell><text:p>one</text:p></table:table-cell><table:table-cell><text:p>two</text:p></table:table-cell></table:table-row>`)
		}
		b.WriteString(`</table:table>`)
	}
	b.WriteString(pad)
	b.WriteString(`</office:text></office:body></office:document-content>`)
	return odftest.Packed(tb, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", b.String())
}
