package xlsx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/converters/xlsx/style"
	"github.com/seed353dc258/backstory/document"
)

// read reads the conditional formats of some cells.
func (cs *conditions) read(s *sml.Scanner) error {
	first, err := cs.colorAreas(s.Attrs.Get("sqref"))
	if err != nil {
		return err
	}
	return s.Inner(func() error {
		switch string(s.Name) {
		case "cfRule":
			if i := s.Attrs.Number("dxfId", -1); i >= 0 && i < len(cs.sheet.book.styles.Looks) {
				cs.addVeil(first, &cs.sheet.book.styles.Looks[i])
			}
			return cs.sheet.node()
		case "iconSet", "dataBar":
			cs.signs(s)
		}
		return nil
	})
}

// signs counts a format that may show a sign in place of a number.
func (cs *conditions) signs(s *sml.Scanner) {
	if v := s.Attrs.Get("showValue"); v != "" && !sml.Bool(v) {
		cs.sheet.book.losses.Lose(lost.Condition, document.Pos{Part: cs.sheet.grid.Name})
	}
}

// areaNodes is how many nodes of 32 bytes an area counts as, with what its list grows by.
const areaNodes = 3

// colorAreas reads the areas in which a condition may change colours, and returns the place
// of the first among all.
func (cs *conditions) colorAreas(refs string) (first int, err error) {
	first = len(cs.colored)
	for ref := range strings.FieldsSeq(refs) {
		if a, ok := sheet.ReadArea(ref); ok {
			cs.colored = append(cs.colored, a)
			if err := cs.sheet.book.env.Spend(converters.LimitNodes, areaNodes, document.Pos{Part: cs.sheet.part}); err != nil {
				return first, err
			}
		}
	}
	return first, nil
}

// addVeil notes a look of the areas from a place on, if it may hide text.
func (cs *conditions) addVeil(first int, l *style.Look) {
	if end := len(cs.colored); l.Veils && first < end {
		cs.veils = append(cs.veils, veil{first, end, l})
	}
}

// doubt labels the cells that a condition may hide.
func (cs *conditions) doubt() {
	for _, v := range cs.veils {
		for _, a := range cs.colored[v.first:v.end] {
			cs.sheet.grid.MayHide(a, v.look.MayHide)
		}
	}
}

// Judge implements [sheet.Format].
func (sh *worksheet) Judge(p sheet.Place, c *sheet.Cell) visible.Way {
	switch {
	case c.Has(style.Blank):
		return visible.Format
	case c.Has(style.Tiny):
		return visible.Size
	case c.Has(sheet.Doubt):
		sh.book.losses.Lose(lost.Unsure, sh.grid.At(p))
		return visible.Shown
	case c.Has(style.Faint):
		switch sh.conditions.ground(p) {
		case groundKnown:
			return visible.Color
		case groundUnknown:
			c.Flags |= sheet.Unsure
		}
	}
	if c.Has(sheet.Unsure) {
		sh.book.losses.Hide(visible.Unsure, sh.grid.At(p))
	}
	return visible.Shown
}

// What is known of the ground of a cell besides its style.
const (
	groundKnown   = iota // nothing else colours it
	groundUnknown        // a condition, or the look of a table, may
	groundHeader         // the look of a table does, as a rule
)

// ground says what else may colour a cell.
func (cs *conditions) ground(p sheet.Place) int {
	if t := cs.sheet.grid.TableAt(p); t != nil {
		if t.Headers > 0 && p.Row == t.From.Row {
			return groundHeader
		}
		return groundUnknown
	}
	if !cs.sheet.grid.Looks(len(cs.colored)) {
		return groundUnknown
	}
	for _, a := range cs.colored {
		if a.Has(p) {
			return groundUnknown
		}
	}
	return groundKnown
}
