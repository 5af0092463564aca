package gate

import "strings"

// glyph is one character of a line with what became of it: the rune in the low
// 21 bits (0 for what was dropped while reading), its length in the source, its
// fate. A fold is many printable ASCII characters that stay, of which no rule
// sees more than that they are there: the low 24 bits are their number.
type glyph uint32

// The fates. A line is judged in passes: what does not depend on neighbours is
// settled while it is read, and the passes after it settle what is undecided,
// each looking only at what is solid by then. So dropping one character cannot
// change what another pass saw, and a second run of the gate sees the same.
const (
	fateKeep glyph = iota << 24
	fateSwap       // the rune, which replaces another one, is solid
	fateShow       // shown as \u{…}, solid
	fateOpen       // undecided
	fateDrop
	fateMask glyph = 7 << 24
)

const (
	glyphRune  glyph = 1<<21 - 1
	glyphWidth glyph = 7 << 21
	widthShift       = 21
	glyphFold  glyph = 1 << 27
	glyphBlank glyph = 1 << 28 // a fold without letters
	maxFold          = 1<<24 - 1
	glyphsKept       = 1 << 16 // more scratch than this is not kept between lines
)

func (c glyph) fold() bool  { return c&glyphFold != 0 }
func (c glyph) fate() glyph { return c & fateMask }
func (c glyph) solid() bool { return c&fateMask <= fateShow }
func (c glyph) open() bool  { return c&fateMask == fateOpen }

// rune returns the character, or one like those of a fold.
func (c glyph) rune() rune {
	switch {
	case !c.fold():
		return rune(c & glyphRune)
	case c&glyphBlank != 0:
		return ' '
	}
	return 'a'
}

func (c glyph) width() int {
	if c.fold() {
		return int(c & maxFold)
	}
	return int(c & glyphWidth >> widthShift)
}

func (c *glyph) settle(fate glyph) { *c = *c&^fateMask | fate }

// properties returns the properties of what is in the output: for a shown
// character those of the escape's letters, of which none matters to a guard.
func (c glyph) properties() uint32 {
	if c.fate() == fateShow {
		return properties('\\')
	}
	return properties(c.rune())
}

// glyphLine is a line under judgement.
type glyphLine struct {
	glyphs []glyph
	right  bool // has a strong right-to-left character
	starts bool // the first strong character is right-to-left (UAX 9, P2)
	strong bool // has a strong character
	shown  bool // has a character that is shown as an escape
	opens  [classMask + 1]bool
	stack  []int
}

func (l *glyphLine) reset() {
	if cap(l.glyphs) > glyphsKept {
		l.glyphs, l.stack = nil, nil
	}
	*l = glyphLine{glyphs: l.glyphs[:0], stack: l.stack[:0]}
}

func (l *glyphLine) add(r rune, width int, fate glyph) {
	l.glyphs = append(l.glyphs, glyph(r)|glyph(width)<<widthShift|fate)
}

// fold adds ASCII characters between two others. What stands for them is a
// letter if one of them is: no rule counts further than that, see strongRun.
func (l *glyphLine) fold(s string) {
	c := glyph(len(s)) | glyphFold
	i := 0
	for i < len(s) && properties(rune(s[i]))&bitLeft == 0 {
		i++
	}
	if i == len(s) {
		c |= glyphBlank
	} else {
		l.direction(bitLeft)
	}
	l.glyphs = append(l.glyphs, c)
}

// direction notes the strong direction of a solid character.
func (l *glyphLine) direction(props uint32) {
	if props&(bitLeft|bitRight) == 0 {
		return
	}
	if !l.strong {
		l.strong, l.starts = true, props&bitRight != 0
	}
	l.right = l.right || props&bitRight != 0
}

// write copies the line to the sink as it was judged.
func (l *glyphLine) write(w *sink) {
	for _, c := range l.glyphs {
		switch c.fate() {
		case fateKeep:
			w.keep(c.width())
		case fateSwap:
			w.replace(c.width(), string(c.rune()))
		case fateShow:
			w.replace(c.width(), showRune(c.rune()))
		default:
			w.replace(c.width(), "")
		}
	}
}

// sink makes the output of a text. As long as nothing is replaced, it only
// moves along the source.
type sink struct {
	src     string
	out     strings.Builder
	from    int // src[from:pos] is kept but not in out yet
	pos     int
	changed bool
	bounds  []int // offsets in src, ascending, for which
	cuts    []int // the offsets in the output are wanted
}

// keep moves over n bytes that stay.
func (w *sink) keep(n int) { w.pos += n }

// replace puts text for the next n bytes.
func (w *sink) replace(n int, text string) {
	if !w.changed {
		w.changed = true
		w.out.Grow(len(w.src))
	}
	w.flush(w.pos)
	w.out.WriteString(text)
	w.pos += n
	w.from = w.pos
	for len(w.bounds) > 0 && w.bounds[0] < w.pos {
		w.cut(w.out.Len()) // inside what was replaced
	}
}

// flush copies what was kept up to the offset.
func (w *sink) flush(to int) {
	for len(w.bounds) > 0 && w.bounds[0] <= to {
		w.cut(w.out.Len() + w.bounds[0] - w.from)
	}
	w.out.WriteString(w.src[w.from:to])
	w.from = to
}

func (w *sink) cut(at int) {
	w.cuts = append(w.cuts, at)
	w.bounds = w.bounds[1:]
}

// finish returns the output: the source itself if nothing was replaced.
func (w *sink) finish() string {
	if !w.changed {
		return w.src
	}
	w.flush(len(w.src))
	if out := w.out.String(); len(out) > len(w.src)/2 {
		return out
	}
	return strings.Clone(w.out.String()) // not to hold on to much that is empty
}
