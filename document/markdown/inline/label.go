package inline

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/label"
)

// addLabel adds a label: the text of inlines alone. Marks of notes in it are behind
// it, or the notes would be read as if nothing referred to them.
func (b *builder) addLabel(style document.Style, inlines []document.Inline) {
	text := Clean(document.LabelText(inlines))
	body := strings.TrimSpace(strings.ReplaceAll(text, "\n", " "))
	if body == "" {
		b.out.hold(text)
	} else {
		b.mask |= escClasses(body) | escOpen
		b.out.put(atom{kind: atomLabel, style: style, text: body})
	}
	b.addNotesOf(inlines)
}

func (b *builder) addNotesOf(inlines []document.Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Styled:
			b.addNotesOf(in.Inlines)
		case *document.Link:
			b.addNotesOf(in.Inlines)
		case *document.NoteRef:
			b.addNote(in.ID)
		}
	}
}

// likeLabel reports whether the text of a link would read like a label, with the
// bracket in front of it.
func (b *builder) likeLabel(inlines []document.Inline) bool {
	if !label.At(document.InlineText(inlines)) {
		return false
	}
	b.doc.Report(LabelLike, 1)
	return true
}

// label appends a label.
func (e *escaper) label(buf []byte, a *atom) []byte {
	buf = append(escBefore(buf), a.style.LabelStart()...)
	e.token = -1
	return append(e.text(buf, 0), ']')
}

// behindLabel reports whether the text of an atom is right behind a label, and
// begins with what would make a link or a definition of it.
func (p *place) behindLabel(at int) bool {
	c := p.atoms[at].text[0]
	return at > 0 && p.atoms[at-1].kind == atomLabel && (c == ':' || c == '(')
}

// readsLabel reports whether the bracket at s[i] begins what reads like a label,
// wherever styles and lines end in it.
func (p *place) readsLabel(s string, i int) bool {
	var m label.Match
	text := s[i+1:]
	for at := p.at; ; {
		for _, r := range text {
			if reads, more := m.Next(r); !more {
				return reads
			}
		}
		if at++; at == len(p.atoms) {
			return false
		}
		text = ""
		switch a := &p.atoms[at]; a.kind {
		case atomText, atomCode, atomRaw:
			text = a.text
		case atomSoft, atomHard, atomOpen, atomShut, atomLink, atomLinkEnd:
		default:
			return false
		}
	}
}

// narrow writes the wide brackets of what reads like a label as those that take
// a backslash.
func (r *Writer) narrow() {
	for i := range r.esc.in.atoms {
		a := &r.esc.in.atoms[i]
		if a.kind != atomText {
			continue
		}
		r.esc.in.at = i
		for from := 0; ; {
			n := strings.Index(a.text[from:], label.WideBracket)
			if n < 0 {
				break
			}
			from += n + len(label.WideBracket)
			if r.esc.in.readsLabel(a.text, from-1) {
				a.text = a.text[:from-len(label.WideBracket)] + "[" + a.text[from:]
				r.in.mask |= escOpen
				from -= len(label.WideBracket) - 1
			}
		}
	}
}

// hasWide reports whether text has a bracket that narrow looks at.
func hasWide(s string, mask uint16) bool {
	return mask&escHigh != 0 && len(s) >= utf8.UTFMax && strings.Contains(s, label.WideBracket)
}

// inLabel reports whether the atom that is being written is a label.
func (p *place) inLabel() bool { return p.atoms[p.at].kind == atomLabel }

// always reports whether the byte at i has a backslash whatever is around it: it
// breaks a special token, or would end a label that it is in.
func (e *escaper) always(c byte, i int) bool {
	return i == e.token || e.in.inLabel() && (c == '[' || c == ']' || c == '\\' || c == '@')
}
