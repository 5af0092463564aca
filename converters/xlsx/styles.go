package xlsx

import (
	"math"
	"slices"
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// styles are the formats of cells. Of what a style says, only what changes
// the text or whether it can be seen is kept.
type styles struct {
	theme   drawing.Theme
	palette []rgb // of the workbook, in place of the usual one
	codes   map[int]string
	fonts   []font
	fills   []paint
	xfs     []xf
	formats []*format              // of xfs, those that cells use
	looks   []look                 // the formats of conditions
	parsed  map[int]*numfmt.Format // by number; those that cells use
}

// font is what of a font says whether text can be seen.
type font struct {
	ink    paint
	tiny   bool
	struck bool
}

// xf is a style as the part has it: numbers of other things.
type xf struct{ number, font, fill int32 }

// format is what cells with a style look like.
type format struct {
	looks   sheet.Flags // flagFaint, flagTiny
	white   bool        // the ground is
	struck  bool
	ink     paint
	ground  paint
	show    *numfmt.Format
	general bool
	date    bool
	text    bool // texts are shown as they are
	colored bool // the number format has colours
}

// read reads the part with the styles.
func (st *styles) read(s *xmlread.Scanner, env *converters.Env) error {
	st.codes = map[int]string{}
	for {
		k, err := s.Next()
		if err != nil {
			return err
		}
		if k == xmlread.EOF {
			st.settleLooks()
			return nil
		}
		if k != xmlread.Start {
			continue
		}
		switch s.Local() {
		case "numFmt":
			if id, ok := attrNumber(s, "numFmtId"); ok {
				st.codes[id], _ = s.Attr(xmlread.None, "formatCode")
			}
		case "font":
			err = st.readFont(s)
		case "fill":
			err = st.readFill(s)
		case "rgbColor":
			v, _ := s.Attr(xmlread.None, "rgb")
			c, _ := hexColor(v)
			st.palette = append(st.palette, c)
		case "cellXfs":
			err = st.readFormats(s)
		case "dxfs":
			err = st.readLooks(s)
		case "cellStyleXfs", "cellStyles", "extLst", "borders":
			err = s.Skip()
		}
		if err == nil {
			err = env.Spend(converters.LimitNodes, 1, s.Pos())
		}
		if err != nil {
			return err
		}
	}
}

// children calls visit for every element inside of the one whose start tag
// was read.
func children(s *xmlread.Scanner, visit func() error) error {
	depth := s.Depth()
	for {
		k, err := s.Next()
		if err != nil || k == xmlread.EOF || k == xmlread.End && s.Depth() == depth {
			return err
		}
		if k == xmlread.Start {
			if err := visit(); err != nil {
				return err
			}
		}
	}
}

func (st *styles) readFont(s *xmlread.Scanner) error {
	var f font
	err := children(s, func() error {
		switch s.Local() {
		case "color":
			f.ink = st.color(s)
		case "sz":
			v, _ := s.Attr(xmlread.None, "val")
			f.tiny = less(v, rowLeast)
		case "strike":
			v, ok := s.Attr(xmlread.None, "val")
			f.struck = !ok || truth(v)
		}
		return nil
	})
	if !f.ink.set {
		f.ink.known = true // black
	}
	st.fonts = append(st.fonts, f)
	return err
}

// readFill reads what is behind the text of a cell. A pattern or a gradient
// cannot be told.
func (st *styles) readFill(s *xmlread.Scanner) error {
	ground := white()
	err := children(s, func() error {
		switch s.Local() {
		case "patternFill":
			switch v, _ := s.Attr(xmlread.None, "patternType"); v {
			case "none", "":
			case "solid":
				ground = paint{set: true}
			default:
				ground = paint{}
			}
		case "fgColor":
			if ground.set {
				ground = st.color(s)
			}
		case "gradientFill":
			ground = paint{}
		}
		return nil
	})
	st.fills = append(st.fills, ground)
	return err
}

// readFormats reads the formats that cells refer to by their place.
func (st *styles) readFormats(s *xmlread.Scanner) error {
	return children(s, func() error {
		if s.Local() != "xf" {
			return nil
		}
		number := func(name string) int32 {
			n, ok := attrNumber(s, name)
			if !ok || n > math.MaxInt32 {
				return -1
			}
			return int32(n)
		}
		st.xfs = append(st.xfs, xf{max(number("numFmtId"), 0), number("fontId"), number("fillId")})
		return nil
	})
}

// look is what a conditional format changes (18.8.14).
type look struct {
	ink, ground paint // not set where they stay as they are
	blank       bool  // the number format shows nothing
	veils       bool  // it may hide text
}

// readLooks reads the formats of conditions.
func (st *styles) readLooks(s *xmlread.Scanner) error {
	depth := s.Depth()
	inFont := false
	err := children(s, func() error {
		name := s.Local()
		if s.Depth() == depth+1 {
			st.looks = append(st.looks, look{})
		}
		if len(st.looks) == 0 {
			return nil
		}
		l := &st.looks[len(st.looks)-1]
		switch {
		case s.Depth() == depth+2:
			inFont = name == "font"
			if name == "numFmt" {
				code, _ := s.Attr(xmlread.None, "formatCode")
				l.blank = showsNothing(code)
			}
		case inFont && name == "color":
			l.ink = st.color(s)
		case name == "bgColor":
			l.ground = st.color(s)
		case name == "gradientFill" || name == "fgColor" && !l.ground.set:
			l.ground = paint{set: true} // cannot be told
		}
		return nil
	})
	return err
}

// pairsMost is how many pairs of formats are compared.
const pairsMost = 1 << 20

// settleLooks finds out which formats of conditions may hide text: with the
// fonts and fills that there are.
func (st *styles) settleLooks() {
	many := len(st.looks)*(len(st.fonts)+len(st.fills)) > pairsMost
	for i := range st.looks {
		l := &st.looks[i]
		l.veils = l.blank || many && (l.ink.set || l.ground.set) || !many && st.mayVeil(l)
	}
}

// mayVeil reports whether a format of a condition gives text the colour of its
// ground, with the fonts and fills that there are.
func (st *styles) mayVeil(l *look) bool {
	switch {
	case l.ink.set && l.ground.set:
		return faint(l.ink, l.ground)
	case l.ink.set:
		return faint(l.ink, white()) || slices.ContainsFunc(st.fills, func(p paint) bool { return faint(l.ink, p) })
	case l.ground.set:
		return slices.ContainsFunc(st.fonts, func(f font) bool { return faint(f.ink, l.ground) })
	}
	return false
}

// showsNothing reports whether a number format shows nothing of a number.
func showsNothing(code string) bool {
	n := numfmt.FromFloat(1)
	return len(numfmt.Parse(code).Append(nil, &n, numfmt.Epoch1900)) == 0
}

func attrNumber(s *xmlread.Scanner, name string) (int, bool) {
	v, _ := s.Attr(xmlread.None, name)
	n, err := strconv.Atoi(v)
	return n, err == nil && n >= 0
}

// at returns the format with a number; cells without style, and those with
// one that there is not, have the first.
func (st *styles) at(i int) *format {
	if st.formats == nil {
		if len(st.xfs) == 0 {
			st.xfs = []xf{{0, -1, -1}}
		}
		st.formats = make([]*format, len(st.xfs))
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
func (st *styles) format(x xf) *format {
	f := &format{ink: paint{known: true}, ground: white()}
	if i := int(x.font); i >= 0 && i < len(st.fonts) {
		if f.ink = st.fonts[i].ink; st.fonts[i].tiny {
			f.looks |= flagTiny
		}
		f.struck = st.fonts[i].struck
	}
	if i := int(x.fill); i >= 0 && i < len(st.fills) {
		f.ground = st.fills[i]
	}
	f.looks |= f.flagsOf(f.ink)
	if f.ink.set || f.ground != white() {
		f.looks |= sheet.Colored
	}
	f.white = f.ground == white()
	f.show = st.parse(int(x.number))
	f.colored = f.show.HasColors()
	f.general, f.date, f.text = f.show.IsGeneral() && !f.colored, f.show.IsDate(), f.show.ShowsText() && !f.colored
	return f
}

// flagsOf returns what an ink on the ground of the format says of a text.
func (f *format) flagsOf(ink paint) sheet.Flags {
	switch visible.Compare(ink.seen(), f.ground.seen()) {
	case visible.Color:
		return flagFaint
	case visible.Unsure:
		return sheet.Unsure
	}
	return 0
}

// parse returns the number format with a number. The built-in ones whose
// look depends on the machine cannot be told otherwise by a file.
func (st *styles) parse(id int) *numfmt.Format {
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
