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
		j := of(c)
		if d := cmp.Diff(first[c.name], s.convert(context.Background(), j).whole()); d != "" {
			problems = append(problems, c.name+": a second conversion gives something else (-first +second):\n"+d)
		}
		j.offset = true
		if d := cmp.Diff(first[c.name], s.convert(context.Background(), j).whole()); d != "" {
			problems = append(problems, c.name+": an input that begins in the middle of its reader gives something else (-first +second):\n"+d)
		}
		if d := cmp.Diff(first[c.name], s.convertAgain(j).whole()); d != "" {
			problems = append(problems, c.name+": rows that are read for the second time give something else (-first +second):\n"+d)
		}
	}
	return problems
}

// convertAgain is convert with a document whose rows have been read before.
func (s *suite) convertAgain(j job) outcome {
	o := s.convert(context.Background(), j)
	if o.err == nil {
		o.dump = dump(o.doc)
	}
	return o
}
