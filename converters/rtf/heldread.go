package rtf

import (
	"encoding/binary"
	"iter"
	"unsafe"

	"github.com/seed353dc258/backstory/document"
)

// heldReader makes paragraphs and tables of what is held. They are valid until
// the next of them is made, but for their text, which stays.
type heldReader struct {
	*reader
	rest   []byte
	pars   pars
	line   int32
	count  int32 // the number of the last paragraph
	gone   bool  // nothing is read again: it is let go
	paras  []para
	runs   []run
	items  []item
	cells  []cell
	tables []table
}

// reading returns a reader of what is held, which [reader.read] takes back.
func (r *reader) reading(gone bool) *heldReader {
	var h *heldReader
	if n := len(r.readers); n > 0 {
		h, r.readers = r.readers[n-1], r.readers[:n-1]
	} else {
		h = &heldReader{reader: r}
	}
	h.gone = gone
	return h
}

func (r *reader) read(h *heldReader) {
	h.reset()
	if cap(h.paras)+cap(h.runs)+cap(h.cells) > readerMost {
		return // it is not worth its memory
	}
	r.readers = append(r.readers, h)
}

// readerMost is how many paragraphs, runs and cells a reader has room for that is
// used again.
const readerMost = 4096

// reset makes room for the next paragraph, table or row.
func (h *heldReader) reset() {
	h.paras, h.runs, h.items, h.cells, h.tables = h.paras[:0], h.runs[:0], h.items[:0], h.cells[:0], h.tables[:0]
}

// each yields the paragraphs and tables of a story, the last time if gone is
// true.
func (r *reader) each(s sealed, gone bool) iter.Seq[item] {
	return func(yield func(item) bool) {
		if len(s) == 0 {
			return
		}
		h := r.reading(gone)
		defer r.read(h)
		h.pars, h.line, h.count = plainPars(), 0, 0
		for i := range s {
			if h.rest = s[i]; gone {
				s[i] = nil
			}
			for len(h.rest) > 0 {
				h.reset()
				if !yield(h.item()) {
					return
				}
			}
		}
	}
}

func (h *heldReader) byte() byte {
	b := h.rest[0]
	h.rest = h.rest[1:]
	return b
}

func (h *heldReader) size() int {
	if b := h.rest[0]; b < 0x80 { // most are small
		h.rest = h.rest[1:]
		return int(b)
	}
	n, size := binary.Uvarint(h.rest)
	h.rest = h.rest[size:]
	return int(n)
}

func (h *heldReader) number() int {
	n, size := binary.Varint(h.rest)
	h.rest = h.rest[size:]
	return int(n)
}

// item reads a paragraph or a table.
func (h *heldReader) item() item {
	flags := h.byte()
	if flags&heldTable != 0 {
		return item{table: h.table(flags)}
	}
	h.paras = append(h.paras, para{kind: styleKind(h.byte()), listed: flags&heldListed != 0})
	p := &h.paras[len(h.paras)-1]
	if flags&heldSame == 0 {
		h.readPars(&h.pars)
	}
	h.line += int32(h.number())
	h.count += int32(h.number())
	p.pars, p.line, p.number = h.pars, h.line, h.count
	if flags&heldMarker != 0 {
		p.marker = h.text()
	}
	p.text = h.text()
	from := len(h.runs)
	if flags&heldPlain != 0 {
		h.runs = append(h.runs, run{end: int32(len(p.text))})
	} else {
		end := int32(0)
		for range h.size() {
			end += int32(h.size())
			h.run(end)
		}
	}
	p.runs = h.runs[from:len(h.runs):len(h.runs)]
	if flags&heldMarks != 0 {
		p.marks = make([]string, h.size())
		for i := range p.marks {
			p.marks[i] = h.text()
		}
	}
	if flags&heldExtras != 0 {
		p.extras = make([]extra, h.size())
		for i := range p.extras {
			p.extras[i] = h.extra()
		}
	}
	return item{para: p}
}

func (h *heldReader) text() string {
	n := h.size()
	if n&1 != 0 {
		return h.apart(n).text
	}
	return h.string(n >> 1)
}

// string reads a text of some bytes.
func (h *heldReader) string(n int) string {
	if n == 0 {
		return ""
	}
	text := unsafe.String(&h.rest[0], n) // nothing writes there any more
	h.rest = h.rest[n:]
	return text
}

// apart returns what is held by itself.
func (h *heldReader) apart(n int) far {
	f := h.far[n>>1]
	if h.gone {
		h.far[n>>1] = far{}
	}
	return f
}

func (h *heldReader) run(end int32) {
	flags := h.byte()
	one := run{end: end, mono: flags&runMono != 0, hidden: flags&runHidden != 0, styles: document.Styles(h.byte())}
	if flags&runLink != 0 {
		one.link = int32(h.size())
	}
	if flags&runNode != 0 {
		one.node = int32(h.size())
	}
	h.runs = append(h.runs, one)
}

func (h *heldReader) readPars(p *pars) {
	*p = pars{}
	set := h.size()
	for i, n := range p.numbers() {
		if set&(1<<i) != 0 {
			*n = int32(h.number())
		}
	}
	flags := h.byte()
	p.inTable, p.border, p.align = flags&1 != 0, flags&2 != 0, document.Align(flags>>2)
	p.level, p.outline, p.pnMarker = int8(h.byte()), int8(h.byte()), int8(h.byte())
	p.itap = int16(h.number())
}

func (h *heldReader) extra() extra {
	flags := h.byte()
	e := extra{kind: extraKind(flags >> 1), veiled: flags&1 != 0, author: h.text(), date: h.text(), line: h.size()}
	if n := h.size(); n&1 != 0 {
		e.items = h.apart(n).story
	} else if n > 0 {
		e.items = sealed{h.rest[:n>>1]}
		h.rest = h.rest[n>>1:]
	}
	return e
}

func (h *heldReader) table(flags byte) *table {
	if flags&heldFar != 0 {
		return h.apart(h.size()).table
	}
	h.tables = append(h.tables, table{line: h.size(), number: h.size(), last: h.size(), count: h.size(), cells: h.size(), widest: h.size()})
	t := &h.tables[len(h.tables)-1]
	n := h.size()
	t.merges = n&1 != 0
	t.to = h.rest[:n>>1]
	h.rest = h.rest[n>>1:]
	return t
}
