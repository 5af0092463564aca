package sql

import (
	"context"
	"math"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// piece is a part of the text that is shown as it is, comments in front
// of it included.
type piece struct {
	lex.Span
	line int // of its start
}

// itemKind says what an item of the document is.
type itemKind uint8

const (
	itemPiece    itemKind = iota // index into pieces
	itemCreation                 // index into creations
	itemTable                    // index into tables: the first rows of it
)

// item is what the document has at a place, in the order of the text.
type item struct {
	kind  itemKind
	index int32
}

// reader reads the statements of a text.
type reader struct {
	*lex.Lexer
	ctx context.Context
	env *converters.Env

	items     []item
	pieces    []piece
	creations chunked[creation]
	tables    []*table

	created map[string]int32  // by the table's key: the last creation so far; see creationOf
	indexed int               // how many creations are in created
	named   map[string]int32  // by the table's key: the last table so far
	heads   map[string]target // by the text of a head: what it means
	last    string            // the head that was read last
	lastTo  target

	databases []string // in the order in which they are chosen; the first one has no name
	database  int32    // the one that names belong to

	line, lineAt int // the line of a place, for lineOf
	fields       []lex.Span
	joined       bool // the last item is a piece, and nothing but white space follows
	lost         losses
	cells, nodes int64 // spent
	front, begin int   // where the statement begins, with and without the comments before it
}

func newReader(ctx context.Context, env *converters.Env, l *lex.Lexer) *reader {
	return &reader{
		Lexer: l, ctx: ctx, env: env, line: 1,
		created: map[string]int32{}, named: map[string]int32{}, heads: map[string]target{}, databases: []string{""},
	}
}

// lineOf returns the line that a place is in.
func (r *reader) lineOf(i int) int {
	if i >= r.lineAt {
		r.line += strings.Count(r.Text[r.lineAt:i], "\n")
	} else {
		r.line -= strings.Count(r.Text[i:r.lineAt], "\n")
	}
	r.lineAt = i
	return r.line
}

// step counts the reading of text[from:to].
func (r *reader) step(from, to int) error {
	return r.env.Step(r.ctx, int64(to-from)/16+1, document.Pos{})
}

// read reads all statements.
func (r *reader) read() error {
	for i := 0; i < len(r.Text); {
		for i < len(r.Text) && r.Text[i] <= ' ' {
			i++
		}
		r.front = i
		r.begin = r.Blank(i)
		if r.begin == len(r.Text) {
			return r.end(i)
		}
		end, err := r.statement(r.begin)
		if err == nil {
			err = r.step(i, end)
		}
		if err != nil {
			return err
		}
		i = end
	}
	return nil
}

// end reads the comments behind the last statement: they are SQL as any other
// text, unless a program wrote them.
func (r *reader) end(i int) error {
	if len(r.items) > 0 && (r.joined || len(r.Notes(i, len(r.Text))) > 0) {
		if _, err := r.piece(len(r.Text)); err != nil {
			return err
		}
	}
	return r.step(i, len(r.Text))
}

// statement reads the statement at i and returns where it ends.
func (r *reader) statement(i int) (end int, err error) {
	if r.Delimited(i) {
		return i + len(r.Delimiter), nil
	}
	if r.Text[i] == ';' {
		return i + 1, nil
	}
	if r.StartsLine(i) {
		if end := r.BatchEnd(i); end > i {
			return end, nil
		}
		if r.shell(i) {
			if err := r.connect(i); err != nil {
				return i, err
			}
			return r.piece(r.LineEnd(i))
		}
	}
	var caps lex.Upper
	switch string(caps.Of(r.Word(i))) {
	case "INSERT", "REPLACE", "UPSERT":
		if end, ok, err := r.insert(i); ok || err != nil {
			return end, err
		}
	case "COPY":
		if end, ok, err := r.copyRows(i); ok || err != nil {
			return end, err
		}
	case "CREATE", "ALTER":
		if end, ok, err := r.create(i); ok || err != nil {
			return end, err
		}
		if r.Routine(i) {
			return r.piece(r.RoutineEnd(i))
		}
	case "BEGIN", "DECLARE":
		if r.Is(i, "DECLARE") || r.BlockBegins(i) {
			return r.piece(r.RoutineEnd(i))
		}
	case "USE":
		if err := r.use(useOf(r.Lexer, i)); err != nil {
			return i, err
		}
	case "DELIMITER":
		if r.StartsLine(i) && r.redelimit(i) {
			return r.piece(r.LineEnd(i))
		}
	}
	return r.piece(r.StatementEnd(i))
}

// maxDelimiter is the longest delimiter, in bytes.
const maxDelimiter = 32

// redelimit reads the DELIMITER of MySQL's client at i. It reports false where
// it names none.
func (r *reader) redelimit(i int) bool {
	words := strings.Fields(r.Text[i+len("DELIMITER") : r.LineEnd(i)])
	if len(words) == 0 || len(words[0]) > maxDelimiter {
		return false
	}
	r.Delimit(words[0])
	return true
}

// piece notes that the text before end, from the comments on that come
// first, is shown as it is. A comment that follows in the same line belongs to
// it.
func (r *reader) piece(end int) (int, error) {
	from := r.front
	if at := r.Spaces(end); at < len(r.Text) && r.Text[at] != '\n' && r.At(end-1) != '\n' {
		end = max(end, r.Comment(at))
	}
	if n := len(r.pieces); r.joined {
		r.pieces[n-1].To = end
		return end, nil
	}
	r.joined = true
	r.items = append(r.items, item{itemPiece, int32(len(r.pieces))})
	r.pieces = append(r.pieces, piece{lex.Span{From: from, To: end}, r.lineOf(from)})
	return end, r.spend(1, 0, document.LineSpan(r.line, r.line))
}

// create reads a CREATE TABLE. It is not ok for one without columns.
func (r *reader) create(i int) (end int, ok bool, err error) {
	name, open, ok := createHead(r.Lexer, i)
	if !ok || r.Is(i, "ALTER") {
		return i, false, nil
	}
	columns := 0
	r.Depth = 0
	closed := definitions(r.Lexer, open, func(part lex.Span) {
		if isColumn(r.Lexer, part) {
			columns++
		}
	})
	if closed == 0 || columns == 0 {
		return i, false, nil
	}
	end = r.createEnd(closed)
	tail := r.trimmed(closed, end)
	if at := r.Blank(closed); r.Is(at, "AS") || r.Is(at, "SELECT") {
		return i, false, nil // its rows come from elsewhere: nothing to sum up
	}
	line := r.lineOf(r.front)
	pos := document.LineSpan(r.lineOf(open), r.lineOf(max(closed, tail)-1))
	if uint64(end-r.front) > math.MaxUint32 {
		return i, false, nil
	}
	if err := r.bounds(columns, pos); err != nil {
		return i, false, err
	}
	r.joined = false
	r.items = append(r.items, item{itemCreation, int32(r.creations.count())})
	r.creations.add(creation{
		from: r.front, line: int32(line), columns: int32(columns), computed: -1,
		open: uint32(open - r.front), tail: uint32(tail - r.front), size: uint32(end - r.front),
		anew: !unlessExists(r.Lexer, i, name.From),
	})
	if len(r.heads) > 0 {
		r.heads = map[string]target{}
	}
	r.last = ""
	return end, true, r.spend(creationNodes, 0, pos)
}

// createEnd returns where the statement ends whose columns end at i. SQL
// Server needs no delimiter.
func (r *reader) createEnd(i int) int {
	if end, clause, ok := r.AfterRows(i); ok && !clause {
		return end
	}
	return r.StatementEnd(i)
}

// trimmed returns where text[from:end] ends without its delimiter.
func (r *reader) trimmed(from, end int) int {
	for end > from {
		switch c := r.Text[end-1]; {
		case c <= ' ' || c == ';':
			end--
		case strings.HasSuffix(r.Text[from:end], r.Delimiter):
			end -= len(r.Delimiter)
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
	return r.env.Check(converters.LimitDepth, int64(r.Depth), pos)
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
