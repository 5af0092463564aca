package xls_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/internal/officetest"
	"github.com/seed353dc258/backstory/converters/xls"
)

func TestConverter(t *testing.T) {
	convtest.Run(t, xls.New(), convtest.Big("big.xls", func() []byte { return ledger(1 << 20) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, xls.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, xls.New(), convtest.Big("big.xls", func() []byte { return ledger(8 << 20) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, xls.New()) }

// ledger returns a workbook of about size bytes: sheets of texts and numbers.
func ledger(size int) []byte {
	var b strings.Builder
	b.WriteString("font 200 64 0 Arial\nxf 0 0 0 64\nxf 0 2 0 64\n")
	for i := range size/2_000_000 + 1 {
		fmt.Fprintf(&b, "sheet 0 Year %d\ntext A1 0 Item\ntext B1 0 Amount\n", i)
		for row := 2; row < min(size/60, 30_000); row++ {
			fmt.Fprintf(&b, "text A%d 0 item number %d\nnumber B%d 1 %d.25\n", row, row, row, row)
		}
	}
	content, err := officetest.Excel(b.String())
	if err != nil {
		panic(err)
	}
	return content
}
