package xml

import (
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// What stands together is made into blocks and written at once: the text of a
// paragraph, what is in a quotation, an item, a cell. So that this takes little
// memory however much it is, what is longer than anything that people write is
// parted, and goes on as another one of its kind.
const (
	// maxBlocks is how many blocks a quotation, an item or a cell has, and how
	// many terms a list of definitions.
	maxBlocks = 1024
	// maxWeight is how many nodes blocks that are kept together have.
	maxWeight = 2 * vocab.MaxPieces
	// maxNotes is how many notes wait for the end of what they are in.
	maxNotes = 256
	// maxMath is how many elements a formula has. A longer one is its words.
	maxMath = 1 << 14
)

// partIfLong parts a line that is very long. Space says that a blank is due.
func (l *line) partIfLong() {
	if l.part != nil && l.pieces >= vocab.MaxPieces && (l.space || l.pieces >= 2*vocab.MaxPieces) {
		l.part()
	}
}

// keepNote keeps a note until what it is in has ended. Many are not kept: they
// are written elsewhere anyway.
func (p *prose) keepNote(note document.Block) {
	p.after = append(p.after, note)
	if len(p.after) >= maxNotes && p.text != nil {
		*p.text = append(*p.text, p.after...)
		p.after = nil
	}
}

// portions reads the content of an element without a child in portions of not too many
// blocks: take gets each of them, the last one too.
func (p *prose) portions(n, child xmlread.NodeID, level int, take func([]document.Block)) error {
	to := sink{spill: take}
	err := p.fillBut(&to, n, child, level)
	if len(to.blocks) > 0 {
		take(to.blocks)
	}
	return err
}
