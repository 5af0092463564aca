package drawing

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// point is a value with its place in a series, from 0.
type point struct {
	at   int
	text string
}

// series is a row or a column of values.
type series struct {
	name       string
	scatter    bool      // the categories are values
	categories [][]point // a level each, the outermost first
	values     []point
	sizes      []point // of bubbles
}

// sameCategories reports whether two series can be in one table.
func (s *series) sameCategories(o *series) bool {
	if len(s.categories) == 0 {
		return !s.scatter && !o.scatter // a series without any has those of the others
	}
	return slices.EqualFunc(s.categories, o.categories, slices.Equal)
}

// readSeries reads a c:ser of any kind of chart.
func (r *chartReader) readSeries(n xmlread.NodeID) series {
	t := r.t
	var s series
	for c := t.First(n); c != 0; c = t.Next(c) {
		name := t.Name(c)
		if name.Space != C {
			continue
		}
		switch name.Local {
		case "tx":
			s.name = r.seriesName(c)
		case "cat":
			s.categories = r.categories(c)
		case "xVal":
			s.categories, s.scatter = r.categories(c), true
		case "val", "yVal":
			r.format.general = r.format.axis
			s.values = r.values(c)
			r.format.general = ""
		case "bubbleSize":
			s.sizes = r.values(c)
		}
	}
	return s
}

func (r *chartReader) seriesName(tx xmlread.NodeID) string {
	if v := r.t.Child(tx, C, "v"); v != 0 {
		return strings.TrimSpace(r.t.All(v))
	}
	var parts []string
	for _, p := range r.points(r.t.Child(tx, C, "strRef"), nil) {
		parts = append(parts, p.text)
	}
	return strings.Join(parts, " ")
}

// values returns the values of an axis: kept from a reference, or literal.
func (r *chartReader) values(n xmlread.NodeID) []point {
	for c := r.t.First(n); c != 0; c = r.t.Next(c) {
		switch r.t.Name(c).Local {
		case "numRef", "strRef", "numLit", "strLit":
			return r.points(c, nil)
		}
	}
	return nil
}

// categories returns the levels of the categories, the outermost first.
func (r *chartReader) categories(n xmlread.NodeID) [][]point {
	t := r.t
	cache := t.Child(t.Child(n, C, "multiLvlStrRef"), C, "multiLvlStrCache")
	if cache == 0 {
		if points := r.values(n); len(points) > 0 {
			return [][]point{points}
		}
		return nil
	}
	var levels [][]point
	for c := t.First(cache); c != 0; c = t.Next(c) {
		if t.Name(c).Is(C, "lvl") {
			levels = append(levels, r.points(c, nil))
		}
	}
	slices.Reverse(levels)
	return levels
}

// points adds the points of a reference, a literal, a cache or a level, in the
// order of their places.
func (r *chartReader) points(n xmlread.NodeID, to []point) []point {
	t := r.t
	code := ""
	for c := t.First(n); c != 0; c = t.Next(c) {
		switch name := t.Name(c); {
		case t.IsText(c):
		case name.Local == "strCache" || name.Local == "numCache":
			to = r.points(c, to)
		case name.Local == "formatCode":
			code = t.All(c)
		case name.Local == "pt":
			to = append(to, r.point(c, code))
		}
	}
	if !slices.IsSortedFunc(to, byPlace) {
		slices.SortStableFunc(to, byPlace)
	}
	return to
}

func byPlace(a, b point) int { return a.at - b.at }

// point reads a c:pt or a cx:pt: its value is the text of an element or its
// own.
func (r *chartReader) point(n xmlread.NodeID, code string) point {
	t := r.t
	idx := t.Attr(n, xmlread.None, "idx")
	if idx == "" {
		idx = t.Attr(n, C, "idx") // some programs give every attribute the element's prefix
	}
	at, err := strconv.ParseInt(idx, 10, 32)
	if err != nil || at < 0 {
		at = 0
	}
	if own := t.Attr(n, xmlread.None, "formatCode"); own != "" {
		code = own
	}
	if code == "General" && r.format.general != "" {
		code = r.format.general
	}
	text := ""
	if v := t.Child(n, C, "v"); v != 0 {
		text = t.All(v)
	} else if t.Name(n).Space == CX {
		text = t.All(n)
	}
	if code != "" {
		text = r.format.show(text, code)
	}
	return point{int(at), strings.TrimSpace(unescape(text))}
}

// chartReader reads one chart.
type chartReader struct {
	t      *xmlread.Tree
	text   *Text
	env    *converters.Env
	pos    document.Pos
	title  string
	axes   axes
	series []series
	format formats
}

// axes are the titles of the axes.
type axes struct{ category, values string }

// formats shows numbers by their format codes. The last one is kept, since the
// points of a series share one.
type formats struct {
	epoch1904 bool
	axis      string // the format of the only axis of values, "" for none
	general   string // in place of General, while values are read
	code      string
	format    *numfmt.Format
}
