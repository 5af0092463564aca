package parse

import (
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
)

// text takes a piece of text as it is in the source.
func (in *input) text(b []byte, high bool) {
	if in.skip > 0 {
		n := min(in.skip, len(b))
		in.skip -= n
		b = b[n:]
	}
	if len(b) == 0 {
		return
	}
	if in.surrogate != 0 {
		in.rune(utf8.RuneError)
	}
	if !high && in.decoder.Direct() {
		in.out(b)
		return
	}
	in.scratch = in.decoder.Decode(in.scratch[:0], b, false)
	in.out(in.scratch)
}

// trail takes the second byte of a character that is in the source as it is,
// where that byte means something to RTF.
func (r *reader) trail() {
	if !r.in.decoder.Waits() {
		return
	}
	c, ok := r.lex.RawTrail()
	if !ok {
		return
	}
	if text := r.in.decoder.Trail(c); text != nil {
		r.lex.Skip()
		r.put(text)
	}
}

// byte takes a byte that is written as \'hh.
func (in *input) byte(c byte) {
	if in.skip > 0 {
		in.skip--
		return
	}
	if in.surrogate != 0 {
		in.rune(utf8.RuneError)
	}
	one := [1]byte{c}
	in.scratch = in.decoder.Decode(in.scratch[:0], one[:], true)
	in.out(in.scratch)
}

// settle ends what waits for more.
func (in *input) settle() {
	if in.surrogate != 0 {
		in.surrogate = 0
		in.putRune(utf8.RuneError)
	}
	in.flush()
}

// flush ends a character that waits for more bytes.
func (in *input) flush() {
	if in.decoder.Waits() {
		in.scratch = in.decoder.Unfinished(in.scratch[:0])
		in.out(in.scratch)
	}
}

// unicode takes \u: a UTF-16 code unit as a signed number, and how many bytes behind it
// are read in its place.
func (in *input) unicode(n int, instead uint8) {
	in.flush()
	in.skip = int(instead)
	c := rune(n)
	if n < 0 {
		c += 0x10000
	}
	in.rune(c)
}

// rune joins surrogates and puts the character.
func (in *input) rune(c rune) {
	first := in.surrogate
	in.surrogate = 0
	switch {
	case first != 0 && c >= 0xDC00 && c < 0xE000:
		in.putRune((first-0xD800)<<10 + c - 0xDC00 + 0x10000)
		return
	case first != 0 && c == utf8.RuneError:
		in.putRune(c)
		return
	case first != 0:
		in.putRune(utf8.RuneError)
	}
	switch {
	case c >= 0xD800 && c < 0xDC00:
		in.surrogate = c
	case c < 0 || !utf8.ValidRune(c):
		in.putRune(utf8.RuneError)
	case in.decoder.Font.HasSymbols():
		in.out([]byte(in.decoder.Font.Text(string(c))))
	default:
		in.putRune(c)
	}
}

func (in *input) putRune(c rune) {
	var b [utf8.UTFMax]byte
	in.out(b[:utf8.EncodeRune(b[:], c)])
}

// put takes text in UTF-8 to where the group's text goes.
func (r *reader) put(b []byte) {
	if len(b) == 0 {
		return
	}
	switch r.at.sink {
	case toStory:
		if r.page == nil {
			r.text.putStory(b)
		} else if !r.at.chars.rtfOnly {
			r.page.put(b)
		}
	case toPage:
		r.page.text = append(r.page.text, b...)
	case toCollected:
		r.collect(b)
	case toFonts:
		r.head.fontName(b)
	case toColors:
		r.head.colorText(b)
	case toStyles:
		r.head.styleName(b)
	}
}

// collect adds text to what is collected.
func (r *reader) collect(b []byte) {
	switch role := r.at.role; {
	case role.isMath():
		r.opened.equation.say(b)
		return
	case role == roleMarker && !r.text.visible(), role.isName() && len(r.at.collected)-int(r.at.from) >= maxName:
		return
	}
	r.at.collected = append(r.at.collected, b...)
}

// putStory adds text to the current paragraph.
func (w *writer) putStory(b []byte) {
	if w.visible() {
		w.out.sight.seen, w.out.story.par.shown = visible.Shown, true
		w.out.sight.countUnsure(b)
	} else if w.out.sight.countHidden(b); w.out.sight.drops(w.out.sight.unseen) {
		return
	}
	s := w.out.story
	w.out.inText += int64(len(b))
	if s.par.line == 0 {
		s.par.line = w.out.src.lex.Line
	}
	w.out.words.Bytes(s.par.text, b, w.out.sight.run)
}

// visible makes the format of the text that comes next, and reports whether
// it shows.
func (w *writer) visible() bool {
	if !w.out.sight.stale {
		return w.out.sight.unseen == visible.Shown
	}
	w.out.sight.stale = false
	w.out.sight.unseen = w.hides()
	if w.out.sight.unsure = w.out.sight.unseen == visible.Unsure; w.out.sight.unsure {
		w.out.sight.unseen = visible.Shown
	}
	c := &w.at.chars
	styles := c.styles
	if c.script == scriptWide {
		styles |= c.wide
	}
	mono := w.head.font(c.font).mono
	w.out.words.Mono = w.head.font(w.head.defaultFont).mono
	w.out.sight.run = wordtext.Run{Link: c.link, Styles: styles, Code: mono, Mono: mono, Label: w.out.sight.losses.Label(w.out.sight.unseen)}
	return w.out.sight.unseen == visible.Shown
}
