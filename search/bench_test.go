package search

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// texts returns chapters of English-looking words whose frequencies fall as those
// of a language do.
func texts(chapters, passages int) []Chapter {
	r := rand.New(rand.NewPCG(7, 7))
	words := rand.NewZipf(r, 1.1, 8, 60_000)
	list := make([]Chapter, chapters)
	for i := range list {
		var b strings.Builder
		for p := range passages / chapters {
			if p%20 == 0 {
				fmt.Fprintf(&b, "## Part %s\n\n", spell(words.Uint64()))
			}
			for range 20 + r.IntN(40) {
				b.WriteString(spell(words.Uint64()))
				b.WriteByte(' ')
			}
			b.WriteString(".\n\n")
		}
		list[i] = Chapter{Path: fmt.Sprintf("/folder/%d.md", i), Text: b.String()}
	}
	return list
}

// spell writes a number as a word.
func spell(n uint64) string {
	syllables := [...]string{"ka", "lo", "mi", "ne", "ru", "ta", "ves", "on", "der", "il"}
	word := ""
	for n += 10; n > 0; n /= 10 {
		word += syllables[n%10]
	}
	return word
}

func BenchmarkBuild(b *testing.B) {
	list, size := texts(20, 20_000), 0
	for _, c := range list {
		size += len(c.Text)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		file := 0
		for _, section := range New(list, nil).encode() {
			file += len(section)
		}
		b.ReportMetric(float64(file)/float64(size), "index/text")
	}
}

func BenchmarkFind(b *testing.B) {
	for _, chapters := range []int{1, 200, 10_000} {
		b.Run(fmt.Sprintf("200000 passages in %d chapters", chapters), func(b *testing.B) {
			x := New(texts(chapters, 200_000), nil)
			r := rand.New(rand.NewPCG(9, 9))
			words := rand.NewZipf(r, 1.1, 8, 60_000)
			b.ReportAllocs()
			for b.Loop() {
				query := ""
				for range 8 {
					query += spell(words.Uint64()) + " "
				}
				x.Find(query, 20)
			}
		})
	}
}
