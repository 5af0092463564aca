package eml

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document"
)

// warnForms is the code for a plain text that says more than the page beside it.
const warnForms = "mail-text-differs"

// choose returns which form of a text is read: the last one that can be shown and is
// not empty, as a mail program does (RFC 2046, 5.1.4); -1 for none.
func choose(parts []entity) int {
	other := -1
	for i := len(parts) - 1; i >= 0; i-- {
		part := parts[i]
		switch {
		case part.attached() || isBlank(part) || isExtra(part):
		case part.isPage(), part.kind == "text/plain", part.kind == "", strings.HasPrefix(part.kind, "multipart/"):
			return i
		case strings.HasPrefix(part.kind, "text/"):
			other = max(other, i)
		}
	}
	return other
}

// isCalendar reports whether a part is an invitation in a text.
func isCalendar(e entity) bool { return e.kind == "text/calendar" && !e.attached() }

// isExtra reports whether a form is not for people alone: an invitation, which is
// shown beside a text, or a page for programs that few have.
func isExtra(e entity) bool {
	return e.kind == "text/calendar" || isForPrograms(e)
}

// isForPrograms reports whether a page is one that other programs show, by code or on
// a watch.
func isForPrograms(e entity) bool { return e.kind == "text/x-amp-html" || e.kind == "text/watch-html" }

func isBlank(e entity) bool {
	content, _ := e.content()
	return len(bytes.TrimSpace(content)) == 0
}

// blockText returns the text that a block itself has.
func blockText(b document.Block) string {
	switch b := b.(type) {
	case *document.Heading:
		return document.InlineText(b.Inlines)
	case *document.Paragraph:
		return document.InlineText(b.Inlines)
	case *document.CodeBlock:
		return b.Text
	case *document.Section:
		return b.Title
	}
	return ""
}

// words goes through the words of a text in lower case; a sign of a script without
// blanks is a word.
func words(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for run := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if r := []rune(run); unicode.In(r[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
				for _, sign := range r {
					if !yield(string(sign)) {
						return
					}
				}
			} else if !yield(run) {
				return
			}
		}
	}
}
