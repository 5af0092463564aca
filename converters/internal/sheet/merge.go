package sheet

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/document"
)

// Cover marks the cells that merged ranges cover, and those that cover. Ranges
// that overlap one before them are passed over, as Excel takes such a file for
// broken.
func (sh *Sheet) Cover() error {
	if len(sh.Merges) == 0 {
		return nil
	}
	slices.SortStableFunc(sh.Merges, func(a, b Area) int {
		return cmp.Or(a.From.Row-b.From.Row, a.From.Col-b.From.Col)
	})
	sh.places.anchors = map[uint64]Area{}
	var open covers
	next := 0
	for i := range sh.Rows {
		r := &sh.Rows[i]
		open.close(int(r.Number))
		for ; next < len(sh.Merges) && sh.Merges[next].From.Row <= int(r.Number); next++ {
			a := sh.Merges[next]
			if a.To.Row < int(r.Number) {
				continue // no row of it has cells
			}
			if !open.add(a) {
				sh.Book.Tally.Lose(lost.Merge, RowsAt(sh.Name+"!"+a.String(), a.From.Row, a.To.Row))
			}
		}
		if err := sh.Book.Env.Step(sh.Book.Ctx, int64(len(open.list)+1), document.Pos{Part: sh.Name}); err != nil {
			return err
		}
		open.mark(int(r.Number), sh.Of(r), sh.places.anchors)
	}
	return nil
}

// mark marks the cells of a row that is in the ranges.
func (c *covers) mark(row int, cells []Cell, anchors map[uint64]Area) {
	at := 0
	for i := range cells {
		cell := &cells[i]
		for at < len(c.list) && c.list[at].To.Col < int(cell.Col) {
			at++
		}
		p := Place{row, int(cell.Col)}
		switch {
		case at == len(c.list):
			return
		case !c.list[at].Has(p):
		case c.list[at].From == p:
			cell.Flags |= anchor
			anchors[p.key()] = c.list[at]
		default:
			cell.Flags |= covered
		}
	}
}

// covers are merged ranges that a row is in, by column; no two have one in
// common.
type covers struct {
	list []Area
	end  int // the first row at which one of them ends
}

// close forgets the ranges that end above a row.
func (c *covers) close(number int) {
	if len(c.list) == 0 || number <= c.end {
		return
	}
	c.list = slices.DeleteFunc(c.list, func(a Area) bool { return a.To.Row < number })
	c.end = math.MaxInt
	for _, a := range c.list {
		c.end = min(c.end, a.To.Row)
	}
}

// add adds a range, unless it overlaps another one.
func (c *covers) add(a Area) bool {
	at, _ := slices.BinarySearchFunc(c.list, a.From.Col, func(b Area, col int) int { return b.To.Col - col })
	if at < len(c.list) && c.list[at].From.Col <= a.To.Col {
		return false
	}
	if len(c.list) == 0 {
		c.end = math.MaxInt
	}
	c.list = slices.Insert(c.list, at, a)
	c.end = min(c.end, a.To.Row)
	return true
}
