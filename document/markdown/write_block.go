package markdown

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document"
)

// writeMaxDepth is how deep lists and quotes nest in the text. Deeper ones
// stand at this depth: readers stop somewhere, and each level takes room on
// every line.
const writeMaxDepth = 40

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
	c := w.open("> ", "> ")
	w.blocks(blocks)
	w.close(c)
}

// container is what close needs to take an empty container back.
type container struct {
	prefix, before int
	after          int64
	gap            writeGap
	places         int
	placed         bool
	at             blockAt
	lists          listBorder
}

// blockAt is what a block must know of the line that it begins on.
type blockAt struct {
	marker byte // the bullet in front of it
	item   bool // it begins a list item
	mid    bool // it continues the line
}

// open begins a container: first stands in front of its first line, rest in
// front of the others.
func (w *chapterWriter) open(first, rest string) container {
	c := container{
		prefix: len(w.prefix), before: len(w.buf), gap: w.gap,
		places: len(w.places), placed: w.placed, at: w.line, lists: w.lists,
	}
	w.begin()
	w.text(first)
	w.prefix = append(w.prefix, rest...)
	c.after = w.offset()
	w.depth++
	w.lists, w.line = listBorder{}, blockAt{}
	return c
}

// close ends a container. One that has stayed empty is taken back.
func (w *chapterWriter) close(c container) {
	w.prefix = w.prefix[:c.prefix]
	w.depth--
	w.lists = c.lists
	if w.offset() == c.after {
		w.buf = w.buf[:c.before]
		w.seen = min(w.seen, c.before)
		w.gap, w.line = c.gap, c.at
		if len(w.places) > c.places {
			w.places, w.placed = w.places[:c.places], false
		}
		return
	}
	w.lists.last = 0
	w.end()
}

// code writes a fenced code block.
func (w *chapterWriter) code(lang, text string) {
	text = strings.TrimSuffix(writeCleanAny(text), "\n")
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
	if text != "" {
		for line := range strings.SplitSeq(text, "\n") {
			w.codeLine(line)
		}
	}
	w.newline()
	w.text(fence)
	w.end()
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
		n := escRun(s, i)
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

// writeIsLang reports whether a hint can stand behind a fence.
func writeIsLang(lang string) bool {
	if lang == "" || len(lang) > 32 {
		return false
	}
	for i := range len(lang) {
		if c := lang[i]; !scanIsAlnum(c) && strings.IndexByte("+#._-", c) < 0 {
			return false
		}
	}
	return true
}

// math writes displayed mathematics: between dollars where CommonMark reads
// it as text, else as code of the language "math", as GitHub reads it.
func (w *chapterWriter) math(tex string) {
	tex = strings.TrimSpace(writeCleanAny(tex))
	switch {
	case tex == "":
	case !strings.Contains(tex, "\n") && writeInert(tex, false):
		w.begin()
		w.text("$$" + tex + "$$")
		w.end()
	default:
		w.code("math", tex)
	}
}

// section writes a section: its heading, then its blocks under it.
func (w *chapterWriter) section(b *document.Section) {
	sections, depth := w.sections, len(w.prefix)
	if title := writeSectionTitle(b); title != "" {
		w.in.build([]document.Inline{&document.Text{Value: title}}, inlineHeading)
		if len(w.in.atoms) > 0 && !w.quiet {
			w.builtHeading(w.opts.Base + 1 + w.sections)
			w.sections++
		} else {
			w.in.mode = inlineParagraph
			w.builtParagraph()
		}
	}
	for i, inner := range b.Blocks {
		w.sibling(b.Blocks, i)
		w.block(inner)
		if depth == 0 {
			w.breathe()
		}
	}
	w.sections = sections
}

// writeSectionTitle returns the heading of a section, or "".
func writeSectionTitle(b *document.Section) string {
	title := strings.TrimSpace(b.Title)
	switch b.Kind {
	case document.SectionSheet:
		return writeLabelled("Sheet", title)
	case document.SectionSlide:
		return writeLabelled(strings.TrimSpace("Slide "+writePositive(b.Number)), title)
	case document.SectionTable:
		return writeLabelled("Table", title)
	case document.SectionSpeakerNotes:
		return "Speaker Notes"
	case document.SectionPart:
		return title
	}
	return ""
}

func writeLabelled(label, title string) string {
	if title == "" {
		return label
	}
	return label + ": " + title
}

func writePositive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}
