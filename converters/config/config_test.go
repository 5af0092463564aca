package config_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/config"
	"github.com/seed353dc258/backstory/converters/convtest"
)

// coqui: 59
func TestConverter(t *testing.T) { convtest.Run(t, config.New()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, config.New()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, config.New()) }

func TestCorpus(t *testing.T) { convtest.Corpus(t, config.New()) }
