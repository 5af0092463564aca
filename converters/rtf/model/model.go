// Package model has the types of a document as RTF has it: stories of paragraphs
// and tables, with the properties that say what they are.
package model

import (
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
	"github.com/seed353dc258/backstory/document"
)

// Document is what a file holds.
type Document struct {
	Meta      document.Meta
	Body      []Item
	Notes     []Note
	Furniture []Furniture

	Nodes []document.Inline // pictures, equations and signs of notes, by [Run.Node]
	Links []string          // targets, by [Run.Link]

	Lists  numbering.Table
	Listed map[int32]bool    // by \ls: lists whose paragraphs carry their markers
	Word6  []numbering.Word6 // by [Props.Word6]

	MonoIsCode bool // fonts of fixed width mean code
	Losses     *lost.Tally
	Encoding   []document.Warning // of the text
}

// Item is a paragraph or a table.
type Item struct {
	Para  *Paragraph
	Table *Table
}

// Line returns where an item begins.
func (it *Item) Line() int {
	if it.Para != nil {
		return max(int(it.Para.Line), 1)
	}
	return max(it.Table.Line, 1)
}

// Paragraph is a paragraph. Paragraphs that are alike share their properties.
type Paragraph struct {
	*Props
	Text   string
	Runs   []Run
	Line   int32
	Number int32  // in its story, from 1; 0 in a table
	Marker string // of an item
	Listed bool   // it carries its marker, which may be empty
	Marks  []string
	Beside []Beside
}

// Props are the properties of a paragraph. Lengths are in twips.
type Props struct {
	Left    int32 // indent
	First   int32 // indent of the first line, relative to Left
	List    int32 // \ls
	Word6   int32 // the number of its list of Word 6, from 1
	Nest    int16 // in how many tables it is
	Level   int8  // of its list, from 0
	Outline int8  // of a heading, from 0; NoOutline for others
	Align   document.Align
	Kind    wordtext.Kind // by its style
	Border  bool          // a rule is below
	Bullet  bool          // it is an item with a bullet by \pn
}

// NoOutline is the outline level of body text.
const NoOutline = -1

// Run is a stretch of a paragraph's text in one format. It begins where the one
// before it ends.
type Run struct {
	End    int32 // in the text, in bytes
	Node   int32 // number of its node, from 1; then it has no text
	Link   int32 // number of its link, from 1
	Styles document.Styles
	Mono   bool // in a font of fixed width
	Hidden bool // shown although it is hidden, to be marked
}

// IsPlain reports whether a run is text and nothing else.
func (r Run) IsPlain() bool {
	return r.Node == 0 && r.Link == 0 && r.Styles == 0 && !r.Mono && !r.Hidden
}

// Beside is a story beside a paragraph: a text box or a comment.
type Beside struct {
	Comment      bool
	Author, Date string
	Line         int
	Items        []Item
	Hidden       bool // it is hidden, and marked
}

// Note is a footnote or an endnote.
type Note struct {
	Endnote bool
	Line    int
	Items   []Item
	Depth   int  // how many stories are around it
	Hidden  bool // it is hidden, and marked
	Dropped bool // it is hidden, and left out
}

// Furniture is a header or a footer.
type Furniture struct {
	Footer bool
	Line   int // where it ends
	Items  []Item
	Paged  bool // it has the number of the page
}

// Table is rows of cells.
type Table struct {
	Line   int // where it begins
	Number int // among those of its story that are in no other, from 1; else 0
	Rows   []Row
}

// Row is a row with the definitions of its cells, which may be fewer.
type Row struct {
	Line   int32
	At     int32 // in its table, from 1
	Left   int32 // edge
	Header bool
	Defs   []CellDef
	Cells  []Cell
}

// Def returns the definition of a cell.
func (r *Row) Def(i int) CellDef {
	if i < len(r.Defs) {
		return r.Defs[i]
	}
	return CellDef{}
}

// Cell is a cell of a row: plain text, where that says all, or items.
type Cell struct {
	Text  string
	Items []Item
}

// CellDef defines a cell of a row.
type CellDef struct {
	Right   int32 // its right edge
	Ground  int32 // its background: a colour's number, 0 where it has none
	Joins   bool  // \clmrg: part of the cell before it
	Below   bool  // \clvmgf: goes on in the rows below
	Covered bool  // \clvmrg: part of the cell above it
	Ruled   bool  // has a rule below
}
