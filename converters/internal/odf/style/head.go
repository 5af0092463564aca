package style

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// ReadHead reads styles up to the body, whose start tag is then the event, or
// up to the end of the document. It reports whether there is a body.
func (st *Sheet) ReadHead(s *xmlread.Scanner) (bool, error) { return st.ReadHeadIn(s, 1) }

// ReadHeadIn does so in a document whose root is at a depth.
func (st *Sheet) ReadHeadIn(s *xmlread.Scanner, root int) (bool, error) {
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.EOF || kind == xmlread.End && s.Depth() == root {
			return false, err
		}
		if kind != xmlread.Start || s.Depth() <= root {
			continue
		}
		if s.Space() != ns.Office {
			if err := s.Skip(); err != nil {
				return false, err
			}
			continue
		}
		switch s.Local() {
		case "body":
			return true, nil
		case "font-face-decls":
			err = st.readFonts(s)
		case "styles":
			err = st.topOf().readStyles(s, false)
		case "automatic-styles":
			err = st.readStyles(s, true)
		case "master-styles":
			err = st.readMasters(s)
		default:
			err = s.Skip()
		}
		if err != nil {
			return false, err
		}
	}
}

// topOf returns the sheet of the common styles.
func (st *Sheet) topOf() *Sheet {
	if st.common != nil {
		return st.common
	}
	return st
}

// readFonts notes the fonts of fixed width.
func (st *Sheet) readFonts(s *xmlread.Scanner) error {
	return s.Each(func() error {
		name, _ := s.Attr(ns.Style, "name")
		if s.Value(ns.Style, "font-pitch") == "fixed" || prose.IsMonoFont(s.Value(ns.Svg, "font-family")) {
			st.monoFonts[name] = true
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
			name, _ := s.Attr(ns.Style, "name")
			var ls *ListStyle
			if ls, err = st.readList(s); st.lists[name] == nil {
				st.lists[name] = ls
			}
		case space == ns.Text && local == "outline-style":
			st.Outline, err = st.readList(s)
		case space == ns.Style && local == "page-layout":
			return st.readLayout(s)
		case space == ns.Number:
			return st.readNumber(s)
		default:
			return s.Skip()
		}
		return err
	})
}

// readLayout notes the size of a page.
func (st *Sheet) readLayout(s *xmlread.Scanner) error {
	name, _ := s.Attr(ns.Style, "name")
	return s.Each(func() error {
		if s.Local() == "page-layout-properties" {
			wide, _ := s.Attr(ns.Fo, "page-width")
			high, _ := s.Attr(ns.Fo, "page-height")
			if isTinted(s) {
				st.topOf().Tinted = true
			}
			st.topOf().Layouts[name] = PageSize{Points(wide), Points(high)}
		}
		return s.Skip()
	})
}

// isTinted reports whether the page properties that are the event give the
// page a ground of its own.
func isTinted(s *xmlread.Scanner) bool {
	if v, ok := s.Attr(ns.Draw, "fill"); ok && v != "none" && v != "solid" {
		return true
	}
	for _, name := range [...]string{"background-color", "fill-color"} {
		for _, space := range [...]xmlread.Space{ns.Fo, ns.Draw} {
			if rgb, ok := color(s.Value(space, name)); ok && rgb != GroundPage {
				return true
			}
		}
	}
	return false
}

// readMasters notes the master pages, and the layers that do not show.
func (st *Sheet) readMasters(s *xmlread.Scanner) error {
	top := st.topOf()
	return s.Each(func() error {
		var err error
		switch {
		case s.Space() == ns.Style && s.Local() == "master-page":
			name, _ := s.Attr(ns.Style, "name")
			layout, _ := s.Attr(ns.Style, "page-layout-name")
			next, _ := s.Attr(ns.Style, "next-style-name")
			if err := st.env.Spend(converters.LimitNodes, 1, s.Pos()); err != nil {
				return err
			}
			m := masterPage{Name: name, Layout: layout, Next: next, Ground: st.SlideGround(s.Value(ns.Draw, "style-name"), GroundPage)}
			m.Covered, err = top.findFurniture(s)
			top.addMaster(m)
		case s.Space() == ns.Draw && s.Local() == "layer-set":
			return top.readLayers(s)
		default:
			return s.Skip()
		}
		return err
	})
}

// SlideGround returns the ground of slides in a style, or another one where that
// says none.
func (st *Sheet) SlideGround(name string, other int32) int32 {
	if s := st.Get(FamilyPage, name); s.Looks.On&HasGround != 0 {
		return s.Looks.Ground
	}
	return other
}

// findFurniture notes whether a master page has headers or footers, and reports
// whether it has shapes that its slides show: placeholders they do not.
func (st *Sheet) findFurniture(s *xmlread.Scanner) (covered bool, err error) {
	err = s.Each(func() error {
		if s.Space() == ns.Style && IsFurniture(s.Local()) {
			st.Furnished = true
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
func (st *Sheet) readLayers(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if s.Local() != "layer" {
			return nil
		}
		if v, _ := s.Attr(ns.Draw, "display"); v == "none" || v == "printer" {
			st.HiddenLayers[s.Value(ns.Draw, "name")] = true
		}
		return nil
	})
}

// List returns a list style by name, or nil.
func (st *Sheet) List(name string) *ListStyle {
	if name == "" {
		return nil
	}
	if ls := st.lists[name]; ls != nil {
		return ls
	}
	if st.common != nil {
		return st.common.lists[name]
	}
	return nil
}

// Blank reports whether a text says nothing.
func Blank(text string) bool { return strings.TrimSpace(text) == "" }
