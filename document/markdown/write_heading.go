package markdown

import (
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document"
)

// HeadingLine returns a heading of one line, without line end, that shows
// plain text from outside, such as the name of a file. Characters that no
// name should have, line ends and those that change the direction of the
// text among them, are shown as \u{…}.
func HeadingLine(level int, text string) string {
	w := newChapterWriter(io.Discard, &document.Document{}, WriteOptions{Base: level})
	w.in.build([]document.Inline{&document.Text{Value: writeVisible(text)}}, inlineHeading)
	w.builtHeading(level)
	if w.offset() == 0 {
		return "######"[:min(level, 6)]
	}
	return string(w.buf)
}

// writeVisible shows the characters of a name that are not seen.
func writeVisible(name string) string {
	var b strings.Builder
	name = strings.ToValidUTF8(name, "\uFFFD")
	for i, r := range name {
		edge := i == 0 || i+1 == len(name)
		if !writeIsHidden(r) && (r != ' ' || !edge) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(`\u{` + strconv.FormatInt(int64(r), 16) + "}")
	}
	return b.String()
}

// heading writes a heading of the source.
func (w *chapterWriter) heading(level int, inlines []document.Inline) {
	if w.quiet {
		w.paragraph([]document.Inline{&document.Styled{Style: document.Strong, Inlines: inlines}})
		return
	}
	level = max(level, 1)
	if !w.opts.Coqui {
		level += w.opts.Base + w.sections
	}
	w.in.build(inlines, inlineHeading)
	w.builtHeading(level)
}

// builtHeading writes the atoms that have been built as a heading.
func (w *chapterWriter) builtHeading(level int) {
	if len(w.in.atoms) == 0 {
		return
	}
	at := escLine{first: true, item: w.line.item, mid: true}
	w.begin()
	w.text("######"[:min(level, 6)] + " ")
	mark := len(w.buf)
	w.in.render(at)
	w.buf = escHeadingEnd(w.buf, mark)
	w.end()
}

// escHeadingEnd keeps number signs at the end of a heading, which begins at
// from, from being read as its closing sequence (CommonMark 4.2).
func escHeadingEnd(buf []byte, from int) []byte {
	n := len(buf)
	for n > from && buf[n-1] == '#' {
		n--
	}
	if n == len(buf) || n > from && buf[n-1] != ' ' && buf[n-1] != '\t' {
		return buf
	}
	buf = append(buf, '#')
	buf[n] = '\\'
	return buf
}

// writeIsHidden reports whether a character has no look of its own or changes
// that of others.
func writeIsHidden(r rune) bool {
	switch {
	case unicode.IsControl(r), r == 0x2028, r == 0x2029, r == 0x061c, r == 0x180e, r == 0xfeff, r == 0x3164, r == 0xffa0:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0x200b, r == 0x200e, r == 0x200f:
		return true
	case r >= 0xe0000 && r <= 0xe0fff, r >= 0xfff9 && r <= 0xfffb:
		return true
	}
	return unicode.IsSpace(r) && r != ' ' && r != 0xa0 && r != 0x3000
}
