package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Place returns the line and the column of the byte at an offset, both from
// 1. A column is a character. Lines end with LF, CRLF or CR.
func Place(text string, offset int) (line, column int) {
	before := text[:min(offset, len(text))]
	line = 1 + strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	if strings.IndexByte(before, '\r') >= 0 {
		line += loneReturns(text, len(before))
		start = max(start, lastReturn(text, len(before))+1)
	}
	return line, 1 + utf8.RuneCountInString(before[start:])
}

// loneReturns counts the CR before an offset that no LF follows.
func loneReturns(text string, offset int) int {
	n := 0
	for i := 0; ; i++ {
		at := strings.IndexByte(text[i:offset], '\r')
		if at < 0 {
			return n
		}
		i += at
		if !followedByLF(text, i) {
			n++
		}
	}
}

// lastReturn returns where the last CR before an offset is that no LF
// follows, or -1.
func lastReturn(text string, offset int) int {
	for offset > 0 {
		offset = strings.LastIndexByte(text[:offset], '\r')
		if offset < 0 || !followedByLF(text, offset) {
			return offset
		}
	}
	return -1
}

func followedByLF(text string, i int) bool { return i+1 < len(text) && text[i+1] == '\n' }

// Span returns the position of a text that is on the lines of its source
// from first on. Its line ends are LF.
func Span(text string, first int) document.Pos {
	return document.LineSpan(first, first+strings.Count(strings.TrimSuffix(text, "\n"), "\n"))
}

// Block returns literal text as a code block: trailing white space is
// removed, the text before the first line stays.
func Block(env *converters.Env, text, lang string) *document.CodeBlock {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	return converters.Make(env, &document.CodeBlock{Pos: Span(text, 1), Lang: lang, Text: text})
}
