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
	return func(r *reader, t token.Token) { set(r, r.rows.def, clip(t.Num)) }
}

// ofShade returns an act for a word that sets a part of the shading of a cell.
func ofShade(set func(*pattern, int32)) func(*reader, token.Token) {
	return ofRow(func(r *reader, d *rowDef, n int32) {
		set(&d.shade, n)
		d.next.Ground = r.ground(d.shade)
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
	if len(d.defs) > r.rows.widest { // the next row takes the same place
		r.rows.widest++
		r.hold(1)
	}
}

// share returns the definitions for the rows. Most rows of a table define the
// same.
func (d *rowDef) share(r *reader) []edgetable.CellDef {
	if !d.fresh {
		d.fresh = true
		if !slices.Equal(d.defs, d.shared) {
			d.shared = slices.Clone(d.defs)
			r.hold(int64(len(d.defs)/4) + 1)
		}
	}
	return d.shared
}

// endCell ends the current cell of a level, and the paragraph in it.
func (r *reader) endCell(level int) {
	says := r.says()
	if !r.openTables(level) {
		return
	}
	r.closeTables(level)
	if says {
		r.add(level)
	}
	r.closeCell(level)
}

// closeCell puts the open cell of a level into its row.
func (r *reader) closeCell(level int) {
	t := &r.story.open[level-1]
	c := document.Cell{Blocks: t.flow.Blocks()}
	if t.cell.Held {
		c.Text = t.cell.Text
	}
	t.blank++
	if t.said {
		t.blank = 0
		r.fail(r.env.Spend(converters.LimitCells, 1, r.pos()))
	}
	t.cells, t.set = append(t.cells, c), append(t.set, *t.cell)
	t.said = false
	t.flow.Reset()
	r.hold(costCell)
	r.fail(r.env.Check(converters.LimitColumns, int64(len(t.cells)), r.pos()))
	r.format.stale = true
}

// endRow ends the current row of a level.
func (r *reader) endRow(level int) {
	if len(r.story.open) < level {
		return
	}
	if len(bytes.TrimSpace(r.story.par.text.Bytes())) > 0 {
		r.endCell(level)
	}
	r.closeTables(level)
	r.closeRow(level)
}

// closeRow puts the open row of a level into its table.
func (r *reader) closeRow(level int) {
	t := &r.story.open[level-1]
	if t.said {
		r.closeCell(level)
	}
	if len(t.cells) > 0 {
		d := &r.rows.row
		if level > 1 {
			d = &r.rows.nestedRow
		}
		if n := len(d.defs); n > 0 && len(t.cells) > n { // a \cell too many, as LibreOffice writes it behind a nested table
			t.cells = t.cells[:len(t.cells)-min(len(t.cells)-n, t.blank)]
		}
		defs := d.share(r)
		t.table.Add(edgetable.Row{
			Line: int32(t.line), Left: d.left, Header: d.header, Defs: defs[:min(len(defs), len(t.cells))], // there may be far more definitions than cells
		}, r.words.Cells(t.cells), t.set)
		r.hold(costRow)
	}
	t.cells, t.set, t.blank, t.line = t.cells[:0], t.set[:0], 0, r.lex.Line
}
