package xlsx

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/document"
)

// read reads the part of a sheet.
func (sh *worksheet) read() error {
	s, err := sh.book.packed.scan(sh.part)
	if err != nil {
		return err
	}
	rd := &reader{sheet: sh, cell: cellWriter{book: sh.book, sheet: sh}, scanner: s, item: sml.Item{Faint: sh.book.styles.FaintOnWhite}}
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
	case "pane":
		if state := s.Attrs.Get("state"); state == "frozen" || state == "frozenSplit" {
			sh.grid.Frozen = sheet.Place{Row: s.Attrs.Number("ySplit", 0), Col: s.Attrs.Number("xSplit", 0)}
		}
	case "autoFilter":
		filters, err := readFilter(s)
		if err == nil && filters != nil {
			sh.grid.Filters = filters
		}
		return err
	case "mergeCell":
		if a, ok := sheet.ReadArea(s.Attrs.Get("ref")); ok && a.From != a.To {
			sh.grid.Merges = append(sh.grid.Merges, a)
		}
		return sh.book.env.Spend(converters.LimitNodes, areaNodes, document.Pos{Part: sh.part})
	case "hyperlink":
		if a, ok := sheet.ReadArea(s.Attrs.Get("ref")); ok {
			return sh.links.add(link{Area: a, id: s.Attrs.Get("id"), location: s.Attrs.Get("location")})
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
	case "col":
		if c, ok := hiddenColumns(s); ok {
			sh.grid.Columns = append(sh.grid.Columns, c)
			return sh.node()
		}
	case "drawing":
		sh.drawings = append(sh.drawings, s.Attrs.Get("id"))
	case "control", "oleObject":
		sh.objects++
	case "legacyDrawing":
		sh.legacy = s.Attrs.Get("id")
	case "conditionalFormatting":
		return sh.conditions.read(s)
	case "dataValidation":
		return sh.validation(s, "formula1")
	case "extLst":
		return sh.extension(s)
	case "rowBreaks", "customSheetViews", "scenarios", "protectedRanges":
		return s.Skip()
	}
	return nil
}

// validation reads what cells ask for.
func (sh *worksheet) validation(s *sml.Scanner, formula string) error {
	if err := sh.choices.read(s, formula, sh.book.env); err != nil {
		return err
	}
	return sh.node()
}

// minWidth is the least width of a column that is seen, in characters.
const minWidth = 0.3

// hiddenColumns reads a run of columns, and reports whether they are hidden.
func hiddenColumns(s *sml.Scanner) (sheet.Columns, bool) {
	c := sheet.Columns{First: s.Attrs.Number("min", 0) - 1, Last: s.Attrs.Number("max", 0) - 1}
	hidden := s.Attrs.Flag("hidden") || sml.Less(s.Attrs.Get("width"), minWidth)
	c.Last = min(c.Last, sheet.MaxColumns-1)
	c.Collapsed = s.Attrs.Number("outlineLevel", 0) > 0
	return c, hidden && c.First >= 0 && c.First <= c.Last
}

// readFilter reads the autoFilter element of a sheet, of which there is one.
func readFilter(s *sml.Scanner) ([]sheet.Filter, error) {
	a, ok := sheet.ReadArea(s.Attrs.Get("ref"))
	f := sheet.Filter{Area: a}
	err := s.Inner(func() error {
		f.Active = f.Active || s.Is("filterColumn")
		return nil
	})
	if !ok {
		return nil, err
	}
	return []sheet.Filter{f}, err
}
