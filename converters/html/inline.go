package html

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/seed353dc258/backstory/document"
)

// shade is how a piece of text shows. Neighbours with one shade are one run.
type shade struct {
	styles document.Styles
	code   int32 // the element that makes it code, 0 for none
	link   int32 // the format that makes it a link, 0 for none
}

// liner collects the text of one paragraph: it collapses white space over the
// borders of elements, and joins what shows alike.
type liner struct {
	b      *builder
	single bool // a line end is a space: the text has to fit a line

	runs  document.Runs
	link  *openLink // open, or nil
	open  openLink
	buf   []byte
	shade shade
	space bool // white space is due before the next word
	wide  int  // line ends are due
	begun bool // something stands in the line
	shown bool // something that is seen stands in it

	first, last int // lines of the source
}

// openLink is the link that is being collected.
type openLink struct {
	format int32
	outer  document.Styles // those that the link stands in
	runs   document.Runs
}

// text adds text with its white space collapsed.
func (l *liner) text(s string, sh shade, line int) {
	for s != "" {
		i := 0
		for i < len(s) && dom.IsSpace(s[i]) {
			i++
		}
		if i > 0 {
			l.space = true
			s = s[i:]
		}
		i = endOfWords(s)
		if i > 0 {
			l.words(s[:i], sh, line)
			s = s[i:]
		}
	}
}

// endOfWords returns how far a text goes without white space that collapses:
// single spaces between words stay as they are.
func endOfWords(s string) int {
	i := 0
	for i+8 <= len(s) && !breaksWords(s[i:i+8]) {
		i += 7 // the last one may be a space that another one follows
	}
	for ; i < len(s); i++ {
		if c := s[i]; c > ' ' {
			continue
		} else if c != ' ' && dom.IsSpace(c) || c == ' ' && (i+1 == len(s) || dom.IsSpace(s[i+1])) {
			return i
		}
	}
	return len(s)
}

// breaksWords reports whether eight bytes have two spaces or controls side by
// side, or a control. It looks at all at once: a byte b is greater than n where
// b + 0x7f - n has the high bit, and where b has it.
func breaksWords(s string) bool {
	x := binary.LittleEndian.Uint64([]byte(s))
	const ones, high = 0x0101010101010101, 0x8080808080808080
	low := x &^ high
	blank := ^(low + (0x7f-' ')*ones | x) & high
	control := ^(low + (0x80-' ')*ones | x) & high
	return blank&(blank>>8)|control != 0
}

// words adds text that begins and ends with a character.
func (l *liner) words(s string, sh shade, line int) {
	if !l.begun {
		if s = dom.TrimBlank(s); s == "" {
			return
		}
	}
	if l.b.spend(s); l.b.err != nil {
		return
	}
	l.space = l.space || l.begun && l.b.apart(l.shade.link, sh.link)
	l.before(sh)
	l.set(sh)
	l.buf = append(l.buf, s...)
	l.touch(line)
	l.shown = l.shown || !dom.IsBlank(s)
}

// node adds an inline node.
func (l *liner) node(n document.Inline, sh shade, line int) {
	l.before(sh)
	sh.code = 0
	l.set(sh)
	l.flush()
	if l.link != nil {
		l.link.runs.Inline(n, sh.styles&^l.link.outer)
	} else {
		l.runs.Inline(n, sh.styles)
	}
	l.touch(line)
	l.shown = true
}

func (l *liner) touch(line int) {
	if !l.begun {
		l.first = line
	}
	l.begun = true
	l.last = max(l.last, line)
}

// gap makes sure that what follows does not join the word before.
func (l *liner) gap() { l.space = true }

// end notes a line end that is meant.
func (l *liner) end() {
	if l.single {
		l.space = true
		return
	}
	l.wide++
	l.space = false
}

// before writes the white space that is due before content of a shade. A
// space between two shades has only what both have.
func (l *liner) before(sh shade) {
	if !l.begun {
		l.space, l.wide = false, 0
		return
	}
	both := shade{styles: l.shade.styles & sh.styles}
	if l.shade.code == sh.code {
		both.code = sh.code
	}
	if l.shade.link == sh.link {
		both.link = sh.link
	}
	switch {
	case l.wide > 0:
		both.code = 0
		l.set(both)
		l.flush()
		l.emit(&document.Break{}, both)
	case l.space:
		l.set(both)
		l.buf = append(l.buf, ' ')
	}
	l.space, l.wide = false, 0
}

// emit adds a node in the current link or outside any.
func (l *liner) emit(n document.Inline, sh shade) {
	if l.link != nil {
		l.link.runs.Inline(n, sh.styles&^l.link.outer)
		return
	}
	l.runs.Inline(n, sh.styles)
}

// set changes the shade.
func (l *liner) set(sh shade) {
	if sh == l.shade {
		return
	}
	l.flush()
	if sh.link != l.shade.link {
		l.closeLink()
		if sh.link != 0 {
			l.open = openLink{format: sh.link, outer: l.b.looks(sh.link).linkStyles & sh.styles, runs: l.open.runs}
			l.link = &l.open
		}
	}
	l.shade = sh
}

// flush writes the text that is due.
func (l *liner) flush() {
	if len(l.buf) == 0 {
		return
	}
	s := string(l.buf)
	l.buf = l.buf[:0]
	runs, styles := &l.runs, l.shade.styles
	if l.link != nil {
		runs, styles = &l.link.runs, styles&^l.link.outer
	}
	if l.shade.code != 0 {
		runs.Inline(&document.Code{Value: s}, styles)
		return
	}
	runs.Share(s, styles)
}

func (l *liner) closeLink() {
	if l.link == nil {
		return
	}
	o := l.link
	l.link = nil
	if inlines := o.runs.Inlines(); len(inlines) > 0 {
		target := l.b.target(o.format)
		l.runs.Inline(&document.Link{URL: target.url, Title: target.title, Inlines: inlines}, o.outer)
	}
}

// take returns what was collected and begins anew; nothing where no reader
// would see anything.
func (l *liner) take() ([]document.Inline, document.Pos) {
	for n := len(l.buf); n > 0; n = len(l.buf) {
		if l.buf = dom.TrimBlankEnd(l.buf); len(l.buf) == n {
			break
		}
	}
	l.flush()
	l.closeLink()
	inlines := l.runs.Inlines()
	pos := document.LineSpan(l.first, l.last)
	shown := l.shown
	*l = liner{b: l.b, single: l.single, buf: l.buf[:0], runs: l.runs, open: openLink{runs: l.open.runs}}
	if !shown {
		return nil, document.Pos{}
	}
	return inlines, pos
}
