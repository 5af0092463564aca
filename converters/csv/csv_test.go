package csv_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/csv"
)

// coqui: 31, 68, 69, 70 (years, comma, tab, pipe-in-cell), and 71, from which
// header-only deviates: the header is kept.
func TestConverter(t *testing.T) {
	convtest.Run(t, csv.New(), convtest.Big("big.csv", func() []byte { return people(1 << 20) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, csv.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, csv.New(), convtest.Big("big.csv", func() []byte { return people(8 << 20) }))
}
