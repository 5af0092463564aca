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

// readConditions reads the conditional formats of some cells.
func (sh *worksheet) readConditions(s *sml.Scanner) error {
	first, err := sh.colorAreas(s.Attrs.Get("sqref"))
	if err != nil {
		return err
	}
	return s.Inner(func() error {
		switch string(s.Name) {
		case "cfRule":
			if i := s.Attrs.Number("dxfId", -1); i >= 0 && i < len(sh.styles.Looks) {
				sh.addVeil(first, &sh.styles.Looks[i])
			}
			return sh.node()
		case "iconSet", "dataBar":
			sh.signs(s)
		}
		return nil
	})
}

// signs counts a format that may show a sign in place of a number.
func (sh *worksheet) signs(s *sml.Scanner) {
	if v := s.Attrs.Get("showValue"); v != "" && !sml.Bool(v) {
		sh.losses.Lose(lost.Condition, document.Pos{Part: sh.Name})
	}
}

// areaNodes is how many nodes of 32 bytes an area counts as, with what its list grows by.
const areaNodes = 3

// colorAreas reads the areas in which a condition may change colours, and returns the place
// of the first among all.
func (sh *worksheet) colorAreas(refs string) (first int, err error) {
	c := &sh.conditions
	first = len(c.colored)
	for ref := range strings.FieldsSeq(refs) {
		if a, ok := sheet.ReadArea(ref); ok {
			c.colored = append(c.colored, a)
			if err := sh.env.Spend(converters.LimitNodes, areaNodes, document.Pos{Part: sh.part}); err != nil {
				return first, err
			}
		}
	}
	return first, nil
}

// addVeil notes a look of the areas from a place on, if it may hide text.
func (sh *worksheet) addVeil(first int, l *style.Look) {
	if end := len(sh.conditions.colored); l.Veils && first < end {
		sh.conditions.veils = append(sh.conditions.veils, veil{first, end, l})
	}
}

// doubt labels the cells that a condition may hide.
func (sh *worksheet) doubt() {
	for _, v := range sh.conditions.veils {
		for _, a := range sh.conditions.colored[v.first:v.end] {
			sh.MayHide(a, v.look.MayHide)
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
		sh.losses.Lose(lost.Unsure, sh.At(p))
		return visible.Shown
	case c.Has(style.Faint):
		switch sh.ground(p) {
		case groundKnown:
			return visible.Color
		case groundUnknown:
			c.Flags |= sheet.Unsure
		}
	}
	if c.Has(sheet.Unsure) {
		sh.losses.Hide(visible.Unsure, sh.At(p))
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
func (sh *worksheet) ground(p sheet.Place) int {
	if t := sh.TableAt(p); t != nil {
		if t.Headers > 0 && p.Row == t.From.Row {
			return groundHeader
		}
		return groundUnknown
	}
	if !sh.Looks(len(sh.conditions.colored)) {
		return groundUnknown
	}
	for _, a := range sh.conditions.colored {
		if a.Has(p) {
			return groundUnknown
		}
	}
	return groundKnown
}
