package style

import (
	"cmp"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// ReadHead reads the styles of a document whose root is at a depth up to the body,
// whose start tag is then the event, or up to the end. It reports whether there is a
// body.
func (st *Sheet) ReadHead(s *xmlread.Scanner, root int) (bool, error) {
	for {
		kind, err := s.Next()
		switch {
		case err != nil || kind == xmlread.EOF || kind == xmlread.End && s.Depth() == root:
			return false, err
		case kind != xmlread.Start || s.Depth() <= root:
		case s.Space() == ns.Office && s.Local() == "body":
			return true, nil
		default:
			if err := st.readPart(s); err != nil {
				return false, err
			}
		}
	}
}

// readPart reads an element in front of the body.
func (st *Sheet) readPart(s *xmlread.Scanner) error {
	if s.Space() == ns.Office {
		switch s.Local() {
		case "font-face-decls":
			return readFonts(st.fonts, s)
		case "styles":
			return st.top().readStyles(s, false)
		case "automatic-styles":
			return st.readStyles(s, true)
		case "master-styles":
			return st.readMasters(s)
		}
	}
	return s.Skip()
}

// readFonts notes the fonts of fixed width, and those of symbols.
func readFonts(fonts map[string]face, s *xmlread.Scanner) error {
	return s.Each(func() error {
		name, _ := s.Attr(ns.Style, "name")
		f := faceOf(s.Value(ns.Svg, "font-family"))
		f.mono = f.mono || s.Value(ns.Style, "font-pitch") == "fixed"
		if f != (face{signs: symbolfont.Letters}) {
			fonts[name] = f
		}
		return s.Skip()
	})
}

// readStyles reads office:styles or office:automatic-styles.
func (st *Sheet) readStyles(s *xmlread.Scanner, auto bool) error {
	return s.Each(func() error {
		var err error
		switch space, local := s.Space(), s.Local(); {
		case space == ns.Style && (local == "style" || local == "default-style"):
			return st.readStyle(s, auto)
		case space == ns.Text && local == "list-style":
			name := s.Value(ns.Style, "name")
			var ls *ListStyle
			if ls, err = readList(st.env, s); st.lists[name] == nil {
				st.lists[name] = ls
			}
			return err
		case space == ns.Text && local == "outline-style":
			st.Outline, err = readList(st.env, s)
			return err
		case space == ns.Style && local == "page-layout":
			return st.Pages.readLayout(s)
		case space == ns.Number:
			return st.formats.read(st.env, s)
		}
		return s.Skip()
	})
}

// readStyle reads a style:style or style:default-style, whose start tag is
// the event.
func (st *Sheet) readStyle(s *xmlread.Scanner, auto bool) error {
	if err := st.env.Spend(converters.LimitNodes, styleNodes, s.Pos()); err != nil {
		return err
	}
	standard := s.Local() == "default-style"
	key := styleKey{families[s.Value(ns.Style, "family")], s.Value(ns.Style, "name")}
	if key.family == familyNone {
		return s.Skip()
	}
	out := &Style{auto: auto}
	if !standard {
		st.Pages.styleHead(s, out, key)
	}
	if err := out.readProperties(s, st.fonts); err != nil {
		return err
	}
	switch {
	case standard:
		out.state = 2
		st.defaults[key.family] = *out
	case st.styles[key] == nil:
		st.styles[key] = out
	}
	return nil
}

// styleHead reads the attributes of a style.
func (p *pages) styleHead(s *xmlread.Scanner, out *Style, key styleKey) {
	out.parent, out.Data = s.Value(ns.Style, "parent-style-name"), s.Value(ns.Style, "data-style-name")
	if list, ok := s.Attr(ns.Style, "list-style-name"); ok {
		out.List = list
		out.set(HasList, true)
	}
	if master := s.Value(ns.Style, "master-page-name"); master != "" {
		p.Used[master] = true
	}
	level := s.Value(ns.Style, "default-outline-level")
	if len(level) == 1 && level[0] >= '1' && level[0] <= '9' {
		out.Outline = int8(level[0] - '0')
	}
	if out.auto {
		return
	}
	role, named := roleOf(key.family, cmp.Or(s.Value(ns.Style, "display-name"), key.name))
	out.Role, out.Outline = role, cmp.Or(out.Outline, int8(named))
	if role == roleNone && s.Value(ns.Style, "class") != "" {
		out.Role = roleLook
	}
}

// readLayout notes the size of a page, and whether it has a ground of its own.
func (p *pages) readLayout(s *xmlread.Scanner) error {
	name := s.Value(ns.Style, "name")
	return s.Each(func() error {
		if s.Local() == "page-layout-properties" {
			size := drawing.Frame{W: EMU(s.Value(ns.Fo, "page-width")), H: EMU(s.Value(ns.Fo, "page-height"))}
			size.Known = size.W > 0 && size.H > 0
			p.layouts[name] = size
			var page Style
			page.readBox(s)
			p.Tinted = p.Tinted || page.Ground().Over(visible.White) != visible.White
		}
		return s.Skip()
	})
}

// readMasters notes the master pages, and the layers that do not show.
func (st *Sheet) readMasters(s *xmlread.Scanner) error {
	return s.Each(func() error {
		switch {
		case s.Space() == ns.Style && s.Local() == "master-page":
			m := masterPage{Name: s.Value(ns.Style, "name"), Layout: s.Value(ns.Style, "page-layout-name"), Next: s.Value(ns.Style, "next-style-name")}
			m.Ground = st.SlideGround(s.Value(ns.Draw, "style-name"), visible.White)
			if err := st.env.Spend(converters.LimitNodes, 1, s.Pos()); err != nil {
				return err
			}
			var err error
			m.Covered, err = st.Pages.findFurniture(s)
			st.Pages.addMaster(m)
			return err
		case s.Space() == ns.Draw && s.Local() == "layer-set":
			return st.Pages.readLayers(s)
		}
		return s.Skip()
	})
}

// SlideGround returns the ground of slides in a style, or another one where that
// says none.
func (st *Sheet) SlideGround(name string, other visible.Paint) visible.Paint {
	return st.Get(FamilyPage, name).Ground().Over(other)
}

// findFurniture notes whether a master page has headers or footers, and reports
// whether it has shapes that its slides show: placeholders they do not.
func (p *pages) findFurniture(s *xmlread.Scanner) (covered bool, err error) {
	err = s.Each(func() error {
		if s.Space() == ns.Style && IsFurniture(s.Local()) {
			p.Furnished = true
		}
		if _, held := s.Attr(ns.Presentation, "class"); s.Space() == ns.Draw && !held {
			covered = true
		}
		return s.Skip()
	})
	return covered, err
}

// IsFurniture reports whether an element of a master page is a header or a
// footer.
func IsFurniture(local string) bool {
	return strings.HasPrefix(local, "header") || strings.HasPrefix(local, "footer")
}

// readLayers notes the layers that do not show.
func (p *pages) readLayers(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if s.Local() != "layer" {
			return nil
		}
		if v, _ := s.Attr(ns.Draw, "display"); v == "none" || v == "printer" {
			p.HiddenLayers[s.Value(ns.Draw, "name")] = true
		}
		return nil
	})
}
