package convtest

import (
	"context"
	"math"
	"slices"
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
// cases. The first argument chooses one of the format's names and the options.
func Fuzz(f *testing.F, c converters.Converter, options ...Option) {
	f.Helper()
	s, err := newSuite(c, "testdata", options)
	if err != nil {
		f.Fatal(err)
	}
	names := names(s.format)
	for k, c := range s.cases {
		for i, name := range names {
			if converters.Extension(name) == converters.Extension(c.input.name) || name == c.input.name {
				f.Add(uint16(i), c.input.content)
				if choice := i + len(names)*(k+1); choice <= math.MaxUint16 {
					f.Add(uint16(choice), c.input.content)
				}
				break
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint16, content []byte) {
		name, options := names[int(which)%len(names)], chosen(int(which)/len(names))
		for _, p := range s.fuzzed(job{input: input{name, content}, options: options, limits: fuzzLimits()}) {
			t.Errorf("%s with %+v: %s", name, options, p)
		}
	})
}

// FuzzParts holds a converter of packages to the same promises on packages of
// which one part is changed: a search that changes the bytes of a package stops
// at its checksums. The seeds are the parts of the cases; arguments choose the
// case, the part and the options.
func FuzzParts(f *testing.F, c converters.Converter, options ...Option) {
	f.Helper()
	s, err := newSuite(c, "testdata", options)
	if err != nil {
		f.Fatal(err)
	}
	cases := slices.DeleteFunc(s.cases, func(c *testCase) bool { return !c.packed })
	if len(cases) == 0 {
		f.Fatal("no case has a package of parts")
	}
	for i, c := range cases {
		for k, p := range c.parts {
			f.Add(uint16(i), uint8(k), uint8(i), p.content)
		}
	}
	f.Fuzz(func(t *testing.T, which uint16, at, choice uint8, content []byte) {
		c := cases[int(which)%len(cases)]
		parts := slices.Clone(c.parts)
		changed := &parts[int(at)%len(parts)]
		changed.content = content
		packed, err := pack(c.input.name, parts)
		if err != nil {
			t.Fatal(err)
		}
		j := job{input: input{c.input.name, packed}, options: chosen(int(choice)), limits: fuzzLimits()}
		for _, p := range s.fuzzed(j) {
			t.Errorf("%s, %s with %+v: %s", c.name, changed.name, j.options, p)
		}
	})
}

// chosen returns the options that a number stands for, those that packages know
// among the first 192.
func chosen(n int) converters.Options {
	pick := func(values ...string) string {
		v := values[n%len(values)]
		n /= len(values)
		return v
	}
	o := converters.Options{
		Hidden: pick("", "mark", "keep"), Formulas: pick("", "keep"), Comments: pick("", "off"),
		Metadata: pick("", "keep"), Tables: pick("", "html"),
	}
	if pick("", "cut") != "" {
		o.Rows = 3
	}
	o.Compat, o.FrontMatter, o.HTML = pick("", "coqui"), pick("", "keep"), pick("", "article")
	return o
}

// names returns a file name for each extension and name of the format.
func names(f converters.Format) []string {
	var names []string
	for _, ext := range f.Extensions {
		names = append(names, "in."+ext)
	}
	return append(names, f.Filenames...)
}

// fuzzed converts an input and returns what is wrong with the outcome.
func (s *suite) fuzzed(j job) []string {
	o := s.convert(context.Background(), j)
	first := o.whole()
	problems := s.sound(o)
	if most := maxOutput(j.limits); len(o.markdown) > most {
		problems = append(problems, "the Markdown is longer than the limits allow")
	}
	if d := cmp.Diff(first, s.convert(context.Background(), j).whole()); d != "" {
		problems = append(problems, "a second conversion gives something else (-first +second):\n"+d)
	}
	return problems
}

// maxOutput is how many bytes the Markdown may have: four for each character
// of text.
func maxOutput(l converters.Limits) int { return 4 * int(l.Get(converters.LimitText)) }
