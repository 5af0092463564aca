package xlsx

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// rule is a condition of a sheet and the format that it gives (ECMA-376 part 1,
// 18.3.1.10).
type rule struct {
	areas    []area
	origin   place // the cell that relative references are written for
	kind     string
	operator string
	text     string
	formulas []string
	look     *look // nil for none
	priority int
	stops    bool // no rule after it is looked at where it holds
}

// conditions reads the conditional formats of some cells.
func (sh *sheet) conditions(s *scanner) error {
	areas, err := sh.colorAreas(s.attrs.get("sqref"))
	if err != nil {
		return err
	}
	var open *rule
	return sh.inner(s, func() error {
		switch string(s.name) {
		case "cfRule":
			open = sh.addRule(s, areas)
			return sh.node()
		case "formula":
			return sh.addFormula(s, open)
		case "iconSet", "dataBar":
			if v := s.attrs.get("showValue"); v != "" && !truth(v) {
				sh.losses.lose(lostCondition, document.Pos{Part: sh.name})
			}
		}
		return nil
	})
}

// colorAreas reads the areas in which a condition may change colours.
func (sh *sheet) colorAreas(refs string) ([]area, error) {
	first := len(sh.colored)
	for ref := range strings.FieldsSeq(refs) {
		if a, ok := readArea(ref); ok {
			sh.colored = append(sh.colored, a)
			if err := sh.node(); err != nil {
				return nil, err
			}
		}
	}
	return sh.colored[first:len(sh.colored):len(sh.colored)], nil
}

// readRule reads the attributes of a rule.
func readRule(s *scanner) rule {
	return rule{
		kind: s.attrs.get("type"), operator: s.attrs.get("operator"), text: s.attrs.get("text"),
		priority: s.attrs.number("priority", 0), stops: s.attrs.flag("stopIfTrue"),
	}
}

// place sets the areas of a rule. What its formulas refer to is seen from the
// first cell of them.
func (r *rule) place(areas []area) {
	r.areas, r.origin = areas, areas[0].from
	for _, a := range areas {
		r.origin = place{min(r.origin.row, a.from.row), min(r.origin.col, a.from.col)}
	}
}

// addRule notes a rule, if conditions may hide text in this workbook, and
// returns it.
func (sh *sheet) addRule(s *scanner, areas []area) *rule {
	if !sh.styles.veiling || len(areas) == 0 {
		return nil
	}
	r := readRule(s)
	r.place(areas)
	if i := s.attrs.number("dxfId", -1); i >= 0 && i < len(sh.styles.looks) {
		r.look = &sh.styles.looks[i]
	} else if i >= 0 || !r.stops {
		return nil
	}
	sh.rules = append(sh.rules, r)
	return &sh.rules[len(sh.rules)-1]
}

// addFormula reads a formula of a rule. A very long one is not understood
// anyway.
func (sh *sheet) addFormula(s *scanner, r *rule) error {
	var text []byte
	err := s.content(func(part []byte, raw bool) {
		if len(text) <= evaluatedMost {
			text = decode(text, part)
		}
	})
	if r != nil && len(r.formulas) < 3 {
		r.formulas = append(r.formulas, string(text[:min(len(text), evaluatedMost+1)]))
	}
	return err
}

// judge finds the cells that conditional formats hide. Where it cannot be told
// whether a condition holds, the cell is labelled.
func (sh *sheet) judge() {
	slices.SortStableFunc(sh.rules, func(a, b rule) int { return a.priority - b.priority })
	if len(sh.rules) > 0 { // a formula may ask for any cell
		sh.cells.Stay()
		sh.values.Stay()
	}
	for i := range sh.rules {
		r := &sh.rules[i]
		if r.look == nil {
			continue
		}
		for _, a := range r.areas {
			if !sh.judgeArea(a, r.look.veils) {
				sh.judgeNothing()
				return
			}
		}
	}
}

// judgeNothing labels all cells of a sheet with more conditions than are looked
// at, but those that are known to be hidden.
func (sh *sheet) judgeNothing() {
	for i := range sh.rows {
		cells := sh.of(&sh.rows[i])
		for k := range cells {
			if !cells[k].has(flagJudged) {
				cells[k].doubt()
			}
		}
	}
}

// judgeArea judges the cells of an area, those that are seen only where they
// may be veiled, and reports whether there is work left for others.
func (sh *sheet) judgeArea(a area, veils bool) bool {
	g := region{cols: []uint16{uint16(a.from.col), uint16(a.to.col)}}
	for i := sh.rowIndex(a.from.row); i < len(sh.rows) && int(sh.rows[i].number) <= a.to.row; i++ {
		cells := sh.inside(&sh.rows[i], &g)
		if sh.looks += 1 + len(cells); sh.looks > looksMost {
			return false
		}
		for k := range cells {
			if c := &cells[k]; !c.has(flagJudged|flagUnsure) && (veils || c.has(flagFaint)) {
				sh.judgeCell(&sh.rows[i], c)
			}
		}
	}
	return true
}

// judgeCell finds out whether a cell can be seen.
func (sh *sheet) judgeCell(r *row, c *cell) {
	p := place{int(r.number), int(c.col)}
	v := sh.valueAt(p)
	seen, open := sh.lookOf(p, v)
	f := sh.styles.at(int(v.style))
	ink, ground := f.ink, f.ground
	if seen.ink.set {
		ink = seen.ink
	}
	if seen.ground.set {
		ground = seen.ground
	}
	switch hides := seen.blank || faint(ink, ground); {
	case c.has(flagFaint) && seen == (look{}) && open == (doubt{}) && sh.tableGround(p) != groundKnown:
		// No condition says anything of the cell: its table does.
	case hides && !open.shows && v.kind != valueUnknown:
		c.flags |= flagJudged
	case hides || open.hides || v.kind == valueUnknown:
		c.doubt()
	case (seen.ink.set || seen.ground.set) && c.has(flagFaint) && ink.known && ground.known:
		c.flags &^= flagFaint // the condition makes it seen
	}
}

// doubt is what conditions of which it cannot be told whether they hold may
// do to a cell.
type doubt struct{ hides, shows bool }

// lookOf applies the rules to a cell, the most important one first: what one
// sets, none after it changes.
func (sh *sheet) lookOf(p place, v value) (seen look, open doubt) {
	for i := range sh.rules {
		r := &sh.rules[i]
		if sh.looks += len(r.areas); sh.looks > looksMost {
			return seen, doubt{hides: true, shows: true}
		}
		if !slices.ContainsFunc(r.areas, func(a area) bool { return a.has(p) }) {
			continue
		}
		holds, known := sh.holds(r, p, v)
		if !known {
			veils := r.look != nil && r.look.veils
			open.hides, open.shows = open.hides || veils, open.shows || !veils
		}
		if !holds {
			continue
		}
		if r.look != nil {
			seen.cover(r.look)
		}
		if r.stops {
			break
		}
	}
	return seen, open
}

// cover adds what another look changes and this one does not.
func (l *look) cover(o *look) {
	if !l.ink.set {
		l.ink = o.ink
	}
	if !l.ground.set {
		l.ground = o.ground
	}
	l.blank = l.blank || o.blank
}

// valueAt returns what a cell holds.
func (sh *sheet) valueAt(p place) value {
	i := sh.rowIndex(p.row)
	if i >= len(sh.rows) || int(sh.rows[i].number) != p.row {
		return value{kind: valueBlank}
	}
	cells := sh.of(&sh.rows[i])
	at, ok := slices.BinarySearchFunc(cells, p.col, func(c cell, col int) int { return int(c.col) - col })
	if !ok {
		return value{kind: valueBlank}
	}
	if values := sh.valuesOf(&sh.rows[i]); values != nil {
		return values[at]
	}
	return value{}
}

// kindOf returns what kind of value the cell has that is being read.
func (r *reader) kindOf(f flags) valueKind {
	switch {
	case f&flagValue == 0:
		return valueText
	case r.typ == typeBool:
		return valueBool
	case r.typ == typeError:
		return valueError
	case r.typ == typeNumber:
		return valueNumber
	}
	return valueUnknown
}
