package wordml

import (
	"cmp"

	"github.com/seed353dc258/backstory/converters/internal/symbolfont"

	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// Definitions are what the parts beside the text define. Each is read when it is
// asked for first.
type Definitions struct {
	Parts *Parts
	// Section reads the properties of a section, which are among those of a
	// paragraph.
	Section func(*xmlread.Scanner) error
	Theme   theme

	styles styles
	lists  lists
}

// Parts are where the definitions are, and what takes what they cost and their errors.
type Parts struct {
	Package *ooxml.Package
	Main    *ooxml.Relations // of the main part
	Spaces  *xmlread.Spaces
	// Charge takes nodes of about 32 bytes from the budget for what is defined.
	Charge func(nodes int) error
	// Fail gets errors of what is read on the way.
	Fail func(error)
	// Spare returns nil for the error of a part that is broken and may be missed.
	Spare func(part string, err error) error
}

// of returns the name of the part that is of a kind, "" for none.
func (p *Parts) of(kind string) string { return p.Package.Part(p.Main, kind) }

// What is defined is charged in nodes.
const (
	nodesStyle  = 16
	nodesList   = 6  // of the numbering, or a definition
	nodesLevels = 36 // of a definition that is used
)

// Err returns the first error that reading styles and lists gave since.
func (defs *Definitions) Err() error {
	return cmp.Or(
		defs.Parts.Spare(defs.Parts.of("styles"), defs.styles.err),
		defs.Parts.Spare(defs.Parts.of("numbering"), defs.lists.err),
	)
}

// style is one style, with what it inherits once it is resolved.
type style struct {
	id     string
	chosen string // what it is for: "paragraph", "character", …
	offset int    // in its part
	base   string // the style that it is based on
	kind   wordtext.Kind
	level  int8 // of its outline, from 0; -1 unset, wordtext.NoLevel none
	state  styleState
	marker marker // number of its list
	pars   Pars
	chars  Chars
	shades shades // of the cells of a table
	head   *Chars // of the text in its first row, nil for none
	// caption says that the style's own emphasis tells what its text is.
	caption bool
}

type styleState uint8

const (
	styleRaw styleState = iota
	styleOpen
	styleDone
)

// styles are the styles of a document. Most documents define many and use few,
// so that a style is read when it is asked for.
type styles struct {
	s     *xmlread.Scanner
	mark  xmlread.Mark
	all   []style
	byID  map[string]int32
	chars Chars  // the document's defaults
	first string // of paragraphs that name none
	table string // of tables that name none
	err   error  // the first one that reading a style gave
}

// lists are the lists of a document, which are read when the first one is
// asked for; a definition is read when it is used.
type lists struct {
	parts   *Parts
	read    bool
	s       *xmlread.Scanner
	mark    xmlread.Mark
	offsets map[string]int // by definition: where it is
	defs    map[string]*listDef
	uses    map[int32]*listUse
	err     error // the first one that reading gave
}

// levelDef is one level of a list.
type levelDef struct {
	wordtext.ListLevel
	given   bool
	style   string // of paragraphs that are of this level
	left    int32
	hasLeft bool
}

// listDef is what several lists share: their levels and their counters.
type listDef struct {
	levels [wordtext.ListLevels]levelDef
	link   string // a style whose list is meant
	wordtext.Counters
}

// listUse is a list: a definition, with levels of its own.
type listUse struct {
	abstract string
	own      [wordtext.ListLevels]*levelDef // instead of those of the definition; mostly nil
	starts   []wordtext.ListStart
	levels   *wordtext.Levels // once it counts
}

// theme holds the colours of a document's theme, once one is asked for. A
// program shows the colour that the theme has, whatever other colour is
// beside its name.
type theme struct {
	parts  *Parts
	read   bool
	colors map[string]int32
}

// shades are the colours that a style gives the cells of a table, by where
// they are.
type shades [shadeCount]int32

// The places of cells that a style can shade on their own (17.18.89).
const (
	shadeAll = iota
	shadeFirstRow
	shadeLastRow
	shadeFirstColumn
	shadeLastColumn
	shadeRows // every other row
	shadeColumns
	shadeCorner
	shadeCount
)

// marker says which list numbers a paragraph, as properties or styles do.
type marker struct {
	set   bool
	num   int32  // 0 is none
	level int8   // -1 unset
	style string // that says so; the list may have a level for it
	shown string // beside the list, as Word 2003 writes what it shows
}

// Pars are the properties of a paragraph that matter to its reader.
type Pars struct {
	has     given
	Left    int32 // indents in twips
	First   int32
	Align   document.Align
	Ground  int32 // shading, see [ReadColor]
	Border  bool  // a line below
	Removed bool  // the paragraph's end was deleted
	Flat    bool  // its lines have no height
	Off     bool  // it is beside the page
}

// given says which properties of a paragraph are set.
type given uint8

const (
	givenLeft given = 1 << iota
	givenFirst
	givenAlign
	givenGround
	givenFlat
)

// bits are properties of text that are on or off.
type bits uint16

const (
	bitBold bits = 1 << iota
	bitItalic
	bitStrike
	bitSuper
	bitSub
	bitVanish
	bitMono
	bitCode
	bitClear  // transparent
	bitLined  // something is around its letters by which they can be seen
	bitSpaced // the spacing of its letters is set
	bitOff    // raised or lowered off the page
)

// Chars is how text differs from the text around it.
type Chars struct {
	has, on bits
	size    int32 // in half points, 0 unset
	scale   int32 // width in per cent, 0 unset
	spacing int32 // between letters, in twips; see bitSpaced
	ink     int32 // colour, 0 unset
	Ground  int32 // colour, 0 unset
	Font    symbolfont.Font
}
