package inline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
)

// Mode is where inlines are written: it says what their text can be read as.
type Mode uint8

// The places of inlines.
const (
	Paragraph Mode = iota
	Heading
	Cell // of a pipe table
)

type atomKind uint8

const (
	atomText atomKind = iota
	atomOpen          // start of a style
	atomShut          // end of a style
	atomLink          // start of a link
	atomLinkEnd
	atomCode
	atomSoft
	atomHard
	atomNote // text is the label
	atomRaw  // text is Markdown: an autolink, mathematics
	atomHeld // text that is to move behind the next atom
	atomLabel
)

// atom is a piece of a block's text. The tree of inlines becomes a flat
// list of atoms, because most of what Markdown reads is across the borders
// of nodes.
type atom struct {
	kind  atomKind
	style document.Style
	text  string // of a link: its target
	title string
}

// builder makes the atoms of one block: white space moves out of
// styles and links, empty ones vanish, nested and adjacent ones of the same
// style become one.
type builder struct {
	doc    Document
	mode   Mode
	atoms  []atom
	held   []atom // white space and breaks that wait for what follows
	opens  []atom // styles and links that wait for their first text
	notes  []atom // of the link around
	active document.Styles
	link   bool
	spans  bool   // there is something else than text and breaks
	wide   bool   // there is a wide bracket
	mask   uint16 // classes of the bytes in text

	text   string // the last atom, if it is text, is still growing
	joined []byte
	growth int // how many pieces it has
}

func (b *builder) reset(mode Mode) {
	b.mode = mode
	b.atoms, b.held, b.opens, b.notes = b.atoms[:0], b.held[:0], b.opens[:0], b.notes[:0]
	b.active, b.link, b.spans, b.wide, b.mask, b.growth = 0, false, false, false, 0, 0
}

// Document answers what inlines ask of the document that they are in.
type Document interface {
	// Target returns the target of a link as it is written, and whether the link
	// is kept.
	Target(url string) (string, bool)
	// NoteLabel returns the label of a note, and whether its mark is written.
	NoteLabel(id string) (string, bool)
	// Report is told how often something could not be written as it was; 0 is
	// nothing.
	Report(loss Loss, times int)
}

// Loss is something that cannot be written as it was.
type Loss uint8

// The losses.
const (
	NoAlt     Loss = iota // an image without alternative text
	ChatToken             // a special token of a chat template
	LabelLike             // text that reads like a label of ours
)

// Clean makes a text valid UTF-8 with LF line ends and no other control
// characters than TAB.
func Clean(s string) string { return cleanClasses(s, escControl|escHigh) }

// addText adds text; line ends in it, which should be breaks, become some.
func (b *builder) addText(s string) {
	mask := escClasses(s)
	if mask&(escControl|escHigh) != 0 {
		s = cleanClasses(s, mask)
	}
	b.mask |= mask
	b.wide = b.wide || hasWide(s, mask)
	for mask&escControl != 0 {
		line, rest, more := strings.Cut(s, "\n")
		if !more {
			break
		}
		b.addLine(line)
		b.addBreak(b.mode == Paragraph)
		s = rest
	}
	b.addLine(s)
}

// addLine adds text without line ends. White space at its ends waits.
func (b *builder) addLine(s string) {
	body := strings.TrimLeftFunc(s, unicode.IsSpace)
	if body == "" {
		b.hold(s)
		return
	}
	b.hold(s[:len(s)-len(body)])
	s = body
	body = strings.TrimRightFunc(s, unicode.IsSpace)
	b.flush()
	b.grow(body)
	b.hold(s[len(body):])
}

func (b *builder) addBreak(soft bool) {
	kind := atomHard
	if soft {
		kind = atomSoft
	}
	b.held = append(b.held, atom{kind: kind})
}

func (b *builder) hold(space string) {
	if space != "" {
		b.held = append(b.held, atom{kind: atomText, text: space})
	}
}

// grow adds text to the last atom.
func (b *builder) grow(s string) {
	switch b.growth {
	case 0:
		b.text = s
	case 1:
		b.joined = append(b.joined[:0], b.text...)
		fallthrough
	default:
		b.joined = append(b.joined, s...)
	}
	b.growth++
}

func (b *builder) growSome(s string) {
	if s != "" {
		b.grow(s)
	}
}

// endText makes an atom of the text that has grown.
func (b *builder) endText() {
	switch b.growth {
	case 0:
		return
	case 1:
		b.atoms = append(b.atoms, atom{kind: atomText, text: b.text})
	default:
		b.atoms = append(b.atoms, atom{kind: atomText, text: string(b.joined)})
	}
	b.growth = 0
}

// put adds an atom that is not text.
func (b *builder) put(a atom) {
	b.flush()
	b.endText()
	b.atoms = append(b.atoms, a)
	b.spans = true
}

// flush writes what waits, because something visible follows.
func (b *builder) flush() {
	b.flushHeld()
	for _, a := range b.opens {
		b.endText()
		last := len(b.atoms) - 1
		if last >= 0 && a.kind == atomOpen && b.atoms[last].kind == atomShut && b.atoms[last].style == a.style {
			b.atoms = b.atoms[:last] // the style goes on, and so does its text
			if last--; last >= 0 && b.atoms[last].kind == atomText {
				b.text, b.growth, b.atoms = b.atoms[last].text, 1, b.atoms[:last]
			}
			continue
		}
		b.atoms = append(b.atoms, a)
		b.spans = true
	}
	b.opens = b.opens[:0]
}

// flushHeld writes the white space and the breaks that wait: a run of breaks
// is its hard ones, or else one soft one, and what surrounds it is white
// space at the end or start of a line.
func (b *builder) flushHeld() {
	if len(b.held) == 0 {
		return
	}
	first := len(b.atoms) == 0 && b.growth == 0
	hard, soft, last := 0, false, -1
	for i, a := range b.held {
		switch a.kind {
		case atomHard:
			hard, last = hard+1, i
		case atomSoft:
			soft, last = true, i
		}
	}
	if !first {
		b.flushBreaks(hard, soft)
	}
	for _, a := range b.held[last+1:] {
		switch {
		case first || hard > 0 && b.mode != Cell:
			b.growSome(strings.TrimLeft(a.text, " \t"))
		case soft && b.mode != Paragraph:
			b.growSome(strings.Trim(a.text, " \t"))
		default:
			b.growSome(a.text)
		}
	}
	b.held = b.held[:0]
}

func (b *builder) flushBreaks(hard int, soft bool) {
	if hard == 0 && !soft {
		return
	}
	if hard == 0 && b.mode != Paragraph {
		b.grow(" ")
		return
	}
	b.endText()
	for range hard {
		b.atoms = append(b.atoms, atom{kind: atomHard})
	}
	if hard == 0 {
		b.atoms = append(b.atoms, atom{kind: atomSoft})
	}
}

// fits reports whether Markdown can be here as it is.
func (b *builder) fits(raw string) bool {
	return b.mode != Cell || strings.IndexByte(raw, '|') < 0
}

// codesTouch reports whether two atoms of code are neighbours.
func codesTouch(atoms []atom) bool {
	for i := 1; i < len(atoms); i++ {
		if atoms[i].kind == atomCode && atoms[i-1].kind == atomCode {
			return true
		}
	}
	return false
}

// cleanClasses makes text safe that has passed no gate: it is valid UTF-8
// afterwards, with LF line ends and no other control characters than TAB.
func cleanClasses(s string, mask uint16) string {
	if mask&escHigh != 0 && !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	if mask&escControl == 0 || !hasControl(s) {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case isControl(r):
			return '\uFFFD'
		}
		return r
	}, s)
}

func hasControl(s string) bool {
	for ; len(s) >= 8; s = s[8:] {
		if t := s[:8]; hasLow(t) && strings.ContainsFunc(t, isControl) {
			return true
		}
	}
	return strings.ContainsFunc(s, isControl)
}

// hasLow reports whether a byte of eight is below a space. The bytes are
// compared at once: a borrow comes only from one that is.
func hasLow(t string) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	x := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
	return (x-' '*ones)&^x&high != 0
}

func isControl(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }
