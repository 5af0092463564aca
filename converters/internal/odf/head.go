package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// readHead reads styles up to the body, whose start tag is then the event, or
// up to the end of the document. It reports whether there is a body.
func (st *stylesheet) readHead(s *xmlread.Scanner) (bool, error) { return st.readHeadIn(s, 1) }

// readHeadIn does so in a document whose root is at a depth.
func (st *stylesheet) readHeadIn(s *xmlread.Scanner, root int) (bool, error) {
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.EOF || kind == xmlread.End && s.Depth() == root {
			return false, err
		}
		if kind != xmlread.Start || s.Depth() <= root {
			continue
		}
		if s.Space() != nsOffice {
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
func (st *stylesheet) topOf() *stylesheet {
	if st.common != nil {
		return st.common
	}
	return st
}

// readFonts notes the fonts of fixed width.
func (st *stylesheet) readFonts(s *xmlread.Scanner) error {
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		name, _ := s.Attr(nsStyle, "name")
		pitch, _ := s.Attr(nsStyle, "font-pitch")
		fam, _ := s.Attr(nsSvg, "font-family")
		if pitch == "fixed" || isMono(fam) {
			st.monoFonts[name] = true
		}
		if err := s.Skip(); err != nil {
			return err
		}
	}
}

// readStyles reads office:styles or office:automatic-styles.
func (st *stylesheet) readStyles(s *xmlread.Scanner, auto bool) error {
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		switch space, local := s.Space(), s.Local(); {
		case space == nsStyle && (local == "style" || local == "default-style"):
			err = st.readStyle(s, auto)
		case space == nsText && local == "list-style":
			name, _ := s.Attr(nsStyle, "name")
			var ls *listStyle
			if ls, err = st.readList(s); st.lists[name] == nil {
				st.lists[name] = ls
			}
		case space == nsText && local == "outline-style":
			st.outline, err = st.readList(s)
		case space == nsStyle && local == "page-layout":
			err = st.readLayout(s)
		case space == nsNumber:
			err = st.readNumber(s)
		default:
			err = s.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// readLayout notes the size of a page.
func (st *stylesheet) readLayout(s *xmlread.Scanner) error {
	name, _ := s.Attr(nsStyle, "name")
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		if s.Local() == "page-layout-properties" {
			wide, _ := s.Attr(nsFo, "page-width")
			high, _ := s.Attr(nsFo, "page-height")
			if isTinted(s) {
				st.topOf().tinted = true
			}
			st.topOf().layouts[name] = pageSize{Points(wide), Points(high)}
		}
		if err := s.Skip(); err != nil {
			return err
		}
	}
}

// isTinted reports whether the page properties that are the event give the
// page a ground of its own.
func isTinted(s *xmlread.Scanner) bool {
	if v, ok := s.Attr(nsDraw, "fill"); ok && v != "none" && v != "solid" {
		return true
	}
	for _, name := range [...]string{"background-color", "fill-color"} {
		for _, space := range [...]xmlread.Space{nsFo, nsDraw} {
			v, _ := s.Attr(space, name)
			if rgb, ok := color(v); ok && rgb != groundPage {
				return true
			}
		}
	}
	return false
}

// readMasters notes the master pages, and the layers that do not show.
func (st *stylesheet) readMasters(s *xmlread.Scanner) error {
	top := st.topOf()
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		switch {
		case s.Space() == nsStyle && s.Local() == "master-page":
			name, _ := s.Attr(nsStyle, "name")
			layout, _ := s.Attr(nsStyle, "page-layout-name")
			next, _ := s.Attr(nsStyle, "next-style-name")
			if err := st.env.Spend(converters.LimitNodes, 1, s.Pos()); err != nil {
				return err
			}
			drawn, _ := s.Attr(nsDraw, "style-name")
			m := masterPage{name: name, layout: layout, next: next, ground: st.slideGround(drawn, groundPage)}
			m.covered, err = top.findFurniture(s)
			top.addMaster(m)
		case s.Space() == nsDraw && s.Local() == "layer-set":
			err = top.readLayers(s)
		default:
			err = s.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// slideGround returns the ground of slides in a style, or another one where that
// says none.
func (st *stylesheet) slideGround(name string, other int32) int32 {
	if s := st.get(familyPage, name); s.looks.on&grounded != 0 {
		return s.looks.ground
	}
	return other
}

// findFurniture notes whether a master page has headers or footers, and reports
// whether it has shapes that its slides show: placeholders they do not.
func (st *stylesheet) findFurniture(s *xmlread.Scanner) (covered bool, err error) {
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.End {
			return covered, err
		}
		if kind != xmlread.Start {
			continue
		}
		if s.Space() == nsStyle && isFurniture(s.Local()) {
			st.furnished = true
		}
		if _, held := s.Attr(nsPresentation, "class"); s.Space() == nsDraw && !held {
			covered = true
		}
		if err := s.Skip(); err != nil {
			return covered, err
		}
	}
}

// isFurniture reports whether an element of a master page is a header or a
// footer.
func isFurniture(local string) bool {
	return strings.HasPrefix(local, "header") || strings.HasPrefix(local, "footer")
}

// readLayers notes the layers that do not show.
func (st *stylesheet) readLayers(s *xmlread.Scanner) error {
	depth := s.Depth()
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.End && s.Depth() == depth {
			return err
		}
		if kind != xmlread.Start || s.Local() != "layer" {
			continue
		}
		if v, _ := s.Attr(nsDraw, "display"); v == "none" || v == "printer" {
			name, _ := s.Attr(nsDraw, "name")
			st.hiddenLayers[name] = true
		}
	}
}

// list returns a list style by name, or nil.
func (st *stylesheet) list(name string) *listStyle {
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

// blank reports whether a text says nothing.
func blank(text string) bool { return strings.TrimSpace(text) == "" }
