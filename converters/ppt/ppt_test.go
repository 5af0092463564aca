package ppt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/internal/officetest"
	"github.com/seed353dc258/backstory/converters/ppt"
)

func TestConverter(t *testing.T) {
	convtest.Run(t, ppt.New(), convtest.Big("big.ppt", func() []byte { return talk(1 << 20) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, ppt.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, ppt.New(), convtest.Big("big.ppt", func() []byte { return talk(4 << 20) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, ppt.New()) }

// talk returns a presentation of about size bytes.
func talk(size int) []byte {
	n := min(size/2000, 3000)
	var list, slides strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "  03f3 0 %02x%02x0000 00000000 00000000 00000000 00000000\n", (i+2)&255, (i+2)>>8)
		slides.WriteString("03ee 0\n 040c 0\n  f002 0\n   f003 0\n")
		for j := range 6 {
			fmt.Fprintf(&slides, "    f004 0\n     f00d 0\n      0f9f 0 04000000\n      0fa0 0 \"Line %d of slide %d, which says what such lines say, and then some more of it\"\n", j, i)
		}
	}
	content, err := officetest.Slides("03e8 0\n 03e9 0 80160000 e0100000\n 0ff0 0\n" + list.String() + slides.String())
	if err != nil {
		panic(err)
	}
	return content
}
