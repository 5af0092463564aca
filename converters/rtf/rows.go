package rtf

import (
	"encoding/binary"
	"iter"
)

const (
	// headerMost is how many rows at the head of a table may say that they are
	// headers.
	headerMost = 64
	// fullRows is how many rows at the head of a table are held with all that is
	// known of them: by those, headers are found.
	fullRows = 8
	// headCells is how many cells and paragraphs at the head of a table are
	// looked at.
	headCells = 2048
)

// table is rows of cells. They are held as bytes, of which they are made again.
type table struct {
	line   int // where it begins
	number int // among those of its story that are in no other, from 1; else 0
	first  int // how many of its rows stand in a part before it
	last   int // the line of the last row
	count  int // of rows
	cells  int // of all rows
	widest int // how many cells the widest row has
	merges bool
	before rowHead // of the row that was added last
	chunks sealed  // each holds whole rows
	to     []byte  // the last of these
}

// rowHead is what is known of a row without its cells.
type rowHead struct {
	number int // of its definitions plus one, or 0
	count  int // of its cells
	left   int32
	line   int
	at     int // in its table, from 1
	header bool
}

// begin makes an empty table.
func (t *table) begin(line int) { *t = table{line: line, to: t.to[:0], before: rowHead{line: line}} }

// add adds a row with its cells, as a pen has written them.
func (t *table) add(head rowHead, cells []byte) {
	if len(t.to) > heldChunk-heldChunk/8 {
		t.chunks = append(t.chunks, t.to)
		t.to = make([]byte, 0, heldChunk)
	}
	var scratch [4*binary.MaxVarintLen64 + 1]byte
	b := binary.AppendVarint(scratch[:0], int64(head.number-t.before.number))
	b = binary.AppendVarint(b, int64(head.line-t.before.line))
	b = binary.AppendVarint(b, int64(head.left-t.before.left))
	flag := uint64(0)
	if head.header {
		flag = 1
	}
	b = binary.AppendUvarint(b, uint64(head.count)<<1|flag)
	t.to = binary.AppendUvarint(t.to, uint64(len(b)+len(cells)))
	t.to = append(append(t.to, b...), cells...)
	t.before, t.last = head, head.line
	t.count++
	t.cells += head.count
	t.widest = max(t.widest, head.count)
}

// rows yields the rows of a table, which are valid until the next one.
func (h *heldReader) rows(t *table) iter.Seq[*row] {
	return func(yield func(*row) bool) {
		var next row
		for head, cells := range h.heads(t) {
			h.reset()
			next.rowHead = head
			next.defs = h.defsOf(head)
			next.cells = h.readCells(head, cells)
			if !yield(&next) {
				return
			}
		}
	}
}

// heads yields the rows of a table without reading their cells.
func (h *heldReader) heads(t *table) iter.Seq2[rowHead, []byte] {
	return func(yield func(rowHead, []byte) bool) {
		head := rowHead{line: t.line, at: t.first}
		for i := range len(t.chunks) + 1 {
			chunk := t.chunk(i, h.gone)
			for len(chunk) > 0 {
				n, size := binary.Uvarint(chunk)
				h.rest, chunk = chunk[size:size+int(n)], chunk[size+int(n):]
				head.number += h.number()
				head.line += h.number()
				head.left += int32(h.number())
				flags := h.size()
				head.count, head.header = flags>>1, flags&1 != 0
				head.at++
				if !yield(head, h.rest) {
					return
				}
			}
		}
	}
}

// chunk returns a part of the rows, which is let go if it is not read again.
func (t *table) chunk(i int, gone bool) []byte {
	if i == len(t.chunks) {
		return t.to
	}
	chunk := t.chunks[i]
	if gone {
		t.chunks[i] = nil
	}
	return chunk
}

// defsOf returns the definitions of the cells of a row.
func (r *reader) defsOf(head rowHead) []cellDef {
	if head.number == 0 {
		return nil
	}
	defs := r.defs[head.number-1]
	return defs[:min(len(defs), head.count)] // there may be far more than cells
}

// What is held of a cell: that it is empty, that it is a text, or how much
// stands in it.
const (
	cellEmpty = iota
	cellText
	cellItems
)

// readCells reads the cells of a row.
func (h *heldReader) readCells(head rowHead, from []byte) []cell {
	h.rest = from
	h.pars, h.line, h.count = cellPars(), int32(head.line), 0
	first := len(h.cells)
	for range head.count {
		var c cell
		switch n := h.size(); n {
		case cellEmpty:
		case cellText:
			c.text = h.text()
		default:
			at := len(h.items)
			for range n - cellItems + 1 {
				h.items = append(h.items, h.item())
			}
			c.items = h.items[at:len(h.items):len(h.items)]
		}
		h.cells = append(h.cells, c)
	}
	return h.cells[first:len(h.cells):len(h.cells)]
}

// cellPars are the properties that most paragraphs of cells have.
func cellPars() pars {
	p := plainPars()
	p.inTable = true
	return p
}

// head returns the first rows: those that head the table, and some more. They
// are valid until the reader is taken back. Of very wide rows, only two have
// their cells.
func (h *heldReader) head(t *table) []row {
	var rows []row
	for head, cells := range h.heads(t) {
		if len(rows) >= fullRows && !rows[len(rows)-1].header {
			break
		}
		one := row{rowHead: head, defs: h.defsOf(head)}
		if len(rows) < 2 || len(h.cells)+len(h.paras)+head.count <= headCells {
			one.cells = h.readCells(head, cells)
		}
		rows = append(rows, one)
	}
	return rows
}
