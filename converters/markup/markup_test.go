package markup_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/markup"
)

// coqui: 59
func TestConverter(t *testing.T) { convtest.Run(t, markup.New()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, markup.New()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, markup.New()) }

func TestCorpus(t *testing.T) { convtest.Corpus(t, markup.New()) }
