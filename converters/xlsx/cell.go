package xlsx

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/document"
)

// reader reads the cells of a sheet in one pass.
type reader struct {
	*sheet
	scanner *scanner
	row     row
	last    uint32 // number of the last row
	lastCol int    // of the last cell, -1 at the begin of a row
	cellsOf []cell // of the row
	buf     []byte
	item    item

	// Of the cell that is being read.
	at      place
	style   int
	typ     cellType
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
	}
	r.add(r.row, r.cellsOf)
	return nil
}

func byColumn(a, b cell) int { return int(a.col) - int(b.col) }

// readCell reads a cell.
func (r *reader) readCell() error {
	s := r.scanner
	r.at = place{int(r.row.number), r.lastCol + 1}
	r.style, r.typ = 0, typeNumber
	r.formula = r.formula[:0]
	for a := s.attrs; ; {
		name, value, ok := a.next()
		if !ok {
			break
		}
		if len(name) != 1 {
			continue
		}
		switch name[0] {
		case 'r':
			if col, ok := fastColumn(value); ok {
				r.at.col = col // the row is that of the row element
			}
		case 's':
			r.style, _ = digits(value)
		case 't':
			r.typ = typeOf(value)
		}
	}
	r.lastCol = r.at.col
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
		r.losses.lose(lostValue, r.pos())
		return r.keep(nil, flagFormula)
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
		return r.text(r.item.text, f)
	case "f":
		return r.readFormula()
	}
	return s.skip()
}

// value reads a v element. What is usual is one text up to the end tag.
func (r *reader) value() error {
	s := r.scanner
	depth := s.depth
	k, err := s.next()
	if err != nil {
		return err
	}
	if k == kindEnd {
		return r.show(s.text)
	}
	text := append([]byte(nil), s.text...)
	if k == kindStart {
		if err := s.skip(); err != nil {
			return err
		}
	}
	for s.depth >= depth {
		if k, err = s.next(); err != nil || k == kindEOF {
			return err
		}
		text = append(text, s.text...)
		if k == kindStart {
			if err := s.skip(); err != nil {
				return err
			}
		}
	}
	return r.show(text)
}

// show keeps what a value looks like.
func (r *reader) show(raw []byte) error {
	switch r.typ {
	case typeShared:
		return r.sharedText(raw)
	case typeText:
		r.buf = decode(r.buf[:0], raw)
		return r.text(r.buf, 0)
	case typeBool:
		text := "FALSE"
		if v := strings.TrimSpace(string(raw)); v != "0" && v != "false" {
			text = "TRUE"
		}
		return r.keep([]byte(text), flagValue|flagPlain)
	case typeError:
		r.buf = decode(r.buf[:0], raw)
		return r.keep(r.buf, flagValue)
	case typeDate:
		return r.date(raw)
	}
	return r.number(raw)
}

// sharedText keeps a shared string.
func (r *reader) sharedText(raw []byte) error {
	i, ok := digits(trimSpace(raw))
	if !ok || i >= len(r.shared) {
		r.losses.lose(lostString, r.pos())
		return nil
	}
	shared := &r.shared[i]
	if shared.empty && len(r.formula) == 0 {
		return nil
	}
	if f := r.styles.at(r.style); !f.text || len(r.formula) > 0 {
		return r.text([]byte(r.store.get(shared.at)), shared.flags)
	}
	return r.push(cell{at: address(i), flags: flagShared | shared.flags})
}

// text keeps a text by its format.
func (r *reader) text(text []byte, f flags) error {
	format := r.styles.at(r.style)
	if format.text {
		return r.keep(text, f|plainFlag(text))
	}
	if format.show.HidesText() && !blank(text) {
		return r.keep(text, f|flagBlank|plainFlag(text))
	}
	out := format.show.AppendText(nil, string(text))
	return r.keep(out, f|plainFlag(out))
}

func plainFlag(text []byte) flags {
	if plain(text) {
		return flagPlain
	}
	return 0
}

// date keeps a date of ISO 8601, which is how strict workbooks may write it.
func (r *reader) date(raw []byte) error {
	r.buf = decode(r.buf[:0], raw)
	text := strings.TrimSuffix(strings.TrimSpace(string(r.buf)), "Z")
	text = strings.TrimSuffix(text, ".000")
	if day, ok := strings.CutSuffix(text, "T00:00:00"); ok {
		text = day
	}
	text = strings.Replace(text, "T", " ", 1)
	return r.keep([]byte(text), flagValue|flagDate|plainFlag([]byte(text)))
}

// number keeps a number by its format.
func (r *reader) number(raw []byte) error {
	raw = trimSpace(raw)
	format := r.styles.at(r.style)
	if format.general && simple(raw) {
		return r.keep(raw, flagValue|flagPlain)
	}
	n, ok := numfmt.ParseNumber(raw)
	if !ok {
		r.buf = decode(r.buf[:0], raw)
		return r.keep(r.buf, plainFlag(r.buf))
	}
	f := flagValue
	if format.date {
		f |= flagDate
	}
	r.buf = format.show.Append(r.buf[:0], &n, r.epoch)
	if len(r.buf) == 0 && !n.IsZero() {
		r.buf = numfmt.AppendGeneral(r.buf, &n)
		f |= flagBlank
	}
	return r.keep(r.buf, f|plainFlag(r.buf))
}

// simple reports whether a number is an integer that General shows as it is
// written.
func simple(raw []byte) bool {
	b := raw
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 15 || b[0] == '0' && len(raw) > 1 {
		return false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func trimSpace(b []byte) []byte {
	for len(b) > 0 && b[0] <= ' ' {
		b = b[1:]
	}
	for len(b) > 0 && b[len(b)-1] <= ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// keep stores the text of the cell, with its formula where that is asked for.
func (r *reader) keep(text []byte, f flags) error {
	if len(r.formula) > 0 && (f&flagFormula != 0 || r.formulas) {
		f = (f | flagFormula) &^ flagPlain
		text = append(append(append(slices.Clip(text), markFormula), '='), r.formula...)
	} else if blank(text) {
		return nil
	}
	at, err := r.store.add(text)
	if err != nil {
		return err
	}
	return r.push(cell{at: at, flags: f})
}

// push adds the cell to the row.
func (r *reader) push(c cell) error {
	if err := r.env.Spend(converters.LimitCells, 1, document.Pos{Part: r.part}); err != nil {
		return err
	}
	c.flags |= r.styles.at(r.style).looks
	c.col = uint16(r.at.col)
	r.cellsOf = append(r.cellsOf, c)
	return nil
}

// pos returns the place of the cell.
func (r *reader) pos() document.Pos {
	return rowsAt(r.name+"!"+r.at.String(), r.at.row, r.at.row)
}
