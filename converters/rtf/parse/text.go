package parse

import (
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
)

// text takes a piece of text as it is in the source.
func (r *reader) text(b []byte, high bool) {
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
	if !high && r.decoder.Direct() {
		r.put(b)
		return
	}
	r.scratch = r.decoder.Decode(r.scratch[:0], b, false)
	r.put(r.scratch)
}

// trail takes the second byte of a character that is in the source as it is,
// where that byte means something to RTF.
func (r *reader) trail() {
	if !r.decoder.Waits() {
		return
	}
	c, ok := r.lex.RawTrail()
	if !ok {
		return
	}
	if text := r.decoder.Trail(c); text != nil {
		r.lex.Skip()
		r.put(text)
	}
}

// byte takes a byte that is written as \'hh.
func (r *reader) byte(c byte) {
	if r.skip > 0 {
		r.skip--
		return
	}
	if r.sink == toCollected && r.role == roleLevelText {
		r.collected = append(r.collected, c)
		return
	}
	if r.surrogate != 0 {
		r.rune(utf8.RuneError)
	}
	one := [1]byte{c}
	r.scratch = r.decoder.Decode(r.scratch[:0], one[:], true)
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
	if r.decoder.Waits() {
		r.scratch = r.decoder.Unfinished(r.scratch[:0])
		r.put(r.scratch)
	}
}

// unicode takes \u: a UTF-16 code unit as a signed number.
func (r *reader) unicode(n int) {
	r.flush()
	r.skip = int(r.chars.uc)
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
	case r.decoder.Font.HasSymbols():
		r.put([]byte(r.decoder.Font.Text(string(c))))
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
	switch r.sink {
	case toStory:
		if r.page != nil {
			r.putPage(b)
			return
		}
		r.putStory(b)
	case toPage:
		r.page.text = append(r.page.text, b...)
	case toCollected:
		r.collect(b)
	case toFonts:
		r.fontName(b)
	case toColors:
		r.colorText(b)
	case toStyles:
		r.styleName(b)
	}
}

// collect adds text to what is collected.
func (r *reader) collect(b []byte) {
	switch role := r.role; {
	case role.isMath():
		r.mathText(b)
		return
	case role == roleMarker && !r.visible(), role.isName() && len(r.collected)-int(r.from) >= maxName:
		return
	}
	r.collected = append(r.collected, b...)
}

// putStory adds text to the current paragraph.
func (r *reader) putStory(b []byte) {
	if r.visible() {
		r.seen, r.story.shown = visible.Shown, true
		r.countUnsure(b)
	} else if r.countHidden(b); r.drops(r.unseen) {
		return
	}
	s := r.story
	r.inText += int64(len(b))
	if s.line == 0 {
		s.line = r.lex.Line
	}
	r.words.Bytes(s.text, b, r.run)
}

// visible makes the format of the text that comes next, and reports whether
// it shows.
func (r *reader) visible() bool {
	if !r.stale {
		return r.unseen == visible.Shown
	}
	r.stale = false
	r.unseen = r.hides()
	if r.unsure = r.unseen == visible.Unsure; r.unsure {
		r.unseen = visible.Shown
	}
	c := &r.chars
	styles := c.styles
	if c.script == scriptWide {
		styles |= c.wide
	}
	mono := r.font(c.font).mono
	r.words.Mono = r.font(r.defaultFont).mono
	r.run = wordtext.Run{Link: c.link, Styles: styles, Code: mono, Mono: mono, Label: r.losses.Label(r.unseen)}
	return r.unseen == visible.Shown
}
