package ppt

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// paraRun is how the paragraphs of a stretch of text are set.
type paraRun struct {
	end    int
	level  int8
	said   bool // whether there are bullets is said
	bullet bool
}

// charRun is how the characters of a stretch look.
type charRun struct {
	end    int
	styles document.Styles
	size   int // in points, 0 where it is not said
}

// fields reads fields that a mask says are there.
type fields struct {
	raw  []byte
	mask uint32
}

// take returns a field of some size, if one of some bits is set.
func (f *fields) take(bits uint32, size int) uint32 {
	if f.mask&bits == 0 || len(f.raw) < size {
		if f.mask&bits != 0 {
			f.raw = nil
		}
		return 0
	}
	v := uint32(0)
	for i := range min(size, 4) {
		v |= uint32(f.raw[i]) << (8 * i)
	}
	f.raw = f.raw[size:]
	return v
}

// runs reads how a text is set (2.9.44): its paragraphs (2.9.20), then its characters
// (2.9.14). Both have one character more than the text.
func (t *rawText) runs() (paras []paraRun, chars []charRun) {
	b := t.style
	total := len(t.text) + 1
	for at := 0; at < total && len(b) >= 10; {
		at += int(min(long(b, 0), uint32(total)))
		p := paraRun{end: at, level: int8(min(binary.LittleEndian.Uint16(b[4:]), 4))}
		f := fields{b[10:], long(b, 6)}
		p.said = f.mask&1 != 0
		p.bullet = f.take(0x0F, 2)&1 != 0
		for _, x := range [...]struct {
			bits uint32
			size int
		}{{0x80, 2}, {0x10, 2}, {0x40, 2}, {0x20, 4}, {0x800, 2}, {0x1000, 2}, {0x2000, 2}, {0x4000, 2}, {0x100, 2}, {0x400, 2}, {0x8000, 2}} {
			f.take(x.bits, x.size)
		}
		if n := f.take(0x100000, 2); n > 0 { // stops of tabs
			f.raw = f.raw[min(4*int(n), len(f.raw)):]
		}
		for _, bits := range [...]uint32{0x10000, 0xE0000, 0x200000} {
			f.take(bits, 2)
		}
		b = f.raw
		paras = append(paras, p)
	}
	for at := 0; at < total && len(b) >= 8; {
		at += int(min(long(b, 0), uint32(total)))
		c := charRun{end: at}
		f := fields{b[8:], long(b, 4)}
		style := f.take(0xFFFF, 2)
		for _, bits := range [...]uint32{0x10000, 0x200000, 0x400000, 0x800000} {
			f.take(bits, 2)
		}
		c.size = int(f.take(0x20000, 2))
		f.take(0x40000, 4)
		raised := int16(f.take(0x80000, 2))
		for s, on := range map[document.Style]bool{
			document.Strong: style&1 != 0, document.Emphasis: style&2 != 0, document.Superscript: raised > 0, document.Subscript: raised < 0,
		} {
			if on {
				c.styles = c.styles.With(s)
			}
		}
		b = f.raw
		chars = append(chars, c)
	}
	return paras, chars
}

// The kinds of texts whose paragraphs have bullets where nothing else is said (2.13.33).
const (
	textTitle       = 0
	textBody        = 1
	textCenterTitle = 6
	textHalf        = 7
	textQuarter     = 8
)

func (t *rawText) hasBullets() bool {
	return t.kind == textBody || t.kind == textHalf || t.kind == textQuarter
}

// blocks returns the paragraphs of a text.
func (r *slideReader) blocks(t *rawText) []document.Block {
	paras, chars := t.runs()
	flow := r.deck.words.NewFlow(nil)
	at, p := 0, 0
	for at < len(t.text) && r.deck.step(1) {
		end := at
		for end < len(t.text) && t.text[end] != '\r' {
			end++
		}
		for p+1 < len(paras) && paras[p].end <= at {
			p++
		}
		x := r.deck.words.NewParagraph()
		x.Pos = r.pos
		r.addRuns(x, t, at, end, chars)
		if !x.IsBlank() {
			bullet, level := t.hasBullets(), int8(0)
			if p < len(paras) {
				level = paras[p].level
				if paras[p].said {
					bullet = paras[p].bullet
				}
			}
			if bullet {
				x.Item = wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: level}
			}
			flow.Add(x)
		}
		r.deck.words.Done(x)
		at = end + 1
	}
	return flow.Blocks()
}

// addRuns adds the characters of a paragraph.
func (r *slideReader) addRuns(x *wordtext.Paragraph, t *rawText, at, end int, chars []charRun) {
	c := 0
	for at < end {
		for c < len(chars) && chars[c].end <= at {
			c++
		}
		to, look, size := end, wordtext.Run{}, 0
		if c < len(chars) {
			to, look.Styles, size = min(to, chars[c].end), chars[c].styles, chars[c].size
		}
		for _, l := range t.links {
			switch {
			case l.from <= at && at < l.to:
				to = min(to, l.to)
				if url := r.deck.links[l.id]; url != "" {
					look.Link = &wordtext.Link{URL: url}
				}
			case l.from > at:
				to = min(to, l.from)
			}
		}
		text := shown(t.text[at:to])
		at = to
		if size > 0 && size < visible.MinSize && strings.TrimSpace(text) != "" {
			if r.deck.Hide(visible.Size, r.pos) {
				continue
			}
			look.Label = r.deck.Label(visible.Size)
		}
		if err := r.deck.env.Spend(converters.LimitText, int64(utf8.RuneCountInString(text)), r.pos); err != nil {
			r.deck.fail(err)
			return
		}
		r.deck.words.Text(x, text, look)
	}
}

// shown returns characters as a reader sees them.
func shown(units []uint16) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == 0x0B:
			return '\n'
		case c < ' ' && c != '\t':
			return -1
		}
		return c
	}, string(utf16.Decode(units)))
}

// line returns a text in one line.
func (t *rawText) line() string {
	return strings.Join(strings.Fields(strings.ReplaceAll(shown(t.text), "\r", " ")), " ")
}
