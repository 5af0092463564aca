package document

import (
	"iter"
	"slices"
)

// Packed is a run of blocks in little memory: it holds them as bytes, of which
// every reading makes blocks anew. It stands among the blocks of a [Document]
// or of a [Section], and nowhere else, and holds neither a [Table] nor a
// [Verbatim]. A [Packer] makes it, of text that has passed the gate.
type Packed struct {
	source string   // that strings may be part of
	chunks [][]byte // each holds whole blocks
	noted  bool     // there is a Note
}

// At returns no place: the blocks have theirs.
func (*Packed) At() Pos { return Pos{} }

func (*Packed) block() {}

// Blocks yields the blocks. They are made for whoever reads them, so that a
// change of them changes nothing here.
func (p *Packed) Blocks() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		for _, chunk := range p.chunks {
			r := unpacker{source: p.source, rest: chunk}
			for len(r.rest) > 0 {
				if !yield(r.block()) {
					return
				}
			}
		}
	}
}

// HasNotes reports whether there is a [Note] among the blocks or in them.
func (p *Packed) HasNotes() bool { return p.noted }

// Unpack returns blocks with those that are packed among them, and lists with
// all their items, so that they can be changed.
func Unpack(blocks []Block) []Block {
	blocks = unpackRuns(blocks)
	unpackLists(blocks)
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
)

// Packer collects blocks and packs them, all but the first ones. They must not
// be changed when they have been added, unless by Keep.
type Packer struct {
	gate   *Gate
	source string
	blocks []Block
	open   *Packed // the last of blocks, or nil
	writer packing
}

// NewPacker returns a packer for blocks whose strings may be part of a source,
// and which it passes through a gate.
func NewPacker(gate *Gate, source string) *Packer { return &Packer{gate: gate, source: source} }

// Add adds blocks.
func (p *Packer) Add(blocks ...Block) {
	for _, b := range blocks {
		if len(p.blocks) < packAfter || !p.pack(b) {
			p.Keep(b)
		}
	}
}

// Keep adds a block that may be changed later: it is not packed.
func (p *Packer) Keep(b Block) {
	p.blocks = append(p.blocks, b)
	p.open = nil
}

// Blocks returns what was added.
func (p *Packer) Blocks() []Block { return p.blocks }

// Size returns how many bytes the packed blocks take, without the source.
func (p *Packer) Size() int {
	size := 0
	for _, b := range p.blocks {
		if packed, ok := b.(*Packed); ok {
			for _, chunk := range packed.chunks {
				size += cap(chunk)
			}
		}
	}
	return size
}

// pack adds a block to the packed ones, if it can be one of them.
func (p *Packer) pack(b Block) bool {
	if !packable(b) {
		return false
	}
	p.gate.block(b)
	if p.open == nil {
		p.open = &Packed{source: p.source}
		p.blocks = append(p.blocks, p.open)
		p.writer = packing{source: p.source}
	}
	open, w := p.open, &p.writer
	if n := len(open.chunks); n == 0 || len(open.chunks[n-1]) > packChunk-packChunk/8 {
		open.chunks = append(open.chunks, make([]byte, 0, packSize(n)))
		*w = packing{source: p.source}
	}
	last := &open.chunks[len(open.chunks)-1]
	w.to = *last
	w.block(b)
	*last = w.to
	open.noted = open.noted || w.noted
	return true
}

// packSize returns how much memory is taken for a chunk behind others.
func packSize(others int) int {
	if others == 0 {
		return packChunk / 16
	}
	return packChunk
}

// packable reports whether a block has only what can be packed.
func packable(b Block) bool {
	ok := true
	Walk([]Block{b}, func(b Block) bool {
		switch b := b.(type) {
		case *Table, *Verbatim, *Packed:
			ok = false
		case *List:
			ok = ok && b.Packed == nil
		}
		return ok
	})
	return ok
}
