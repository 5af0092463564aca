// Package line collects the content of one paragraph of a page.
package line

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/document"
)

// Shade is how a piece of text shows. Neighbours with one shade are one run.
type Shade struct {
	Styles document.Styles
	Code   int32 // the element that makes it code, 0 for none
	Link   int32 // the format that makes it a link, 0 for none
}

// Label sets the text in a label, unless it is in one or the label is 0.
func (sh *Shade) Label(label document.Style) {
	if label != 0 && !sh.Styles.Has(document.Hidden) && !sh.Styles.Has(document.MayBeHidden) {
		sh.Styles = sh.Styles.With(label)
	}
}

// Page is the page that the text is on.
type Page interface {
	// Spend counts text, and reports whether there is room for it.
	Spend(text string) bool
	// Apart reports whether two formats are links that are side by side.
	Apart(a, z int32) bool
	// LinkStyles returns the styles that the link of a format is in.
	LinkStyles(format int32) document.Styles
	// Target returns where the link of a format leads, and its title.
	Target(format int32) (url, title string)
}

// New returns a line.
func New(env *converters.Env) Line { return Line{env: env, runs: env.Runs()} }

// Line collects the text of one paragraph: it collapses white space over the
// borders of elements, and joins what shows alike.
type Line struct {
	Page   Page
	Single bool // a line end is a space: the text has to fit a line

	env   *converters.Env
	runs  document.Runs
	outer document.Styles // those that the open link is in
	buf   []byte
	shade Shade
	Space bool // white space is due before the next word
	Wide  int  // line ends are due
	Begun bool // something is in the line
	shown bool // something that is seen is in it

	first, last int // lines of the source
}

// Text adds text with its white space collapsed.
func (l *Line) Text(s string, sh Shade, line int) {
	for s != "" {
		i := 0
		for i < len(s) && dom.IsSpace(s[i]) {
			i++
		}
		if i > 0 {
			l.Space = true
			s = s[i:]
		}
		i = EndOfWords(s)
		if i > 0 {
			l.words(s[:i], sh, line)
			s = s[i:]
		}
	}
}

// EndOfWords returns how far a text goes without white space that collapses:
// single spaces between words stay as they are.
func EndOfWords(s string) int {
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
func (l *Line) words(s string, sh Shade, line int) {
	if !l.Begun {
		if s = dom.TrimBlank(s); s == "" {
			return
		}
	}
	if !l.Page.Spend(s) {
		return
	}
	l.Space = l.Space || l.Begun && l.Page.Apart(l.shade.Link, sh.Link)
	l.before(sh)
	l.set(sh)
	l.buf = append(l.buf, s...)
	l.touch(line)
	l.shown = l.shown || !dom.IsBlank(s)
}

// Node adds an inline node.
func (l *Line) Node(n document.Inline, sh Shade, line int) {
	l.before(sh)
	sh.Code = 0
	l.set(sh)
	l.flush()
	l.runs.Inline(n, sh.Styles&^l.outer)
	l.touch(line)
	l.shown = true
}

// Nodes adds inlines that were made apart.
func (l *Line) Nodes(inlines []document.Inline, line int) {
	for _, in := range inlines {
		if t, ok := in.(*document.Text); ok {
			l.Text(t.Value, Shade{}, line)
		} else {
			l.Node(in, Shade{}, line)
		}
	}
}

func (l *Line) touch(line int) {
	if !l.Begun {
		l.first = line
	}
	l.Begun = true
	l.last = max(l.last, line)
}

// Gap makes sure that what follows does not join the word before.
func (l *Line) Gap() { l.Space = true }

// End notes a line end that is meant.
func (l *Line) End() {
	if l.Single {
		l.Space = true
		return
	}
	l.Wide++
	l.Space = false
}

// before writes the white space that is due before content of a shade. A
// space between two shades has only what both have.
func (l *Line) before(sh Shade) {
	if !l.Begun {
		l.Space, l.Wide = false, 0
		return
	}
	both := Shade{Styles: l.shade.Styles & sh.Styles}
	if l.shade.Code == sh.Code {
		both.Code = sh.Code
	}
	if l.shade.Link == sh.Link {
		both.Link = sh.Link
	}
	switch {
	case l.Wide > 0:
		both.Code = 0
		l.set(both)
		l.flush()
		l.runs.Inline(converters.Make(l.env, &document.Break{}), both.Styles&^l.outer)
	case l.Space:
		l.set(both)
		l.buf = append(l.buf, ' ')
	}
	l.Space, l.Wide = false, 0
}

// set changes the shade.
func (l *Line) set(sh Shade) {
	if sh == l.shade {
		return
	}
	l.flush()
	if sh.Link != l.shade.Link {
		l.closeLink()
		if sh.Link != 0 {
			l.outer = l.Page.LinkStyles(sh.Link) & sh.Styles
			l.runs.BeginLink(converters.Make(l.env, &document.Link{}), l.outer)
		}
	}
	l.shade = sh
}

// flush writes the text that is due.
func (l *Line) flush() {
	if len(l.buf) == 0 {
		return
	}
	s := string(l.buf)
	l.buf = l.buf[:0]
	styles := l.shade.Styles &^ l.outer
	if l.shade.Code != 0 {
		l.runs.Inline(converters.Make(l.env, &document.Code{Value: s}), styles)
		return
	}
	l.runs.Share(s, styles)
}

func (l *Line) closeLink() {
	if link := l.runs.EndLink(); link != nil {
		link.URL, link.Title = l.Page.Target(l.shade.Link)
	}
	l.outer = 0
}

// Take returns what was collected and begins anew; nothing where no reader
// would see anything.
func (l *Line) Take() ([]document.Inline, document.Pos) {
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
	*l = Line{Page: l.Page, env: l.env, Single: l.Single, buf: l.buf[:0], runs: l.runs}
	if !shown {
		return nil, document.Pos{}
	}
	return inlines, pos
}
