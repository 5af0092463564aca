package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// chartReader reads a chart: its titles, and the table of values that it keeps
// of its own (ODF 1.3 part 3, 11).
type chartReader struct {
	in              *reader
	title, subtitle string
	axes            []string
	table           *document.Table
}

// put reads an office:chart, and puts it as a title and a table.
func (c *chartReader) put(f *flow) error {
	pos := c.in.pos()
	if err := c.parts(); err != nil {
		return err
	}
	title := c.title
	if c.subtitle != "" {
		title = strings.TrimSpace(title + " – " + c.subtitle)
	}
	if len(c.axes) > 0 {
		title = strings.TrimSpace(title + " (" + strings.Join(c.axes, ", ") + ")")
	}
	text := "Chart"
	if title != "" {
		text += ": " + title
	}
	if title != "" || c.table != nil {
		f.text.Put(c.in.doc.env.PlainParagraph(pos, text))
	}
	if c.table != nil {
		f.text.Put(c.table)
	}
	return nil
}

// parts reads what is in the chart or a part of it.
func (c *chartReader) parts() error {
	return c.in.s.Each(func() error {
		var err error
		switch space, local := c.in.s.Space(), c.in.s.Local(); {
		case space == ns.Chart && local == "title":
			c.title, err = pack.PlainText(c.in.s)
		case space == ns.Chart && local == "subtitle":
			c.subtitle, err = pack.PlainText(c.in.s)
		case space == ns.Chart && local == "axis":
			return c.axis()
		case space == ns.Chart && (local == "chart" || local == "plot-area"):
			return c.parts()
		case space == ns.Table && local == "table":
			return c.values()
		default:
			return c.in.s.Skip()
		}
		return err
	})
}

// axis reads the title of an axis.
func (c *chartReader) axis() error {
	dimension, _ := c.in.s.Attr(ns.Chart, "dimension")
	return c.in.s.Each(func() error {
		if c.in.s.Space() != ns.Chart || c.in.s.Local() != "title" {
			return c.in.s.Skip()
		}
		text, err := pack.PlainText(c.in.s)
		if text != "" {
			c.axes = append(c.axes, dimension+": "+text)
		}
		return err
	})
}

// values reads the table of values. Its first row has the names of the
// series, its first column those of the categories.
func (c *chartReader) values() error {
	pos := c.in.pos()
	t := &tableReader{in: c.in, ground: visible.Unknown, sheetLike: true}
	c.in.charted = true // shapes in cells say which range of a sheet they came from
	err := t.parts()
	c.in.charted = false
	if err != nil {
		return err
	}
	tables := t.finish(pos)
	if len(tables) == 0 {
		return nil
	}
	table := tables[0]
	table.Header = 1
	for i := range table.Rows {
		for k := range table.Rows[i].Cells {
			cell := &table.Rows[i].Cells[k]
			if cell.Text == "NaN" || cell.Text == "1.#NAN" {
				cell.Text = ""
			}
		}
	}
	c.table = table
	return nil
}
