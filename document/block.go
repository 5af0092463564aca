package document

// Document is what a converter makes of one source.
type Document struct {
	Meta   Meta
	Blocks []Block
}

// Meta is what a source says about itself. A field is empty where the source
// is silent. Times are as the source writes them.
type Meta struct {
	Title, Author, Subject, Keywords string
	Created, Modified, Language      string
}

// Block is a node that is on lines of its own. The set is sealed: it is
// the types of this file, [Table] and [Verbatim], always as pointers.
type Block interface {
	At() Pos
	block()
}

// Heading is a heading of the source. Its Level is the source's own, from 1;
// the writer nests it under the chapter and the sections around it.
type Heading struct {
	Pos
	Level   int
	ID      string // what internal links call it, may be empty
	Inlines []Inline
}

// Paragraph is a run of text.
type Paragraph struct {
	Pos
	Inlines []Inline
}

// List is a list. Its items carry the markers that the source shows.
type List struct {
	Pos
	Loose bool // items are set apart by blank lines
	Items []Item
}

// Item is one item of a [List]. Marker is the marker's text as a reader of
// the source sees it: "-" or "•" for a bullet, "1.", "a)", "1.1", "Article 1".
// An empty marker means a bullet.
type Item struct {
	Marker string
	Task   Task
	Blocks []Block
}

// Task is the state of a check box in front of an item.
type Task uint8

// The states of a check box.
const (
	NoTask Task = iota
	TaskOpen
	TaskDone
)

// CodeBlock is text that is shown as it is. Lang is a hint such as "go";
// the writer drops one that is not a plain word.
type CodeBlock struct {
	Pos
	Lang string
	Text string
}

// Quote is a block quotation.
type Quote struct {
	Pos
	Blocks []Block
}

// ThematicBreak is a rule across the text.
type ThematicBreak struct{ Pos }

// DefinitionList is a list of terms, each with what is said of it.
type DefinitionList struct {
	Pos
	Definitions []Definition
}

// Definition is one or more terms that share their details.
type Definition struct {
	Terms   [][]Inline
	Details [][]Block
}

// NoteKind tells footnotes from endnotes.
type NoteKind uint8

// The kinds of notes.
const (
	Footnote NoteKind = iota
	Endnote
)

// Note is the body of a footnote or an endnote. The writer sets it at the end
// of the chapter and numbers it by the first [NoteRef] with its ID; a body
// that nothing refers to is kept.
type Note struct {
	Pos
	Kind   NoteKind
	ID     string // unique in its document
	Blocks []Block
}

// Annotation is a comment that somebody made on the text before it.
type Annotation struct {
	Pos
	Author   string
	Date     string // as the source writes it, may be empty
	Resolved bool
	Blocks   []Block
}

// MathBlock is displayed mathematics in LaTeX, without delimiters.
type MathBlock struct {
	Pos
	TeX string
}

// SectionKind says what part of a source a [Section] is.
type SectionKind uint8

// The kinds of sections. The writer heads a sheet with "Sheet: Title", a
// slide with "Slide N: Title", a table of a dump with "Table: Title", notes
// with "Speaker Notes", a part with its title; a page has no heading.
const (
	SectionPart SectionKind = iota
	SectionSheet
	SectionSlide
	SectionTable
	SectionSpeakerNotes
	SectionPage
)

// Section is a part of a source that has a name or a number of its own.
// Headings inside it nest under its heading.
type Section struct {
	Pos
	Kind   SectionKind
	Number int // of a slide or a page, from 1
	Title  string
	Label  Style // that the title is in, or 0
	Blocks []Block
}

// Verbatim is Markdown that is in the backstory byte for byte. Only
// converters/markdown builds one, of whole top-level blocks that it has
// scanned and found to hold nothing that must change: no heading, image, raw
// HTML, reference, definition or footnote, and no open end.
type Verbatim struct {
	Pos
	Text string // LF line ends, no blank line at either end
}

func (*Heading) block()        {}
func (*Paragraph) block()      {}
func (*List) block()           {}
func (*Table) block()          {}
func (*CodeBlock) block()      {}
func (*Quote) block()          {}
func (*ThematicBreak) block()  {}
func (*DefinitionList) block() {}
func (*Note) block()           {}
func (*Annotation) block()     {}
func (*MathBlock) block()      {}
func (*Section) block()        {}
func (*Verbatim) block()       {}
