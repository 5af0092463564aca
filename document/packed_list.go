package document

import (
	"iter"
	"slices"

	"github.com/seed353dc258/backstory/document/gate"
)

// PackedItems are items of a [List] in little memory: they are held as bytes, as
// blocks are in [Packed]. An [ItemPacker] makes them.
type PackedItems struct {
	source string
	runs   []itemRun
	noted  bool // there is a Note
	tables bool // there is a Table
}

// HasNotes reports whether there is a [Note] in an item.
func (p *PackedItems) HasNotes() bool { return p.noted }

// HasTables reports whether there is a [Table] in an item.
func (p *PackedItems) HasTables() bool { return p.tables }

// itemRun is a chunk of packed items, or items that cannot be packed.
type itemRun struct {
	packed []byte
	plain  []Item
}

// All yields the items of a list, those that are packed, too.
func (b *List) All() iter.Seq[Item] {
	return func(yield func(Item) bool) {
		for _, item := range b.Items {
			if !yield(item) {
				return
			}
		}
		if b.Packed != nil {
			b.Packed.all(yield)
		}
	}
}

func (p *PackedItems) all(yield func(Item) bool) {
	for _, run := range p.runs {
		for _, item := range run.plain {
			if !yield(item) {
				return
			}
		}
		r := unpacker{source: p.source, rest: run.packed}
		for len(r.rest) > 0 {
			if !yield(r.item()) {
				return
			}
		}
	}
}

// ItemPacker collects the items of a list and packs them, all but the first
// ones, unless these are large. They must not be changed when they have been added.
type ItemPacker struct {
	gate   *cleaner
	source string
	list   List
	weight int // of those that are not packed, as far as it was asked for
	writer packing
	chunks chunks
}

// NewItemPacker returns a packer for items whose strings may be part of a
// source, and which it passes through a gate.
func NewItemPacker(gate *gate.Gate, source string) *ItemPacker {
	return &ItemPacker{gate: newCleaner(gate), source: source}
}

// Add adds an item.
func (p *ItemPacker) Add(item Item) {
	if p.few(&item) {
		p.list.Items = append(p.list.Items, item)
		return
	}
	if p.list.Packed == nil {
		p.list.Packed = &PackedItems{source: p.source}
	}
	runs := &p.list.Packed.runs
	last := len(*runs) - 1
	if slices.ContainsFunc(item.Blocks, isUnfit) || isBulky(p.source, item.Blocks) {
		if last < 0 || (*runs)[last].plain == nil {
			if last >= 0 {
				(*runs)[last].packed = p.chunks.end((*runs)[last].packed)
			}
			*runs = append(*runs, itemRun{})
			last++
		}
		(*runs)[last].plain = append((*runs)[last].plain, item)
		p.note(item.Blocks)
		return
	}
	p.gate.item(&item)
	if last < 0 || (*runs)[last].packed == nil || full((*runs)[last].packed) {
		*runs = append(*runs, itemRun{packed: p.chunks.next()})
		last++
		p.writer = packing{source: p.source}
	}
	p.writer.to = (*runs)[last].packed
	p.writer.item(item)
	(*runs)[last].packed = p.writer.to
	p.list.Packed.noted = p.list.Packed.noted || p.writer.noted
}

// note remembers what is asked of items without reading them.
func (p *ItemPacker) note(blocks []Block) {
	Walk(blocks, func(b Block) bool {
		switch b.(type) {
		case *Note:
			p.list.Packed.noted = true
		case *Table:
			p.list.Packed.tables = true
		}
		return true
	})
}

// few reports whether an item is one of the first, which are not packed.
func (p *ItemPacker) few(item *Item) bool {
	if p.list.Packed != nil || len(p.list.Items) >= packAfter {
		return false
	}
	p.weight += itemWeight(item)
	return p.weight <= packHeavy
}

// isUnfit reports whether a block of an item cannot be packed: tables of packed
// items are not told apart.
func isUnfit(b Block) bool {
	tables, ok := packable(b)
	return !ok || tables > 0
}

// List returns a list of what was added.
func (p *ItemPacker) List(pos Pos) *List {
	list := p.list
	list.Pos = pos
	return &list
}

// items cleans the items of a list that have not been cleaned before.
func (g *cleaner) items(b *List) {
	for i := range b.Items {
		g.item(&b.Items[i])
	}
	if b.Packed == nil {
		return
	}
	for _, run := range b.Packed.runs {
		for i := range run.plain {
			g.item(&run.plain[i])
		}
	}
}

func (g *cleaner) item(item *Item) {
	item.Marker = g.Line(item.Marker)
	g.blocks(item.Blocks)
}
