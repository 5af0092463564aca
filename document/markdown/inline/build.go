package inline

import (
	"fmt"
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
	atomOpen          // begin of a style
	atomShut          // end of a style
	atomLink          // begin of a link
	atomLinkEnd
	atomCode
	atomSoft
	atomHard
	atomNote // text is the label
	atomRaw  // text is Markdown: an autolink, mathematics
	atomHeld // text that is to move behind the next atom
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
	mask   uint16 // classes of the bytes in text

	text   string // the last atom, if it is text, is still growing
	joined []byte
	growth int // how many pieces it has
}

func (b *builder) reset(mode Mode) {
	b.mode = mode
	b.atoms, b.held, b.opens, b.notes = b.atoms[:0], b.held[:0], b.opens[:0], b.notes[:0]
	b.active, b.link, b.spans, b.mask, b.growth = 0, false, false, 0, 0
}

// finish drops what waits: white space at the end of a block.
func (b *builder) finish() {
	b.endText()
	b.held = b.held[:0]
	if b.spans && codesTouch(b.atoms) {
		b.atoms = b.joinCode(b.atoms)
	}
}

func (b *builder) add(inlines []document.Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Text:
			b.addText(in.Value)
		case *document.Styled:
			b.addStyled(in)
		case *document.Code:
			b.addCode(in.Value)
		case *document.Link:
			b.addLink(in)
		case *document.Image:
			b.addImage(in.Alt)
		case *document.Break:
			b.addBreak(in.Soft)
		case *document.NoteRef:
			b.addNote(in.ID)
		case *document.Math:
			b.addMath(in.TeX)
		default:
			panic(fmt.Sprintf("inline: unknown inline %T", in))
		}
	}
}

// addText adds text; line ends in it, which should be breaks, become some.
func (b *builder) addText(s string) {
	mask := escClasses(s)
	if mask&(escControl|escHigh) != 0 {
		s = cleanClasses(s, mask)
	}
	b.mask |= mask
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
