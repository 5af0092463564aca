package convtest

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/google/go-cmp/cmp"
)

// checkRepeatable converts every case again, in another order and from another
// reader. A converter keeps nothing between sources and starts no goroutine.
func (s *suite) checkRepeatable() []string {
	var problems []string
	first := map[string]string{}
	before := runtime.NumGoroutine()
	s.converted(func(c *testCase, o outcome) {
		first[c.name] = o.whole()
		if n := runtime.NumGoroutine(); n > before {
			problems = append(problems, fmt.Sprintf("%s: %d goroutines were started", c.name, n-before))
			before = n
		}
	})
	for _, c := range slices.Backward(s.cases) {
		whole := of(c)
		within := whole
		within.offset = true
		o := s.convert(context.Background(), within)
		if d := cmp.Diff(first[c.name], o.whole()); d != "" {
			if again := cmp.Diff(first[c.name], s.convert(context.Background(), whole).whole()); again != "" {
				problems = append(problems, c.name+": a second conversion gives something else (-first +second):\n"+again)
			} else {
				problems = append(problems, c.name+": an input that begins in the middle of its reader gives something else (-first +second):\n"+d)
			}
		}
		if o.err == nil { // the rows have been read
			if d := cmp.Diff(o.dump, dump(o.doc)); d != "" {
				problems = append(problems, c.name+": rows that are read for the second time give something else (-first +second):\n"+d)
			}
		}
	}
	return problems
}
