package drawing

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// extended reads a cx:chartSpace (MS-ODRAWXML, 2.24.3): its data is apart
// from the series that show it.
func (r *chartReader) extended() {
	t := r.t
	chart := t.Child(xmlread.Root, CX, "chart")
	r.title = r.extendedText(t.Child(chart, CX, "title"))
	data := r.extendedData(t.Child(xmlread.Root, CX, "chartData"))
	plot := t.Child(chart, CX, "plotArea")
	region := t.Child(plot, CX, "plotAreaRegion")
	for c := t.First(region); c != 0; c = t.Next(c) {
		if !t.Name(c).Is(CX, "series") || Bool(t.Attr(c, xmlread.None, "hidden")) {
			continue
		}
		s := data[t.Attr(t.Child(c, CX, "dataId"), xmlread.None, "val")]
		s.name = r.extendedText(c)
		r.series = append(r.series, s)
	}
	for c := t.First(plot); c != 0; c = t.Next(c) {
		if !t.Name(c).Is(CX, "axis") || Bool(t.Attr(c, xmlread.None, "hidden")) {
			continue
		}
		title := r.extendedText(t.Child(c, CX, "title"))
		if t.Child(c, CX, "catScaling") != 0 {
			r.axes.category = title
		} else {
			r.axes.values = title
		}
	}
}

// extendedText returns the text of an element with a cx:tx.
func (r *chartReader) extendedText(n xmlread.NodeID) string {
	t := r.t
	tx := t.Child(n, CX, "tx")
	if rich := t.Child(tx, CX, "rich"); rich != 0 {
		return r.text.Plain(rich)
	}
	v := t.Child(t.Child(tx, CX, "txData"), CX, "v")
	return strings.Join(strings.Fields(t.All(v)), " ")
}

// extendedData returns the data of a chart by its id.
func (r *chartReader) extendedData(n xmlread.NodeID) map[string]series {
	t := r.t
	out := map[string]series{}
	for c := t.First(n); c != 0; c = t.Next(c) {
		if !t.Name(c).Is(CX, "data") {
			continue
		}
		var s series
		for d := t.First(c); d != 0; d = t.Next(d) {
			r.dimension(d, &s)
		}
		out[t.Attr(c, xmlread.None, "id")] = s
	}
	return out
}

// dimension reads a cx:strDim or cx:numDim. Its first level is the innermost.
func (r *chartReader) dimension(n xmlread.NodeID, s *series) {
	t := r.t
	name := t.Name(n)
	if name.Space != CX || name.Local != "strDim" && name.Local != "numDim" {
		return
	}
	var levels [][]point
	for c := t.First(n); c != 0; c = t.Next(c) {
		if !t.Name(c).Is(CX, "lvl") {
			continue
		}
		code := t.Attr(c, xmlread.None, "formatCode")
		var points []point
		for p := t.First(c); p != 0; p = t.Next(p) {
			if t.Name(p).Is(CX, "pt") {
				points = append(points, r.point(p, code))
			}
		}
		slices.SortStableFunc(points, byPlace)
		levels = append(levels, points)
	}
	if len(levels) == 0 {
		return
	}
	switch kind := t.Attr(n, xmlread.None, "type"); {
	case name.Local == "strDim":
		slices.Reverse(levels)
		s.categories = levels
	case kind == "x":
		s.categories, s.scatter = levels[:1], true
	case len(s.values) == 0:
		s.values = levels[0]
	default:
		s.sizes = levels[0]
	}
}
