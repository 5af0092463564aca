package document

import "github.com/seed353dc258/backstory/document/gate"

// Packer collects blocks.
type Packer struct{ blocks []Block }

// NewPacker returns a packer.
func NewPacker(*gate.Gate, string) *Packer { return &Packer{} }

// Add adds blocks.
func (p *Packer) Add(blocks ...Block) { p.blocks = append(p.blocks, blocks...) }

// Keep adds a block.
func (p *Packer) Keep(b Block) { p.blocks = append(p.blocks, b) }

// Blocks returns what was added.
func (p *Packer) Blocks() []Block { return p.blocks }

// ItemPacker collects the items of a list.
type ItemPacker struct{ items []Item }

// NewItemPacker returns a packer.
func NewItemPacker(*gate.Gate, string) *ItemPacker { return &ItemPacker{} }

// Add adds an item.
func (p *ItemPacker) Add(item Item) { p.items = append(p.items, item) }

// List returns a list of what was added.
func (p *ItemPacker) List(pos Pos) *List { return &List{Pos: pos, Items: p.items} }

// RowPacker collects the rows of a table.
type RowPacker struct{ rows []Row }

// NewRowPacker returns a packer.
func NewRowPacker(*gate.Gate, string) *RowPacker { return &RowPacker{} }

// Add adds a row.
func (p *RowPacker) Add(row Row) { p.rows = append(p.rows, row) }

// Len returns how many rows were added.
func (p *RowPacker) Len() int { return len(p.rows) }

// Row returns a row by its place in the table.
func (p *RowPacker) Row(i int) *Row { return &p.rows[i] }

// Settle does nothing.
func (p *RowPacker) Settle(int) {}

// Finish puts the rows into a table.
func (p *RowPacker) Finish(t *Table) { t.Rows = p.rows }

// Unpack returns the blocks.
func Unpack(blocks []Block) []Block { return blocks }

// Plain returns the table.
func (b *Table) Plain() *Table { return b }
