package prompt

import (
	"strconv"
)

// part is a section on its way into a prompt.
type part struct {
	spec     *Spec
	id       string
	title    string
	source   string
	head     string // the text before its pieces as soon as one is kept
	fenced   bool
	stub     bool
	trust    Trust
	pieces   []piece
	kept     int // of the pieces
	cost     int // tokens of its text in the prompt
	overhead int // tokens of all but its pieces, estimated
}

// piece is what is kept or left out as a whole.
type piece struct {
	ref   string
	path  string
	title string
	lead  string // before the first piece of its chapter that is kept
	text  string
	group int  // pieces of one chapter have the same; they are joined by it
	more  bool // it continues the piece before it, to the byte
	whole *chapter
	kept  bool
	cost  int // tokens, with the lead; 0 until somebody asks
	own   int // tokens of the text; 0 until somebody asks
}

// single returns a section of one piece.
func single(spec *Spec, source, text string) *part {
	return &part{spec: spec, id: spec.ID, title: spec.Title, source: source, trust: spec.Trust, pieces: []piece{{text: text}}}
}

// fencedPart returns a section of material: its heading, what the material is,
// and its pieces.
func fencedPart(spec *Spec, source, heading, notice string, pieces []piece) *part {
	if len(pieces) == 0 {
		return nil
	}
	return &part{
		spec: spec, id: spec.ID, title: spec.Title, source: source, trust: spec.Trust, fenced: true,
		head: heading + "\n\n" + notice, pieces: pieces,
	}
}

// pieces makes one piece of each chapter. It is cut into its parts only where
// it has to be.
func pieces(list []chapter) []piece {
	out := make([]piece, len(list))
	for i := range list {
		c := &list[i]
		out[i] = piece{ref: c.id, path: c.path, title: c.title, lead: c.lead, text: c.text, group: i + 1, whole: c}
	}
	return out
}

// split cuts a piece that is a whole chapter into its parts.
func (p *piece) split() []piece {
	if p.whole == nil || p.kept {
		return nil
	}
	cuts := (&prose{text: p.text}).parts()
	if len(cuts) < 2 {
		return nil
	}
	out := make([]piece, len(cuts))
	for i, s := range cuts {
		out[i] = piece{
			ref: p.ref + "/" + strconv.Itoa(i+1), path: p.path, title: s.title, lead: p.lead, text: p.text[s.from:s.to],
			group: p.group, more: i > 0,
		}
	}
	return out
}

// size is how many bytes the pieces of a section have.
func (p *part) size() int {
	n := 0
	for i := range p.pieces {
		n += len(p.pieces[i].text)
	}
	return n
}

// keepAll plans to keep every piece.
func (p *part) keepAll() {
	for i := range p.pieces {
		p.pieces[i].kept = true
	}
	p.kept = len(p.pieces)
}

const (
	separation = 2  // tokens between pieces, at most
	fenceCost  = 60 // tokens of the two lines of a fence, at most
)

// leastPart is the room below which it is not worth looking for parts, in tokens.
const leastPart = 24

// planned is what the pieces kept so far are planned to cost.
func (p *part) planned() int {
	if p.kept == 0 {
		return 0
	}
	sum := p.opening()
	for i := range p.pieces {
		if p.pieces[i].kept {
			sum += p.pieces[i].price()
		}
	}
	return sum
}

// opening is what a section costs before its first piece.
func (p *part) opening() int {
	if p.overhead == 0 {
		p.overhead = estimate(p.head) + separation
		if p.fenced {
			p.overhead += fenceCost
		}
	}
	return p.overhead
}

// price is what a piece costs at most: its text, and the heading over it.
func (p *piece) price() int {
	if p.cost == 0 {
		p.cost = p.tokens() + estimate(p.lead) + separation
	}
	return p.cost
}

// tokens is what its text costs.
func (p *piece) tokens() int {
	if p.own == 0 {
		p.own = estimate(p.text)
	}
	return p.own
}
