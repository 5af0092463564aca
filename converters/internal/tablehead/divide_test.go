package tablehead_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters/internal/tablehead"
)

func TestBlankColumnsDivide(t *testing.T) {
	got := tablehead.Groups([]uint16{0, 1, 3, 7, 8}, func(a, b int) bool { return b > a+1 && a != 1 })
	if diff := cmp.Diff([][]uint16{{0, 1, 3}, {7, 8}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTablesStandBesideOneAnother(t *testing.T) {
	groups := [][]uint16{{0, 1}, {3, 4}}
	for name, c := range map[string]struct {
		left, right tablehead.Part
		want        bool
	}{
		"both have headers":       {tablehead.Part{First: 0, Last: 3, Sample: sampled("a|b", "x|#1", "y|#2")}, tablehead.Part{First: 0, Last: 3, Sample: sampled("c|d", "x|#1", "z|#2")}, true},
		"one has none":            {tablehead.Part{First: 0, Last: 3, Sample: sampled("a|b", "x|#1", "y|#2")}, tablehead.Part{First: 0, Last: 3, Sample: sampled("#5|#9", "#3|#4", "#5|#6")}, false},
		"the rest of the rows":    {tablehead.Part{First: 0, Last: 3, Sample: sampled("a|b", "x|#1", "y|#2")}, tablehead.Part{First: 0, Last: 3, Sample: sampled("c|d", "#1|#2", "#3|#4")}, false},
		"the same again":          {tablehead.Part{First: 0, Last: 3, Sample: sampled("a|b", "#1|#2", "#3|#4")}, tablehead.Part{First: 0, Last: 3, Sample: sampled("a|b", "#5|#6", "#7|#8")}, true},
		"numbers that end before": {tablehead.Part{First: 0, Last: 9, Sample: sampled("a|b", "x|#1", "y|#2")}, tablehead.Part{First: 0, Last: 3, Sample: sampled("c|d", "#1|#2", "#3|#4")}, true},
	} {
		got := tablehead.Apart(groups, func(cols []uint16) tablehead.Part {
			if cols[0] == 0 {
				return c.left
			}
			return c.right
		})
		if got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if tablehead.Apart(groups[:1], nil) {
		t.Error("one group alone stands beside others")
	}
}

func TestRowsBelowABlankOneContinueATable(t *testing.T) {
	above := []uint16{0, 1, 2}
	for _, c := range []struct {
		cols   []uint16
		blank  int
		sample *tablehead.Sample
		want   bool
	}{
		{[]uint16{0, 1, 2}, 1, sampled("x|#1|#2", "y|#3|#4"), true},
		{[]uint16{0, 1, 2}, 3, sampled("x|#1|#2", "y|#3|#4"), true},
		{[]uint16{0, 1}, 1, sampled("x|#1", "y|#3"), true},
		{[]uint16{0, 1}, 2, sampled("x|#1", "y|#3"), false},        // narrower, and farther off
		{[]uint16{0, 1, 2}, 1, sampled("a|b|c", "y|#3|#4"), false}, // a header
		{[]uint16{0, 3}, 1, sampled("x|#1", "y|#3"), false},        // another column
		{[]uint16{1}, 1, sampled("x", "y"), false},
		{[]uint16{0, 2}, 1, sampled("x|", "y|#3"), false}, // a title
	} {
		if got := tablehead.Continues(above, c.cols, c.blank, func() *tablehead.Sample { return c.sample }); got != c.want {
			t.Errorf("%v: %t", c.cols, got)
		}
	}
}

func TestHeaderRowsAreThoseThatTheSheetNames(t *testing.T) {
	s := sampled("a|b", "c|d", "#1|#2", "#3|#4")
	for _, c := range []struct {
		filtered bool
		frozen   int
		want     int
	}{{true, 2, 1}, {false, 2, 2}, {false, 4, 1}, {false, 0, 1}} {
		if got := s.HeaderRows(c.filtered, c.frozen); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	if n := sampled("#5|#9", "#3|#4").HeaderRows(false, 0); n != 0 {
		t.Errorf("%d header rows of numbers", n)
	}
}

func TestOneColumnMayBeLines(t *testing.T) {
	long := strings.Repeat("word", 30)
	for _, c := range []struct {
		s    *tablehead.Sample
		want bool
	}{{sampled("a", "b"), true}, {sampled("a", "b", "c"), false}, {sampled("a", long, "c"), true}, {sampled("a|b", "c|d"), false}} {
		if got := c.s.IsLines(); got != c.want {
			t.Errorf("%d rows: %t", len(c.s.Rows), got)
		}
	}
}
