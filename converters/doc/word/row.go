package word

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// set applies a change to a row.
func (r *Row) set(x change) {
	switch x.op {
	case opHeaderRow:
		r.Header = x.byteArg() != 0
	case opRowHeight:
		h := x.twips()
		r.Flat = h < 0 && h > -minLine
	case opDefTable:
		r.define(x.arg)
	case opCellShade:
		r.shade(x.arg, 0, 10, shade)
	case opCellShade2:
		r.shade(x.arg, 22, 10, shade)
	case opCellShade3:
		r.shade(x.arg, 44, 10, shade)
	case opCellShadeOld:
		r.shade(x.arg, 0, 2, func(b []byte) visible.Paint { return oldShade(binary.LittleEndian.Uint16(b)) })
	case opVertical: // 2.9.334
		if i := int(x.byteArg()); i < len(r.Cells) && len(x.arg) > 1 {
			r.Cells[i].Covered, r.Cells[i].Below = x.arg[1] == 1, x.arg[1] == 3
		}
	}
}

// maxCells is how many cells a row has at most (2.9.325).
const maxCells = 63

// define reads the edges and the cells of a row (2.9.325); those of Word 6 say less.
func (r *Row) define(b []byte) {
	if len(b) == 0 {
		return
	}
	n := min(int(b[0]), maxCells)
	edges := b[1:]
	if len(edges) < 2*(n+1) {
		return
	}
	size := 20
	if rest := len(edges) - 2*(int(b[0])+1); b[0] > 0 && rest/int(b[0]) < size {
		size = 10
	}
	cells := edges[2*(n+1):]
	edge := func(i int) int32 { return int32(int16(binary.LittleEndian.Uint16(edges[2*i:]))) }
	r.Left, r.Cells = edge(0), make([]Cell, n)
	for i := range r.Cells {
		c := &r.Cells[i]
		c.Right = edge(i + 1)
		d := cut(cells, int64(i*size), int64(size))
		if len(d) < size {
			continue
		}
		flags := binary.LittleEndian.Uint16(d) // 2.9.317
		c.Joins = flags&2 != 0
		c.Covered, c.Below = flags&0x60 == 0x20, flags&0x40 != 0
		if size == 20 {
			c.Ruled = d[13] != 0 && d[13] != 0xFF
		}
	}
}

// shade gives cells from the first one on their grounds.
func (r *Row) shade(b []byte, first, size int, read func([]byte) visible.Paint) {
	for i := first; i < len(r.Cells) && len(b) >= size; i, b = i+1, b[size:] {
		r.Cells[i].Ground = read(b[:size])
	}
}
