package pptx

import (
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// place is a place of a table that its style paints on its own
// (ISO/IEC 29500-1, 20.1.4.2.26). What comes later is above.
type place uint8

const (
	placeAll place = iota
	placeBand1V
	placeBand2V
	placeBand1H
	placeBand2H
	placeLastColumn
	placeFirstColumn
	placeLastRow
	placeFirstRow
	placeCorner // of two of the last four; which one is not told
	placeCount
)

// places are the places that the elements of a table style are for.
var places = map[string]place{
	"wholeTbl": placeAll, "band1V": placeBand1V, "band2V": placeBand2V, "band1H": placeBand1H, "band2H": placeBand2H,
	"lastCol": placeLastColumn, "firstCol": placeFirstColumn, "lastRow": placeLastRow, "firstRow": placeFirstRow,
	"nwCell": placeCorner, "neCell": placeCorner, "swCell": placeCorner, "seCell": placeCorner,
}

// tableStyle is how a table is painted: its ground, and cells and the letters in
// them by their place. A nil *tableStyle is not known.
type tableStyle struct {
	ground drawing.Paint
	fills  [placeCount]drawing.Paint
	inks   [placeCount]*drawing.Levels
}

// Styles of tables that PowerPoint has built in and that other programs name
// without giving them: two that paint nothing, and the usual one in its colours.
const (
	styleNone     = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}"
	styleGrid     = "{5940675A-B579-460E-94D1-54222C63F5DA}"
	styleDark     = "{073A0DAA-6AF3-43AB-8588-CEC1D06C72B9}"
	styleAccent1  = "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"
	styleAccent2  = "{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}"
	styleAccent3  = "{F5AB1C69-6EDB-4FF4-983F-18BD219EF322}"
	styleAccent4  = "{00A15C55-8517-42AA-B614-E9B94910E393}"
	styleAccent5  = "{7DF18680-E054-41AD-8BC1-D1AEF772440D}"
	styleAccent6  = "{93296810-A885-4BE3-A3E7-6D5BEEA58F35}"
	tintTable     = 20 // per cent of the colour in the cells of the usual style
	tintTableBand = 40
)

// builtIn returns a style that PowerPoint has built in, or nil.
func builtIn(id string) *tableStyle {
	name := ""
	switch id {
	case "", styleNone, styleGrid:
		return &tableStyle{}
	case styleDark:
		name = "dk1"
	case styleAccent1:
		name = "accent1"
	case styleAccent2:
		name = "accent2"
	case styleAccent3:
		name = "accent3"
	case styleAccent4:
		name = "accent4"
	case styleAccent5:
		name = "accent5"
	case styleAccent6:
		name = "accent6"
	default:
		return nil
	}
	accent, light := drawing.SchemeColor(name), drawing.InkLevels(drawing.SchemeColor("lt1"))
	s := &tableStyle{}
	s.fills[placeAll], s.inks[placeAll] = accent.Tinted(tintTable), drawing.InkLevels(drawing.SchemeColor("dk1"))
	s.fills[placeBand1H], s.fills[placeBand1V] = accent.Tinted(tintTableBand), accent.Tinted(tintTableBand)
	for _, at := range [...]place{placeFirstRow, placeLastRow, placeFirstColumn, placeLastColumn} {
		s.fills[at], s.inks[at] = accent, light
	}
	return s
}

// tableStyle returns the style with an id, or nil. The part with the styles is
// read when the first one is asked for.
func (d *deck) tableStyle(id string) (*tableStyle, error) {
	if d.show.tables == nil {
		d.show.tables = map[string]*tableStyle{}
		if err := d.readTableStyles(); err != nil {
			return nil, err
		}
	}
	s, ok := d.show.tables[id]
	if !ok {
		s = builtIn(id)
		if s != nil {
			d.show.tables[id] = s
		}
	}
	return s, nil
}

// readTableStyles reads the styles of tables that the presentation holds.
func (d *deck) readTableStyles() error {
	s, err := d.open(d.pkg.Part(d.show.rels, "tableStyles"))
	if s == nil || err != nil {
		return err
	}
	defer d.release(s)
	for n := s.First(xmlread.Root); n != 0 && d.failed == nil; n = s.Next(n) {
		if s.Name(n).Is(drawing.A, "tblStyle") {
			d.hold(nodesTableStyle)
			d.show.tables[s.Attr(n, xmlread.None, "styleId")] = d.readTableStyle(s, n)
		}
	}
	return nil
}

// readTableStyle reads one style.
func (d *deck) readTableStyle(s *source, n xmlread.NodeID) *tableStyle {
	out := &tableStyle{}
	for c := s.First(n); c != 0; c = s.Next(c) {
		name := s.Name(c)
		if name.Is(drawing.A, "tblBg") {
			out.ground = readFill(s.Tree, c)
		}
		at, ok := places[name.Local]
		if !ok || name.Space != drawing.A {
			continue
		}
		fill := readFill(s.Tree, s.Child(c, drawing.A, "tcStyle"))
		if at == placeCorner && fill.Kind != drawing.PaintUnset {
			fill = drawing.Paint{Kind: drawing.PaintOther}
		}
		if fill.Kind != drawing.PaintUnset {
			out.fills[at] = fill
		}
		if ink := readInk(s.Tree, s.Child(c, drawing.A, "tcTxStyle")); ink.Kind != drawing.PaintUnset {
			d.hold(nodesLevels)
			out.inks[at] = drawing.InkLevels(ink)
		}
	}
	return out
}

// readFill returns what an element of a style is filled with: of its own, or one
// of the fills of the theme, of which the first is plain.
func readFill(t *xmlread.Tree, n xmlread.NodeID) drawing.Paint {
	if fill := t.Child(n, drawing.A, "fill"); fill != 0 {
		return drawing.ReadPaint(t, fill)
	}
	ref := t.Child(n, drawing.A, "fillRef")
	switch idx := t.Attr(ref, xmlread.None, "idx"); {
	case ref == 0:
		return drawing.Paint{}
	case idx == "" || idx == "0":
		return drawing.Paint{Kind: drawing.PaintNone}
	case idx != "1":
		return drawing.Paint{Kind: drawing.PaintOther}
	}
	return drawing.ReadColor(t, ref)
}

// readInk returns the colour of letters that a style says, unset if none.
func readInk(t *xmlread.Tree, n xmlread.NodeID) drawing.Paint {
	for c := t.First(n); c != 0; c = t.Next(c) {
		switch t.Name(c).Local {
		case "srgbClr", "schemeClr", "sysClr", "prstClr", "scrgbClr", "hslClr":
			return drawing.ReadColor(t, n)
		}
	}
	return drawing.Paint{}
}
