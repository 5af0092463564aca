package convtest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/markdown"
)

// Nest measures inputs whose elements are inside one another: a reader that
// visits the content of an element more than once does so at every level, and
// shows it by work that grows faster than the input.
type Nest struct {
	Registry *converters.Registry     // the formats that may be called
	Name     string                   // of the input
	Text     string                   // the text between two elements
	Inmost   string                   // what the inmost element holds where nothing is between two
	Options  converters.Options       // of the conversion
	Pack     func(text string) []byte // makes the input of a text; nil for the text itself
	Refused  []error                  // how an input may be refused
	Deep     bool                     // nest deeper, write what is read, and count allocations beside steps
}

const (
	nestLevels = 6       // of the smallest input; the next ones have 4 and 16 times as many
	nestWorse  = 3       // how much more work a level may take in a larger input
	nestSteps  = 1 << 20 // no input needs as many: one that does is over
)

// Check holds a shape to work that grows as the input does: text makes an
// input with a number of levels.
func (n Nest) Check(t testing.TB, shape string, text func(levels int) string) {
	t.Helper()
	sizes := []int{nestLevels, 4 * nestLevels}
	if n.Deep {
		sizes = append(sizes, 16*nestLevels)
	}
	var first int64 // what a level takes in the smallest input, with all that any input takes
	for _, levels := range sizes {
		work, err := n.work(text(levels))
		if err != nil {
			t.Errorf("%s, %d levels: %v", shape, levels, err)
			return
		}
		each := work / int64(levels)
		if first == 0 {
			first = each
		}
		if each > nestWorse*first {
			t.Errorf("%s: a level takes %d units of work where %d are nested, and %d where %d are", shape, each, levels, first, nestLevels)
			return
		}
	}
}

// Pairs checks every two elements inside one another, by turns, each given by
// what opens and what closes it.
func (n Nest) Pairs(t testing.TB, elements [][2]string, around func(content string) string) {
	t.Helper()
	for i, a := range elements {
		for _, b := range elements[i:] {
			n.Pair(t, a, b, around)
		}
	}
}

// Pair checks two elements inside one another, by turns.
func (n Nest) Pair(t testing.TB, a, b [2]string, around func(content string) string) {
	t.Helper()
	n.Check(t, a[0]+b[0], func(levels int) string {
		return around(strings.Repeat(a[0]+n.Text+b[0]+n.Text, levels) + cmp.Or(n.Text, n.Inmost) + strings.Repeat(n.Text+b[1]+n.Text+a[1], levels))
	})
}

// work converts an input and returns what that took, in units that are the same
// in each run: steps of the budget, allocations and what they take.
func (n Nest) work(text string) (int64, error) {
	content := []byte(text)
	if n.Pack != nil {
		content = n.Pack(text)
	}
	in := converters.Input{Name: n.Name, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	env := converters.NewEnv(n.Registry, converters.Limits{Steps: nestSteps}, n.Options)
	var before, after runtime.MemStats
	if n.Deep {
		runtime.ReadMemStats(&before)
	}
	doc, err := n.Registry.Convert(context.Background(), in, env)
	if n.Deep {
		if err == nil {
			_, err = markdown.Write(io.Discard, doc, markdown.WriteOptions{})
		}
		runtime.ReadMemStats(&after)
	}
	if isOver(err, converters.LimitSteps) {
		return 0, fmt.Errorf("more than %d steps", nestSteps)
	}
	if err != nil && !slices.ContainsFunc(n.Refused, func(may error) bool { return errors.Is(err, may) }) {
		return 0, err
	}
	steps := nestSteps - env.Left(converters.LimitSteps)
	return steps + int64(after.Mallocs-before.Mallocs) + int64(after.TotalAlloc-before.TotalAlloc)/16, nil
}
