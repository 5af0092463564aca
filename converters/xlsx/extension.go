package xlsx

import (
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/converters/xlsx/style"
	"github.com/seed353dc258/backstory/document"
)

// extension reads what newer versions of Excel add to a sheet (MS-XLSX 2.6): of
// that, conditional formats and lists of values that refer to other sheets, and
// how many charts are in cells.
func (sh *worksheet) extension(s *sml.Scanner) error {
	return s.Inner(func() error {
		switch string(s.Name) {
		case "conditionalFormatting":
			return sh.conditions.readExtra(s)
		case "dataValidation":
			return sh.validation(s, "f")
		case "sparkline":
			return sh.sparkline(s)
		}
		return nil
	})
}

// sparkline counts a chart that is drawn in a cell, by the cell.
func (sh *worksheet) sparkline(s *sml.Scanner) error {
	cell := ""
	err := s.Inner(func() error {
		if s.Is("sqref") {
			return shortText(s, &cell)
		}
		return nil
	})
	pos := document.Pos{Part: sh.grid.Name}
	if p, ok := sheet.ReadPlace(cell); ok {
		pos = sh.grid.At(p)
	}
	sh.book.losses.Lose(lost.Sparkline, pos)
	return err
}

// readExtra reads conditional formats whose looks are beside them and
// whose cells come last.
func (cs *conditions) readExtra(s *sml.Scanner) error {
	var found []*style.Look
	cells := ""
	err := s.Inner(func() error {
		switch string(s.Name) {
		case "cfRule":
			return cs.sheet.node()
		case "sqref":
			return shortText(s, &cells)
		case "iconSet", "dataBar":
			cs.signs(s)
		case "dxf":
			l, err := cs.extraLook(s)
			found = append(found, l)
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	first, err := cs.colorAreas(cells)
	for _, l := range found {
		cs.addVeil(first, l)
	}
	return err
}

// extraLook reads a look that is beside its condition.
func (cs *conditions) extraLook(s *sml.Scanner) (*style.Look, error) {
	l := &style.Look{}
	depth := s.Depth
	inside := ""
	err := s.Inner(func() error {
		level := s.Depth - depth
		if s.Empty {
			level++
		}
		name := string(s.Name)
		switch {
		case level == 1:
			inside = name
			if name == "numFmt" {
				l.Blank = style.ShowsNothing(s.Attrs.Get("formatCode"))
			}
		case inside == "font" && name == "color":
			l.Ink = cs.sheet.book.styles.ColorOf(s.Attrs.Get)
		case inside != "fill":
		case name == "bgColor":
			l.Ground = cs.sheet.book.styles.ColorOf(s.Attrs.Get)
		case name == "gradientFill" || name == "fgColor" && !l.Ground.Set:
			l.Ground = style.Paint{Set: true} // cannot be told
		}
		return nil
	})
	l.Veils = l.Blank || !cs.sheet.grid.Looks(cs.sheet.book.styles.Size()) || cs.sheet.book.styles.MayVeil(l)
	return l, err
}
