package patch

import (
	"slices"
	"strings"
)

// Clash is a place at which two changes of a file do not agree.
type Clash struct {
	Section string `json:"section"` // the path of its heading; "" before the first one
	Base    string `json:"base"`
	Ours    string `json:"ours"`
	Theirs  string `json:"theirs"`
}

// Merge makes one file of two that were made of the same base. It is careful:
// two changes of one section, or of lines that touch, clash, unless they are the
// same. With a clash there is no file.
func Merge(base, ours, theirs []byte) ([]byte, []Clash) {
	text, crlf, mark := plain(base)
	own, _, _ := plain(ours)
	other, _, _ := plain(theirs)
	if own == other {
		return theirs, nil
	}
	lines := slices.Collect(strings.Lines(text))
	a, b := changes(lines, text, own), changes(lines, text, other)
	clashes := clashing(text, a, b, own, other)
	if len(clashes) > 0 {
		return nil, clashes
	}
	all := append(slices.Clone(b), without(a, b)...)
	slices.SortFunc(all, func(x, y change) int { return x.start - y.start })
	var out strings.Builder
	done := 0
	for _, h := range all {
		for _, line := range lines[done:h.start] {
			out.WriteString(line)
		}
		for _, line := range h.to {
			out.WriteString(line)
		}
		done = h.end
	}
	for _, line := range lines[done:] {
		out.WriteString(line)
	}
	return restored(out.String(), crlf, mark), nil
}

// change is a hunk, and how far it could be moved with the same result: a line
// that was put among equal ones may have been put before or behind them.
type change struct {
	hunk
	minStart, maxEnd int
}

func (h change) same(other change) bool {
	return h.start == other.start && h.end == other.end && slices.Equal(h.to, other.to)
}

// meets reports whether two changes have lines in common, or touch.
func (h change) meets(other change) bool {
	return h.minStart <= other.maxEnd && other.minStart <= h.maxEnd
}

func changes(lines []string, before, after string) []change {
	hunks := hunksOf(before, after)
	out := make([]change, len(hunks))
	for i, h := range hunks {
		c := change{h, h.start, h.end}
		low, high := 0, len(lines)
		if i > 0 {
			low = hunks[i-1].end
		}
		if i < len(hunks)-1 {
			high = hunks[i+1].start
		}
		// A stretch slides up while the line before it is its last one. That of
		// both sides is looked at, so that no way of comparing them slides further.
		for _, moved := range [][]string{lines[h.start:h.end], h.to} {
			if len(moved) == 0 {
				continue
			}
			n := len(moved)
			for k := 0; h.start-k-1 >= low && lines[h.start-k-1] == moved[(n-1-k%n+n)%n]; k++ {
				c.minStart = min(c.minStart, h.start-k-1)
			}
			for k := 0; h.end+k < high && lines[h.end+k] == moved[k%n]; k++ {
				c.maxEnd = max(c.maxEnd, h.end+k+1)
			}
		}
		out[i] = c
	}
	return out
}

// clashing returns where changes clash.
func clashing(text string, a, b []change, own, other string) []Clash {
	sections := Split(text)
	if len(sections) == 0 {
		sections = []Section{{}}
	}
	a, b = without(a, b), without(b, a)
	touchedA, touchedB := touched(sections, a), touched(sections, b)
	met := make([]bool, len(sections))
	for i := range sections {
		met[i] = touchedA[i] && touchedB[i]
	}
	for _, x := range a {
		for _, y := range b {
			if x.meets(y) {
				met[sectionAt(sections, min(x.start, y.start))] = true
			}
		}
	}
	mine, yours := Split(own), Split(other)
	var out []Clash
	for i, s := range sections {
		if met[i] {
			out = append(out, Clash{s.Path, s.Text, sideOf(mine, s, own), sideOf(yours, s, other)})
		}
	}
	return out
}

// sideOf returns what one side has in the place of a section. Where it is gone,
// or was given another name, that is said.
func sideOf(list []Section, s Section, whole string) string {
	for _, one := range list {
		if one.Path == s.Path && one.Level == s.Level {
			return one.Text
		}
	}
	if len(list) <= 1 {
		return whole
	}
	return ""
}

// without returns changes that the other side does not have, too.
func without(list, others []change) []change {
	return slices.DeleteFunc(slices.Clone(list), func(h change) bool { return slices.ContainsFunc(others, h.same) })
}

// touched says which sections changes are in.
func touched(sections []Section, list []change) []bool {
	out := make([]bool, len(sections))
	for _, h := range list {
		first, last := sectionAt(sections, h.start), sectionAt(sections, max(h.start, h.end-1))
		for i := first; i <= last; i++ {
			out[i] = true
		}
	}
	return out
}

// sectionAt returns the section that a line is in, counted from 0; behind the
// last one it is that.
func sectionAt(sections []Section, line int) int {
	at := 0
	for i, s := range sections {
		at += strings.Count(s.Text, "\n")
		if line < at {
			return i
		}
	}
	return max(len(sections)-1, 0)
}
