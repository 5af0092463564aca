package xls

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
)

// firstColor is the number of the first colour of the palette; those before it are always
// the same (2.5.161).
const firstColor = 8

// usualPalette are the colours of a workbook that says none.
var usualPalette = [...]uint32{
	0x000000, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFF00FF, 0x00FFFF, 0x800000, 0x008000, 0x000080, 0x808000, 0x800080, 0x008080,
	0xC0C0C0, 0x808080, 0x9999FF, 0x993366, 0xFFFFCC, 0xCCFFFF, 0x660066, 0xFF8080, 0x0066CC, 0xCCCCFF, 0x000080, 0xFF00FF, 0xFFFF00, 0x00FFFF,
	0x800080, 0x800000, 0x008080, 0x0000FF, 0x00CCFF, 0xCCFFFF, 0xCCFFCC, 0xFFFF99, 0x99CCFF, 0xFF99CC, 0xCC99FF, 0xFFCC99, 0x3366FF, 0x33CCCC,
	0x99CC00, 0xFFCC00, 0xFF9900, 0xFF6600, 0x666699, 0x969696, 0x003366, 0x339966, 0x003300, 0x333300, 0x993300, 0x993366, 0x333399, 0x333333,
}

// color returns a colour by its number. Those of the system are not set.
func (st *styles) color(n int) visible.Paint {
	switch {
	case n < firstColor:
		return visible.Solid(usualPalette[n])
	case n < firstColor+len(usualPalette):
		if i := n - firstColor; i < len(st.palette) {
			return st.palette[i]
		}
		return visible.Solid(usualPalette[n-firstColor])
	}
	return visible.Auto
}

// readPalette reads the colours of the workbook (2.4.188).
func (st *styles) readPalette(b []byte) {
	for i := 2; i+4 <= len(b) && len(st.palette) < len(usualPalette); i += 4 {
		st.palette = append(st.palette, visible.RGB(b[i], b[i+1], b[i+2]))
	}
}

// readFont reads a font (2.4.122). No font has the number 4.
func (b *book) readFont(r *records) {
	st := &b.styles
	if len(st.fonts) == 4 {
		st.fonts = append(st.fonts, font{})
	}
	const struck, twips = 8, 20
	f := font{tiny: r.short(0) < visible.MinSize*twips && r.short(0) > 0, struck: r.short(2)&struck != 0}
	f.ink = visible.Paint(r.short(4)) // a number until all are known
	switch r.short(8) {
	case 1:
		f.script = 1
	case 2:
		f.script = -1
	}
	if len(r.body) > 15 {
		p := pieces{rest: [][]byte{r.body[15:]}}
		f.signs = symbolfont.Of(b.plainText(&p, int(r.body[14])))
	}
	st.fonts = append(st.fonts, f)
}

// readFormat reads a format of cells (2.4.353); BIFF5 has it shorter.
func (b *book) readFormat(r *records) {
	x := xf{font: r.short(0), number: r.short(2)}
	pattern, colors := 0, 0
	switch {
	case b.old && len(r.body) >= 12:
		colors = r.short(8)
		pattern = r.short(10) & 63
	case len(r.body) >= 20:
		pattern = int(binary.LittleEndian.Uint32(r.body[14:]) >> 26 & 63)
		colors = r.short(18)
	}
	switch pattern {
	case 0:
	case 1:
		x.ground = b.styles.color(colors & 127)
	default:
		x.ground = visible.Unknown
	}
	b.styles.xfs = append(b.styles.xfs, x)
}

// mark returns the mark of text in a font.
func (st *styles) mark(n int) byte {
	if n < 0 || n >= len(st.fonts) {
		return sml.MarkPlain
	}
	switch f := &st.fonts[n]; {
	case f.struck:
		return sml.MarkStruck
	case f.script > 0:
		return sml.MarkUp
	case f.script < 0:
		return sml.MarkDown
	}
	return sml.MarkPlain
}

// at returns a format by its number; cells with one that there is not have the first.
func (st *styles) at(n int) *format {
	if len(st.xfs) == 0 {
		st.xfs = []xf{{}}
	}
	if st.made == nil {
		st.made = make([]*format, len(st.xfs))
	}
	if n < 0 || n >= len(st.made) {
		n = 0
	}
	if st.made[n] == nil {
		st.made[n] = st.make(st.xfs[n])
	}
	return st.made[n]
}

// make brings together what a format refers to.
func (st *styles) make(x xf) *format {
	f := &format{ground: x.ground}
	ink := visible.Auto
	if x.font >= 0 && x.font < len(st.fonts) {
		of := &st.fonts[x.font]
		ink, f.struck, f.signs = st.color(int(of.ink)), of.struck, of.signs
		if of.tiny {
			f.flags |= tiny
		}
	}
	f.flags |= f.flagsOf(ink)
	f.show = st.format(x.number)
	f.isDate, f.isPlain = f.show.IsDate(), f.show.ShowsText() && !f.show.HasColors()
	return f
}

// format returns a number format by its number.
func (st *styles) format(number int) *numfmt.Format {
	code, ok := st.codes[number]
	if !ok {
		code = numfmt.Builtin(number)
	}
	return numfmt.Parse(code)
}

// flagsOf returns what an ink on the ground of the format says of a text.
func (f *format) flagsOf(ink visible.Paint) sheet.Flags {
	var flags sheet.Flags
	if ink.IsSet() || f.ground.IsSet() {
		flags = sheet.Colored
	}
	switch visible.Compare(ink, f.ground) {
	case visible.Color:
		flags |= faint
	case visible.Unsure:
		flags |= sheet.Unsure
	}
	return flags
}
