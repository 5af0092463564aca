package odp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/internal/odftest"
	"github.com/seed353dc258/backstory/converters/odp"
)

// TestConverter runs the suite. In Coqui every paragraph
// of a slide is an item; here it is one where the slide shows a bullet.
//
// coqui: 84, 85, 86
func TestConverter(t *testing.T) {
	convtest.Run(t, odp.New(), convtest.Big("big.odp", func() []byte { return show(t, 1<<20, odftest.Padding()) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, odp.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, odp.New(), convtest.Big("big.odp", func() []byte { return show(b, 8<<20, "") }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, odp.New()) }

// head begins a content.xml.
const head = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" ` +
	`xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" ` +
	`xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0">`

// show returns a package whose content.xml has about size bytes as LibreOffice
// writes it: slides with a title, bullets and notes.
func show(tb testing.TB, size int, pad string) []byte {
	tb.Helper()
	var b strings.Builder
	b.WriteString(head + `<office:body><office:presentation>`)
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, `<draw:page draw:name="page%d"><draw:frame presentation:class="title" svg:x="2cm" svg:y="1cm" svg:width="20cm" svg:height="2cm"><draw:text-box><text:p>Slide %d</text:p></draw:text-box></draw:frame>`, i, i)
		b.WriteString(`<draw:frame presentation:class="outline" svg:x="2cm" svg:y="5cm" svg:width="20cm" svg:height="12cm"><draw:text-box><text:list>`)
		for k := range 6 {
			fmt.Fprintf(&b, `<text:list-item><text:p>point %d of <text:span>the</text:span> slide</text:p></text:list-item>`, k)
		}
		b.WriteString(`</text:list></draw:text-box></draw:frame><presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>say it</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>`)
	}
	b.WriteString(pad + `</office:presentation></office:body></office:document-content>`)
	return odftest.Packed(tb, "mimetype", "application/vnd.oasis.opendocument.presentation", "content.xml", b.String())
}
