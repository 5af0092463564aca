package yaml_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/yaml"
)

// coqui: 59, 66, 67
func TestConverter(t *testing.T) { convtest.Run(t, yaml.New()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, yaml.New()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, yaml.New()) }

func TestCorpus(t *testing.T) { convtest.Corpus(t, yaml.New()) }
