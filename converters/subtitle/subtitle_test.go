package subtitle_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/subtitle"
)

// coqui: 59
func TestConverter(t *testing.T) { convtest.Run(t, subtitle.New(), convtest.With(html.New())) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, subtitle.New(), convtest.With(html.New())) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, subtitle.New()) }

func TestCorpus(t *testing.T) { convtest.Corpus(t, subtitle.New()) }
