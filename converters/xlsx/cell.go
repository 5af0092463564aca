package xlsx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// cells reads a sheetData element.
func (r *reader) cells() error {
	s := r.scanner
	if s.Empty {
		return nil
	}
	err := s.Inner(func() error {
		if s.Is("row") {
			return r.readRow()
		}
		return s.Skip()
	})
	if err == nil && r.unsettled {
		r.sheet.grid.Settle()
	}
	return err
}

// readRow reads a row.
func (r *reader) readRow() error {
	s := r.scanner
	r.rowAttrs()
	r.lastCol = -1
	r.cell.cellsOf = r.cell.cellsOf[:0]
	if !s.Empty {
		depth := s.Depth
		for {
			if err := r.usualCells(); err != nil {
				return err
			}
			k, err := s.Next()
			if err != nil {
				return err
			}
			if k == sml.EOF || k == sml.End && s.Depth < depth {
				break
			}
			if k != sml.Start {
				continue
			}
			if len(s.Name) == 1 && s.Name[0] == 'c' {
				err = r.readCell()
			} else {
				err = s.Skip()
			}
			if err != nil {
				return err
			}
		}
	}
	return r.endRow()
}

// usualCells reads the cells that come next as far as they have the form that
// programs give them.
func (r *reader) usualCells() error {
	for c := (sml.Cell{}); r.scanner.Cell(&c); {
		if c.Col < 0 {
			c.Col = r.lastCol + 1
		}
		r.cell.at, r.cell.style, r.cell.typ, r.cell.rich = sheet.Place{Row: int(r.row.Number), Col: c.Col}, c.Style, c.Type, 0
		r.lastCol = c.Col
		r.cell.formula = r.cell.formula[:0]
		if err := r.cell.show(c.Value); err != nil {
			return err
		}
	}
	return nil
}

// rowAttrs reads the attributes of a row.
func (r *reader) rowAttrs() {
	r.row = sheet.Row{Number: r.last + 1}
	hidden, said := false, false
	a := r.scanner.Attrs
	for name, value, ok := a.Next(); ok; name, value, ok = a.Next() {
		switch string(name) {
		case "r":
			r.row.Number = rowNumber(value, r.row.Number)
		case "hidden":
			hidden, said = sml.Bool(string(value)), true
		case "ht":
			hidden = hidden || sml.Less(string(value), visible.MinHeight)
		case "outlineLevel":
			if n, _ := sml.Digits(value); n > 0 {
				r.row.Flags |= sheet.RowInGroup
			}
		}
	}
	if hidden || r.sheet.zeroRows && !said && r.scanner.Empty {
		r.row.Flags |= sheet.RowHidden
	}
	if r.row.Number <= r.last {
		r.unsettled = true
	}
	r.last = r.row.Number
}

// rowNumber returns the number of a row, or the one that it has without.
func rowNumber(value []byte, without uint32) uint32 {
	if n, ok := sml.Digits(value); ok && n >= 1 && n <= sheet.MaxRows {
		return uint32(n)
	}
	return without
}

// endRow keeps a row that has cells, or is hidden, which is not a gap then.
func (r *reader) endRow() error {
	if len(r.cell.cellsOf) == 0 && r.row.Flags&sheet.RowHidden == 0 {
		return nil
	}
	if !slices.IsSortedFunc(r.cell.cellsOf, byColumn) {
		slices.SortStableFunc(r.cell.cellsOf, byColumn)
	}
	r.sheet.grid.Grow(r.scanner.Expects())
	return r.sheet.grid.Add(r.row, r.cell.cellsOf)
}

func byColumn(a, b sheet.Cell) int { return int(a.Col) - int(b.Col) }

// cellAttrs reads the attributes of a cell.
func (r *reader) cellAttrs() {
	r.cell.at = sheet.Place{Row: int(r.row.Number), Col: r.lastCol + 1}
	r.cell.style, r.cell.typ, r.cell.rich = 0, sml.TypeNumber, 0
	for a := r.scanner.Attrs; ; {
		name, value, ok := a.Next()
		if !ok {
			break
		}
		switch string(name) {
		case "r":
			if col, size := sheet.ReadColumn(value); size > 0 {
				r.cell.at.Col = col // the row is that of the row element
			}
		case "s":
			r.cell.style, _ = sml.Digits(value)
		case "t":
			r.cell.typ = sml.TypeOf(value)
		case "vm":
			r.cell.rich, _ = sml.Digits(value)
		}
	}
	r.lastCol = r.cell.at.Col
}

// readCell reads a cell.
func (r *reader) readCell() error {
	s := r.scanner
	r.cellAttrs()
	r.cell.formula = r.cell.formula[:0]
	if s.Empty {
		return nil
	}
	valued := false
	if err := s.Inner(func() error { return r.inside(&valued) }); err != nil {
		return err
	}
	if !valued && len(r.cell.formula) > 0 {
		return r.cell.unvalued()
	}
	return nil
}

// inside reads an element of a cell.
func (r *reader) inside(valued *bool) error {
	s := r.scanner
	switch string(s.Name) {
	case "v":
		if s.Empty {
			return nil
		}
		*valued = true
		return r.value()
	case "is":
		*valued = true
		if err := r.item.Read(s); err != nil {
			return err
		}
		f := sheet.Flags(0)
		if r.item.Rich {
			f = sheet.Rich
		}
		return r.cell.text(r.cell.unveiled(r.item.Text, r.item.Unseen), f)
	case "f":
		return r.readFormula()
	}
	return s.Skip()
}
