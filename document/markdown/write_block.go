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
func (s *blockSink) rule() {
	mark := "---"
	switch {
	case s.line.item:
		mark = "___"
	case s.offset() == 0:
		mark = "***" // front matter begins with ---
	}
	s.begin()
	s.text(mark)
	s.end()
}

// quote writes a block quotation, with text in front of its first block if there is any.
func (w *chapterWriter) quote(lead string, blocks []document.Block, alone bool) {
	var c container
	deep := w.out.depth >= writeMaxDepth
	if !deep {
		c = w.out.open("> ", "> ")
	}
	if lead != "" {
		blocks = w.lead(lead, blocks)
	}
	w.blocks(blocks, c.after, alone && !deep)
	if !deep {
		w.out.close(c)
	}
}

// code writes a fenced code block.
func (w *chapterWriter) code(lang, text string) {
	text = strings.TrimSuffix(inline.Clean(text), "\n")
	w.refs.codeTokens(text)
	fence := writeFence(text)
	if fence == "" {
		w.out.indented(text)
		return
	}
	w.out.begin()
	w.out.text(fence)
	if writeIsLang(lang) {
		w.out.text(lang)
	}
	switch {
	case text == "":
	case w.out.alone() && len(w.out.prefix) == 0:
		w.out.newline()
		w.out.long(text)
	default:
		for line := range strings.SplitSeq(text, "\n") {
			w.out.codeLine(line)
			if w.out.alone() {
				w.out.breathe()
			}
		}
	}
	w.out.newline()
	w.out.text(fence)
	w.out.end()
}

// codeLine writes a line between fences.
func (s *blockSink) codeLine(line string) {
	if line == "" {
		s.buf = append(s.buf, '\n')
		s.buf = append(s.buf, writeTrimmed(s.prefix)...)
		return
	}
	s.newline()
	s.text(line)
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
func (s *blockSink) indented(text string) {
	if s.gap == writeGapLine {
		s.gap = writeGapBlank // such code cannot interrupt a paragraph
	}
	item := s.line.item
	s.begin()
	for line := range strings.SplitSeq(text, "\n") {
		if item {
			s.newline() // a marker and its code on one line are read in many ways
		}
		item = true
		s.text("    " + line)
	}
	s.end()
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
		w.out.begin()
		w.out.text("$$" + tex + "$$")
		w.out.end()
	default:
		w.code("math", tex)
	}
}
