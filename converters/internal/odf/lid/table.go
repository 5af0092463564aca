package lid

import (
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	odfstyle "github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/document"
)

// maxColumns bounds the columns of a table that are placed.
const maxColumns = 256

// grid is a table that is read.
type grid struct {
	flow    *paper.Flow
	left    float64
	wide    float64
	columns []float64
}

// table reads a table.
func (r *reader) table(f *paper.Flow) error {
	l := r.styles.get("table", r.s.Value(ns.Table, "style-name"))
	g := grid{flow: f, left: f.Left + l[left], wide: f.Width - l[left] - l[right]}
	if w := l[width]; w > 0 {
		g.wide = w
	}
	if document.Align(l[align]) == document.AlignCenter {
		g.left = f.Left + (f.Width-g.wide)/2
	}
	f.Y += l[before]
	err := r.rows(&g)
	f.Y += l[after]
	return err
}

// rows reads columns and rows, and groups of them.
func (r *reader) rows(g *grid) error {
	s := r.s
	return s.Each(func() error {
		if s.Space() != ns.Table {
			return s.Skip()
		}
		switch s.Local() {
		case "table-column":
			w := r.styles.get("table-column", s.Value(ns.Table, "style-name"))[width]
			for range min(odfstyle.Count(s.Value(ns.Table, "number-columns-repeated"), maxColumns), maxColumns-len(g.columns)) {
				g.columns = append(g.columns, w)
			}
			return s.Skip()
		case "table-row":
			return r.row(g)
		case "table-header-rows", "table-rows", "table-row-group", "table-columns", "table-column-group", "table-header-columns":
			return r.rows(g)
		}
		return s.Skip()
	})
}

// row reads a row.
func (r *reader) row(g *grid) error {
	s, top := r.s, g.flow.Y
	bottom, column, x := top+r.styles.get("table-row", s.Value(ns.Table, "style-name"))[height], 0, g.left
	err := s.Each(func() error {
		repeat, span := odfstyle.Count(s.Value(ns.Table, "number-columns-repeated"), maxColumns), odfstyle.Count(s.Value(ns.Table, "number-columns-spanned"), maxColumns)
		if s.Local() != "table-cell" {
			if s.Local() == "covered-table-cell" && column < maxColumns {
				column += 0 // it was counted with the one that covers it
			}
			return s.Skip()
		}
		wide := 0.0
		for i := column; i < column+span; i++ {
			wide += g.column(i)
		}
		column = min(column+span*repeat, maxColumns)
		pad := r.styles.get("table-cell", s.Value(ns.Table, "style-name"))[padding]
		cell := paper.Flow{Left: x + pad, Width: max(wide-2*pad, 12), Y: top + pad, Paged: g.flow.Paged}
		x += wide * float64(repeat)
		err := r.flow(&cell, 0)
		bottom = max(bottom, cell.Y+pad)
		return err
	})
	g.flow.Y = bottom
	return err
}

// column returns how wide a column is.
func (g *grid) column(i int) float64 {
	if i < len(g.columns) && g.columns[i] > 0 {
		return g.columns[i]
	}
	return g.wide / float64(max(len(g.columns), 1))
}
