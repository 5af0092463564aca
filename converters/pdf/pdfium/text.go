package pdfium

import (
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

// Char is a character of a page, in the order in which the page paints them, as far as
// PDFium keeps it. Spaces and line ends that PDFium infers have no box.
type Char struct {
	Rune      rune
	Run       int32 // in Page.Runs; -1 for an inferred character
	Box       Box   // of the ink
	X, Y      float64
	End       float64 // where the next one would begin, in the direction of the text, where that one is of another run or set apart; else 0
	Generated bool    // inferred from places, not in the file
	Unmapped  bool    // the font says nothing of what it means
	Settled   bool    // it is on the line of the one before it, and the spaces between them are known
	Bodiless  bool    // PDFium knows no glyph of it; its box is that of its like
}

// The ways of painting text that leave no ink (PDF 32000-1, 9.3.6).
const (
	ModeInvisible = 3
	ModeClip      = 7
)

// Run is what neighbouring characters of one text object have in common.
type Run struct {
	Font   *Font
	Size   float64 // as it is shown, in points
	Mode   int     // of painting: 0 fill, 1 stroke, 2 both, 3 none, 4 to 7 the same and clip
	Fill   Color
	Turn   int     // direction of the text: quarter turns clockwise; 4 is a slant
	Slant  int     // degrees clockwise of text that is slanted
	MCID   int     // marked-content id, or -1
	Around Context // of its text object

	object uint64 // 0 for one that is not of the page that is open
}

// readText reads the characters of the page, in the contexts of their objects.
func (p *openPage) readText(objects map[uint64]Context) ([]Char, []Run, error) {
	t := textReader{machine: p.machine, frame: &p.frame, objects: objects, text: p.ptr(fnTextLoad, p.handle)}
	if t.text == 0 {
		return nil, nil, p.err
	}
	defer p.call(fnTextClose, t.text)
	kept := p.vector(t.text+charsAt, memoryLimit)
	t.chars = make([]Char, 0, min(len(kept)/charSize, 1<<16))
	for i := range uint64(len(kept) / charSize) {
		if i%64 == 0 {
			if err := p.step(64); err != nil {
				return nil, nil, err
			}
		}
		t.char(i, keptChar(kept[i*charSize:]))
		if p.err != nil {
			return nil, nil, p.err
		}
	}
	t.end()
	t.measure()
	return t.chars, t.runs, nil
}

// What the letters of a font are beside its size: the tallest are of about its
// size, and none is more than twice as tall.
const (
	unreadable = 2.0 // points: a size that is less is looked at
	tallest    = 2.0
	usual      = 1.2 // the size of a font beside the ink of its tallest letter
)

// measure gives the text of Type 3 fonts the size that it is shown in. Their
// matrix may be any (PDF 32000-1, 9.6.5), so that text of size 1 may be ten points
// tall: then the ink says how large it is.
func (t *textReader) measure() {
	type face struct {
		font *Font
		size float64
	}
	ink := map[face]float64{}
	for i := range t.chars {
		c := &t.chars[i]
		if c.Run < 0 {
			continue
		}
		if r := &t.runs[c.Run]; r.Size < unreadable {
			f := face{r.Font, r.Size}
			ink[f] = max(ink[f], min(c.Box.X1-c.Box.X0, 2*(c.Box.Y1-c.Box.Y0)), min(c.Box.Y1-c.Box.Y0, 2*(c.Box.X1-c.Box.X0)))
		}
	}
	for i := range t.runs {
		r := &t.runs[i]
		if tall := ink[face{r.Font, r.Size}]; r.Size < unreadable && tall > tallest*r.Size {
			r.Size = usual * tall
		}
	}
}

// textReader reads characters; those of one text object follow each other.
type textReader struct {
	*machine
	frame   *Frame
	text    uint64 // the characters of the page
	chars   []Char
	runs    []Run
	objects map[uint64]Context
	last    uint64 // the index of the last character
}

// char reads a character.
func (t *textReader) char(i uint64, kept keptChar) {
	c := Char{Rune: kept.rune(), Run: -1}
	if c.Rune == 0 || t.completes(c.Rune) {
		return
	}
	object := kept.object()
	blank := c.Rune == ' ' || c.Rune == '\r' || c.Rune == '\n'
	if object == 0 || blank && kept.kind() == charInferred {
		c.Generated = true
		t.end()
		t.chars = append(t.chars, c)
		return
	}
	if n := len(t.runs); n == 0 || object != t.runs[n-1].object {
		t.end()
		t.runs = append(t.runs, t.readRun(object, i))
	}
	c.Run = int32(len(t.runs) - 1)
	c.Box = t.frame.box(kept.box())
	c.X, c.Y = t.frame.Point(kept.origin())
	t.fit(&c)
	t.gap(&c)
	c.Unmapped = kept.kind() == charUnmapped
	t.chars = append(t.chars, c)
	t.last = i
}

// gap notes where the character before one ends, if that is not right before
// it.
func (t *textReader) gap(c *Char) {
	const apart = .13 // of the size, between the ink of two characters
	n := len(t.chars)
	if n == 0 || t.chars[n-1].Run != c.Run {
		return
	}
	before, run := &t.chars[n-1], &t.runs[c.Run]
	gap, level := c.Box.X0-before.Box.X1, c.Y == before.Y
	switch run.Turn {
	case 0:
		if c.X <= before.X { // it is read from right to left
			t.end()
		}
	case 1:
		gap, level = c.Box.Y0-before.Box.Y1, c.X == before.X
	case 2:
		gap = before.Box.X0 - c.Box.X1
	case 3:
		gap, level = before.Box.Y0-c.Box.Y1, c.X == before.X
	}
	if gap > apart*run.Size && level {
		t.end()
	}
}

// end notes where the last character of a run ends.
func (t *textReader) end() {
	n := len(t.chars)
	if n == 0 || t.chars[n-1].Run < 0 || !t.ok(fnTextLooseBox, t.text, t.last, t.at(0)) {
		return
	}
	c, b := &t.chars[n-1], t.frame.box(t.f32(0), t.f32(4), t.f32(8), t.f32(12))
	switch t.runs[c.Run].Turn {
	case 0:
		c.End = b.X1
	case 1:
		c.End = b.Y1
	case 2:
		c.End = b.X0
	case 3:
		c.End = b.Y0
	}
}

// completes reports whether a character is the second half of the one before
// it, in UTF-16, and makes them one.
func (t *textReader) completes(r rune) bool {
	n := len(t.chars)
	if n == 0 {
		return false
	}
	whole := utf16.DecodeRune(t.chars[n-1].Rune, r)
	if whole == utf8.RuneError {
		return false
	}
	t.chars[n-1].Rune = whole
	return true
}

// tiled is what PDFium calls the colour of text that is painted with a pattern
// of tiles, whatever they show.
var tiled = Color{0xBF, 0xBF, 0xBF, 0xFF}

// readRun reads what the characters of an object have in common.
func (t *textReader) readRun(object, i uint64) Run {
	r := Run{object: object, Size: 1, MCID: t.int(fnObjectMCID, object), Mode: t.int(fnObjMode, object)}
	sign := 1.0 // a size below zero turns what the matrix says around
	if t.ok(fnObjSize, object, t.at(0)) {
		r.Size = math.Abs(t.f32(0))
		sign = math.Copysign(1, t.f32(0))
	}
	if t.ok(fnTextMatrix, t.text, i, t.at(0)) {
		m := t.matrix()
		m.a, m.b = sign*m.a, sign*m.b
		r.Size *= math.Hypot(m.c, m.d)
		r.Turn = (turnOf(m.a, m.b) + t.frame.Turn) & 3
		if turnOf(m.a, m.b) == slanted {
			r.Turn = slanted
			r.Slant = int(math.Round(math.Atan2(-m.b, m.a)*180/math.Pi)) + 90*t.frame.Turn
		}
	}
	r.Fill = Color{A: 255}
	if t.ok(fnTextFill, t.text, i, t.at(0), t.at(4), t.at(8), t.at(12)) {
		r.Fill = Color{uint8(t.i32(0)), uint8(t.i32(4)), uint8(t.i32(8)), uint8(t.i32(12))}
	}
	r.Font = t.font(t.ptr(fnObjFont, object))
	if o, ok := t.objects[object]; ok {
		r.Around = o
		r.Around.Veiled = o.Veiled || r.Fill == tiled
	}
	return r
}

// turnOf returns the quarter turns, clockwise, of a line in the direction of a
// vector, 4 for one that is not near any.
func turnOf(x, y float64) int {
	const slant = .09 // about five degrees
	switch length := math.Hypot(x, y); {
	case length == 0:
		return 0
	case math.Abs(y) <= slant*length:
		if x > 0 {
			return 0
		}
		return 2
	case math.Abs(x) <= slant*length:
		if y > 0 {
			return 3
		}
		return 1
	default:
		return slanted
	}
}

// slanted is the turn of text in a direction that is along no edge of the page.
const slanted = 4
