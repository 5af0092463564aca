package xlsx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// reader reads the cells of a sheet in one pass.
type reader struct {
	*worksheet
	scanner   *scanner
	row       sheet.Row
	last      uint32       // number of the last row
	lastCol   int          // of the last cell, -1 before the first one of a row
	cellsOf   []sheet.Cell // of the row
	unsettled bool         // rows are not in order
	buf       []byte
	item      item

	// Of the cell that is being read.
	at      sheet.Place
	style   int
	typ     cellType
	color   int // that the number format gives the cell, or 0
	rich    int // the number of its metadata, from 1; 0 for none
	formula []byte
	masters map[string]master // shared formulas
}

// master is the formula that others are moved copies of.
type master struct {
	at   sheet.Place
	text string
}

// cellType is what the value of a cell is.
type cellType uint8

const (
	typeNumber cellType = iota
	typeShared
	typeText // of a formula, or inline
	typeBool
	typeError
	typeDate
)

func typeOf(name []byte) cellType {
	switch string(name) {
	case "s":
		return typeShared
	case "str", "inlineStr":
		return typeText
	case "b":
		return typeBool
	case "e":
		return typeError
	case "d":
		return typeDate
	}
	return typeNumber
}

// cells reads a sheetData element.
func (r *reader) cells() error {
	s := r.scanner
	if s.empty {
		return nil
	}
	depth := s.depth
	for {
		k, err := s.next()
		if err != nil {
			return err
		}
		switch {
		case k == kindEOF, k == kindEnd && s.depth < depth:
			if r.unsettled {
				r.Settle()
			}
			return nil
		case k == kindStart && s.is("row"):
			err = r.readRow()
		case k == kindStart:
			err = s.skip()
		}
		if err != nil {
			return err
		}
	}
}

// readRow reads a row.
func (r *reader) readRow() error {
	s := r.scanner
	r.rowAttrs()
	r.lastCol = -1
	r.cellsOf = r.cellsOf[:0]
	if !s.empty {
		depth := s.depth
		for {
			if err := r.fast(); err != nil {
				return err
			}
			k, err := s.next()
			if err != nil {
				return err
			}
			if k == kindEOF || k == kindEnd && s.depth < depth {
				break
			}
			if k != kindStart {
				continue
			}
			if len(s.name) == 1 && s.name[0] == 'c' {
				err = r.readCell()
			} else {
				err = s.skip()
			}
			if err != nil {
				return err
			}
		}
	}
	return r.endRow()
}

// rowAttrs reads the attributes of a row.
func (r *reader) rowAttrs() {
	r.row = sheet.Row{Number: r.last + 1}
	hidden, said := false, false
	for a := r.scanner.attrs; ; {
		name, value, ok := a.next()
		if !ok {
			break
		}
		switch string(name) {
		case "r":
			if n, ok := digits(value); ok && n >= 1 && n <= sheet.MaxRows {
				r.row.Number = uint32(n)
			}
		case "hidden":
			hidden, said = truth(string(value)), true
		case "ht":
			hidden = hidden || less(string(value), rowLeast)
		case "outlineLevel":
			if n, _ := digits(value); n > 0 {
				r.row.Flags |= sheet.RowInGroup
			}
		}
	}
	if hidden || r.zeroRows && !said && r.scanner.empty {
		r.row.Flags |= sheet.RowHidden
	}
	if r.row.Number <= r.last {
		r.unsettled = true
	}
	r.last = r.row.Number
}

// endRow keeps a row that has cells, or is hidden, which is no gap then.
func (r *reader) endRow() error {
	if len(r.cellsOf) == 0 && r.row.Flags&sheet.RowHidden == 0 {
		return nil
	}
	if !slices.IsSortedFunc(r.cellsOf, byColumn) {
		slices.SortStableFunc(r.cellsOf, byColumn)
	}
	r.Grow(r.scanner.expects())
	return r.Add(r.row, r.cellsOf)
}

func byColumn(a, b sheet.Cell) int { return int(a.Col) - int(b.Col) }

// cellAttrs reads the attributes of a cell.
func (r *reader) cellAttrs() {
	r.at = sheet.Place{Row: int(r.row.Number), Col: r.lastCol + 1}
	r.style, r.typ, r.rich = 0, typeNumber, 0
	for a := r.scanner.attrs; ; {
		name, value, ok := a.next()
		if !ok {
			break
		}
		switch string(name) {
		case "r":
			if col, size := sheet.ReadColumn(value); size > 0 {
				r.at.Col = col // the row is that of the row element
			}
		case "s":
			r.style, _ = digits(value)
		case "t":
			r.typ = typeOf(value)
		case "vm":
			r.rich, _ = digits(value)
		}
	}
	r.lastCol = r.at.Col
}

// readCell reads a cell.
func (r *reader) readCell() error {
	s := r.scanner
	r.cellAttrs()
	r.formula = r.formula[:0]
	if s.empty {
		return nil
	}
	valued := false
	depth := s.depth
	for {
		k, err := s.next()
		if err != nil {
			return err
		}
		if k == kindEOF || k == kindEnd && s.depth < depth {
			break
		}
		if k != kindStart {
			continue
		}
		if err := r.inside(&valued); err != nil {
			return err
		}
	}
	if !valued && len(r.formula) > 0 {
		return r.unvalued()
	}
	return nil
}

// inside reads an element of a cell.
func (r *reader) inside(valued *bool) error {
	s := r.scanner
	switch string(s.name) {
	case "v":
		if s.empty {
			return nil
		}
		*valued = true
		return r.value()
	case "is":
		*valued = true
		if err := r.item.read(s); err != nil {
			return err
		}
		f := sheet.Flags(0)
		if r.item.rich {
			f = sheet.Rich
		}
		return r.text(r.unveiled(r.item.text, r.item.faint), f)
	case "f":
		return r.readFormula()
	}
	return s.skip()
}
