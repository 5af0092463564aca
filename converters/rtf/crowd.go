package rtf

import "strings"

// What stands together is made into blocks and written at once: the runs of a
// paragraph, what a row holds, a note. So that this takes little memory however
// much it is, paragraphs, rows, items and quotations that are longer than any
// that people write are parted, and notes are bounded.
const (
	// linesMost is how many lines a paragraph has.
	linesMost = 4096
	// textMost is how long the text of a paragraph is that has blanks, in bytes.
	textMost = 2 << 20
	// runsMost is how many runs a paragraph has.
	runsMost = 8192
	// rowMost is how many paragraphs, runs, lines and cells of tables a row has.
	rowMost = 2048
	// blocksMost is how many blocks an item or a quotation has.
	blocksMost = 1024
	// crowdFew is how many paragraphs, runs and lines a note has that count as
	// those of the body do, and crowdCost what the others count as. In a cell,
	// which is written as one line, it is cellCost.
	crowdFew  = 1024
	crowdCost = 24
	cellCost  = 40
)

// crowd returns how many paragraphs, runs and lines a paragraph is.
func (p *para) crowd() int { return 1 + len(p.runs) + p.lines }

// taken says that a paragraph is held. Its runs take a few bytes each now.
func (r *reader) taken(p *para) {
	s := r.story
	if len(p.text) >= farText {
		s.text = nil // it has that memory
	}
	r.held -= s.cost - int64(len(p.runs))/4
	s.cost = 0
	if s.flows {
		return
	}
	cost := 0
	if len(s.open) == 0 { // rows of tables are packed
		cost = crowdCost
	}
	for _, around := range r.stories {
		if len(around.open) > 0 {
			cost = cellCost
		}
	}
	if cost == 0 {
		return
	}
	n := p.crowd()
	if s.crowd += n; s.crowd > crowdFew {
		r.hold(int64(n * cost))
	}
}

// parted reports whether a paragraph is as long as those that were parted.
func (p *para) parted() bool {
	return len(p.runs) >= runsMost || len(p.text) >= linesMost && strings.Count(p.text, "\n") >= linesMost
}

// partRow ends a row up to a level that has very much in its cells, and goes on
// with the open cell in the next one.
func (r *reader) partRow(level int) {
	for n := 1; n <= min(level, len(r.story.open)); n++ {
		if r.story.open[n-1].crowd < rowMost {
			continue
		}
		r.closeTables(n)
		t := &r.story.open[n-1]
		column := t.cells
		r.closeRow(n)
		for range column {
			t.endCell()
			t.cells++
			t.blank++
		}
		return
	}
}
