package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
)

// inlineMode is where inlines are written.
type inlineMode uint8

const (
	inlineParagraph inlineMode = iota
	inlineHeading
	inlineCell
)

type inlineKind uint8

const (
	inlineText inlineKind = iota
	inlineOpen            // begin of a style
	inlineShut            // end of a style
	inlineLink            // begin of a link
	inlineLinkEnd
	inlineCode
	inlineSoft
	inlineHard
	inlineNote // text is the label
	inlineRaw  // text is Markdown: an autolink, mathematics
	inlineHeld // text that is to move behind the next atom
)

// inlineAtom is a piece of a block's text. The tree of inlines becomes a flat
// list of atoms, because most of what Markdown reads is across the borders
// of nodes.
type inlineAtom struct {
	kind  inlineKind
	style document.Style
	text  string // of a link: its target
	title string
}

// inlineBuilder makes the atoms of one block: white space moves out of
// styles and links, empty ones vanish, nested and adjacent ones of the same
// style become one.
type inlineBuilder struct {
	w      *chapterWriter
	mode   inlineMode
	atoms  []inlineAtom
	held   []inlineAtom // white space and breaks that wait for what follows
	opens  []inlineAtom // styles and links that wait for their first text
	notes  []inlineAtom // of the link around
	active document.Styles
	link   bool
	spans  bool   // there is something else than text and breaks
	mask   uint16 // classes of the bytes in text

	text   string // the last atom, if it is text, is still growing
	joined []byte
	growth int // how many pieces it has
}

// build replaces the atoms by those of inlines.
func (b *inlineBuilder) build(inlines []document.Inline, mode inlineMode) {
	b.reset(mode)
	b.add(inlines)
	b.finish()
}

func (b *inlineBuilder) reset(mode inlineMode) {
	b.mode = mode
	b.atoms, b.held, b.opens, b.notes = b.atoms[:0], b.held[:0], b.opens[:0], b.notes[:0]
	b.active, b.link, b.spans, b.mask, b.growth = 0, false, false, 0, 0
}

// finish drops what waits: white space at the end of a block.
func (b *inlineBuilder) finish() {
	b.endText()
	b.held = b.held[:0]
	if b.spans && writeCodesTouch(b.atoms) {
		b.atoms = b.joinCode(b.atoms)
	}
}

func (b *inlineBuilder) add(inlines []document.Inline) {
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
			panic("markdown: unknown inline")
		}
	}
}

// addText adds text; line ends in it, which should be breaks, become some.
func (b *inlineBuilder) addText(s string) {
	mask := escClasses(s)
	if mask&(escControl|escHigh) != 0 {
		s = writeClean(s, mask)
	}
	b.mask |= mask
	for mask&escControl != 0 {
		line, rest, more := strings.Cut(s, "\n")
		if !more {
			break
		}
		b.addLine(line)
		b.addBreak(b.mode == inlineParagraph)
		s = rest
	}
	b.addLine(s)
}

// writeClean makes text safe that has passed no gate: it is valid UTF-8
// afterwards, with LF line ends and no other control characters than TAB.
func writeClean(s string, mask uint16) string {
	if mask&escHigh != 0 && !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	if mask&escControl == 0 || !writeHasControl(s) {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case writeIsControl(r):
			return '\uFFFD'
		}
		return r
	}, s)
}

func writeHasControl(s string) bool {
	for ; len(s) >= 8; s = s[8:] {
		if t := s[:8]; writeHasLow(t) && strings.ContainsFunc(t, writeIsControl) {
			return true
		}
	}
	return strings.ContainsFunc(s, writeIsControl)
}

// writeHasLow reports whether a byte of eight is below a space. The bytes are
// compared at once: a borrow comes only from one that is.
func writeHasLow(t string) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	x := uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
	return (x-' '*ones)&^x&high != 0
}

func writeIsControl(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }

// addLine adds text without line ends. White space at its ends waits.
func (b *inlineBuilder) addLine(s string) {
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

func (b *inlineBuilder) hold(space string) {
	if space != "" {
		b.held = append(b.held, inlineAtom{kind: inlineText, text: space})
	}
}

// grow adds text to the last atom.
func (b *inlineBuilder) grow(s string) {
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
func (b *inlineBuilder) endText() {
	switch b.growth {
	case 0:
		return
	case 1:
		b.atoms = append(b.atoms, inlineAtom{kind: inlineText, text: b.text})
	default:
		b.atoms = append(b.atoms, inlineAtom{kind: inlineText, text: string(b.joined)})
	}
	b.growth = 0
}

// put adds an atom that is not text.
func (b *inlineBuilder) put(a inlineAtom) {
	b.flush()
	b.endText()
	b.atoms = append(b.atoms, a)
	b.spans = true
}
