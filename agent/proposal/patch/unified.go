package patch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/rogpeppe/go-internal/diff"
)

// hunk is a stretch of lines that others take the place of. Lines have their
// line feed, the last one of a text maybe not.
type hunk struct {
	start, end int // of the lines in the base, counted from 0; end is behind them
	to         []string
}

// Unified returns the difference of two versions of a file as a unified diff; ""
// where there is none.
func Unified(name string, before, after []byte) string {
	old, now := "a/"+name, "b/"+name
	if before == nil {
		old = "/dev/null"
	}
	if after == nil {
		now = "/dev/null"
	}
	_, rest, _ := strings.Cut(string(diff.Diff(old, before, now, after)), "\n") // the line "diff …"
	return rest
}

var hunkHead = pattern.Lazy(`^@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@`)

// isDiff reports whether a text is a unified diff.
func isDiff(text string) bool {
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "@@ "):
			return true
		case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "index "):
		default:
			return false
		}
	}
	return false
}

// block is a hunk of a diff as it is written: what it finds, and what it leaves.
type block struct {
	at       int // of its first line in the base, counted from 0, as it says
	from, to []string
}

const noNewline = `\ No newline at end of file`

// parseDiff reads a unified diff of one file. The counts of lines need not be
// right, since models miscount: the lines themselves say what is meant.
func parseDiff(text string) ([]block, error) {
	var out []block
	number, heads := 0, 0
	var last byte // what the line before begins with
	for line := range strings.Lines(text) {
		number++
		if head := hunkHead().FindStringSubmatch(line); head != nil {
			at, _ := strconv.Atoi(head[1]) // which the pattern bounds
			if head[2] != "0" {
				at--
			}
			out = append(out, block{at: max(at, 0)})
			continue
		}
		if strings.HasPrefix(line, "--- ") || len(out) > 0 && strings.HasPrefix(line, "diff ") {
			heads++
		}
		if len(out) == 0 {
			continue
		}
		if !out[len(out)-1].add(line, last) {
			return nil, fmt.Errorf("%w: line %d of the diff begins with %q", ErrInvalid, number, line[:1])
		}
		last = line[0]
	}
	if heads > 1 {
		return nil, fmt.Errorf("%w: the diff is of more than one file", ErrInvalid)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: the diff has no line @@ -N,N +N,N @@", ErrInvalid)
	}
	for i := range out {
		out[i].from, out[i].to = withoutEmpty(out[i].from), withoutEmpty(out[i].to)
	}
	return out, nil
}

// add adds a line of a diff to its hunk, by the sign that it begins with; last is
// that of the line before. It reports whether there is such a sign.
func (b *block) add(line string, last byte) bool {
	switch body := line[1:]; {
	case line == "\n":
		b.from, b.to = append(b.from, line), append(b.to, line)
	case line[0] == ' ':
		b.from, b.to = append(b.from, body), append(b.to, body)
	case line[0] == '-':
		b.from = append(b.from, body)
	case line[0] == '+':
		b.to = append(b.to, body)
	case strings.HasPrefix(line, noNewline):
		if last != '+' {
			cut(&b.from)
		}
		if last != '-' {
			cut(&b.to)
		}
	default:
		return false
	}
	return true
}

// withoutEmpty leaves out the last line where it has no bytes, not even a line feed.
func withoutEmpty(lines []string) []string {
	if n := len(lines); n > 0 && lines[n-1] == "" {
		return lines[:n-1]
	}
	return lines
}

// cut takes the line feed off the last line: the marker behind it says that it
// has none.
func cut(lines *[]string) {
	if n := len(*lines); n > 0 {
		(*lines)[n-1] = strings.TrimSuffix((*lines)[n-1], "\n")
	}
}

// withDiff carries a unified diff out. A hunk that does not match where it says
// is looked for; it has to be in one place alone.
func withDiff(base, text string) (string, error) {
	blocks, err := parseDiff(text)
	if err != nil {
		return "", err
	}
	lines := slices.Collect(strings.Lines(base))
	var out []string
	done, shift := 0, 0
	for i, b := range blocks {
		at, err := place(lines, b, done, b.at+shift)
		if err != nil {
			return "", fmt.Errorf("%w (hunk %d)", err, i+1)
		}
		shift = at - b.at
		out = append(append(out, lines[done:at]...), b.to...)
		done = at + len(b.from)
	}
	return strings.Join(append(out, lines[done:]...), ""), nil
}

// place returns the line at which a hunk begins.
func place(lines []string, b block, from, want int) (int, error) {
	fits := func(at int) bool {
		if at < from || at+len(b.from) > len(lines) {
			return false
		}
		for i, line := range b.from {
			have := lines[at+i]
			if have != line && (at+i != len(lines)-1 || strings.TrimSuffix(have, "\n") != strings.TrimSuffix(line, "\n")) {
				return false
			}
		}
		return true
	}
	if fits(want) {
		return want, nil
	}
	if len(b.from) == 0 {
		return 0, fmt.Errorf("%w: a hunk without context is at no line of the file", ErrConflict)
	}
	found := -1
	for at := from; at+len(b.from) <= len(lines); at++ {
		if !fits(at) {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("%w: lines %d and %d could both be meant: give more context", ErrConflict, found+1, at+1)
		}
		found = at
	}
	if found < 0 {
		return 0, fmt.Errorf("%w: the lines of the hunk, from %q on, are not in it", ErrConflict, strings.TrimSuffix(b.from[0], "\n"))
	}
	return found, nil
}

// hunksOf returns what makes one text of another.
func hunksOf(before, after string) []hunk {
	var out []hunk
	at := 0
	var last byte // 0 before the first hunk of the diff
	for line := range strings.Lines(string(diff.Diff("a", []byte(before), "b", []byte(after)))) {
		if head := hunkHead().FindStringSubmatch(line); head != nil {
			at, _ = strconv.Atoi(head[1])
			if head[2] != "0" {
				at--
			}
			last = ' '
			continue
		}
		if last == 0 {
			continue
		}
		if op := line[0]; op == '-' || op == '+' {
			if last == ' ' {
				out = append(out, hunk{start: at, end: at})
			}
			h := &out[len(out)-1]
			if op == '-' {
				at++
				h.end = at
			} else {
				h.to = append(h.to, line[1:])
			}
			last = op
			continue
		}
		switch {
		case line[0] == ' ':
			at++
			last = ' '
		case last == '+': // the line before has no line feed
			cut(&out[len(out)-1].to)
		}
	}
	return out
}
