package doc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/doc"
	"github.com/seed353dc258/backstory/converters/internal/officetest"
)

func TestConverter(t *testing.T) {
	convtest.Run(t, doc.New(), convtest.Big("big.doc", func() []byte { return letter(1 << 20) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, doc.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, doc.New(), convtest.Big("big.doc", func() []byte { return letter(8 << 20) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, doc.New()) }

// letter returns a document of about size bytes: headings, paragraphs with runs, items and
// rows.
func letter(size int) []byte {
	var b strings.Builder
	b.WriteString("list 0 1 %1.\n")
	for i := 1; 2*b.Len() < size; i++ {
		fmt.Fprintf(&b, "p1: Part %d\n", i)
		for j := range 6 {
			fmt.Fprintf(&b, "p0: A sentence with {350801|bold} and {360801|italic} words, and number %d of %d.\n", j, i)
		}
		b.WriteString("p0 0b460100: An item\nc0 162401: Cell\nc0 162401: Another\nr0:\n")
	}
	content, err := officetest.Word(b.String())
	if err != nil {
		panic(err)
	}
	return content
}
