package markdown

import (
	"iter"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/tokens"
)

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

func writeHasTable(blocks []document.Block) bool {
	found := false
	document.Walk(blocks, func(b document.Block) bool {
		_, table := b.(*document.Table)
		found = found || table
		return !found
	})
	return found
}

// writeRoughly is the length of a text in characters.
func writeRoughly(s string) int64 { return int64(tokens.Characters(s)) }

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

// writeColumns returns the width of a table: rows that are wider than they
// should be are not cut.
func writeColumns(t *document.Table) int {
	columns := t.Columns
	for _, row := range t.Rows {
		columns = max(columns, len(row.Cells))
	}
	return columns
}

// writeRows ranges over the rows of a table, wherever they are.
func writeRows(t *document.Table) iter.Seq2[document.Row, error] {
	if t.Source != nil {
		return t.Source.Rows()
	}
	return func(yield func(document.Row, error) bool) {
		for _, row := range t.Rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}
