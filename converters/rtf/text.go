package rtf

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// text takes a piece of text as it stands in the source.
func (r *reader) text(b []byte, high bool) {
	r.fresh = false
	if r.skip > 0 {
		n := min(r.skip, len(b))
		r.skip -= n
		b = b[n:]
	}
	if len(b) == 0 {
		return
	}
	if r.surrogate != 0 {
		r.rune(utf8.RuneError)
	}
	if !high && r.direct() {
		r.put(b)
		return
	}
	r.scratch = r.decode(r.scratch[:0], b, false)
	r.put(r.scratch)
}

// byte takes a byte that is written as \'hh.
func (r *reader) byte(c byte) {
	if r.skip > 0 {
		r.skip--
		return
	}
	if r.group.dest == destCollect && r.group.of == wLevelText {
		r.collected = append(r.collected, c)
		return
	}
	if r.surrogate != 0 {
		r.rune(utf8.RuneError)
	}
	one := [1]byte{c}
	r.scratch = r.decode(r.scratch[:0], one[:], true)
	r.put(r.scratch)
}

// settle ends what waits for more.
func (r *reader) settle() {
	if r.surrogate != 0 {
		r.surrogate = 0
		r.putRune(utf8.RuneError)
	}
	r.flush()
}

// flush ends a character that waits for more bytes.
func (r *reader) flush() {
	if len(r.pending) > 0 {
		r.scratch = r.unfinished(r.scratch[:0])
		r.put(r.scratch)
	}
}

func asciiOnly(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// unicode takes \u: a UTF-16 code unit as a signed number.
func (r *reader) unicode(n int) {
	if len(r.pending) > 0 {
		r.flush()
	}
	r.skip = int(r.group.chars.uc)
	c := rune(n)
	if n < 0 {
		c += 0x10000
	}
	r.rune(c)
}

// rune joins surrogates and puts the character.
func (r *reader) rune(c rune) {
	first := r.surrogate
	r.surrogate = 0
	switch {
	case first != 0 && c >= 0xDC00 && c < 0xE000:
		r.putRune((first-0xD800)<<10 + c - 0xDC00 + 0x10000)
		return
	case first != 0 && c == utf8.RuneError:
		r.putRune(c)
		return
	case first != 0:
		r.putRune(utf8.RuneError)
	}
	switch {
	case c >= 0xD800 && c < 0xDC00:
		r.surrogate = c
	case c < 0 || !utf8.ValidRune(c):
		r.putRune(utf8.RuneError)
	default:
		r.putRune(c)
	}
}

func (r *reader) putRune(c rune) {
	var b [utf8.UTFMax]byte
	r.put(b[:utf8.EncodeRune(b[:], c)])
}

// put takes text in UTF-8 to where the group's text goes.
func (r *reader) put(b []byte) {
	if len(b) == 0 {
		return
	}
	switch r.group.dest {
	case destBody:
		if r.wrapped {
			r.putPage(b)
			return
		}
		r.putBody(b)
	case destTag:
		r.page = append(r.page, b...)
	case destCollect:
		if r.inMath(r.group.of) {
			r.putMath(b)
		} else if r.group.of != wListText && r.group.of != wPnText || r.visible() {
			r.collect(b)
		}
	case destFonts:
		r.fontName(b)
	case destColors:
		r.colorText(b)
	case destStyles:
		r.styleName(b)
	}
}

// collect adds text to what is collected.
func (r *reader) collect(b []byte) {
	switch r.group.of {
	case wListText, wPnText, wPnTextBefore, wPnTextAfter, wBookmark, wAnnotAuthor, wAnnotID, wAnnotDate, wShapeName:
		if len(r.collected)-int(r.group.from) >= nameMost {
			return
		}
	}
	r.collected = append(r.room(r.collected, len(b)), b...)
}

// putBody adds text to the current paragraph.
func (r *reader) putBody(b []byte) {
	if !r.visible() {
		r.countHidden(b)
		if r.When(r.unseen) == converters.DropHidden {
			return
		}
	} else {
		r.seen, r.story.shown = visible.Shown, true
		r.countUnsure(b)
	}
	s := r.story
	if len(s.runs) >= runsMost {
		r.endPara()
	}
	r.inText += int64(len(b))
	if r.format.mono {
		r.inMono += int64(len(b))
	}
	if len(s.text) >= textMost {
		if b = r.partText(b); len(b) == 0 {
			return
		}
	}
	if s.line == 0 {
		s.line = r.line
	}
	s.text = append(r.room(s.text, len(b)), b...)
	r.extend()
}

// partText ends a paragraph of very long text at the next blank, or anywhere if
// there is none for long, and returns what stands behind that.
func (r *reader) partText(b []byte) []byte {
	at := bytes.IndexByte(b, ' ') + 1
	if at == 0 && len(r.story.text) < 2*textMost {
		return b
	}
	s := r.story
	s.text = append(s.text, b[:at]...)
	r.extend()
	r.endPara()
	return b[at:]
}

// room returns a long text with room for more: not for much more than the rest
// of the source can give.
func (r *reader) room(text []byte, more int) []byte {
	if len(text) < farText || len(text)+more <= cap(text) {
		return text
	}
	rest := int(r.of.size - r.offset())
	return slices.Grow(text, max(more, min(len(text), more+rest)))
}

// extend lets the last run, or a new one, reach to the end of the text.
func (r *reader) extend() {
	s := r.story
	end := int32(len(s.text))
	if n := len(s.runs); n > 0 {
		last := &s.runs[n-1]
		if last.node == 0 && last.link == r.format.link && last.styles == r.format.styles && last.mono == r.format.mono && last.hidden == r.format.hidden {
			last.end = end
			return
		}
	}
	r.format.end = end
	s.runs = append(s.runs, r.format)
	cost := runCost(len(s.runs)) - runCost(len(s.runs)-1)
	s.cost += cost
	r.hold(cost)
}

// runsFew is how many runs a paragraph has that are not counted as what makes a
// paragraph large.
const runsFew = 64

// runCost is what the runs of a paragraph count as, with their inlines: the
// first one comes with the paragraph.
func runCost(runs int) int64 {
	return int64(max(runs, 0)) + int64(max(runs-1, 0)) + 14*int64(max(runs-runsFew, 0))
}

// visible makes the format of the text that comes next, and reports whether
// it shows.
func (r *reader) visible() bool {
	if r.stale {
		r.stale = false
		r.unseen = r.hides()
		if r.unsure = r.unseen == visible.Unsure; r.unsure {
			r.unseen = visible.Shown
		}
		c := &r.group.chars
		styles := c.styles
		if c.script == scriptWide {
			styles |= c.wide
		}
		r.format = run{
			link: c.link, styles: styles, mono: r.font(c.font).mono,
			hidden: r.unseen != visible.Shown && r.When(r.unseen) == converters.MarkHidden,
		}
	}
	return r.unseen == visible.Shown
}
