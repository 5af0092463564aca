package eml_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/converters/eml"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/text"
)

func inside() convtest.Option { return convtest.With(html.New(), text.New(), csv.New()) }

func TestConverter(t *testing.T) { convtest.Run(t, eml.New(), inside()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, eml.New(), inside()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, eml.New()) }
