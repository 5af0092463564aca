package convtest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
)

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
