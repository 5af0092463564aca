package html_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/html"
)

// coqui: 72, 73 (testdata/coqui_72.txtar, testdata/coqui_73.txtar)
func TestConverter(t *testing.T) { convtest.Run(t, html.New()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, html.New()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, html.New()) }
