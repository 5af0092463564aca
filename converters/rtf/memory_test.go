package rtf_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

// The blocks of a file take a few times its bytes, and no paragraph for each cell.
func TestLittleIsHeld(t *testing.T) {
	cells := `\trowd` + strings.Repeat(`\cellx9`, 8) + strings.Repeat(`\pard\intbl word\cell `, 8) + "\\row\n"
	for _, c := range []struct {
		name, unit string
		most       float64 // bytes for each byte of the source
	}{
		{"cells", cells, 4},
		{"long paragraphs", strings.Repeat("a text of some words ", 100) + "\\par\n", 1.5},
		{"short paragraphs", "a text of some words that is as long as a short line\\par\n", 5},
		{"rows of a word", "\\trowd\\cellx900\\pard\\intbl word\\cell\\row\n", 7},
		{"bold words", "{\\b word}\\par\n", 20},
		{"lists of one item", "{\\listtext 1.}word\\par\n", 16},
		{"items of a list", "{\\listtext -}word\\par\n", 12},
		{"paragraphs of two sorts", "\\pard a\\par\\pard\\qc b\\par\n", 16},
	} {
		content := shape("", c.unit, 4<<20)
		before := heap()
		doc, err := convert(t, content, converters.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		held := float64(heap()-before) / float64(len(content))
		t.Logf("%s: %.2f bytes held for each byte", c.name, held)
		if held > c.most {
			t.Errorf("%s: %.2f bytes held for each byte, at most %.1f expected", c.name, held, c.most)
		}
		runtime.KeepAlive(doc)
		runtime.KeepAlive(content)
	}
}

// heap returns how many bytes are in use.
func heap() int64 {
	runtime.GC()
	runtime.GC() // what pools keep lives for one more
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
