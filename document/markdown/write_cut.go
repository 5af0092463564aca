package markdown

import (
	"math"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// What is kept of the end of a table that is cut, at most.
const (
	cutTailRows  = 100
	cutTailChars = 64 << 10
)

// tableCut cuts a table: the first rows are written, the last ones kept until
// the end, and those between counted.
type tableCut struct {
	on        bool // there is a limit
	tailing   bool // the first rows are written
	headRows  int
	headChars int64
	tailRows  int
	tailChars int64
	kept      []cutRow // a ring
	first     int      // index of the oldest in kept
	size      int      // rows in kept
	chars     int64    // in kept
	omitted   int
}

// cutRow is a row that was kept, as it is written, with the line end in front.
type cutRow struct {
	text  []byte
	chars int
	pos   document.Pos
}

// limit sets how much of a table is written.
func (c *tableCut) limit(w *chapterWriter, t *document.Table, columns int) {
	c.headRows, c.headChars = math.MaxInt, math.MaxInt64
	c.tailRows, c.tailChars = cutTailRows, cutTailChars
	if n := w.opts.Rows; n > 0 {
		c.on = true
		c.tailRows = min(n/4, cutTailRows)
		c.headRows = n - c.tailRows
	}
	if w.budget == nil {
		return
	}
	c.on = true
	room := w.budget.room(t, w.out.charsNow()) - int64(columns)*8 - 64
	c.tailChars = min(max(room/4, 0), cutTailChars)
	c.headChars = max(room-c.tailChars, 0)
}

// takes reports whether a row still belongs to the first ones.
func (c *tableCut) takes(chars int) bool {
	if c.headRows == 0 || c.headChars < int64(chars) {
		return false
	}
	c.headRows--
	c.headChars -= int64(chars)
	return true
}

// keep keeps a row, and drops the oldest ones that are too many then.
func (c *tableCut) keep(text []byte, chars int, pos document.Pos) {
	if c.size == len(c.kept) {
		c.grow()
	}
	at := &c.kept[(c.first+c.size)%len(c.kept)]
	at.text, at.chars, at.pos = append(at.text[:0], text...), chars, pos
	c.size++
	c.chars += int64(chars)
	for c.size > 0 && (c.size > c.tailRows || c.chars > c.tailChars) {
		c.chars -= int64(c.kept[c.first].chars)
		c.first = (c.first + 1) % len(c.kept)
		c.size--
		c.omitted++
	}
}

// grow makes room in the ring.
func (c *tableCut) grow() {
	kept := make([]cutRow, 2*len(c.kept)+4)
	copy(kept, c.rows())
	c.kept, c.first = kept, 0
}

// rows returns what is kept, the oldest first.
func (c *tableCut) rows() []cutRow {
	out := make([]cutRow, 0, c.size)
	for i := range c.size {
		out = append(out, c.kept[(c.first+i)%len(c.kept)])
	}
	return out
}

// charsNow returns how many characters the text has. It counts what came since
// it was last asked, so that many small tables cost no more than one.
func (s *writeSink) charsNow() int64 {
	if s.meter.max == 0 {
		return 0
	}
	if s.meter.aheadTo > len(s.buf) { // something was taken back
		s.meter.ahead, s.meter.aheadTo = 0, s.meter.seen
	}
	s.meter.ahead += int64(tokens.Characters(s.buf[s.meter.aheadTo:]))
	s.meter.aheadTo = len(s.buf)
	return s.meter.chars + s.meter.ahead
}
