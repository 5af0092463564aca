package csv

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkHostileQuotes shows that time by byte does not grow with the size.
func BenchmarkHostileQuotes(b *testing.B) {
	for _, c := range []struct{ name, unit string }{
		{"quotes", `"`},
		{"open", `"a,`},
		{"open-lines", "\"a,b\n"},
		{"stray", `"a"b,`},
		{"even", `""a,`},
		{"even-and-stray", `""a,b"c,`},
		{"blank", ` "a"b,`},
		{"ditto", "x,\"\n"},
		{"backslash", `"\",`},
		{"returns", "\r"},
		{"fields", `"",`},
		{"pairs", `"x"""`},
		{"pairs-and-commas", `"x"",`},
	} {
		for _, n := range []int{1 << 16, 1 << 18, 1 << 20} {
			text := strings.Repeat(c.unit, n/len(c.unit))
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					s := newScanner(strings.NewReader(text), make([]byte, chunk), 0)
					s.runs.dialect = dialect{comma: ',', backslash: c.name == "backslash"}
					for s.next() {
					}
				}
			})
		}
	}
}
