package scan

// NodeID is the index of a node in [Tree].Nodes. Zero is the document and,
// in a link to a child or sibling, none.
type NodeID int32

// Span is a piece of the source: byte offsets, the end exclusive. Pad is the
// number of spaces (0–3) that are before it without being in the source:
// the rest of a tab of which an indentation took a part (CommonMark 2.2).
type Span struct{ Start, End, Pad int32 }

// Align is the alignment of a table's column.
type Align uint8

// The alignments of GFM 4.10.
const (
	AlignNone Align = iota
	AlignLeft
	AlignCenter
	AlignRight
)

// Task is the state of a task list item (GFM 5.3).
type Task uint8

// The states of a list item's checkbox.
const (
	TaskNone Task = iota // not a task item
	TaskOpen             // [ ]
	TaskDone             // [x]
)

// Node is a block. Fields that its kind does not name are zero.
type Node struct {
	Kind  Kind
	Level uint8 // heading: 1–6; HTML block: its start condition, 1–7 (CommonMark 4.6)
	// Mark is the character that makes the block: a list's or an item's
	// marker (- + * . or the closing parenthesis), a fence (` or ~, 0 for
	// indented code), a heading (#, = or -), front matter (- or +).
	Mark   byte
	Align  Align // table cell
	Task   Task  // item
	Tight  bool  // list: no blank lines between its items or their blocks
	Closed bool  // fenced code, HTML block 1–5, front matter: its end was written
	Header bool  // table row
	Excess bool  // table row: it has more cells than the header; they are no nodes

	Edges
	Extent

	// Number is a list's start, an item's number as written, or the length of
	// a code fence. A table row may have fewer cells than its header.
	Number int32
	Info   Span // raw info string of fenced code; label of a footnote definition

	spanAt, spanLen int32
}

// Edges lead from a node to others, or to none (0).
type Edges struct{ Parent, First, Next NodeID }

// Extent is where a block lies. Start and End are byte offsets in the source: from
// the block's first character behind indentation to the end of its last line,
// without the line end.
type Extent struct {
	Start, End     int32
	Line, LastLine int32 // counted from 1
}

// extent returns the extent of bytes whose lines are not known yet.
func extent(from, to int) Extent { return Extent{Start: int32(from), End: int32(to)} }

// Definition is a link reference definition (CommonMark 4.7).
type Definition struct {
	Node  NodeID
	Label string // as written, without brackets
	Dest  string // decoded
	Title string // decoded
	// HasTitle tells an empty title from none.
	HasTitle bool
	// Used says whether it is the one that its label resolves to.
	Used bool
}

// Kind is what a block or an inline node is.
type Kind uint8

// The kinds of blocks.
const (
	KindDocument Kind = iota
	KindFrontMatter
	KindParagraph
	KindHeading
	KindThematicBreak
	KindBlockQuote
	KindList
	KindItem
	KindCodeBlock
	KindHTMLBlock
	KindTable
	KindTableRow
	KindTableCell
	KindDefinition // link reference definition
	KindFootnote   // footnote definition
	KindFolded     // what a [Reader] has let go of in a block that is open
)

// The kinds of inline nodes.
const (
	KindText Kind = iota + 32
	KindSoftBreak
	KindHardBreak
	KindCodeSpan
	KindEmphasis
	KindStrong
	KindStrike
	KindLink
	KindImage
	KindAutolink // in angle brackets
	KindBareLink // GitHub's: www., a URL or a mail address in plain text
	KindHTML
	KindEntity
	KindEscape
	KindFootnoteRef
)

// String returns the kind's name.
func (k Kind) String() string {
	if int(k) < len(scanKindNames) && scanKindNames[k] != "" {
		return scanKindNames[k]
	}
	return "unknown"
}

// isLeaf reports whether blocks of the kind hold inline text.
func (k Kind) isLeaf() bool {
	return k == KindParagraph || k == KindHeading || k == KindTableCell
}

// scanKindNames holds the names of the kinds.
var scanKindNames = [...]string{
	KindDocument:      "document",
	KindFrontMatter:   "front matter",
	KindParagraph:     "paragraph",
	KindHeading:       "heading",
	KindThematicBreak: "thematic break",
	KindBlockQuote:    "block quote",
	KindList:          "list",
	KindItem:          "item",
	KindCodeBlock:     "code block",
	KindHTMLBlock:     "HTML block",
	KindTable:         "table",
	KindTableRow:      "table row",
	KindTableCell:     "table cell",
	KindDefinition:    "definition",
	KindFootnote:      "footnote",
	KindFolded:        "folded",
	KindText:          "text",
	KindSoftBreak:     "soft break",
	KindHardBreak:     "hard break",
	KindCodeSpan:      "code span",
	KindEmphasis:      "emphasis",
	KindStrong:        "strong",
	KindStrike:        "strike",
	KindLink:          "link",
	KindImage:         "image",
	KindAutolink:      "autolink",
	KindBareLink:      "bare link",
	KindHTML:          "HTML",
	KindEntity:        "entity",
	KindEscape:        "escape",
	KindFootnoteRef:   "footnote reference",
}
