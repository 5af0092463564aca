package markdown

import (
	"math"
	"slices"

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
	room := w.budget.room(t, w.charsNow()) - int64(columns)*8 - 64
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
	if s.max == 0 {
		return 0
	}
	if s.aheadTo > len(s.buf) { // something was taken back
		s.ahead, s.aheadTo = 0, s.seen
	}
	s.ahead += int64(tokens.Characters(s.buf[s.aheadTo:]))
	s.aheadTo = len(s.buf)
	return s.chars + s.ahead
}

// tableBudget shares the characters that a chapter may have among its tables:
// small ones stay whole, and the long ones are cut to the same length.
type tableBudget struct {
	max    int64
	text   int64                     // estimate of what is not a table
	share  map[*document.Table]int64 // what is set aside for each
	rest   int64                     // set aside for those that are still to come
	tables int64                     // characters of the tables written
}

// newTableBudget looks at a document whose chapter may have max characters.
// It returns nil if there is nothing to share.
func newTableBudget(blocks []document.Block, most int64) *tableBudget {
	if !writeHasTable(blocks) {
		return nil
	}
	e := &tableEstimate{}
	e.blocks(blocks)
	e.measure(most)
	b := &tableBudget{max: most - most/20, text: e.text + e.text/20, share: map[*document.Table]int64{}}
	room := max(b.max-b.text, 0)
	level := e.level(room)
	for i, t := range e.tables {
		b.share[t] = min(e.sizes[i], level)
		b.rest += b.share[t]
	}
	return b
}

// level returns the length that no table may be over, so that all have room.
func (e *tableEstimate) level(room int64) int64 {
	all := int64(0)
	for _, size := range e.sizes {
		all += size // each is at most what the chapter may have
	}
	if all <= room {
		return math.MaxInt64
	}
	order := slices.Clone(e.sizes)
	slices.Sort(order)
	level := int64(0)
	for i, size := range order {
		level = max(room/int64(len(order)-i), 0)
		if size > level {
			break
		}
		room -= size
		level = math.MaxInt64
	}
	return level
}

func writeHasTable(blocks []document.Block) bool {
	found := false
	document.Walk(blocks, func(b document.Block) bool {
		_, table := b.(*document.Table)
		found = found || table
		return !found
	})
	return found
}

// room returns how many characters a table may have: what those that come
// later and the text do not need.
func (b *tableBudget) room(t *document.Table, written int64) int64 {
	b.skip(t)
	text := max(b.text-(written-b.tables), 0)
	return b.max - written - text - b.rest
}

// skip says that a table is written whole.
func (b *tableBudget) skip(t *document.Table) { b.rest -= b.share[t] }

// done says how many characters a table took.
func (b *tableBudget) done(chars int64) { b.tables += chars }

// tableEstimate estimates how long a document is when it is written.
type tableEstimate struct {
	text   int64
	tables []*document.Table
	sizes  []int64
}

func (e *tableEstimate) blocks(blocks []document.Block) {
	document.Walk(blocks, func(b document.Block) bool {
		e.text += 8
		switch b := b.(type) {
		case *document.Heading:
			e.text += writeRoughly(document.InlineText(b.Inlines))
		case *document.Paragraph:
			e.text += writeRoughly(document.InlineText(b.Inlines))
		case *document.CodeBlock:
			e.text += writeRoughly(b.Text)
		case *document.Verbatim:
			e.text += writeRoughly(b.Text)
		case *document.MathBlock:
			e.text += writeRoughly(b.TeX)
		case *document.Table:
			e.tables, e.sizes = append(e.tables, b), append(e.sizes, 0)
			return false
		}
		return true
	})
}

// writeRoughly is the length of a text in characters.
func writeRoughly(s string) int64 { return int64(tokens.Characters(s)) }

// measure finds the sizes of the tables, up to most. Where only one streams,
// it need not be read for that: it has what the others leave.
func (e *tableEstimate) measure(most int64) {
	streams := 0
	for _, t := range e.tables {
		if t.Source != nil {
			streams++
		}
	}
	for i, t := range e.tables {
		if e.sizes[i] = most; t.Source == nil || streams > 1 {
			e.sizes[i] = writeTableSize(t, most)
		}
	}
}

// writeTableSize estimates the length of a table, up to most.
func writeTableSize(t *document.Table, most int64) int64 {
	size := int64(writeColumns(t)) * 3
	if s, ok := t.Source.(document.RowSizer); ok {
		if rows, bytes := s.Size(); rows >= 0 {
			return min(size+rows*int64(t.Columns+2)+bytes, most)
		}
	}
	for row, err := range writeRows(t) {
		if err != nil || size >= most {
			break
		}
		size += int64(t.Columns) + 2
		for _, c := range row.Cells {
			size += writeRoughly(c.Text)
			if c.Blocks != nil {
				inner := tableEstimate{}
				inner.blocks(c.Blocks)
				inner.measure(most)
				size += inner.text
				for _, n := range inner.sizes {
					size += n
				}
			}
		}
	}
	return min(size+size/4+int64(writeColumns(t))*8+128, most) // escapes take room, too
}
