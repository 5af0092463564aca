package xlsx

import (
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/document"
)

// extension reads what newer versions of Excel add to a sheet (MS-XLSX 2.6): of
// that, conditional formats and lists of values that refer to other sheets, and
// how many charts stand in cells.
func (sh *worksheet) extension(s *scanner) error {
	return sh.inner(s, func() error {
		switch string(s.name) {
		case "conditionalFormatting":
			return sh.extraConditions(s)
		case "dataValidation":
			return sh.validation(s, "f")
		case "sparkline":
			return sh.sparkline(s)
		}
		return nil
	})
}

// sparkline counts a chart that is drawn in a cell, by the cell.
func (sh *worksheet) sparkline(s *scanner) error {
	cell := ""
	err := sh.inner(s, func() error {
		if s.is("sqref") {
			return shortText(s, &cell)
		}
		return nil
	})
	pos := document.Pos{Part: sh.Name}
	if p, ok := sheet.ReadPlace(cell); ok {
		pos = sh.At(p)
	}
	sh.losses.lose(lostSparkline, pos)
	return err
}

// extraConditions reads conditional formats whose looks are beside them and
// whose cells come last.
func (sh *worksheet) extraConditions(s *scanner) error {
	var found []*look
	cells := ""
	err := sh.inner(s, func() error {
		switch string(s.name) {
		case "cfRule":
			return sh.node()
		case "sqref":
			return shortText(s, &cells)
		case "iconSet", "dataBar":
			sh.signs(s)
		case "dxf":
			l, err := sh.extraLook(s)
			found = append(found, l)
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	areas, err := sh.colorAreas(cells)
	for _, l := range found {
		sh.addVeil(areas, l)
	}
	return err
}

// extraLook reads a look that stands beside its condition.
func (sh *worksheet) extraLook(s *scanner) (*look, error) {
	l := &look{}
	depth := s.depth
	inside := ""
	err := sh.inner(s, func() error {
		level := s.depth - depth
		if s.empty {
			level++
		}
		name := string(s.name)
		switch {
		case level == 1:
			inside = name
			if name == "numFmt" {
				l.blank = showsNothing(s.attrs.get("formatCode"))
			}
		case inside == "font" && name == "color":
			l.ink = sh.styles.colorOf(s.attrs.get)
		case inside != "fill":
		case name == "bgColor":
			l.ground = sh.styles.colorOf(s.attrs.get)
		case name == "gradientFill" || name == "fgColor" && !l.ground.set:
			l.ground = paint{set: true} // cannot be told
		}
		return nil
	})
	l.veils = l.blank || !sh.Looks(len(sh.styles.fonts)+len(sh.styles.fills)) || sh.styles.mayVeil(l)
	return l, err
}
