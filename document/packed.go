package document

import (
	"iter"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/document/gate"
)

// Packed is a run of blocks in little memory: it holds them as bytes, of which
// every reading makes blocks anew. It stands among the blocks of a [Document],
// of a [Section] or, without tables, of a container, and holds no [Table] whose
// rows stream. A [Packer] makes it, of text that has passed the gate.
type Packed struct {
	source   string   // that strings may be part of
	chunks   [][]byte // each holds whole blocks
	noted    bool     // there is a Note
	tables   int
	level    int // the least of headings, 0 for none
	sections bool
}

// At returns no place: the blocks have theirs.
func (*Packed) At() Pos { return Pos{} }

func (*Packed) block() {}

// Blocks yields the blocks. They are made for whoever reads them, so that a
// change of them changes nothing here.
func (p *Packed) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for _, b := range p.Places() {
			if !yield(b) {
				return
			}
		}
	}
}

// PackedPlace is where a block stands in a [Packed].
type PackedPlace struct {
	chunk, at int32
	line      int32 // what the numbers there begin with
	end       uint32
}

// Places yields the blocks, each with the place that [Packed.Block] wants.
func (p *Packed) Places() iter.Seq2[PackedPlace, Block] {
	return func(yield func(PackedPlace, Block) bool) {
		for i, chunk := range p.chunks {
			r := unpacker{source: p.source, rest: chunk}
			for len(r.rest) > 0 {
				place := PackedPlace{chunk: int32(i), at: int32(len(chunk) - len(r.rest)), line: int32(r.line), end: uint32(r.end)}
				if !yield(place, r.block()) {
					return
				}
			}
		}
	}
}

// Block makes the block at a place again.
func (p *Packed) Block(at PackedPlace) Block {
	r := unpacker{source: p.source, rest: p.chunks[at.chunk][at.at:], line: int(at.line), end: int(at.end)}
	return r.block()
}

// HasNotes reports whether there is a [Note] among the blocks or in them.
func (p *Packed) HasNotes() bool { return p.noted }

// Tables returns how many tables there are among the blocks and in them, but not
// in other tables.
func (p *Packed) Tables() int { return p.tables }

// Top returns the least level of the headings among the blocks, or 0, and
// whether there are sections among them.
func (p *Packed) Top() (level int, sections bool) { return p.level, p.sections }

// Unpack returns blocks with those that are packed among them, lists with all
// their items and tables with all their rows, so that they can be changed. Rows
// that stream otherwise are left as they are.
func Unpack(blocks []Block) []Block {
	blocks = unpackRuns(blocks)
	Walk(blocks, func(b Block) bool {
		switch b := b.(type) {
		case *Quote:
			b.Blocks = unpackRuns(b.Blocks)
		case *Note:
			b.Blocks = unpackRuns(b.Blocks)
		case *List:
			if b.Packed != nil {
				b.Items = slices.Collect(b.All())
				b.Packed = nil
			}
			for i := range b.Items {
				b.Items[i].Blocks = unpackRuns(b.Items[i].Blocks)
			}
		case *Table:
			*b = *b.Plain()
		}
		return true
	})
	return blocks
}

func unpackRuns(blocks []Block) []Block {
	out := blocks
	if slices.ContainsFunc(blocks, isPacked) {
		out = nil
		for _, b := range blocks {
			if p, ok := b.(*Packed); ok {
				out = slices.AppendSeq(out, p.Blocks())
			} else {
				out = append(out, b)
			}
		}
	}
	for _, b := range out {
		if s, ok := b.(*Section); ok {
			s.Blocks = unpackRuns(s.Blocks)
		}
	}
	return out
}

func isPacked(b Block) bool { _, ok := b.(*Packed); return ok }

const (
	packAfter = 256      // so many blocks are not packed: of a small document, nothing is
	packChunk = 32 << 10 // bytes
	packLeast = 512      // so many are left of a chunk for the next run, or none
)

// chunks gives out memory for what is packed, more each time. What one run
// leaves of its chunk is for the next.
type chunks struct {
	room []byte
	size int
}

// next returns memory.
func (c *chunks) next() []byte {
	if cap(c.room) < packLeast {
		c.size = min(max(2*c.size, packChunk/16), packChunk)
		c.room = make([]byte, 0, c.size)
	}
	chunk := c.room
	c.room = nil
	return chunk
}

// end takes back what is left of a chunk, and returns the chunk without it.
func (c *chunks) end(chunk []byte) []byte {
	c.room = chunk[len(chunk):]
	return slices.Clip(chunk)
}

// full reports whether little is left of a chunk.
func full(chunk []byte) bool { return len(chunk) > cap(chunk)-cap(chunk)/8 }

// Packer collects blocks and packs them, all but the first ones, unless these are
// large. They must not be changed when they have been added, unless by Keep.
type Packer struct {
	gate   *cleaner
	source string
	blocks []Block
	open   *Packed // the last of blocks, or nil
	weight int     // of those that are not packed, as far as it was asked for
	writer packing
	chunks chunks
}

// NewPacker returns a packer for blocks whose strings may be part of a source,
// and which it passes through a gate.
func NewPacker(gate *gate.Gate, source string) *Packer {
	if uint64(len(source)) > math.MaxUint32 {
		source = "" // a place in it has to fit into a [PackedPlace]
	}
	return &Packer{gate: newCleaner(gate), source: source}
}

// Add adds blocks.
func (p *Packer) Add(blocks ...Block) {
	for _, b := range blocks {
		if p.few(b) || !p.pack(b) {
			p.Keep(b)
		}
	}
}

// few reports whether a block is one of the first, which are not packed.
func (p *Packer) few(b Block) bool {
	if len(p.blocks) >= packAfter || p.weight > packHeavy {
		return false
	}
	p.weight += Weight(b)
	return p.weight <= packHeavy
}

// Keep adds a block that may be changed later: it is not packed.
func (p *Packer) Keep(b Block) {
	p.blocks = append(p.blocks, b)
	if p.open != nil {
		last := len(p.open.chunks) - 1
		p.open.chunks[last] = p.chunks.end(p.open.chunks[last])
		p.open = nil
	}
}

// Blocks returns what was added.
func (p *Packer) Blocks() []Block { return p.blocks }

// pack adds a block to the packed ones, if it can be one of them.
func (p *Packer) pack(b Block) bool {
	tables, ok := packable(b)
	if !ok || isBulky(p.source, []Block{b}) {
		return false
	}
	p.gate.block(b)
	if p.open == nil {
		p.open = &Packed{source: p.source}
		p.blocks = append(p.blocks, p.open)
		p.writer = packing{source: p.source}
	}
	open, w := p.open, &p.writer
	if n := len(open.chunks); n == 0 || full(open.chunks[n-1]) {
		open.chunks = append(open.chunks, p.chunks.next())
		*w = packing{source: p.source}
	}
	open.note(b, tables)
	last := &open.chunks[len(open.chunks)-1]
	w.to = *last
	w.block(b)
	*last = w.to
	open.noted = open.noted || w.noted
	return true
}

// note remembers what is asked of the blocks without making them.
func (p *Packed) note(b Block, tables int) {
	p.tables += tables
	switch b := b.(type) {
	case *Heading:
		if level := max(b.Level, 1); p.level == 0 || level < p.level {
			p.level = level
		}
	case *Section:
		p.sections = true
	}
}

// packable reports whether a block has only what can be packed, and how many
// tables there are that are in no other one. A note has none of those: it is
// written elsewhere, and where the others are is told by their order.
func packable(b Block) (tables int, ok bool) {
	ok = true
	Walk([]Block{b}, func(b Block) bool {
		switch b := b.(type) {
		case *Table:
			tables++
			ok = ok && b.Source == nil && packableRows(b.Rows)
			return false
		case *Note:
			for _, b := range b.Blocks {
				n, fits := packable(b)
				ok = ok && fits && n == 0
			}
			return false
		case *Packed:
			ok = false
		case *List:
			ok = ok && b.Packed == nil
		}
		return ok
	})
	return tables, ok
}

// packableRows reports whether the cells of rows have only what can be packed.
func packableRows(rows []Row) bool {
	for _, row := range rows {
		for _, c := range row.Cells {
			for _, b := range c.Blocks {
				if _, ok := packable(b); !ok {
					return false
				}
			}
		}
	}
	return true
}
