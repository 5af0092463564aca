package convtest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
	"github.com/seed353dc258/backstory/document/gate"
)

var (
	codePattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	charPattern = regexp.MustCompile(`^char-u(0[1-9]|1[0-6])$`)
)

// dump is document.Dump.
func dump(d *document.Document) string { return documenttest.Dump(d) }

// checkSound holds every case's outcome to what is true of all.
func (s *suite) checkSound() []string {
	var problems []string
	s.converted(func(c *testCase, o outcome) {
		for _, p := range s.sound(o) {
			problems = append(problems, c.name+": "+p)
		}
		if o.err == nil {
			for _, p := range unplaced(o.doc) {
				problems = append(problems, c.name+": "+p)
			}
		}
	})
	return problems
}

// sound returns what is wrong with an outcome, whatever the input was.
func (s *suite) sound(o outcome) []string {
	problems := undeclared(s.registry.Formats(), o.warnings)
	var bug *converters.PanicError
	if errors.As(o.err, &bug) {
		return append(problems, "a panic: "+bug.Value+"\n"+bug.Stack)
	}
	if o.err != nil {
		if _, ok := kind(o.err); !ok {
			problems = append(problems, fmt.Sprintf("the error is of no kind that a caller can act on (corrupt, limit, encrypted, unsupported): %v", o.err))
		}
		if strings.Contains(o.err.Error(), "\n") {
			problems = append(problems, fmt.Sprintf("the error has several lines: %q", o.err))
		}
		return problems
	}
	if p := forbidden(o.markdown); p != "" {
		problems = append(problems, "the Markdown has "+p)
	}
	problems = append(problems, ungated(o.doc, o.dump)...)
	return append(problems, judged(o)...)
}

// undeclared returns the warnings that nobody can look up.
func undeclared(formats []converters.Format, warnings []document.Warning) []string {
	known := converters.Warnings()
	for _, f := range formats {
		known = append(known, f.Warnings...)
	}
	var problems []string
	for _, w := range warnings {
		declared := charPattern.MatchString(w.Code)
		for _, k := range known {
			declared = declared || k.Code == w.Code
		}
		if !declared {
			problems = append(problems, fmt.Sprintf("the warning %q is not declared: add it to Format.Warnings", w.Code))
		}
		if w.Count < 1 || w.Message == "" || strings.Contains(w.Message, "\n") {
			problems = append(problems, fmt.Sprintf("the warning %q has to have a count and a message of one line: %d %q", w.Code, w.Count, w.Message))
		}
	}
	return problems
}

// unplaced returns the top-level blocks that do not say where they come from.
func unplaced(d *document.Document) []string {
	var problems []string
	for i, b := range d.Blocks {
		if b.At().IsZero() {
			problems = append(problems, fmt.Sprintf("block %d (%T) has no Pos", i+1, b))
		}
	}
	return problems
}

// ungated passes a document through a new gate, which may find nothing more:
// text that is set apart from the rest, such as rows, must be clean, too.
func ungated(d *document.Document, before string) []string {
	var gate gate.Gate
	document.Clean(&gate, d, nil)
	after := documenttest.Dump(d)
	var problems []string
	for _, f := range gate.Findings() {
		problems = append(problems, fmt.Sprintf("the document holds what the gate removes: %s, %s, %d times: %s", f.Rule, f.Rule.Title(), f.Count, f.Sample))
	}
	if after != before && len(problems) == 0 {
		problems = append(problems, "passing the document through the gate again changes it")
	}
	return problems
}

// directions are marks that turn the text after them, and those of annotations.
var directions = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x202A, Hi: 0x202E, Stride: 1}, {Lo: 0xFFF9, Hi: 0xFFFB, Stride: 1}}}

// forbidden says what a text has that no output may have, or "".
func forbidden(text string) string {
	if !utf8.ValidString(text) {
		return "bytes that are not UTF-8"
	}
	for _, r := range text {
		if (r < ' ' || r > '~') && r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point, directions) {
			return fmt.Sprintf("the character %U", r)
		}
	}
	return ""
}

// checkTruncated cuts every input short: what is left is a document or a
// typed error, never a panic.
func (s *suite) checkTruncated() []string {
	var problems []string
	for _, c := range s.cases {
		n := len(c.input.content)
		sizes := []int{0, min(1, n), n / 2, max(n-1, 0)}
		slices.Sort(sizes)
		for _, size := range slices.Compact(sizes) {
			j := of(c)
			j.input.content = j.input.content[:size:size]
			for _, p := range s.sound(s.convert(context.Background(), j)) {
				problems = append(problems, fmt.Sprintf("%s cut to %d of %d bytes: %s", c.name, size, n, p))
			}
		}
	}
	return problems
}
