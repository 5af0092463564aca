package xlsb

import (
	"bufio"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/document"
)

// book is what parts need of those that were read before them.
type book struct {
	ctx    context.Context
	env    *converters.Env
	fonts  []string // the markup of each
	sheets []string // their names
	books  []bool   // which of the workbooks that formulas refer to are this one
	ranges []sheetRange
}

// sheetRange is a pair of sheets that a formula refers to, of one of the workbooks.
type sheetRange struct{ book, first, last int }

// cells is where among the cells of a sheet a part is.
type cells struct {
	in   bool // among them
	next int  // the column after the last cell
}

// markup is a part as markup, as far as it is read.
type markup struct {
	book  *book
	part  string
	src   *bufio.Reader
	err   error // what comes when the output is read
	body  record
	out   writer
	at    int // in out: how far it is read
	cells cells
}

// record is the rest of a record.
type record []byte

// writer writes markup.
type writer struct {
	buf  []byte
	open []string // the elements that are open
}

// varint reads a number of seven bits a byte, of at most so many bytes (2.1.4). The error
// is [io.EOF] where there is no byte.
func (m *markup) varint(most int) (v, n int, err error) {
	for ; n < most; n++ {
		c, err := m.src.ReadByte()
		if err != nil {
			return 0, n, err
		}
		if v |= int(c&0x7F) << (7 * n); c < 0x80 {
			return v, n + 1, nil
		}
	}
	return v, n, nil
}

func (m *markup) broken(what string) error {
	return converters.Corrupt(document.Pos{Part: m.part}, "the part is no list of records: %s", what)
}

// take returns the next bytes of the record, as zeros where there are less.
func (r *record) take(n int) []byte {
	if n > len(*r) {
		*r = append(slices.Clone(*r), make([]byte, n-len(*r))...)
	}
	b := (*r)[:n]
	*r = (*r)[n:]
	return b
}

func (r *record) skip(n int)      { *r = (*r)[min(n, len(*r)):] }
func (r *record) byte() byte      { return r.take(1)[0] }
func (r *record) short() int      { return int(binary.LittleEndian.Uint16(r.take(2))) }
func (r *record) long() uint32    { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *record) number() float64 { return math.Float64frombits(binary.LittleEndian.Uint64(r.take(8))) }

// index reads a number that is a row, a column, or a place in a list; -1 for what is none.
func (r *record) index() int {
	if v := r.long(); v <= math.MaxInt32 {
		return int(v)
	}
	return -1
}

// begin opens an element.
func (w *writer) begin(name string) {
	w.buf = append(append(append(w.buf, '<'), name...), '>')
	w.open = append(w.open, name)
}

// end closes an element that is open, with those inside of it.
func (w *writer) end(name string) {
	for i, o := range slices.Backward(w.open) {
		if o == name {
			w.closeTo(i)
			return
		}
	}
}

func (w *writer) closeTo(n int) {
	for _, o := range slices.Backward(w.open[n:]) {
		w.buf = append(append(append(w.buf, "</"...), o...), '>')
	}
	w.open = w.open[:n]
}

// raw writes markup.
func (w *writer) raw(parts ...string) {
	for _, p := range parts {
		w.buf = append(w.buf, p...)
	}
}

// int writes a number.
func (w *writer) int(v int) { w.buf = strconv.AppendInt(w.buf, int64(v), 10) }

// isOpen reports whether an element is open.
func (w *writer) isOpen(name string) bool { return slices.Contains(w.open, name) }

// area reads an area (2.5.152), and returns its reference; "" for what is none.
func (r *record) area() string {
	first, last, from, to := r.index(), r.index(), r.index(), r.index()
	if first < 0 || from < 0 || last < first || to < from || last >= sheet.MaxRows || to >= sheet.MaxColumns {
		return ""
	}
	return sheet.Area{From: sheet.Place{Row: first + 1, Col: from}, To: sheet.Place{Row: last + 1, Col: to}}.String()
}

// areas reads a list of areas (2.5.155).
func (r *record) areas() string {
	var out []byte
	for range r.long() {
		if len(*r) < 16 {
			break
		}
		if len(out) > 0 {
			out = append(out, ' ')
		}
		out = append(out, r.area()...)
	}
	return string(out)
}
