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
	*book
	part string
	src  *bufio.Reader
	err  error // what comes when the output is read

	body []byte // the rest of the record
	out  []byte
	at   int      // in out: how far it is read
	open []string // the elements that are open
	cells
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
func (m *markup) take(n int) []byte {
	if n > len(m.body) {
		m.body = append(slices.Clone(m.body), make([]byte, n-len(m.body))...)
	}
	b := m.body[:n]
	m.body = m.body[n:]
	return b
}

func (m *markup) skip(n int)      { m.body = m.body[min(n, len(m.body)):] }
func (m *markup) byte() byte      { return m.take(1)[0] }
func (m *markup) short() int      { return int(binary.LittleEndian.Uint16(m.take(2))) }
func (m *markup) long() uint32    { return binary.LittleEndian.Uint32(m.take(4)) }
func (m *markup) number() float64 { return math.Float64frombits(binary.LittleEndian.Uint64(m.take(8))) }

// index reads a number that is a row, a column, or a place in a list; -1 for what is none.
func (m *markup) index() int {
	if v := m.long(); v <= math.MaxInt32 {
		return int(v)
	}
	return -1
}

// begin opens an element.
func (m *markup) begin(name string) {
	m.out = append(append(append(m.out, '<'), name...), '>')
	m.open = append(m.open, name)
}

// end closes an element that is open, with those inside of it.
func (m *markup) end(name string) {
	for i, o := range slices.Backward(m.open) {
		if o == name {
			m.closeTo(i)
			return
		}
	}
}

func (m *markup) closeTo(n int) {
	for _, o := range slices.Backward(m.open[n:]) {
		m.out = append(append(append(m.out, "</"...), o...), '>')
	}
	m.open = m.open[:n]
}

// raw writes markup.
func (m *markup) raw(parts ...string) {
	for _, p := range parts {
		m.out = append(m.out, p...)
	}
}

// int writes a number.
func (m *markup) int(v int) { m.out = strconv.AppendInt(m.out, int64(v), 10) }

// isOpen reports whether an element is open.
func (m *markup) isOpen(name string) bool { return slices.Contains(m.open, name) }

// area reads an area (2.5.152), and returns its reference; "" for what is none.
func (m *markup) area() string {
	first, last, from, to := m.index(), m.index(), m.index(), m.index()
	if first < 0 || from < 0 || last < first || to < from || last >= sheet.MaxRows || to >= sheet.MaxColumns {
		return ""
	}
	return sheet.Area{From: sheet.Place{Row: first + 1, Col: from}, To: sheet.Place{Row: last + 1, Col: to}}.String()
}

// areas reads a list of areas (2.5.155).
func (m *markup) areas() string {
	var out []byte
	for range m.long() {
		if len(m.body) < 16 {
			break
		}
		if len(out) > 0 {
			out = append(out, ' ')
		}
		out = append(out, m.area()...)
	}
	return string(out)
}
