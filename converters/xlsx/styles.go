package xlsx

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// styles are the formats of cells. Of what a style says, only what changes
// the text or whether it can be seen is kept.
type styles struct {
	theme   map[string]rgb
	palette []rgb // of the workbook, in place of the usual one
	codes   map[int]string
	fonts   []font
	fills   []paint
	formats []format
	veils   []bool                 // by number of a conditional format: text in it cannot be seen
	parsed  map[int]*numfmt.Format // by number; those that cells use
}

// font is what of a font says whether text can be seen.
type font struct {
	ink  paint
	tiny bool
}

// format is what cells with a style look like.
type format struct {
	number  int   // of the number format
	looks   flags // flagFaint, flagTiny
	white   bool  // the ground is
	read    bool
	show    *numfmt.Format
	general bool
	date    bool
	text    bool // texts are shown as they are
}

// read reads the part with the styles.
func (st *styles) read(s *xmlread.Scanner, env *converters.Env) error {
	st.codes = map[int]string{}
	for {
		k, err := s.Next()
		if err != nil || k == xmlread.EOF {
			return err
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
			err = st.readConditional(s)
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
		f := format{}
		f.number, _ = attrNumber(s, "numFmtId")
		ink, ground := paint{known: true}, white()
		if i, ok := attrNumber(s, "fontId"); ok && i < len(st.fonts) {
			if ink = st.fonts[i].ink; st.fonts[i].tiny {
				f.looks |= flagTiny
			}
		}
		if i, ok := attrNumber(s, "fillId"); ok && i < len(st.fills) {
			ground = st.fills[i]
		}
		if faint(ink, ground) {
			f.looks |= flagFaint
		}
		f.white = ground == white()
		st.formats = append(st.formats, f)
		return nil
	})
}

// readConditional reads the formats of conditions. One whose letters have the
// colour of its ground, or whose number format shows nothing, hides text.
func (st *styles) readConditional(s *xmlread.Scanner) error {
	ink, ground, hides := paint{}, white(), false
	depth := s.Depth()
	end := func() {
		st.veils = append(st.veils, hides || faint(ink, ground))
		ink, ground, hides = paint{}, white(), false
	}
	inFont, seen := false, false
	err := children(s, func() error {
		switch name := s.Local(); {
		case s.Depth() == depth+1:
			if seen {
				end()
			}
			seen = true
		case s.Depth() == depth+2:
			inFont = name == "font"
			if name == "numFmt" {
				code, _ := s.Attr(xmlread.None, "formatCode")
				n := numfmt.FromFloat(1)
				hides = hides || len(numfmt.Parse(code).Append(nil, &n, numfmt.Epoch1900)) == 0
			}
		case inFont && name == "color":
			ink = st.color(s)
		case name == "bgColor" || name == "fgColor" || name == "gradientFill":
			ground = paint{}
			if name == "bgColor" {
				ground = st.color(s)
			}
		}
		return nil
	})
	if seen {
		end()
	}
	return err
}

func attrNumber(s *xmlread.Scanner, name string) (int, bool) {
	v, _ := s.Attr(xmlread.None, name)
	n, err := strconv.Atoi(v)
	return n, err == nil && n >= 0
}

// at returns the format with a number; cells without style, and those with
// one that there is not, have the first.
func (st *styles) at(i int) *format {
	if i < 0 || i >= len(st.formats) {
		i = 0
	}
	f := &st.formats[i]
	if !f.read {
		f.read = true
		f.show = st.parse(f.number)
		f.general, f.date, f.text = f.show.IsGeneral(), f.show.IsDate(), f.show.ShowsText()
	}
	return f
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
