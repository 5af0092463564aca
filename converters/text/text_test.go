package text_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/text"
)

// coqui: 58, 59, 60, 61
func TestConverter(t *testing.T) { convtest.Run(t, text.New()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, text.New()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, text.New()) }
