package document

// Inline is a node inside a line of text. The set is sealed: it is the types
// of this file, always as pointers.
type Inline interface{ inline() }

// Text is plain text, without line breaks.
type Text struct{ Value string }

// Style is how a [Styled] run differs from the text around it.
type Style uint8

// The styles. Emphasis is usually italic, Strong usually bold.
const (
	Emphasis Style = iota + 1
	Strong
	Strike
	Subscript
	Superscript
	// Hidden is no look but a label: nobody sees the text in the source.
	Hidden
	// MayBeHidden is a label, too: nobody knows whether the text is seen.
	MayBeHidden
)

// IsLabel reports whether a style is a label. What is in one is written as text
// alone, whatever it is, and the end of a label is the writer's.
func (s Style) IsLabel() bool { return s == Hidden || s == MayBeHidden }

// Styled is a run of text in a style.
type Styled struct {
	Style   Style
	Inlines []Inline
}

// Code is literal text inside a line.
type Code struct{ Value string }

// Link is a link. URL may be "#id" for a [Heading] with that ID. The writer
// keeps http, https and mailto targets and drops the others with a count.
type Link struct {
	URL     string
	Title   string
	Inlines []Inline
}

// Image is a picture that the source shows, as its alternative text says it.
type Image struct{ Alt string }

// Break ends a line inside a paragraph. A soft break is where the source
// wraps its text; a hard one is meant.
type Break struct{ Soft bool }

// NoteRef is the mark of the [Note] with its ID.
type NoteRef struct{ ID string }

// Math is mathematics inside a line in LaTeX, without delimiters.
type Math struct{ TeX string }

func (*Text) inline()    {}
func (*Styled) inline()  {}
func (*Code) inline()    {}
func (*Link) inline()    {}
func (*Image) inline()   {}
func (*Break) inline()   {}
func (*NoteRef) inline() {}
func (*Math) inline()    {}
