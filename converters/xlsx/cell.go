package xlsx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// reader reads the cells of a sheet in one pass.
type reader struct {
	*sheet
	scanner  *scanner
	row      row
	last     uint32  // number of the last row
	lastCol  int     // of the last cell, -1 at the begin of a row
	cellsOf  []cell  // of the row
	valuesOf []value // theirs, where conditions may ask for them
	buf      []byte
	item     item

	// Of the cell that is being read.
	at      place
	style   int
	typ     cellType
	num     float64
	color   int // that the number format gives the cell, or 0
	rich    int // the number of its metadata, from 1; 0 for none
	formula []byte
	masters map[string]master // shared formulas
}

// master is the formula that others are moved copies of.
type master struct {
	at   place
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
			r.settle()
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

// settle puts rows in order where they are not.
func (r *reader) settle() {
	if r.unsettled {
		slices.SortStableFunc(r.rows, func(a, b row) int { return int(a.number) - int(b.number) })
	}
}

// readRow reads a row.
func (r *reader) readRow() error {
	s := r.scanner
	r.rowAttrs()
	r.lastCol = -1
	r.cellsOf, r.valuesOf = r.cellsOf[:0], r.valuesOf[:0]
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
	r.row = row{number: r.last + 1}
	hidden, said := false, false
	for a := r.scanner.attrs; ; {
		name, value, ok := a.next()
		if !ok {
			break
		}
		switch string(name) {
		case "r":
			if n, ok := digits(value); ok && n >= 1 && n <= rowsMost {
				r.row.number = uint32(n)
			}
		case "hidden":
			hidden, said = truth(string(value)), true
		case "ht":
			hidden = hidden || less(string(value), rowLeast)
		case "outlineLevel":
			n, _ := digits(value)
			r.row.level = n > 0
		}
	}
	if hidden || r.zeroRows && !said && r.scanner.empty {
		r.row.flags |= rowHidden
	}
	if r.row.number <= r.last {
		r.unsettled = true
	}
	r.last = r.row.number
}

// endRow keeps a row that has cells, or is hidden, which is no gap then.
func (r *reader) endRow() error {
	if len(r.cellsOf) == 0 && r.row.flags == 0 {
		return nil
	}
	pos := document.Pos{Part: r.part}
	if err := r.env.Spend(converters.LimitNodes, 1, pos); err != nil {
		return err
	}
	if len(r.cellsOf) > columnsMost {
		return r.env.Check(converters.LimitColumns, int64(len(r.cellsOf)), pos)
	}
	if !slices.IsSortedFunc(r.cellsOf, byColumn) {
		slices.SortStableFunc(r.cellsOf, byColumn)
		r.valuesOf = r.valuesOf[:0] // whose they are is not known any more
	}
	if n := len(r.rows); n == cap(r.rows) {
		r.rows = slices.Grow(r.rows, growth(n, r.scanner.expects()))
	}
	r.add(r.row, r.cellsOf, r.valuesOf)
	return nil
}

func byColumn(a, b cell) int { return int(a.col) - int(b.col) }

// cellAttrs reads the attributes of a cell.
func (r *reader) cellAttrs() {
	r.at = place{int(r.row.number), r.lastCol + 1}
	r.style, r.typ, r.rich = 0, typeNumber, 0
	for a := r.scanner.attrs; ; {
		name, value, ok := a.next()
		if !ok {
			break
		}
		switch string(name) {
		case "r":
			if col, ok := fastColumn(value); ok {
				r.at.col = col // the row is that of the row element
			}
		case "s":
			r.style, _ = digits(value)
		case "t":
			r.typ = typeOf(value)
		case "vm":
			r.rich, _ = digits(value)
		}
	}
	r.lastCol = r.at.col
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
		f := flags(0)
		if r.item.rich {
			f = flagRich
		}
		return r.text(r.unveiled(r.item.text, r.item.faint), f)
	case "f":
		return r.readFormula()
	}
	return s.skip()
}
