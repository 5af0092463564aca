package pdfium

import (
	"bytes"
	"crypto/sha256"
	"math"
	"slices"
)

// Spot returns the place of a character on a page, in hundredths of a point, by which
// [Document.Named] knows its glyph.
func (c *Char) Spot() [2]int32 { return spotOf(c.X, c.Y) }

func spotOf(x, y float64) [2]int32 {
	return [2]int32{int32(math.Round(100 * x)), int32(math.Round(100 * y))}
}

// Named returns the characters that the glyphs of a page are by the encodings of their
// fonts and the names in these, whatever the file says of their meaning
// (PDF 32000-1, 9.10.3), by the spots of characters; 0 is one without a name. The file is opened a second time, in the same instance, and
// read while PDFium asks for such tables by a name that no file has.
func (d *Document) Named(number int) (map[[2]int32]rune, error) {
	address := d.tables.address()
	if address == 0 || d.err != nil {
		return nil, d.err
	}
	if d.tables.other == "" {
		d.tables.other = d.file.otherKey(d.machine)
	}
	d.memory.WriteString(address, d.tables.other)
	defer d.memory.WriteString(address, tableKey)
	if d.tables.again == 0 {
		d.tables.again = d.file.open(d.machine)
	}
	p := loadPage(d.machine, d.tables.again, number)
	if d.tables.again == 0 || p.handle == 0 {
		return nil, d.err
	}
	defer p.close()
	return p.readNamed()
}

// readNamed reads the characters of a page and their places.
func (p *openPage) readNamed() (map[[2]int32]rune, error) {
	text := p.ptr(fnTextLoad, p.handle)
	if text == 0 {
		return nil, p.err
	}
	defer p.call(fnTextClose, text)
	out := map[[2]int32]rune{}
	kept := p.vector(text+charsAt, memoryLimit)
	if err := p.step(len(kept) / charSize); err != nil {
		return nil, err
	}
	for c := range slices.Chunk(kept, charSize) {
		c := keptChar(c)
		if c.kind() == charInferred {
			continue
		}
		s := spotOf(p.frame.Point(c.origin()))
		r := c.rune()
		if c.kind() == charUnmapped {
			r = 0
		}
		if other, twice := out[s]; twice && other != r {
			r = 0 // one of them is under the other
		}
		out[s] = r
	}
	return out, p.err
}

// tableKey is the key of a font's table of what its codes mean.
const tableKey = "ToUnicode"

// tables is where an instance has that key, and the document without such tables.
type tables struct {
	address func() uint32 // 0 where there is none
	other   string        // the key that is put in its place
	again   uint64        // the document, or 0
}

// MaySayMeanings reports whether the file may have tables of what its codes mean.
func (d *Document) MaySayMeanings() bool { return d.file.mayMean }

// otherKey returns a key that the file does not have: it is made of the file's digest.
func (f *loaded) otherKey(m *machine) string {
	data, _ := m.memory.Read(f.data, f.size)
	sum := sha256.Sum256(data)
	key := ""
	for i := range tableKey {
		key += string(rune('A' + sum[i]&0x1f))
	}
	return key
}

// mayMean reports whether a file may have a table of what codes mean: it says so in
// the open, or has objects or names that are not written plainly.
func mayMean(piece []byte) bool {
	if bytes.Contains(piece, []byte("ObjStm")) || bytes.Contains(piece, []byte("/"+tableKey)) {
		return true
	}
	for i := range tableKey {
		if bytes.Contains(piece, []byte("/"+tableKey[:i]+"#")) {
			return true
		}
	}
	return false
}

// keyIn finds tableKey in what the memory holds at first.
func keyIn(segments []segment) uint32 {
	for _, s := range segments {
		if i := bytes.Index(s.content, []byte("\x00"+tableKey+"\x00")); i >= 0 {
			return s.address + uint32(i) + 1
		}
	}
	return 0
}

const maxOutline = 2_000 // segments that are read

// Outline returns the closed lines of the glyph that a font has for a character, in
// points to the right of its origin and above it, in parts of the size of its font; nil
// where it has none, or one without ink.
func (d *Document) Outline(f *Font, r rune) [][][2]float64 {
	if f.handle == 0 || d.err != nil {
		return nil
	}
	path := d.ptr(fnFontGlyph, f.handle, uint64(r), uint64(math.Float32bits(1)))
	if path == 0 {
		return nil
	}
	n := min(max(d.int(fnGlyphCount, path), 0), maxOutline)
	return linesOf(d.segments(d.ptr(fnGlyphSegment, path, 0), n))
}

// linesOf reads the lines of an outline.
func linesOf(segments []byte) [][][2]float64 {
	var out [][][2]float64
	var curve [][2]float64 // the points of a curve, after the one where it begins
	for ; len(segments) > 0; segments = segments[segmentSize:] {
		x, y, kind := firstOf(segments)
		at := [2]float64{x, y}
		if kind == segmentMove || len(out) == 0 {
			out, curve = append(out, [][2]float64{at}), nil
			continue
		}
		line := &out[len(out)-1]
		if kind != segmentBezier {
			*line = append(*line, at)
			continue
		}
		if curve = append(curve, at); len(curve) == 3 {
			*line = appendCurve(*line, curve)
			curve = curve[:0]
		}
	}
	return out
}

// appendCurve adds points of a cubic curve to a line.
func appendCurve(line, c [][2]float64) [][2]float64 {
	const parts = 6
	from := line[len(line)-1]
	for k := 1; k <= parts; k++ {
		t := float64(k) / parts
		u := 1 - t
		a, b, e, g := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		line = append(line, [2]float64{a*from[0] + b*c[0][0] + e*c[1][0] + g*c[2][0], a*from[1] + b*c[0][1] + e*c[1][1] + g*c[2][1]})
	}
	return line
}

// StandardFont returns one of the fonts that every reader of PDF has.
func (d *Document) StandardFont(name string) *Font {
	return &Font{Name: name, handle: d.ptr(fnLoadStandard, d.file.handle, d.key(name))}
}
