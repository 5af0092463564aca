package xlsx

import "github.com/seed353dc258/backstory/document"

// extension reads what newer versions of Excel add to a sheet (MS-XLSX 2.6): of
// that, conditional formats and lists of values that refer to other sheets, and
// how many charts stand in cells.
func (sh *sheet) extension(s *scanner) error {
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
func (sh *sheet) sparkline(s *scanner) error {
	cell := ""
	err := sh.inner(s, func() error {
		if s.is("sqref") {
			return shortText(s, &cell)
		}
		return nil
	})
	pos := document.Pos{Part: sh.name}
	if p, ok := readPlace(cell); ok {
		pos = rowsAt(sh.name+"!"+p.String(), p.row, p.row)
	}
	sh.losses.lose(lostSparkline, pos)
	return err
}

// extraConditions reads conditional formats whose looks stand beside them and
// whose cells come last.
func (sh *sheet) extraConditions(s *scanner) error {
	var found []rule
	cells := ""
	err := sh.inner(s, func() (err error) {
		last := len(found) - 1
		switch name := string(s.name); {
		case name == "cfRule":
			found = append(found, readRule(s))
			return sh.node()
		case name == "sqref":
			return shortText(s, &cells)
		case name == "iconSet" || name == "dataBar":
			if v := s.attrs.get("showValue"); v != "" && !truth(v) {
				sh.losses.lose(lostCondition, document.Pos{Part: sh.name})
			}
		case last < 0:
		case name == "f":
			return sh.addFormula(s, &found[last])
		case name == "dxf":
			found[last].look, err = sh.extraLook(s)
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	areas, err := sh.colorAreas(cells)
	if err != nil || len(areas) == 0 {
		return err
	}
	for _, r := range found {
		if r.look != nil || r.stops {
			r.place(areas)
			sh.rules = append(sh.rules, r)
		}
	}
	return nil
}

// extraLook reads a look that stands beside its condition.
func (sh *sheet) extraLook(s *scanner) (*look, error) {
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
	sh.looks += len(sh.styles.fonts) + len(sh.styles.fills)
	l.veils = l.blank || sh.looks > looksMost || sh.styles.mayVeil(l)
	return l, err
}
