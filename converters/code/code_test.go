package code_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/code"
	"github.com/seed353dc258/backstory/converters/convtest"
)

// coqui: 59, 87
func TestConverter(t *testing.T) { convtest.Run(t, code.New()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, code.New()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, code.New(), convtest.Big("program.go", program))
}

// program is source code of 4 MB.
func program() []byte {
	const lines = "// sum adds what it is given – all of it.\nfunc sum(a ...int) (s int) {\n\tfor _, x := range a {\n\t\ts += x\n\t}\n\treturn s\n}\n\n"
	return []byte(strings.Repeat(lines, 4<<20/len(lines)))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, code.New()) }
