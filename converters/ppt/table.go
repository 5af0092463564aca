package ppt

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/officeart"
	"github.com/seed353dc258/backstory/document"
)

// propTable says that a group is a table ([MS-ODRAW], 2.3.4.37).
const propTable = 0x039F

// isTable reports whether what a group says of itself makes it a table.
func isTable(b []byte) bool {
	const size = 6
	r, ok := officeart.Find(b, officeart.KindMoreLook)
	for i := 0; ok && i < int(r.Instance) && (i+1)*size <= len(r.Body); i++ {
		if id := uint16(r.Body[i*size]) | uint16(r.Body[i*size+1])<<8; id&0x3FFF == propTable {
			return long(r.Body, i*size+2)&1 != 0
		}
	}
	return false
}

// cells returns the cells of a table: its shapes that are no lines.
func (r *slideReader) cells(b []byte) []shape {
	out := []shape{}
	for x, rest, ok := officeart.Next(b); ok && r.deck.step(1); x, rest, ok = officeart.Next(rest) {
		if x.Kind != officeart.KindShape {
			continue
		}
		const line = 20
		if s := r.shape(x.Body); !s.Group && s.Kind != line && s.frame.Known {
			out = append(out, s)
		}
	}
	return out
}

// table returns a table: its rows and columns are where cells begin.
func (r *slideReader) table(cells []shape) []document.Block {
	var tops, lefts []int64
	for i := range cells {
		tops, lefts = append(tops, cells[i].frame.Y), append(lefts, cells[i].frame.X)
	}
	slices.Sort(tops)
	slices.Sort(lefts)
	tops, lefts = slices.Compact(tops), slices.Compact(lefts)
	if len(tops) == 0 {
		return nil
	}
	rows := make([][]document.Cell, len(tops))
	slices.SortStableFunc(cells, func(a, b shape) int { return int(a.frame.X/unit - b.frame.X/unit) })
	spans := func(all []int64, from, size int64) int {
		at, _ := slices.BinarySearch(all, from)
		end, _ := slices.BinarySearch(all, from+size)
		return max(end-at, 1)
	}
	for i := range cells {
		s := &cells[i]
		at, _ := slices.BinarySearch(tops, s.frame.Y)
		c := document.Cell{ColSpan: spans(lefts, s.frame.X, s.frame.W), RowSpan: spans(tops, s.frame.Y, s.frame.H)}
		if s.text != nil {
			c.Blocks = r.blocks(s.text)
		}
		rows[at] = append(rows[at], c)
	}
	grid := document.Grid{}
	for _, row := range rows {
		grid.Row(converters.Make(r.deck.env, document.Row{Pos: r.pos, Cells: row}))
	}
	t := grid.Table
	t.Pos = r.pos
	if len(rows) > 1 {
		t.Header = 1
	}
	return []document.Block{&t}
}
