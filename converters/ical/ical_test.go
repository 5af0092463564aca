package ical_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/ical"
)

func TestConverter(t *testing.T) { convtest.Run(t, ical.New()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, ical.New()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, ical.New()) }

func TestCorpus(t *testing.T) { convtest.Corpus(t, ical.New()) }
