package inline

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/chattoken"
)

// maxRounds is how often a block is written again without the styles that
// would not be read as such, before it is written without any.
const maxRounds = 4

// Append appends the text of the last [Writer.Build] to buf. The lines behind the
// first one have prefix in front; begin says where the first one is.
func (r *Writer) Append(buf, prefix []byte, begin Line) []byte {
	r.prefix = prefix
	if r.in.out.spans {
		r.in.settle()
	}
	mark := len(buf)
	for round := 0; ; round++ {
		r.prepare(begin)
		buf = r.pieces(buf[:mark])
		wrong := r.emph.misread(buf, round == maxRounds)
		if len(wrong) == 0 {
			break
		}
		r.in.without(wrong)
	}
	r.in.doc.Report(ChatToken, r.esc.tokens)
	r.in.doc.Report(LabelLike, r.esc.labels)
	return buf
}

// prepare looks at the atoms as they now are.
func (r *Writer) prepare(begin Line) {
	f := &r.in.out
	r.esc = escaper{in: place{atoms: f.atoms, mode: f.mode}, token: -1}
	if r.in.wide {
		r.narrow()
	}
	r.esc.survey(r.in.mask, f.spans)
	r.emph.marks, r.emph.styled = r.emph.marks[:0], false
	r.line, r.start, r.noted = begin, f.mode == Paragraph && !begin.Mid, false
	r.line.label = false
	if r.in.mask&escOpen != 0 {
		r.esc.stray = f.spans && f.strays()
		r.line.label = f.holdsLabel()
	}
}

// holdsLabel reports whether "]:" is anywhere in the block.
func (f *flow) holdsLabel() bool {
	for _, a := range f.atoms {
		if strings.Contains(a.text, "]:") {
			return true
		}
	}
	return false
}

// pieces appends every atom.
func (r *Writer) pieces(buf []byte) []byte {
	for i := range r.esc.in.atoms {
		r.esc.in.at = i
		buf = r.piece(buf, i)
	}
	return buf
}

func (r *Writer) piece(buf []byte, i int) []byte {
	a := &r.esc.in.atoms[i]
	switch a.kind {
	case atomText:
		return r.text(buf, i)
	case atomSoft:
		return r.newline(buf)
	case atomHard:
		if r.esc.in.mode != Paragraph {
			return append(buf, "<br>"...)
		}
		return r.newline(append(buf, '\\'))
	}
	r.noted = a.kind == atomNote && (r.start || i == 0 && r.esc.in.mode == Paragraph)
	r.start = false
	switch a.kind {
	case atomOpen, atomShut:
		buf = r.delimiter(buf, a)
	case atomLink:
		r.boxed = i == 0 && r.line.Item
		r.esc.link, r.esc.loose = true, r.loose(i)
		r.mark(buf, emphLink)
		buf = append(escBefore(buf), '[')
	case atomLinkEnd:
		r.esc.link = false
		r.mark(buf, emphLinkEnd)
		buf = r.target(buf, i)
	case atomCode, atomLabel:
		buf = r.apart(buf, a)
	case atomNote:
		buf = append(escBefore(buf), "[^"...)
		buf = append(append(buf, a.text...), ']')
	case atomRaw:
		buf = append(buf, r.esc.in.mode.pipes(a.text)...)
	}
	return buf
}

func (r *Writer) newline(buf []byte) []byte {
	buf = append(buf, '\n')
	buf = append(buf, r.prefix...)
	r.start, r.noted = true, false
	r.line.First = false
	return buf
}

// text appends a text, with what the start of a line needs.
func (r *Writer) text(buf []byte, i int) []byte {
	s := r.esc.in.atoms[i].text
	r.esc.token = -1
	if r.continues(s[0], i) {
		buf = append(buf, '\\') // not a note's definition, and not its mark
	}
	r.noted = false
	if r.boxed && i > 0 && r.esc.in.atoms[i-1].kind == atomLink && (s == "x" || s == "X") {
		return append(buf, map[string]string{"x": "&#120;", "X": "&#88;"}[s]...) // not a box
	}
	if !r.start {
		return r.esc.forced(buf, s, 0, escIf(i == 0 && r.afterBox(s), 1))
	}
	body := strings.TrimLeft(s, " \t")
	if body == "" {
		return append(buf, s...) // the line has not begun yet
	}
	r.start = false
	at := r.line
	at.whole = i+1 == len(r.esc.in.atoms) || r.esc.in.atoms[i+1].kind == atomSoft ||
		r.esc.in.atoms[i+1].kind == atomHard && r.esc.in.mode == Paragraph
	from, to := r.esc.lineStart(body, at)
	indent := len(s) - len(body)
	return r.esc.forced(buf, s, indent+from, indent+to)
}

// continues reports whether the first byte of the text of an atom would make another
// thing of what is before it: a note's definition or its mark, a link, a definition.
func (r *Writer) continues(c byte, i int) bool {
	return r.noted && c == ':' || r.esc.in.behindLabel(i) || c == '^' && i > 0 && r.esc.in.atoms[i-1].kind == atomLink
}

// forced appends a text, s[from:to] of which takes backslashes whatever it is.
func (e *escaper) forced(buf []byte, s string, from, to int) []byte {
	if from == to {
		return e.text(buf, 0)
	}
	if c := s[from]; c == '[' || c == '<' {
		if end := chattoken.End(s, from); end > 0 {
			e.token = end - 1
			e.tokens++
		}
	}
	buf = append(buf, s[:from]...)
	for ; from < to; from++ {
		buf = append(buf, '\\', s[from])
	}
	return e.text(buf, to)
}

// afterBox reports whether the bracket that text begins with would mean
// something: in a heading the box of a task, and behind such a box a
// definition, as cmark-gfm takes the box away first.
func (r *Writer) afterBox(s string) bool {
	if r.esc.in.mode == Heading {
		return r.line.Item && escIsBox(s)
	}
	return r.line.Mid && r.line.label && s[0] == '['
}

// lineStart is escLineStart that knows special tokens.
func (e *escaper) lineStart(line string, at Line) (from, to int) {
	from, to = escLineStart(line, at)
	switch c := line[0]; {
	case to > 0 && (c == 'H' || c == 'A'):
		e.tokens++
	case to > 0 && c == '<' && chattoken.End(line, 0) > 0 && !strings.Contains(line[:chattoken.End(line, 0)], ":"):
		return 0, 0 // breaking it is enough
	}
	return from, to
}

// mark notes the start or end of a link among the delimiters.
func (r *Writer) mark(buf []byte, char byte) {
	r.emph.marks = append(r.emph.marks, emphMark{pos: len(buf), char: char, atom: r.esc.in.at})
}

// target appends the end of a link: its target and title.
func (r *Writer) target(buf []byte, i int) []byte {
	open := i
	for r.esc.in.atoms[open].kind != atomLink {
		open--
	}
	return r.esc.destination(append(buf, ']', '('), r.esc.in.atoms[open])
}

// apart appends code or a label, which hold text alone.
func (r *Writer) apart(buf []byte, a *atom) []byte {
	if a.kind == atomLabel {
		return r.esc.label(buf, a)
	}
	return r.esc.in.mode.code(buf, a.text)
}

// code appends a code span.
func (m Mode) code(buf []byte, s string) []byte {
	ticks := ticksAround(s)
	for range ticks {
		buf = append(buf, '`')
	}
	pad := s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' '
	if pad {
		buf = append(buf, ' ')
	}
	buf = append(buf, m.pipes(s)...)
	if pad {
		buf = append(buf, ' ')
	}
	for range ticks {
		buf = append(buf, '`')
	}
	return buf
}

// pipes escapes the pipes in code, as tables need it.
func (m Mode) pipes(s string) string {
	if m != Cell {
		return s
	}
	return strings.ReplaceAll(s, "|", `\|`)
}
