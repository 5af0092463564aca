package convtest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
)

// ofBuild reports whether a limit bounds a build, not a source.
func ofBuild(l converters.Limit) bool {
	switch l {
	case converters.LimitProfile, converters.LimitFiles, converters.LimitFolderDepth, converters.LimitBackstory:
		return true
	}
	return false
}

// ofAll lists the limits that every source has, declared or not.
func ofAll() []converters.Limit {
	return []converters.Limit{converters.LimitInput, converters.LimitText, converters.LimitSteps}
}

// checkLimits sets all limits that the converter consults to 1 and converts each
// case. The error has to be of one of them; this one is lifted, until the case
// converts. Each limit is passed by one case at least.
func (s *suite) checkLimits() []string {
	inputs, problems := s.good()
	limits := slices.Concat(ofAll(), s.format.Limits)
	hit := map[converters.Limit]bool{}
	for _, in := range inputs {
		left := slices.Clone(limits)
		for {
			j := in.job
			for _, limit := range left {
				j.limits = j.limits.With(limit, 1)
			}
			o := s.convert(context.Background(), j)
			if o.err == nil {
				break
			}
			i := slices.IndexFunc(left, func(l converters.Limit) bool { return isOver(o.err, l) })
			if i < 0 {
				problems = append(problems, fmt.Sprintf("%s: with the limits %v at 1, the error is not a LimitError of one of them: %v", in.name, left, o.err))
				break
			}
			hit[left[i]] = true
			left = slices.Delete(left, i, i+1)
		}
	}
	for _, limit := range limits {
		if !hit[limit] {
			problems = append(problems, fmt.Sprintf("no case passes the limit %s when it is 1: add a case that does, or take it out of Format.Limits", limit))
		}
	}
	return problems
}

// isOver reports whether an error says that a limit was passed.
func isOver(err error, limit converters.Limit) bool {
	var over *converters.LimitError
	if errors.As(err, &over) {
		return over.Limit == limit
	}
	k, _ := kind(err)
	return limit == converters.LimitText && k == "limit"
}

// checkUndeclared sets all limits that the converter does not declare to 1
// and looks whether anything changes.
func (s *suite) checkUndeclared() []string {
	var undeclared []converters.Limit
	for _, info := range converters.LimitTable() {
		if !ofBuild(info.Limit) && !slices.Contains(ofAll(), info.Limit) && !slices.Contains(s.format.Limits, info.Limit) {
			undeclared = append(undeclared, info.Limit)
		}
	}
	var problems []string
	s.converted(func(c *testCase, o outcome) {
		diff := func(limits ...converters.Limit) string {
			j := of(c)
			for _, l := range limits {
				j.limits = j.limits.With(l, 1)
			}
			return cmp.Diff(o.whole(), s.convert(context.Background(), j).whole())
		}
		if len(undeclared) == 0 || diff(undeclared...) == "" {
			return // all of them at once change nothing
		}
		for _, l := range undeclared {
			if d := diff(l); d != "" {
				problems = append(problems, fmt.Sprintf("%s: the limit %s changes the outcome and is not in Format.Limits (-without +with):\n%s", c.name, l, d))
			}
		}
	})
	return problems
}

// named is a job with a name for people.
type named struct {
	name string
	job
}

// good returns the jobs that give a document: the cases, then the big input.
func (s *suite) good() ([]named, []string) {
	var jobs []named
	s.converted(func(c *testCase, o outcome) {
		if o.err == nil {
			jobs = append(jobs, named{c.name, of(c)})
		}
	})
	big, err := s.big()
	if err != nil {
		return jobs, []string{err.Error()}
	}
	return append(jobs, named{"the big input", job{input: *big}}), nil
}
