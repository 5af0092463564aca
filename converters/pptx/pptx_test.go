package pptx_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/pptx"
)

// TestConverter runs the suite.
//
// coqui: 37, 38, 98, 99, 100, 101
func TestConverter(t *testing.T) {
	convtest.Run(t, pptx.New(), convtest.Big("big.pptx", func() []byte { return bigDeck(40) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, pptx.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, pptx.New(), convtest.Big("big.pptx", func() []byte { return bigDeck(400) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, pptx.New()) }
