package parse

import (
	"bytes"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/converters/rtf/token"
)

// rows is what is known of the rows that are being read.
type rows struct {
	row       rowDef  // of tables in the text
	nestedRow rowDef  // of nested ones
	def       *rowDef // that words go to
	nested    int     // level of the last nested cell
	widest    int     // how many cells the widest row defines
}

// rowDef is the definition that \trowd begins.
type rowDef struct {
	defs   []model.CellDef
	shared []model.CellDef // a copy for the rows, which may be that of the definition before
	fresh  bool            // shared is equal to defs
	next   model.CellDef
	shade  pattern // of the next cell
	flat   bool    // it has no height
	left   int32
	header bool
}

// openTable is a table that may get more rows, and the row that is open.
type openTable struct {
	table *model.Table
	cells []model.Cell
	cell  []model.Item // that is open
	blank int          // how many cells at the end are empty
	line  int          // of the row
}

// maxHeaders is how many rows at the head of a table may say that they are
// headers.
const maxHeaders = 64

// ofRow returns an act for a word that defines a row.
func ofRow(set func(r *reader, d *rowDef, n int32)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) { set(r, r.def, clip(t.Num)) }
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
	d.next, d.shade = model.CellDef{}, pattern{}
	if len(d.defs) > r.widest { // the next row takes the same place
		r.widest++
		r.hold(1)
	}
}

// share returns the definitions for the rows. Most rows of a table define the
// same.
func (d *rowDef) share(r *reader) []model.CellDef {
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
	if r.endPlain(level) {
		return
	}
	p := r.take()
	if !r.openTables(level) {
		return
	}
	r.closeTables(level)
	if p != nil {
		r.add(level, model.Item{Para: p})
	}
	r.closeCell(level)
}

// fullRows is how many rows at the head of a table are held with all that is
// known of them: by those, headers are found.
const fullRows = 8

// endPlain ends the current cell of a level if it is no more than a text, and
// reports whether it is. What is in a shape may have to be marked yet.
func (r *reader) endPlain(level int) bool {
	s := r.story
	if len(s.open) != level || len(r.opened.shapes) > 0 || !s.isPlain() {
		return false
	}
	t := &s.open[level-1]
	if n := len(t.table.Rows); len(t.cell) > 0 || n < fullRows || t.table.Rows[n-1].Header || r.hidesPara() != visible.Shown {
		return false
	}
	p := &r.pars
	if style, ok := r.styles[p.style]; p.List != 0 || p.First < 0 || p.Border || p.Outline != model.NoOutline || ok && style.outline != model.NoOutline {
		return false
	}
	r.addCell(t, model.Cell{Text: r.kept.texts.Keep(s.text)})
	s.clear()
	return true
}

// isPlain reports whether the text of a paragraph says all of it.
func (p *paragraph) isPlain() bool {
	return len(p.runs) == 1 && p.runs[0].IsPlain() && !p.listed && !p.rule && len(p.marks)+len(p.beside) == 0 && len(bytes.TrimSpace(p.text)) > 0
}

// closeCell puts the open cell of a level into its row.
func (r *reader) closeCell(level int) {
	t := &r.story.open[level-1]
	r.addCell(t, model.Cell{Items: r.kept.items.Clone(t.cell)})
	t.cell = t.cell[:0]
}

// addCell adds a cell to the open row of a table.
func (r *reader) addCell(t *openTable, c model.Cell) {
	t.blank++
	if c.Text != "" || len(c.Items) > 0 {
		t.blank = 0
		r.fail(r.env.Spend(converters.LimitCells, 1, r.pos()))
	}
	t.cells = append(t.cells, c)
	r.hold(costCell)
	r.fail(r.env.Check(converters.LimitColumns, int64(len(t.cells)), r.pos()))
	r.stale = true
}

// endRow ends the current row of a level.
func (r *reader) endRow(level int) {
	if len(r.story.open) < level {
		return
	}
	if len(bytes.TrimSpace(r.story.text)) > 0 {
		r.endCell(level)
	}
	r.closeTables(level)
	r.closeRow(level)
}

// closeRow puts the open row of a level into its table.
func (r *reader) closeRow(level int) {
	t := &r.story.open[level-1]
	if len(t.cell) > 0 {
		r.closeCell(level)
	}
	if len(t.cells) > 0 {
		d := &r.row
		if level > 1 {
			d = &r.nestedRow
		}
		if n := len(d.defs); n > 0 && len(t.cells) > n { // a \cell too many, as LibreOffice writes it behind a nested table
			t.cells = t.cells[:len(t.cells)-min(len(t.cells)-n, t.blank)]
		}
		defs := d.share(r)
		rows := &t.table.Rows
		*rows = append(*rows, model.Row{
			Line: int32(t.line), At: int32(len(*rows) + 1), Left: d.left, Header: d.header && len(*rows) < maxHeaders,
			Defs: defs[:min(len(defs), len(t.cells))], Cells: r.kept.cells.Clone(t.cells), // there may be far more definitions than cells
		})
		r.hold(costRow)
	}
	t.cells, t.cell, t.blank, t.line = t.cells[:0], t.cell[:0], 0, r.lex.Line
}
