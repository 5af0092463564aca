package convtest

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
)

var update = flag.Bool("update", false, "rewrite the want sections of the cases in testdata")

// Option changes what the suite does with a format.
type Option func(*suite)

// With adds the formats that the converter calls for sources inside sources.
func With(others ...converters.Converter) Option {
	return func(s *suite) { s.others = append(s.others, others...) }
}

// Services adds what the converter asks its environment for.
func Services(services ...any) Option {
	return func(s *suite) { s.services = append(s.services, services...) }
}

// Big gives an input of about a megabyte or more that converts without error,
// for the checks of cancelling and steps and for [Bench]. Without it the suite
// repeats the longest input that can be repeated, which does for text; a
// package needs Big.
func Big(name string, content func() []byte) Option {
	return func(s *suite) { s.bigName, s.bigContent = name, content }
}

// suite is a converter under test.
type suite struct {
	converter converters.Converter
	format    converters.Format
	others    []converters.Converter
	services  []any
	registry  *converters.Registry
	dir       string
	update    bool
	cases     []*testCase

	bigName    string
	bigContent func() []byte
	bigInput   *input // made by big
}

// Run holds a converter to everything that the package doc lists.
func Run(t *testing.T, c converters.Converter, options ...Option) {
	t.Helper()
	s, err := newSuite(c, "testdata", options)
	if err != nil {
		t.Fatal(err)
	}
	s.update = *update
	for _, check := range checks() {
		t.Run(check.name, func(t *testing.T) {
			for _, p := range check.run(s) {
				t.Error(p)
			}
		})
	}
}

// newSuite loads the cases of a folder for a converter.
func newSuite(c converters.Converter, dir string, options []Option) (*suite, error) {
	s := &suite{converter: c, format: c.Format(), dir: dir}
	for _, o := range options {
		o(s)
	}
	var err error
	if s.registry, err = converters.NewRegistry(append([]converters.Converter{c}, s.others...)...); err != nil {
		return nil, err
	}
	if s.cases, err = loadCases(dir); err != nil {
		return nil, err
	}
	for _, c := range s.cases {
		if _, ok := s.registry.ForName(c.input.name); !ok {
			return nil, fmt.Errorf("%s: the format does not claim the name %s", c.name, c.input.name)
		}
	}
	return s, nil
}

// check is one promise. It returns what breaks it.
type check struct {
	name string
	run  func(*suite) []string
}

// checks lists the promises, what is easiest to mend first.
func checks() []check {
	return []check{
		{"format", (*suite).checkFormat},
		{"golden", (*suite).checkGoldens},
		{"version", (*suite).checkVersion},
		{"sound", (*suite).checkSound},
		{"repeatable", (*suite).checkRepeatable},
		{"truncated", (*suite).checkTruncated},
		{"limits", (*suite).checkLimits},
		{"undeclared limits", (*suite).checkUndeclared},
		{"cancel", (*suite).checkCancel},
	}
}

// checkFormat holds the format's description to what the registry and the
// docs need of it.
func (s *suite) checkFormat() []string {
	var problems []string
	f := s.format
	if f.Name == "" || f.Title == "" {
		problems = append(problems, "Format.Name and Format.Title must be set")
	}
	if d := cmp.Diff(f, s.converter.Format()); d != "" {
		problems = append(problems, "Format gives something else each time:\n"+d)
	}
	if f.Version < 1 && !s.update { // while it is written, goldens are updated
		problems = append(problems, "Format.Version is 0: write 1 as soon as the output is as it should be, then run go test -update")
	}
	if len(f.Extensions)+len(f.Filenames) == 0 {
		problems = append(problems, "the format claims no name")
	}
	for _, l := range f.Limits {
		if ofBuild(l) {
			problems = append(problems, fmt.Sprintf("Format.Limits has %s, which is the build's", l))
		}
	}
	for _, w := range f.Warnings {
		if !codePattern.MatchString(w.Code) || w.Title == "" {
			problems = append(problems, fmt.Sprintf("Format.Warnings has %q: a code is lower-case words with dashes, and has a title", w.Code))
		}
	}
	for _, name := range s.registry.Calls(f) {
		if _, ok := s.registry.ForFormat(name); !ok {
			problems = append(problems, fmt.Sprintf("Format.Calls has %s: give it to the suite, convtest.With(%s.New())", name, name))
		}
	}
	return problems
}

// converted calls visit with every case and what it gives.
func (s *suite) converted(visit func(*testCase, outcome)) {
	for _, c := range s.cases {
		visit(c, s.convert(context.Background(), of(c)))
	}
}
