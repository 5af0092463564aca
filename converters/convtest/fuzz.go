package convtest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
)

// fuzzLimits keeps one run short, and lets it reach the limits.
func fuzzLimits() converters.Limits {
	return converters.Limits{
		Input: 1 << 20, Text: 1 << 20, Steps: 1 << 22, Nodes: 1 << 14, Depth: 64, Cells: 1 << 14,
		Columns: 256, Nesting: 2, Entries: 256, Part: 1 << 20, Parts: 4 << 20, Ratio: 100,
	}
}

// Fuzz holds a converter to its promises on inputs that nobody thought of: no
// panic, typed errors, the same outcome twice, clean output whose structure is
// the model's, and no more of it than the limits allow. The seeds are the
// cases. The first argument chooses one of the format's names.
func Fuzz(f *testing.F, c converters.Converter, options ...Option) {
	f.Helper()
	s, err := newSuite(c, "testdata", options)
	if err != nil {
		f.Fatal(err)
	}
	names := s.names()
	for _, c := range s.cases {
		for i, name := range names {
			if converters.Extension(name) == converters.Extension(c.input.name) || name == c.input.name {
				f.Add(uint16(i), c.input.content)
				break
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint16, content []byte) {
		name := names[int(which)%len(names)]
		for _, p := range s.fuzzed(input{name, content}) {
			t.Error(name + ": " + p)
		}
	})
}

// names returns a file name for each extension and name of the format.
func (s *suite) names() []string {
	var names []string
	for _, ext := range s.format.Extensions {
		names = append(names, "in."+ext)
	}
	return append(names, s.format.Filenames...)
}

// fuzzed converts an input and returns what is wrong with the outcome.
func (s *suite) fuzzed(in input) []string {
	j := job{input: in, limits: fuzzLimits()}
	o := s.convert(context.Background(), j)
	first := o.whole()
	problems := s.sound(o)
	if most := outputMost(j.limits); len(o.markdown) > most {
		problems = append(problems, "the Markdown is longer than the limits allow")
	}
	if d := cmp.Diff(first, s.convert(context.Background(), j).whole()); d != "" {
		problems = append(problems, "a second conversion gives something else (-first +second):\n"+d)
	}
	return problems
}

// outputMost is how many bytes the Markdown may have: four for each character
// of text.
func outputMost(l converters.Limits) int { return 4 * int(l.Get(converters.LimitText)) }
