package code_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/code"
	"github.com/seed353dc258/backstory/converters/convtest"
)

// coqui: 59, 87
func TestConverter(t *testing.T) { convtest.Run(t, code.New()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, code.New()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, code.New()) }
