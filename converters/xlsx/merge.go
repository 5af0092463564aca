package xlsx

import (
	"cmp"
	"slices"

	"github.com/seed353dc258/backstory/document"
)

// merge marks the cells that others cover, and those that cover. Ranges that
// overlap one before them are passed over, as Excel takes such a file for
// broken.
func (sh *sheet) merge() error {
	if len(sh.merges) == 0 {
		return nil
	}
	slices.SortStableFunc(sh.merges, func(a, b area) int {
		return cmp.Or(a.from.row-b.from.row, a.from.col-b.from.col)
	})
	sh.anchors = map[uint64]area{}
	var open covers
	next := 0
	for i := range sh.rows {
		r := &sh.rows[i]
		open.close(int(r.number))
		for ; next < len(sh.merges) && sh.merges[next].from.row <= int(r.number); next++ {
			a := sh.merges[next]
			if a.to.row < int(r.number) {
				continue // no row of it has cells
			}
			if !open.add(a) {
				sh.losses.lose(lostMerge, rowsAt(sh.name+"!"+a.String(), a.from.row, a.to.row))
			}
		}
		if err := sh.env.Step(sh.ctx, int64(len(open.list)+1), document.Pos{Part: sh.part}); err != nil {
			return err
		}
		sh.cover(r, &open)
	}
	return nil
}

// cover marks the cells of a row.
func (sh *sheet) cover(r *row, open *covers) {
	at := 0
	cells := sh.of(r)
	for i := range cells {
		c := &cells[i]
		for at < len(open.list) && open.list[at].to.col < int(c.col) {
			at++
		}
		p := place{int(r.number), int(c.col)}
		switch {
		case at == len(open.list):
			return
		case !open.list[at].has(p):
		case open.list[at].from == p:
			c.flags |= flagAnchor
			sh.anchors[p.key()] = open.list[at]
		default:
			c.flags |= flagCovered
		}
	}
}

// covers are merged ranges that a row is in, by column; no two have one in
// common.
type covers struct {
	list []area
	end  int // the first row at which one of them ends
}

// close forgets the ranges that end above a row.
func (c *covers) close(number int) {
	if len(c.list) == 0 || number <= c.end {
		return
	}
	c.list = slices.DeleteFunc(c.list, func(a area) bool { return a.to.row < number })
	c.end = rowsMost
	for _, a := range c.list {
		c.end = min(c.end, a.to.row)
	}
}

// add adds a range, unless it overlaps another one.
func (c *covers) add(a area) bool {
	at, _ := slices.BinarySearchFunc(c.list, a.from.col, func(b area, col int) int { return b.to.col - col })
	if at < len(c.list) && c.list[at].from.col <= a.to.col {
		return false
	}
	if len(c.list) == 0 {
		c.end = rowsMost
	}
	c.list = slices.Insert(c.list, at, a)
	c.end = min(c.end, a.to.row)
	return true
}
