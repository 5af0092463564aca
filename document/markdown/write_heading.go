package markdown

import (
	"io"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/inline"
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
	w.headingText([]document.Inline{&document.Text{Value: names.Visible(text)}}, level)
	if w.out.offset() == 0 {
		return "######"[:min(level, 6)]
	}
	return string(w.out.buf)
}

// heading writes a heading of the source.
func (w *chapterWriter) heading(level int, inlines []document.Inline) {
	if w.out.quiet {
		w.paragraph([]document.Inline{&document.Styled{Style: document.Strong, Inlines: inlines}})
		return
	}
	w.headingText(inlines, max(level, 1)+w.opts.Base+w.sections)
}

// headingText writes a heading of a level in the text, and reports whether there is
// any text.
func (w *chapterWriter) headingText(inlines []document.Inline, level int) bool {
	if !w.in.Build(inlines, inline.Heading) {
		return false
	}
	at := inline.Line{First: true, Item: w.out.line.item, Mid: true}
	w.out.begin()
	w.out.text("######"[:min(level, 6)] + " ")
	mark := len(w.out.buf)
	w.out.buf = w.in.Append(w.out.buf, w.out.prefix, at)
	w.out.buf = escHeadingEnd(w.out.buf, mark)
	w.out.end()
	return true
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
