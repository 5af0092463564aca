package sql

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// rowSource is the rows of a table: each use reads them from the text again.
type rowSource struct {
	ctx   context.Context
	env   *converters.Env
	lexer *lex.Lexer
	forms []copyForm // of rows of COPY
	table *table
}

// errRows is what no text gives: a second look finds what the first found.
var errRows = errors.New("reading rows: they are not where they were")

// Rows yields the header, if there is one, and the rows.
func (s *rowSource) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		w := s.walk(yield)
		if s.table.columns != nil && !w.header() {
			return
		}
		for _, seg := range s.table.segments {
			w.line, w.order = int(seg.line), nil
			if seg.order >= 0 {
				w.order = s.table.orders[seg.order]
			}
			if !w.read(seg) {
				return
			}
		}
	}
}

// Size returns how many rows there are, and how long they are as they are:
// what they say is never longer.
func (s *rowSource) Size() (rows, bytes int64) {
	rows, bytes = s.table.rows, s.table.bytes
	if s.table.columns != nil {
		rows++
	}
	for _, c := range s.table.columns {
		bytes += int64(len(c))
	}
	return rows, bytes
}

// rowWalk is one use of the rows.
type rowWalk struct {
	*rowSource
	lexer lex.Lexer // a copy, so that a walk leaves no trace
	yield func(document.Row, error) bool
	cells []document.Cell
	field []lex.Span
	order []int
	line  int
}

func (s *rowSource) walk(yield func(document.Row, error) bool) *rowWalk {
	width := max(int(s.table.width), len(s.table.columns))
	return &rowWalk{rowSource: s, lexer: *s.lexer, yield: yield, cells: make([]document.Cell, width)}
}

// header yields the names of the columns.
func (w *rowWalk) header() bool {
	for i, c := range w.table.columns {
		w.cells[i].Text = c
	}
	return w.yield(converters.Make(w.env, document.Row{Pos: document.LineSpan(int(w.table.first), int(w.table.first)), Cells: w.cells}), nil)
}

// read yields the rows of a segment. It reports whether to go on.
func (w *rowWalk) read(s segment) bool {
	switch s.form {
	case formCopy:
		return w.copy(s.at, w.forms[s.copied])
	case formSet:
		end, fields, ok := w.lexer.Assignments(s.at, w.field[:0])
		return w.values(s.at, end, fields, ok)
	default:
		return w.insert(s.at)
	}
}

// insert yields the rows of an INSERT that begin at i. It reports whether to
// go on.
func (w *rowWalk) insert(i int) bool {
	for i = w.lexer.RowBegin(i); ; {
		end, fields, ok := w.lexer.Row(i, w.field[:0])
		if !w.values(i, end, fields, ok) {
			return false
		}
		at := w.lexer.Blank(end)
		if w.lexer.At(at) != ',' {
			return true
		}
		at = w.lexer.RowBegin(at + 1)
		w.line += strings.Count(string(w.lexer.Text[end:at]), "\n")
		i = at
	}
}

// values yields a row of an INSERT, which was read from text[from:to].
func (w *rowWalk) values(from, to int, fields []lex.Span, ok bool) bool {
	w.field = fields
	if !ok || w.order == nil && len(fields) > len(w.cells) {
		return w.yield(document.Row{}, errRows) && false
	}
	if w.order != nil {
		clear(w.cells)
	}
	for k, f := range fields {
		w.set(k, cell(&w.lexer, w.lexer.Of(f)))
	}
	return w.row(from, to)
}

// copy yields the rows of a COPY that begin at i.
func (w *rowWalk) copy(i int, form copyForm) bool {
	end, _ := w.lexer.CopyBlock(i)
	for i < end {
		stop := form.Row(&w.lexer, i, end)
		w.field = form.Fields(&w.lexer, i, stop, w.field[:0])
		if w.order == nil && len(w.field) > len(w.cells) || w.order != nil && len(w.field) > len(w.order) {
			return w.yield(document.Row{}, errRows) && false
		}
		clear(w.cells)
		for k, f := range w.field {
			w.set(k, copyCell(w.lexer.Of(f), form))
		}
		if !w.row(i, stop) {
			return false
		}
		w.line++
		i = stop + 1
	}
	return true
}

// set puts the value k of a row into its cell.
func (w *rowWalk) set(k int, text string) {
	if w.order != nil {
		k = w.order[k]
	}
	w.cells[k].Text = text
}

// row yields the cells, which were read from text[from:to].
func (w *rowWalk) row(from, to int) bool {
	if err := w.env.Step(w.ctx, int64(to-from)/16+1, document.LineSpan(w.line, w.line)); err != nil {
		return w.yield(document.Row{}, err) && false
	}
	raw := string(w.lexer.Text[from:to])
	lines := strings.Count(raw, "\n")
	row := converters.Make(w.env, document.Row{
		Pos: document.LineSpan(w.line, w.line+lines), Cells: w.cells,
		Plain: len(raw) <= maxBlob && printable(raw), // else a value may have been cut
	})
	w.line += lines
	return w.yield(row, nil)
}

// printable reports whether a text is printable ASCII, TAB and LF without escapes
// that could give anything else.
func printable(text string) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64([]byte(text[i : i+8]))
		// The high bit of a byte says: not ASCII or DEL; below the blank; a backslash.
		back := x ^ '\\'*ones
		if (x|(x+ones)|(x-ones*' ')&^x|(back-ones)&^back)&highs != 0 {
			if !printableBytes(text[i : i+8]) {
				return false
			}
		}
	}
	return printableBytes(text[i:])
}

// printableBytes is printable for a few bytes.
func printableBytes(text string) bool {
	for i := range len(text) {
		c := text[i]
		if c == '\\' || (c < ' ' || c > '~') && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}
