package rtf

import (
	"encoding/binary"
	"iter"
)

// headerMost is how many rows at the head of a table may say that they are
// headers.
const headerMost = 64

// rowList is the rows of a table. Those of plain text are held as bytes, of
// which they are made again.
type rowList struct {
	runs   []rowRun
	defs   [][]cellDef // of packed rows
	count  int
	cells  int
	widest int
	line   int // of the last row
	left   int32
	header bool // the last row is one of the header
}

// rowRun is rows of one sort, one after another.
type rowRun struct {
	full   []row
	packed []byte
}

// add adds a row.
func (l *rowList) add(r row) {
	n := len(l.runs)
	l.count++
	l.cells += r.count()
	l.widest = max(l.widest, r.count())
	l.header = r.header
	if r.texts == nil {
		if n == 0 || l.runs[n-1].full == nil {
			l.runs, n = append(l.runs, rowRun{}), n+1
		}
		l.runs[n-1].full = append(l.runs[n-1].full, r)
		l.line = r.line
		return
	}
	switch {
	case n == 0 || l.runs[n-1].full != nil:
		l.runs, n = append(l.runs, rowRun{}), n+1 // it may stay short
	case len(l.runs[n-1].packed) > heldChunk-heldChunk/8:
		l.runs, n = append(l.runs, rowRun{packed: make([]byte, 0, heldChunk)}), n+1
	}
	l.runs[n-1].packed = l.pack(l.runs[n-1].packed, &r)
}

// pack writes a row of plain text.
func (l *rowList) pack(b []byte, r *row) []byte {
	if n := len(l.defs); n == 0 || !sameDefs(l.defs[n-1], r.defs) {
		l.defs = append(l.defs, r.defs)
	}
	b = binary.AppendUvarint(b, uint64(len(l.defs)-1))
	b = binary.AppendVarint(b, int64(r.line-l.line))
	b = binary.AppendVarint(b, int64(r.left-l.left))
	l.line, l.left = r.line, r.left
	flag := uint64(0)
	if r.header {
		flag = 1
	}
	b = binary.AppendUvarint(b, uint64(len(r.texts))<<1|flag)
	for _, text := range r.texts {
		b = appendText(b, text)
	}
	return b
}

// sameDefs reports whether two rows share their definitions.
func sameDefs(a, b []cellDef) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// all yields the rows with their numbers. One of plain text is valid until the
// next is asked for; its texts stay.
func (l *rowList) all() iter.Seq2[int, *row] {
	return func(yield func(int, *row) bool) {
		var next row // the last one that was made
		i, line, left := 0, 0, int32(0)
		for k := range l.runs {
			run := &l.runs[k]
			for j := range run.full {
				line = run.full[j].line
				if !yield(i, &run.full[j]) {
					return
				}
				i++
			}
			r := heldReader{rest: run.packed}
			for len(r.rest) > 0 {
				next.defs = l.defs[r.size()]
				line += int(r.number())
				left += r.number()
				flags := r.size()
				next.line, next.left, next.header = line, left, flags&1 != 0
				next.texts = next.texts[:0]
				if next.texts == nil {
					next.texts = make([]string, 0, flags>>1)
				}
				for range flags >> 1 {
					next.texts = append(next.texts, r.text())
				}
				if !yield(i, &next) {
					return
				}
				i++
			}
		}
	}
}

// head returns the first rows: those that head the table, and some more.
func (l *rowList) head() []row {
	var rows []row
	for _, r := range l.all() {
		if len(rows) >= fullRows && !rows[len(rows)-1].header {
			break
		}
		one := *r
		if r.texts != nil {
			one.texts = append(make([]string, 0, len(r.texts)), r.texts...)
		}
		rows = append(rows, one)
	}
	return rows
}
