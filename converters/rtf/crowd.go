package rtf

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
)

// What stands together is made into blocks and written at once: the runs of a
// paragraph, what a row holds, a note. So that this takes little memory however
// much it is, paragraphs, rows, items and quotations that are longer than any
// that people write are parted, and notes are bounded.
const (
	// linesMost is how many lines a paragraph has.
	linesMost = 4096
	// textMost is how long the text of a paragraph is, in bytes. Without blanks, it
	// is up to twice as long.
	textMost = 1 << 20
	// runsMost is how many runs a paragraph has.
	runsMost = 8192
	// rowMost is how many paragraphs, runs, lines, half KiB and cells of tables a row has.
	rowMost = 1 << 13
	// blocksMost is how many blocks an item or a quotation has.
	blocksMost = 1024
	// crowdFew is how many paragraphs, runs, lines and cells a note, or a text box
	// in a cell, has that count as those of the body do. The others count as
	// noteCost, and in a cell, which is written as one line, as cellCost.
	crowdFew = 1024
	noteCost = 24
	cellCost = 80
	// mathFew is how long an equation is, in bytes, that counts as any other. It
	// cannot be parted: each byte more counts as mathCost.
	mathFew  = 1 << 19
	mathCost = 8
)

// crowd returns how many paragraphs, runs, lines, half KiB of text and cells a paragraph
// is, with what stands beside it.
func (p *para) crowd() int {
	n := 1 + len(p.runs) + p.lines + len(p.text)>>9
	for i := range p.extras {
		n += p.extras[i].crowd
	}
	return n
}

// taken says that a paragraph is held. Its runs take a few bytes each now.
func (r *reader) taken(p *para) {
	s := r.story
	if len(p.text) >= farText {
		rest := int(r.of.size - r.offset()) // it has that memory
		s.text = make([]byte, 0, min(textMost+textMost/16, rest))
	}
	r.held -= s.cost - int64(len(p.runs))/4
	s.cost = 0
	s.crowd += p.crowd()
}

// bound counts what stands together in a note, or beside a paragraph in a cell.
func (r *reader) bound(crowd, cost int) {
	if crowd > crowdFew {
		r.hold(int64(crowd-crowdFew) * int64(cost))
	}
}

// boundMath checks the length of the equation that is open.
func (r *reader) boundMath() {
	if more := len(r.collected) - mathFew; more > 0 {
		r.fail(r.env.Check(converters.LimitNodes, r.held+int64(more)*mathCost, r.pos()))
	}
}

// parted reports whether a paragraph is as long as those that were parted.
func (p *para) parted() bool {
	return len(p.runs) >= runsMost || len(p.text) >= textMost || len(p.text) >= linesMost && strings.Count(p.text, "\n") >= linesMost
}

// partOf cuts a text that is longer than people write at a blank, if there is one,
// and returns its first part and the rest.
func partOf(text string) (part, rest string) {
	if len(text) <= textMost {
		return text, ""
	}
	at := strings.LastIndexByte(text[:textMost], ' ')
	if at <= 0 {
		for at = textMost; !utf8.RuneStart(text[at]); at-- {
		}
	}
	return text[:at], strings.TrimSpace(text[at:])
}

// partRow ends a row up to a level that has very much in its cells, and goes on
// with the open cell, or the next one, in a row of its own.
func (r *reader) partRow(level int) {
	for n := 1; n <= min(level, len(r.story.open)); n++ {
		if r.story.open[n-1].crowd < rowMost {
			continue
		}
		r.closeTables(n)
		t := &r.story.open[n-1]
		column := t.cells
		r.closeRow(n)
		t.parted = true
		for range column {
			t.endCell()
			t.cells++
			t.blank++
		}
		return
	}
}
