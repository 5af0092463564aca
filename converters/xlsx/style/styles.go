// Package style is the formats of a workbook's cells (ISO/IEC 29500-1, 18.8): what
// of them changes a text, or whether it can be seen.
package style

import (
	"math"
	"slices"
	"strconv"

	"github.com/seed353dc258/backstory/converters/xlsx/sml"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Styles are the formats of cells. Of what a style says, only what changes
// the text or whether it can be seen is kept.
type Styles struct {
	Theme drawing.Theme
	Looks []Look // the formats of conditions

	palette []rgb // of the workbook, in place of the usual one
	codes   map[int]string
	fonts   []font
	fills   []Paint
	xfs     []xf
	formats []*Format              // of xfs, those that cells use
	parsed  map[int]*numfmt.Format // by number; those that cells use
}

// font is what of a font says whether text can be seen.
type font struct {
	ink    Paint
	tiny   bool
	struck bool
	signs  symbolfont.Font
}

// xf is a style as the part has it: numbers of other things.
type xf struct{ number, font, fill int32 }

// Format is what cells with a style look like.
type Format struct {
	Flags   sheet.Flags // Faint, Tiny, [sheet.Unsure], [sheet.Colored]
	White   bool        // the ground is
	Struck  bool
	Font    symbolfont.Font
	Show    *numfmt.Format
	General bool // numbers are shown as General shows them
	Date    bool
	Text    bool // texts are shown as they are

	ink, ground Paint
}

// Flags of cells that only this format has.
const (
	Faint sheet.Flags = sheet.OwnFlags << iota // in the colour of its ground
	Tiny                                       // smaller than can be seen
	Blank                                      // its format shows nothing
)

// Read reads the part with the styles.
func (st *Styles) Read(s *xmlread.Scanner, env *converters.Env) error {
	st.codes = map[int]string{}
	err := s.Walk(func() (err error) {
		switch s.Local() {
		case "numFmt":
			if id, ok := sml.AttrInt(s, "numFmtId"); ok {
				st.codes[id], _ = s.Attr(xmlread.None, "formatCode")
			}
		case "font":
			err = st.readFont(s)
		case "fill":
			err = st.readFill(s)
		case "rgbColor":
			c, _ := hexColor(s.Value(xmlread.None, "rgb"))
			st.palette = append(st.palette, c)
		case "cellXfs":
			err = st.readFormats(s)
		case "dxfs":
			err = st.readLooks(s)
		case "cellStyleXfs", "cellStyles", "extLst", "borders":
			err = s.Skip()
		}
		if err != nil {
			return err
		}
		return env.Spend(converters.LimitNodes, 1, s.Pos())
	})
	if err == nil {
		st.settleLooks()
	}
	return err
}

func (st *Styles) readFont(s *xmlread.Scanner) error {
	var f font
	err := s.Each(func() error {
		switch s.Local() {
		case "color":
			f.ink = st.color(s)
		case "sz":
			v, _ := s.Attr(xmlread.None, "val")
			f.tiny = sml.Less(v, visible.MinSize)
		case "name":
			f.signs = symbolfont.Of(s.Value(xmlread.None, "val"))
		case "strike":
			v, ok := s.Attr(xmlread.None, "val")
			f.struck = !ok || sml.Bool(v)
		}
		return nil
	})
	if !f.ink.Set {
		f.ink.Known = true // black
	}
	st.fonts = append(st.fonts, f)
	return err
}

// readFill reads what is behind the text of a cell. A pattern or a gradient
// cannot be told.
func (st *Styles) readFill(s *xmlread.Scanner) error {
	ground := white()
	err := s.Each(func() error {
		switch s.Local() {
		case "patternFill":
			switch v, _ := s.Attr(xmlread.None, "patternType"); v {
			case "none", "":
			case "solid":
				ground = Paint{Set: true}
			default:
				ground = Paint{}
			}
		case "fgColor":
			if ground.Set {
				ground = st.color(s)
			}
		case "gradientFill":
			ground = Paint{}
		}
		return nil
	})
	st.fills = append(st.fills, ground)
	return err
}

// readFormats reads the formats that cells refer to by their place.
func (st *Styles) readFormats(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if s.Local() != "xf" {
			return nil
		}
		number := func(name string) int32 {
			n, ok := sml.AttrInt(s, name)
			if !ok || n > math.MaxInt32 {
				return -1
			}
			return int32(n)
		}
		st.xfs = append(st.xfs, xf{max(number("numFmtId"), 0), number("fontId"), number("fillId")})
		return nil
	})
}

// Look is what a conditional format changes (18.8.14).
type Look struct {
	Ink, Ground Paint // not set where they stay as they are
	Blank       bool  // the number format shows nothing
	Veils       bool  // it may hide text
}

// readLooks reads the formats of conditions.
func (st *Styles) readLooks(s *xmlread.Scanner) error {
	depth := s.Depth()
	inFont := false
	err := s.Each(func() error {
		name := s.Local()
		if s.Depth() == depth+1 {
			st.Looks = append(st.Looks, Look{})
		}
		if len(st.Looks) == 0 {
			return nil
		}
		l := &st.Looks[len(st.Looks)-1]
		switch {
		case s.Depth() == depth+2:
			inFont = name == "font"
			if name == "numFmt" {
				l.Blank = ShowsNothing(s.Value(xmlread.None, "formatCode"))
			}
		case inFont && name == "color":
			l.Ink = st.color(s)
		case name == "bgColor":
			l.Ground = st.color(s)
		case name == "gradientFill" || name == "fgColor" && !l.Ground.Set:
			l.Ground = Paint{Set: true} // cannot be told
		}
		return nil
	})
	return err
}

// maxPairs is how many pairs of formats are compared.
const maxPairs = 1 << 20

// settleLooks finds out which formats of conditions may hide text: with the
// fonts and fills that there are.
func (st *Styles) settleLooks() {
	many := len(st.Looks)*(len(st.fonts)+len(st.fills)) > maxPairs
	for i := range st.Looks {
		l := &st.Looks[i]
		l.Veils = l.Blank || many && (l.Ink.Set || l.Ground.Set) || !many && st.MayVeil(l)
	}
}

// MayVeil reports whether a format of a condition gives text the colour of its
// ground, with the fonts and fills that there are.
func (st *Styles) MayVeil(l *Look) bool {
	switch {
	case l.Ink.Set && l.Ground.Set:
		return faint(l.Ink, l.Ground)
	case l.Ink.Set:
		return faint(l.Ink, white()) || slices.ContainsFunc(st.fills, func(p Paint) bool { return faint(l.Ink, p) })
	case l.Ground.Set:
		return slices.ContainsFunc(st.fonts, func(f font) bool { return faint(f.ink, l.Ground) })
	}
	return false
}

// ShowsNothing reports whether a number format shows nothing of a number.
func ShowsNothing(code string) bool {
	n := numfmt.FromFloat(1)
	return len(numfmt.Parse(code).Append(nil, &n, numfmt.Epoch1900)) == 0
}

// At returns the format with a number; cells without style, and those with
// one that there is not, have the first.
func (st *Styles) At(i int) *Format {
	if st.formats == nil {
		if len(st.xfs) == 0 {
			st.xfs = []xf{{0, -1, -1}}
		}
		st.formats = make([]*Format, len(st.xfs))
	}
	if i < 0 || i >= len(st.formats) {
		i = 0
	}
	if st.formats[i] == nil {
		st.formats[i] = st.format(st.xfs[i])
	}
	return st.formats[i]
}

// format brings together what a style refers to.
func (st *Styles) format(x xf) *Format {
	f := &Format{ink: Paint{Known: true}, ground: white()}
	if i := int(x.font); i >= 0 && i < len(st.fonts) {
		if f.ink = st.fonts[i].ink; st.fonts[i].tiny {
			f.Flags |= Tiny
		}
		f.Struck, f.Font = st.fonts[i].struck, st.fonts[i].signs
	}
	if i := int(x.fill); i >= 0 && i < len(st.fills) {
		f.ground = st.fills[i]
	}
	f.Flags |= f.flagsOf(f.ink)
	if f.ink.Set || f.ground != white() {
		f.Flags |= sheet.Colored
	}
	f.White = f.ground == white()
	f.Show = st.parse(int(x.number))
	colored := f.Show.HasColors()
	f.General, f.Date, f.Text = f.Show.IsGeneral() && !colored, f.Show.IsDate(), f.Show.ShowsText() && !colored
	return f
}

// flagsOf returns what an ink on the ground of the format says of a text.
func (f *Format) flagsOf(ink Paint) sheet.Flags {
	switch visible.Compare(ink.seen(), f.ground.seen()) {
	case visible.Color:
		return Faint
	case visible.Unsure:
		return sheet.Unsure
	}
	return 0
}

// colorsBefore is how many colours of the palette are before the first one that a
// number format can name, less one.
const colorsBefore = 7

// FlagsWith returns the flags of a format whose number format gives a colour, in
// place of the font's.
func (st *Styles) FlagsWith(f *Format, color int) sheet.Flags {
	p := Paint{Set: true}
	p.rgb, p.Known = st.numbered(color + colorsBefore)
	return f.Flags&Tiny | f.flagsOf(p) | sheet.Colored
}

// Size returns how many fonts and fills [Styles.MayVeil] compares a look with.
func (st *Styles) Size() int { return len(st.fonts) + len(st.fills) }

// FaintOnWhite reports whether a colour, by its attributes, cannot be seen on
// white.
func (st *Styles) FaintOnWhite(attr func(name string) string) bool {
	return faint(st.ColorOf(attr), white())
}

// MayHide reports whether a look may hide a cell that is seen without it: of the
// colours of a cell that has its own, nothing more is known here.
func (l *Look) MayHide(c *sheet.Cell) bool {
	switch {
	case c.Has(Faint):
		return false // it is hidden, or its ground is not known
	case l.Blank || c.Has(sheet.Colored):
		return true
	}
	ink, ground := Paint{Known: true}, white()
	if l.Ink.Set {
		ink = l.Ink
	}
	if l.Ground.Set {
		ground = l.Ground
	}
	return faint(ink, ground)
}

// parse returns the number format with a number. The built-in ones whose
// look depends on the machine cannot be told otherwise by a file.
func (st *Styles) parse(id int) *numfmt.Format {
	if f, ok := st.parsed[id]; ok {
		return f
	}
	code, ok := st.codes[id]
	if !ok || id == 14 || id == 22 {
		code = numfmt.Builtin(id)
	}
	if st.parsed == nil {
		st.parsed = map[int]*numfmt.Format{}
	}
	f := numfmt.Parse(code)
	st.parsed[id] = f
	return f
}

// color reads the attributes of an element of CT_Color (ECMA-376 part 1,
// 18.3.1.15).
func (st *Styles) color(s *xmlread.Scanner) Paint {
	return st.ColorOf(func(name string) string {
		return s.Value(xmlread.None, name)
	})
}

// ColorOf reads a colour from its attributes.
func (st *Styles) ColorOf(attr func(name string) string) Paint {
	p := Paint{Set: true}
	if v := attr("rgb"); v != "" {
		p.rgb, p.Known = hexColor(v)
	} else if v := attr("theme"); v != "" {
		p.rgb, p.Known = st.themed(v)
	} else if v := attr("indexed"); v != "" {
		p.rgb, p.Known = st.indexed(v)
	}
	if v := attr("tint"); v != "" && p.Known {
		if f, err := strconv.ParseFloat(v, 64); err == nil && f >= -1 && f <= 1 {
			p.rgb = p.rgb.tinted(f)
		}
	}
	return p
}

// themed returns a colour of the theme by its number, in which light and dark
// are the other way round than in the theme.
func (st *Styles) themed(v string) (rgb, bool) {
	names := [...]string{"lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n >= len(names) {
		return rgb{}, false
	}
	if c, ok := st.Theme.Color(names[n]); ok {
		return c, true
	}
	switch n { // as in every theme that programs bring along
	case 0:
		return rgb{255, 255, 255}, true
	case 1:
		return rgb{}, true
	}
	return rgb{}, false
}

// indexed returns a colour of the palette. 64 and 65 are those of the system
// for text and ground.
func (st *Styles) indexed(v string) (rgb, bool) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		return rgb{}, false
	}
	return st.numbered(n)
}

// numbered returns a colour of the palette by its place.
func (st *Styles) numbered(n int) (rgb, bool) {
	switch {
	case n < len(st.palette):
		return st.palette[n], true
	case n < len(palette):
		return palette[n], true
	case n == 64:
		return rgb{}, true
	case n == 65:
		return rgb{255, 255, 255}, true
	}
	return rgb{}, false
}
