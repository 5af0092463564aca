package json_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/json"
)

// big is an array of a megabyte.
func big() []byte {
	return []byte("[" + strings.Repeat(`{"name": "value", "list": [1, 2.5, null, true]},`+"\n", 30_000) + "0]")
}

// coqui: 59, 64, 65
func TestConverter(t *testing.T) { convtest.Run(t, json.New(), convtest.Big("big.json", big)) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, json.New(), convtest.Big("big.json", big)) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, json.New(), convtest.Big("big.json", big)) }

func TestCorpus(t *testing.T) { convtest.Corpus(t, json.New(), convtest.Big("big.json", big)) }
