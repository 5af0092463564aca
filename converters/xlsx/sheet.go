package xlsx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/document"
)

// read reads the part of a sheet.
func (sh *worksheet) read() error {
	s, err := sh.scan(sh.part)
	if err != nil {
		return err
	}
	rd := &reader{worksheet: sh, scanner: s, item: sml.Item{Faint: sh.styles.FaintOnWhite}}
	for {
		k, err := s.Next()
		if err != nil {
			return err
		}
		if k == sml.EOF {
			break
		}
		if k != sml.Start {
			continue
		}
		if err := sh.element(rd); err != nil {
			return err
		}
	}
	return nil
}

// element reads an element around or beside the cells.
func (sh *worksheet) element(rd *reader) error {
	s := rd.scanner
	switch string(s.Name) {
	case "sheetData":
		return rd.cells()
	case "sheetFormatPr":
		sh.zeroRows = s.Attrs.Flag("zeroHeight")
	case "col":
		return sh.column(s)
	case "pane":
		if state := s.Attrs.Get("state"); state == "frozen" || state == "frozenSplit" {
			sh.Frozen = sheet.Place{Row: s.Attrs.Number("ySplit", 0), Col: s.Attrs.Number("xSplit", 0)}
		}
	case "autoFilter":
		return sh.readFilter(s)
	case "mergeCell":
		if a, ok := sheet.ReadArea(s.Attrs.Get("ref")); ok && a.From != a.To {
			sh.Merges = append(sh.Merges, a)
		}
		return sh.env.Spend(converters.LimitNodes, areaNodes, document.Pos{Part: sh.part})
	case "hyperlink":
		if a, ok := sheet.ReadArea(s.Attrs.Get("ref")); ok && sh.roomForLink(a) {
			sh.links = append(sh.links, link{Area: a, id: s.Attrs.Get("id"), location: s.Attrs.Get("location")})
		}
		return sh.node()
	default:
		return sh.beside(s)
	}
	return nil
}

// beside reads an element of what is beside the cells.
func (sh *worksheet) beside(s *sml.Scanner) error {
	switch string(s.Name) {
	case "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter":
		return sh.furniture(s)
	case "drawing":
		sh.drawings = append(sh.drawings, s.Attrs.Get("id"))
	case "control", "oleObject":
		sh.objects++
	case "legacyDrawing":
		sh.legacy = s.Attrs.Get("id")
	case "conditionalFormatting":
		return sh.readConditions(s)
	case "dataValidation":
		return sh.validation(s, "formula1")
	case "extLst":
		return sh.extension(s)
	case "rowBreaks", "customSheetViews", "scenarios", "protectedRanges":
		return s.Skip()
	}
	return nil
}

// minWidth is the least width of a column that is seen, in characters.
const minWidth = 0.3

// column reads a run of columns.
func (sh *worksheet) column(s *sml.Scanner) error {
	c := sheet.Columns{First: s.Attrs.Number("min", 0) - 1, Last: s.Attrs.Number("max", 0) - 1}
	hidden := s.Attrs.Flag("hidden") || sml.Less(s.Attrs.Get("width"), minWidth)
	if !hidden || c.First < 0 || c.Last < c.First {
		return nil
	}
	c.Last = min(c.Last, sheet.MaxColumns-1)
	c.Collapsed = s.Attrs.Number("outlineLevel", 0) > 0
	sh.Columns = append(sh.Columns, c)
	return sh.node()
}

// readFilter reads the autoFilter element of a sheet, of which there is one.
func (sh *worksheet) readFilter(s *sml.Scanner) error {
	a, ok := sheet.ReadArea(s.Attrs.Get("ref"))
	f := sheet.Filter{Area: a}
	if err := s.Inner(func() error {
		f.Active = f.Active || s.Is("filterColumn")
		return nil
	}); err != nil {
		return err
	}
	if ok {
		sh.Filters = []sheet.Filter{f}
	}
	return nil
}
