package xlsx

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// fastDepth is how many elements a cell may open.
const fastDepth = 4

// fast reads the cells that come next as far as they have the form that
// programs give them, and stops at the first one that has another: one tag
// with the attributes r, s and t, one value in it. The results are the same;
// without it a whole conversion takes 1.4 to 1.8 times as long (BenchmarkConvert).
func (r *reader) fast() error {
	s := r.scanner
	if s.depth+fastDepth > s.most {
		return nil
	}
	for {
		size := r.fastTag(s.buf[s.at:s.end])
		if size == 0 {
			return nil
		}
		rest := s.buf[s.at+size : s.end]
		text, inner := fastValue(rest, r.typ)
		if inner == 0 {
			return nil
		}
		r.lastCol = r.at.Col
		s.at += size + inner
		r.formula = r.formula[:0]
		if err := r.show(text); err != nil {
			return err
		}
	}
}

// fastTag reads the start tag of a cell and returns its size, or 0.
func (r *reader) fastTag(b []byte) int {
	if len(b) < 8 || b[0] != '<' || b[1] != 'c' {
		return 0
	}
	at, style, typ := sheet.Place{Row: int(r.row.Number), Col: r.lastCol + 1}, 0, typeNumber
	i := 2
	for b[i] == ' ' {
		if i+4 >= len(b) || b[i+2] != '=' || b[i+3] != '"' {
			return 0
		}
		from := i + 4
		end := from
		for end < len(b) && b[end] != '"' {
			end++
		}
		if end+1 >= len(b) {
			return 0
		}
		value := b[from:end]
		switch b[i+1] {
		case 'r':
			if col, size := sheet.ReadColumn(value); size > 0 {
				at.Col = col
			}
		case 's':
			style, _ = digits(value)
		case 't':
			typ = typeOf(value)
		default:
			return 0
		}
		i = end + 1
	}
	if b[i] != '>' {
		return 0
	}
	r.at, r.style, r.typ, r.rich = at, style, typ, 0
	return i + 1
}

// The ends of cells.
const (
	endValue  = "</v></c>"
	endInline = "</t></is></c>"
	inline    = "<is><t>"
)

// fastValue reads the value of a cell, and the end of the cell. It returns
// the size of both, or 0.
func fastValue(b []byte, typ cellType) (text []byte, size int) {
	from, end := 3, endValue
	switch {
	case len(b) > 3 && b[0] == '<' && b[1] == 'v' && b[2] == '>':
	case typ == typeText && len(b) > len(inline) && string(b[:len(inline)]) == inline:
		from, end = len(inline), endInline
	default:
		return nil, 0
	}
	to := from
	for most := min(len(b), from+24); to < most && b[to] != '<'; {
		to++
	}
	if to == from+24 {
		n := bytes.IndexByte(b[to:], '<')
		if n < 0 {
			return nil, 0
		}
		to += n
	}
	if len(b) < to+len(end) || string(b[to:to+len(end)]) != end {
		return nil, 0
	}
	return b[from:to], to + len(end)
}
