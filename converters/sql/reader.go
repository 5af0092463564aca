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
	lex      *lex.Lexer
	routines routines
	catalog  catalog
	lines    lineCounter
	account  account

	heads        heads
	joined       bool // the last item is a piece, and nothing but white space follows
	fields       []lex.Span
	lost         losses
	front, begin int // where the statement begins, with and without the comments before it
}

// account is what a reading takes of the limits. It becomes the source's only if
// this reading is the one that is taken.
type account struct {
	ctx          context.Context
	env          *converters.Env
	cells, nodes int64
}

func newReader(ctx context.Context, env *converters.Env, l *lex.Lexer) *reader {
	return &reader{
		lex: l, routines: routines{lex: l}, account: account{ctx: ctx, env: env}, lines: lineCounter{text: string(l.Text), line: 1}, heads: heads{known: map[string]target{}},
		catalog: catalog{lex: l, created: map[string]int32{}, named: map[string]int32{}, databases: []string{""}},
	}
}

// step counts the reading of text[from:to].
func (a *account) step(from, to int) error {
	return a.env.Step(a.ctx, int64(to-from)/16+1, document.Pos{})
}

// piece notes that the text before end, from the comments on that come
// first, is shown as it is. A comment that follows in the same line belongs to
// it.
func (r *reader) piece(end int) (int, error) {
	from := r.front
	if at := r.lex.Spaces(end); at < len(r.lex.Text) && r.lex.Text[at] != '\n' && r.lex.At(end-1) != '\n' {
		end = max(end, r.lex.Comment(at))
	}
	if n := len(r.catalog.pieces); r.joined {
		r.catalog.pieces[n-1].To = end
		return end, nil
	}
	r.joined = true
	r.catalog.items = append(r.catalog.items, item{itemPiece, int32(len(r.catalog.pieces))})
	r.catalog.pieces = append(r.catalog.pieces, piece{lex.Span{From: from, To: end}, r.lines.lineOf(from)})
	return end, r.account.spend(1, 0, document.LineSpan(r.lines.line, r.lines.line))
}

// trimmed returns where text[from:end] ends without its delimiter.
func trimmed(l *lex.Lexer, from, end int) int {
	for end > from {
		switch c := l.Text[end-1]; {
		case c <= ' ' || c == ';':
			end--
		case strings.HasSuffix(string(l.Text[from:end]), l.Delimiter):
			end -= len(l.Delimiter)
		default:
			return end
		}
	}
	return from
}

// bounds checks the limits that a table has to keep.
func (r *reader) bounds(columns int, pos document.Pos) error {
	env := r.account.env
	if err := env.Check(converters.LimitColumns, int64(columns), pos); err != nil {
		return err
	}
	return env.Check(converters.LimitDepth, int64(r.lex.Depth), pos)
}

// spend counts nodes and cells.
func (a *account) spend(nodes, cells int, pos document.Pos) error {
	a.nodes += int64(nodes)
	a.cells += int64(cells)
	if err := a.env.Check(converters.LimitNodes, a.nodes, pos); err != nil {
		return err
	}
	return a.env.Check(converters.LimitCells, a.cells, pos)
}

// settle makes what was counted the source's.
func (a *account) settle() error {
	if err := a.env.Spend(converters.LimitNodes, a.nodes, document.Pos{}); err != nil {
		return err
	}
	return a.env.Spend(converters.LimitCells, a.cells, document.Pos{})
}

// build makes the document of what was read.
func (r *reader) build() *document.Document {
	b := builder{r.account.ctx, r.account.env, &r.catalog, &r.lines, &r.lost.comments}
	return b.build()
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
