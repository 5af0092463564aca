package sql

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// What a table, a CREATE TABLE and a database take of the limit of nodes.
const (
	tableNodes    = 160
	creationNodes = 20
	databaseNodes = 20
)

// reader reads the statements of a text.
type reader struct {
	lex     *lex.Lexer
	catalog catalog
	lines   lineCounter
	ctx     context.Context
	env     *converters.Env

	heads        heads
	pieces       []piece
	joined       bool // the last item is a piece, and nothing but white space follows
	fields       []lex.Span
	lost         losses
	cells, nodes int64 // spent
	front, begin int   // where the statement begins, with and without the comments before it
}

func newReader(ctx context.Context, env *converters.Env, l *lex.Lexer) *reader {
	return &reader{
		ctx: ctx, env: env, lex: l, lines: lineCounter{text: l.Text, line: 1}, heads: heads{known: map[string]target{}},
		catalog: catalog{lex: l, created: map[string]int32{}, named: map[string]int32{}, databases: []string{""}},
	}
}

// step counts the reading of text[from:to].
func (r *reader) step(from, to int) error {
	return r.env.Step(r.ctx, int64(to-from)/16+1, document.Pos{})
}

// piece notes that the text before end, from the comments on that come
// first, is shown as it is. A comment that follows in the same line belongs to
// it.
func (r *reader) piece(end int) (int, error) {
	from := r.front
	if at := r.lex.Spaces(end); at < len(r.lex.Text) && r.lex.Text[at] != '\n' && r.lex.At(end-1) != '\n' {
		end = max(end, r.lex.Comment(at))
	}
	if n := len(r.pieces); r.joined {
		r.pieces[n-1].To = end
		return end, nil
	}
	r.joined = true
	r.catalog.items = append(r.catalog.items, item{itemPiece, int32(len(r.pieces))})
	r.pieces = append(r.pieces, piece{lex.Span{From: from, To: end}, r.lines.lineOf(from)})
	return end, r.spend(1, 0, document.LineSpan(r.lines.line, r.lines.line))
}

// trimmed returns where text[from:end] ends without its delimiter.
func trimmed(l *lex.Lexer, from, end int) int {
	for end > from {
		switch c := l.Text[end-1]; {
		case c <= ' ' || c == ';':
			end--
		case strings.HasSuffix(l.Text[from:end], l.Delimiter):
			end -= len(l.Delimiter)
		default:
			return end
		}
	}
	return from
}

// bounds checks the limits that a table has to keep.
func (r *reader) bounds(columns int, pos document.Pos) error {
	if err := r.env.Check(converters.LimitColumns, int64(columns), pos); err != nil {
		return err
	}
	return r.env.Check(converters.LimitDepth, int64(r.lex.Depth), pos)
}

// spend counts nodes and cells. What is counted becomes the source's only if
// this reading is the one that is taken.
func (r *reader) spend(nodes, cells int, pos document.Pos) error {
	r.nodes += int64(nodes)
	r.cells += int64(cells)
	if err := r.env.Check(converters.LimitNodes, r.nodes, pos); err != nil {
		return err
	}
	return r.env.Check(converters.LimitCells, r.cells, pos)
}

// settleAccounts makes what was counted the source's.
func (r *reader) settleAccounts() error {
	if err := r.env.Spend(converters.LimitNodes, r.nodes, document.Pos{}); err != nil {
		return err
	}
	return r.env.Spend(converters.LimitCells, r.cells, document.Pos{})
}

// note keeps the comments in text[from:to] for a table.
func (r *reader) note(t *table, from, to int) {
	if odd := t.rarely(); len(odd.notes) < lex.MaxNotes {
		odd.notes = append(odd.notes, piece{lex.Span{From: from, To: to}, r.lines.lineOf(from)})
	} else if len(r.lex.Notes(from, to)) > 0 {
		r.lost.comments.add(&r.lines, from)
	}
}

// trailing keeps the comment that is in the line behind a statement, and
// returns where it ends, or end.
func (r *reader) trailing(t *table, end int) int {
	at := r.lex.Spaces(end)
	if at >= len(r.lex.Text) || r.lex.At(end-1) == '\n' {
		return end
	}
	if to := r.lex.Comment(at); to > at {
		r.note(t, at, to)
		return to
	}
	return end
}
