package text_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/text"
)

// coqui: 58, 59, 60, 61
func TestConverter(t *testing.T) { convtest.Run(t, text.New()) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, text.New()) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, text.New(), convtest.Big("book.txt", book)) }

// book is prose of 4 MB, with what interrupts it.
func book() []byte {
	const page = "It is a truth universally acknowledged, that a single man in possession\n" +
		"of a good fortune, must be in want of a wife. However little known the\n" +
		"feelings or views of such a man may be on his first entering a neighbourhood,\n" +
		"this truth is so well fixed in the minds of the surrounding families, that\n" +
		"he is considered as the rightful property of some one of their daughters.\n\n" +
		"- one thing – and another\n- a second one, that goes on for longer than\n  one line\n\n"
	return []byte(strings.Repeat(page, 4<<20/len(page)))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, text.New()) }
