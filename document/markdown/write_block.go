package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/inline"
	"github.com/seed353dc258/backstory/document/markdown/label"
	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// writeMaxDepth is how deep lists and quotes nest in the text. Deeper ones
// are at this depth: readers stop somewhere, and each level takes room on
// every line.
const writeMaxDepth = 40

// rule writes a thematic break, in the characters that cannot be read as
// anything else at this place.
func (w *chapterWriter) rule() {
	mark := "---"
	switch {
	case w.line.item:
		mark = "___"
	case w.offset() == 0:
		mark = "***" // front matter begins with ---
	}
	w.begin()
	w.text(mark)
	w.end()
}

// quote writes a block quotation.
func (w *chapterWriter) quote(blocks []document.Block) {
	if w.depth >= writeMaxDepth {
		w.blocks(blocks)
		return
	}
	alone := w.depth == 0 && !w.quiet
	c := w.open("> ", "> ")
	w.contents(blocks, c.after, alone)
	w.close(c)
}

// code writes a fenced code block.
func (w *chapterWriter) code(lang, text string) {
	text = strings.TrimSuffix(inline.Clean(text), "\n")
	w.codeTokens(text)
	fence := writeFence(text)
	if fence == "" {
		w.indented(text)
		return
	}
	w.begin()
	w.text(fence)
	if writeIsLang(lang) {
		w.text(lang)
	}
	w.codeLines(text)
	w.newline()
	w.text(fence)
	w.end()
}

// codeLines writes the lines between fences.
func (w *chapterWriter) codeLines(text string) {
	alone := w.depth == 0 && !w.quiet // nothing around it takes text back
	switch {
	case text == "":
	case alone && len(w.prefix) == 0:
		w.newline()
		w.long(text)
	default:
		for line := range strings.SplitSeq(text, "\n") {
			w.codeLine(line)
			if alone {
				w.breathe()
			}
		}
	}
}

func (w *chapterWriter) codeLine(line string) {
	if line == "" {
		w.buf = append(w.buf, '\n')
		w.buf = append(w.buf, writeTrimmed(w.prefix)...)
		return
	}
	w.newline()
	w.text(line)
}

// writeFence returns a fence that is longer than any run in text. Readers
// count no further than 255, so that a longer run rules a character out;
// "" if it rules out both.
func writeFence(text string) string {
	for _, c := range [...]byte{'`', '~'} {
		if n := max(3, writeLongest(text, c)+1); n < 250 {
			return strings.Repeat(string(c), n)
		}
	}
	return ""
}

func writeLongest(s string, c byte) int {
	longest := 0
	for {
		i := strings.IndexByte(s, c)
		if i < 0 {
			return longest
		}
		n := len(s[i:]) - len(strings.TrimLeft(s[i:], string(c)))
		longest = max(longest, n)
		s = s[i+n:]
	}
}

// indented writes code that no fence can hold.
func (w *chapterWriter) indented(text string) {
	if w.gap == writeGapLine {
		w.gap = writeGapBlank // such code cannot interrupt a paragraph
	}
	item := w.line.item
	w.begin()
	for line := range strings.SplitSeq(text, "\n") {
		if item {
			w.newline() // a marker and its code on one line are read in many ways
		}
		item = true
		w.text("    " + line)
	}
	w.end()
}

// writeIsLang reports whether a hint can be behind a fence.
func writeIsLang(lang string) bool {
	if lang == "" || len(lang) > 32 {
		return false
	}
	for i := range len(lang) {
		if c := lang[i]; !lexical.IsAlnum(c) && strings.IndexByte("+#._-", c) < 0 {
			return false
		}
	}
	return true
}

// math writes displayed mathematics: between dollars where CommonMark reads
// it as text, else as code of the language "math", as GitHub reads it.
func (w *chapterWriter) math(tex string) {
	tex = strings.TrimSpace(inline.Clean(tex))
	switch {
	case tex == "":
	case !strings.Contains(tex, "\n") && inline.Inert(tex, false) && !label.In(tex):
		w.begin()
		w.text("$$" + tex + "$$")
		w.end()
	default:
		w.code("math", tex)
	}
}
