package pipeline

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/seed353dc258/backstory/internal/lineend"
	"github.com/seed353dc258/backstory/profile"
)

// maxDiff is how much of an output, behind the first difference, a difference is
// shown of, in bytes.
const maxDiff = 64 << 20

// contextLines is how many lines a difference shows before what differs.
const contextLines = 3

// comparison compares the output that a build would write with the one that is
// there, as it comes. It holds nothing of it but what is to be shown.
type comparison struct {
	before *previous
	show   bool // the difference is asked for

	old        io.Reader // nil where there is no output
	buf        []byte
	differs    bool
	characters int64

	same   int64   // bytes before the first piece that differs
	starts []int64 // of the last lines in them
	lines  int     // ends of lines in them
	rest   []byte  // of what a build would write, from there on
	long   bool    // it is too long to be shown
}

func newComparison(before *previous, show bool) *comparison {
	return &comparison{before: before, show: show, old: before.lines(), starts: []int64{0}}
}

// lines returns a reader of the output from its start, with the line ends that we
// write; nil where there is none. There may be several.
func (s *previous) lines() io.Reader {
	if s.file == nil {
		return nil
	}
	return lineend.NewReader(io.NewSectionReader(s.file, 0, maxOutput))
}

// Write takes the next bytes.
func (c *comparison) Write(p []byte) (int, error) {
	c.characters += int64(utf8.RuneCount(p))
	if !c.differs {
		same, err := nextIs(c.old, &c.buf, p)
		if err != nil {
			return 0, err
		}
		if c.differs = !same; same {
			c.pass(p)
		}
	}
	switch {
	case !c.differs || !c.show:
	case len(c.rest)+len(p) > maxDiff:
		c.rest, c.long = nil, true
	case !c.long:
		c.rest = append(c.rest, p...)
	}
	return len(p), nil
}

// pass takes bytes that are the same.
func (c *comparison) pass(p []byte) {
	if c.show {
		c.lines += bytes.Count(p, []byte("\n"))
		var found [contextLines + 1]int64
		n := len(found)
		for end := len(p); n > 0; n-- {
			if end = bytes.LastIndexByte(p[:end], '\n'); end < 0 {
				break
			}
			found[n-1] = c.same + int64(end) + 1
		}
		c.starts = append(c.starts, found[n:]...)
		c.starts = c.starts[max(len(c.starts)-len(found), 0):]
	}
	c.same += int64(len(p))
}

// end takes the end and reports whether the outputs are the same.
func (c *comparison) end() (bool, error) {
	if !c.differs && c.old != nil {
		n, err := io.ReadFull(c.old, make([]byte, 1))
		if c.differs = n > 0; !c.differs && err != io.EOF {
			return false, fmt.Errorf("reading %s: %w", profile.OutputFile, err)
		}
	}
	return !c.differs, nil
}

// errLong says that a difference is too long to be shown.
var errLong = errors.New("the difference is too long to be shown")

// diff returns the difference in the usual form.
func (c *comparison) diff() ([]byte, error) {
	if c.long {
		return nil, errLong
	}
	var theirs []byte
	if old := c.before.lines(); old != nil {
		_, err := io.CopyN(io.Discard, old, c.starts[0])
		if err == nil {
			theirs, err = io.ReadAll(io.LimitReader(old, maxDiff+1))
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", profile.OutputFile, err)
		}
	}
	if len(theirs) > maxDiff {
		return nil, errLong
	}
	ours := append(bytes.Clone(theirs[:min(c.same-c.starts[0], int64(len(theirs)))]), c.rest...)
	d := diff.Diff("a/"+profile.OutputFile, theirs, "b/"+profile.OutputFile, ours)
	return renumber(d, c.lines-(len(c.starts)-1)), nil
}

// renumber adds the lines that were left out before a difference to its numbers.
func renumber(d []byte, by int) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(d) {
		var at [4]int
		if n, _ := fmt.Sscanf(string(line), "@@ -%d,%d +%d,%d @@", &at[0], &at[1], &at[2], &at[3]); n == len(at) {
			fmt.Fprintf(&out, "@@ -%d,%d +%d,%d @@\n", at[0]+by, at[1], at[2]+by, at[3])
			continue
		}
		out.Write(line)
	}
	return out.Bytes()
}
