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
	out    flow
	notes  []atom // of the link around
	active document.Styles
	link   bool
	wide   bool   // there is a wide bracket
	mask   uint16 // classes of the bytes in text
	moved  []atom // scratch
}

// flow is the list of atoms while it grows.
type flow struct {
	mode  Mode
	atoms []atom
	held  []atom // white space and breaks that wait for what follows
	opens []atom // styles and links that wait for their first text
	spans bool   // there is something else than text and breaks

	text   string // the last atom, if it is text, is still growing
	joined []byte
	growth int // how many pieces it has
}

func (b *builder) reset(mode Mode) {
	f := &b.out
	f.mode, f.atoms, f.held, f.opens, b.notes = mode, f.atoms[:0], f.held[:0], f.opens[:0], b.notes[:0]
	b.active, b.link, f.spans, b.wide, b.mask, f.growth = 0, false, false, false, 0, 0
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
		b.out.addLine(line)
		b.out.addBreak(b.out.mode == Paragraph)
		s = rest
	}
	b.out.addLine(s)
}

// addLine adds text without line ends. White space at its ends waits.
func (f *flow) addLine(s string) {
	body := strings.TrimLeftFunc(s, unicode.IsSpace)
	if body == "" {
		f.hold(s)
		return
	}
	f.hold(s[:len(s)-len(body)])
	s = body
	body = strings.TrimRightFunc(s, unicode.IsSpace)
	f.flush()
	f.grow(body)
	f.hold(s[len(body):])
}

func (f *flow) addBreak(soft bool) {
	kind := atomHard
	if soft {
		kind = atomSoft
	}
	f.held = append(f.held, atom{kind: kind})
}

func (f *flow) hold(space string) {
	if space != "" {
		f.held = append(f.held, atom{kind: atomText, text: space})
	}
}

// grow adds text to the last atom.
func (f *flow) grow(s string) {
	switch f.growth {
	case 0:
		f.text = s
	case 1:
		f.joined = append(f.joined[:0], f.text...)
		fallthrough
	default:
		f.joined = append(f.joined, s...)
	}
	f.growth++
}

func (f *flow) growSome(s string) {
	if s != "" {
		f.grow(s)
	}
}

// endText makes an atom of the text that has grown.
func (f *flow) endText() {
	switch f.growth {
	case 0:
		return
	case 1:
		f.atoms = append(f.atoms, atom{kind: atomText, text: f.text})
	default:
		f.atoms = append(f.atoms, atom{kind: atomText, text: string(f.joined)})
	}
	f.growth = 0
}

// put adds an atom that is not text.
func (f *flow) put(a atom) {
	f.flush()
	f.endText()
	f.atoms = append(f.atoms, a)
	f.spans = true
}

// flush writes what waits, because something visible follows.
func (f *flow) flush() {
	f.flushHeld()
	for _, a := range f.opens {
		f.endText()
		last := len(f.atoms) - 1
		if last >= 0 && a.kind == atomOpen && f.atoms[last].kind == atomShut && f.atoms[last].style == a.style {
			f.atoms = f.atoms[:last] // the style goes on, and so does its text
			if last--; last >= 0 && f.atoms[last].kind == atomText {
				f.text, f.growth, f.atoms = f.atoms[last].text, 1, f.atoms[:last]
			}
			continue
		}
		f.atoms = append(f.atoms, a)
		f.spans = true
	}
	f.opens = f.opens[:0]
}

// flushHeld writes the white space and the breaks that wait: a run of breaks
// is its hard ones, or else one soft one, and what surrounds it is white
// space at the end or start of a line.
func (f *flow) flushHeld() {
	if len(f.held) == 0 {
		return
	}
	first := len(f.atoms) == 0 && f.growth == 0
	hard, soft, last := 0, false, -1
	for i, a := range f.held {
		switch a.kind {
		case atomHard:
			hard, last = hard+1, i
		case atomSoft:
			soft, last = true, i
		}
	}
	if !first {
		f.flushBreaks(hard, soft)
	}
	for _, a := range f.held[last+1:] {
		switch {
		case first || hard > 0 && f.mode != Cell:
			f.growSome(strings.TrimLeft(a.text, " \t"))
		case soft && f.mode != Paragraph:
			f.growSome(strings.Trim(a.text, " \t"))
		default:
			f.growSome(a.text)
		}
	}
	f.held = f.held[:0]
}

func (f *flow) flushBreaks(hard int, soft bool) {
	if hard == 0 && !soft {
		return
	}
	if hard == 0 && f.mode != Paragraph {
		f.grow(" ")
		return
	}
	f.endText()
	for range hard {
		f.atoms = append(f.atoms, atom{kind: atomHard})
	}
	if hard == 0 {
		f.atoms = append(f.atoms, atom{kind: atomSoft})
	}
}

// fits reports whether Markdown can be here as it is.
func (f *flow) fits(raw string) bool {
	return f.mode != Cell || strings.IndexByte(raw, '|') < 0
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
