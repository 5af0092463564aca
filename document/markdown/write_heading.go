package markdown

import (
	"io"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/names"
)

// FileHeading returns the heading of a file as one line without its end. A name
// is plain text, nothing in it is Markdown, and no two names have one heading
// ([names.Show]). Most names have nothing that a heading would escape, and cost
// nothing.
func FileHeading(level int, name string) string {
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-.") == "" {
		return "######"[:level] + " File: " + name
	}
	return HeadingLine(level, "File: "+names.Show(name))
}

// HeadingLine returns a heading of one line, without line end, that shows
// plain text from outside, such as a label. Characters that nobody sees, line
// ends and those that change the direction of the text among them, are shown as
// \u{…}.
func HeadingLine(level int, text string) string {
	w := newChapterWriter(io.Discard, &document.Document{}, WriteOptions{Base: level})
	w.in.build([]document.Inline{&document.Text{Value: names.Visible(text)}}, inlineHeading)
	w.builtHeading(level)
	if w.offset() == 0 {
		return "######"[:min(level, 6)]
	}
	return string(w.buf)
}

// heading writes a heading of the source.
func (w *chapterWriter) heading(level int, inlines []document.Inline) {
	if w.quiet {
		w.paragraph([]document.Inline{&document.Styled{Style: document.Strong, Inlines: inlines}})
		return
	}
	w.in.build(inlines, inlineHeading)
	w.builtHeading(max(level, 1) + w.opts.Base + w.sections)
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
