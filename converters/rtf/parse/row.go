package parse

import (
	"bytes"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/edgetable"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// ofRow returns an act for a word that defines a row.
func ofRow(set func(r *reader, d *rowDef, n int32)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) { set(r, r.out.rows.def, clip(t.Num)) }
}

// ofShade returns an act for a word that sets a part of the shading of a cell.
func ofShade(set func(*pattern, int32)) func(*reader, token.Token) {
	return ofRow(func(r *reader, d *rowDef, n int32) {
		set(&d.shade, n)
		d.next.Ground = r.head.ground(d.shade)
	})
}

// begin begins a definition.
func (d *rowDef) begin() { *d = rowDef{defs: d.defs[:0], shared: d.shared} }

// edge ends the definition of a cell by its right edge.
func (d *rowDef) edge(r *reader, n int32) {
	d.fresh = false
	d.next.Right = n
	d.defs = append(d.defs, d.next)
	d.next, d.shade = edgetable.CellDef{}, pattern{}
	if len(d.defs) > r.out.rows.widest { // the next row takes the same place
		r.out.rows.widest++
		r.hold(1)
	}
}

// share returns the definitions for the rows. Most rows of a table define the
// same.
func (d *rowDef) share(src *source) []edgetable.CellDef {
	if !d.fresh {
		d.fresh = true
		if !slices.Equal(d.defs, d.shared) {
			d.shared = slices.Clone(d.defs)
			src.hold(int64(len(d.defs)/4) + 1)
		}
	}
	return d.shared
}

// endCell ends the current cell of a level, and the paragraph in it.
func (w *writer) endCell(level int) {
	says := w.says()
	if !w.out.openTables(level) {
		return
	}
	w.out.closeTables(level)
	if says {
		w.add(level)
	}
	w.out.closeCell(level)
}

// closeCell puts the open cell of a level into its row.
func (o *stories) closeCell(level int) {
	t := &o.story.open[level-1]
	c := document.Cell{Blocks: t.flow.Blocks()}
	if t.cell.Held {
		c.Text = t.cell.Text
	}
	t.blank++
	if t.said {
		t.blank = 0
		o.src.fail(o.src.env.Spend(converters.LimitCells, 1, o.src.pos()))
	}
	t.cells, t.set = append(t.cells, c), append(t.set, *t.cell)
	t.said = false
	t.flow.Reset()
	o.src.hold(costCell)
	o.src.fail(o.src.env.Check(converters.LimitColumns, int64(len(t.cells)), o.src.pos()))
	o.sight.stale = true
}

// endRow ends the current row of a level.
func (w *writer) endRow(level int) {
	if len(w.out.story.open) < level {
		return
	}
	if len(bytes.TrimSpace(w.out.story.par.text.Bytes())) > 0 {
		w.endCell(level)
	}
	w.out.closeTables(level)
	w.out.closeRow(level)
}

// closeRow puts the open row of a level into its table.
func (o *stories) closeRow(level int) {
	t := &o.story.open[level-1]
	if t.said {
		o.closeCell(level)
	}
	if len(t.cells) > 0 {
		d := &o.rows.row
		if level > 1 {
			d = &o.rows.nestedRow
		}
		if n := len(d.defs); n > 0 && len(t.cells) > n { // a \cell too many, as LibreOffice writes it behind a nested table
			t.cells = t.cells[:len(t.cells)-min(len(t.cells)-n, t.blank)]
		}
		defs := d.share(o.src)
		t.table.Add(edgetable.Row{
			Line: int32(t.line), Left: d.left, Header: d.header, Defs: defs[:min(len(defs), len(t.cells))], // there may be far more definitions than cells
		}, o.words.Cells(t.cells), t.set)
		o.src.hold(costRow)
	}
	t.cells, t.set, t.blank, t.line = t.cells[:0], t.set[:0], 0, o.src.lex.Line
}
