package drawing

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// Chart is what a chart says: a title, and tables of its values as the program
// that wrote it kept them.
type Chart struct {
	Title  string
	tables []grid
	pos    document.Pos
}

// ReadChart reads the part of a chart, a c:chartSpace (ISO/IEC 29500-1, 21.2)
// or a cx:chartSpace. Text and pos are the part's text and the place that the
// blocks get. The error is one of [xmlread.ReadTree], or a
// [converters.LimitError] for too many values.
func ReadChart(ctx context.Context, env *converters.Env, src xmlread.Source, pos document.Pos) (*Chart, error) {
	t, done, err := readTree(ctx, env, src)
	if err != nil {
		return nil, err
	}
	defer done()
	r := chartReader{t: t, text: &Text{Env: env, Tree: t}, env: env, pos: pos}
	if t.Name(xmlread.Root).Space == CX {
		r.extended()
	} else {
		r.plain()
	}
	return r.chart()
}

// Blocks returns the tables of the chart, the first with its title.
func (c *Chart) Blocks(env *converters.Env) []document.Block {
	var caption []document.Inline
	if c.Title != "" {
		caption = converters.Make(env, document.Plain(c.Title))
	}
	if len(c.tables) == 0 {
		if caption == nil {
			return nil
		}
		return []document.Block{converters.Make(env, &document.Paragraph{Pos: c.pos, Inlines: caption})}
	}
	var out []document.Block
	for i := range c.tables {
		table := c.tables[i].table(env, c.pos)
		table.Caption = caption
		caption = nil
		out = append(out, table)
	}
	return out
}

// plain reads a c:chartSpace.
func (r *chartReader) plain() {
	t := r.t
	r.format.epoch1904 = r.flag(t.Child(xmlread.Root, C, "date1904"))
	chart := t.Child(xmlread.Root, C, "chart")
	plot := t.Child(chart, C, "plotArea")
	r.format.axis = r.axisFormat(plot)
	for c := t.First(plot); c != 0; c = t.Next(c) {
		name := t.Name(c)
		if name.Space != C {
			continue
		}
		switch local := name.Local; {
		case strings.HasSuffix(local, "Chart"):
			for s := t.First(c); s != 0; s = t.Next(s) {
				if t.Name(s).Is(C, "ser") {
					r.series = append(r.series, r.readSeries(s))
				}
			}
		case strings.HasSuffix(local, "Ax"):
			r.axis(c, local)
		}
	}
	title := t.Child(chart, C, "title")
	r.title = r.titleText(title)
	if r.title == "" && title != 0 && len(r.series) == 1 && !r.flag(t.Child(chart, C, "autoTitleDeleted")) {
		r.title = r.series[0].name
	}
}

// flag returns the value of an element of the type CT_Boolean.
func (r *chartReader) flag(n xmlread.NodeID) bool {
	if n == 0 {
		return false
	}
	v := r.t.Attr(n, xmlread.None, "val")
	return v == "" || Bool(v)
}

// titleText returns the text of a title: typed, or of a cell.
func (r *chartReader) titleText(title xmlread.NodeID) string {
	t := r.t
	tx := t.Child(title, C, "tx")
	if rich := t.Child(tx, C, "rich"); rich != 0 {
		return r.text.Plain(rich)
	}
	var parts []string
	for _, p := range r.points(t.Child(tx, C, "strRef"), nil) {
		parts = append(parts, p.text)
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// axis reads the title of an axis. Where both axes have values, the one at the
// bottom or the top takes the place of the categories.
func (r *chartReader) axis(n xmlread.NodeID, kind string) {
	t := r.t
	title := r.titleText(t.Child(n, C, "title"))
	if title == "" || r.flag(t.Child(n, C, "delete")) {
		return
	}
	side := t.Attr(t.Child(n, C, "axPos"), xmlread.None, "val")
	switch {
	case kind != "valAx", r.isScatter() && (side == "b" || side == "t"):
		if r.axes.category == "" {
			r.axes.category = title
		}
	case r.axes.values == "":
		r.axes.values = title
	default:
		r.axes.values += ", " + title
	}
}

// axisFormat returns the number format of the axis of values, if there is one
// axis of values and it has a format of its own.
func (r *chartReader) axisFormat(plot xmlread.NodeID) string {
	t := r.t
	code, count := "", 0
	for c := t.First(plot); c != 0; c = t.Next(c) {
		if t.Name(c).Is(C, "valAx") {
			count++
			code = t.Attr(t.Child(c, C, "numFmt"), xmlread.None, "formatCode")
		}
	}
	if count != 1 || code == "General" {
		return ""
	}
	return code
}

// isScatter reports whether the categories of the series are values.
func (r *chartReader) isScatter() bool { return len(r.series) > 0 && r.series[0].scatter }

// chart returns what was read.
func (r *chartReader) chart() (*Chart, error) {
	c := &Chart{Title: r.title, pos: r.pos}
	if r.axes.values != "" && c.Title != "" {
		c.Title += " (" + r.axes.values + ")"
	} else if c.Title == "" {
		c.Title = r.axes.values
	}
	for from := 0; from < len(r.series); {
		to := from + 1
		for to < len(r.series) && r.series[to].sameCategories(&r.series[from]) {
			to++
		}
		g, err := r.grid(r.series[from:to])
		if err != nil {
			return nil, err
		}
		if len(g.rows) > 0 {
			c.tables = append(c.tables, g)
		}
		from = to
	}
	return c, nil
}
