package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
)

// head is what is before the rows of an INSERT.
type head struct {
	Name    lex.Span
	Part    lex.Span // what PARTITION has in parentheses; from == to without
	List    lex.Span // of the columns in parentheses; from == to without
	Columns int
	Set     bool     // the columns are in the row, each with its value
	Rows    int      // where the first row begins
	Header  lex.Span // the row of a COPY that has names for the columns; from == to without

	Named []string // what the header says, where nothing else does
}

// insertHead reads an INSERT or REPLACE at i up to its rows. It is not ok for
// one whose rows are not written out.
func insertHead(l *lex.Lexer, i int) (h head, ok bool) {
	i = insertModifiers(l, l.Blank(l.WordEnd(i)))
	h.Name = lex.Span{From: i, To: l.Names.Table(i)}
	if h.Name.From == h.Name.To {
		return h, false
	}
	i = l.Blank(h.Name.To)
	if l.Is(i, "PARTITION") {
		if i, ok = partition(l, l.Blank(i+len("PARTITION")), &h); !ok {
			return h, false
		}
	}
	if l.Is(i, "AS") {
		i = l.Blank(i + 2)
		i = l.Blank(l.Names.Part(i))
	}
	h.List = lex.Span{From: i, To: i}
	if l.Is(i, "SET") && !l.Batches { // in which statements may end without a delimiter
		h.Set, h.Rows = true, l.Blank(i+len("SET"))
		return h, true
	}
	h.List.To, h.Columns = l.ColumnList(i)
	i = l.Blank(h.List.To)
	if l.Is(i, "OVERRIDING") {
		i = l.Blank(l.WordEnd(i))
		i = l.Blank(l.WordEnd(i))
		i = l.Blank(l.WordEnd(i))
	}
	if l.Is(i, "FORMAT") { // ClickHouse: FORMAT Values
		i = l.Blank(i + len("FORMAT"))
	}
	if !l.Is(i, "VALUES") && !l.Is(i, "VALUE") {
		return h, false
	}
	h.Rows = l.Blank(l.WordEnd(i))
	return h, true
}

// partition reads the parentheses at i that say which partition of a table rows
// are for: by its name in MySQL, by values of columns in Hive.
func partition(l *lex.Lexer, i int, h *head) (end int, ok bool) {
	n := strings.IndexByte(string(l.Text[i:min(len(l.Text), i+lex.MaxName)]), ')')
	if l.At(i) != '(' || n < 0 {
		return i, false
	}
	h.Part = lex.Span{From: i, To: i + n + 1}
	return l.Blank(h.Part.To), true
}

// partitionColumns returns the columns of a partition whose values the rows have,
// behind all others: those without a value of their own.
func partitionColumns(l *lex.Lexer, part lex.Span) []string {
	if part.From == part.To {
		return nil
	}
	var names []string
	for item := range strings.SplitSeq(string(l.Text[part.From+1:part.To-1]), ",") {
		if strings.IndexByte(item, '=') < 0 {
			names = append(names, lex.PlainName(strings.TrimSpace(item)))
		}
	}
	return names
}

// insertModifiers returns where the words end that may be between INSERT
// and the table's name.
func insertModifiers(l *lex.Lexer, i int) int {
	var caps lex.Upper
	for range 8 {
		word := l.Word(i)
		next := l.Blank(i + len(word))
		switch string(caps.Of(word)) {
		case "LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE", "OVERWRITE":
			if c := l.At(next); c == '(' || c == '.' {
				return i
			}
			i = next
		case "OR": // SQLite: OR REPLACE, OR IGNORE and others
			i = l.Blank(l.WordEnd(next))
		case "INTO":
			if !l.Is(next, "TABLE") {
				return next
			}
			i = next
		case "TABLE": // Hive
			return next
		default:
			return i
		}
	}
	return i
}

// afterRows returns where a statement ends whose rows end at i. Clause says
// that more was behind them than the end. It is not ok where no end is.
func afterRows(l *lex.Lexer, i int) (end int, clause, ok bool) {
	at := l.Blank(i)
	switch {
	case at == len(l.Text):
		return at, false, true
	case l.Delimited(at):
		return at + len(l.Delimiter), false, true
	case l.StartsLine(at) && l.BatchEnd(at) > at:
		return at, false, true
	}
	var caps lex.Upper
	switch string(caps.Of(l.Word(at))) {
	case "ON", "RETURNING", "AS":
		return l.StatementEnd(at), true, true
	case "INSERT", "CREATE", "SET", "UPDATE", "DELETE", "ALTER", "DROP", "GO", "REPLACE", "COMMIT", "END", "PRINT", "UNLOCK", "TRUNCATE":
		if strings.IndexByte(string(l.Text[i:at]), '\n') >= 0 {
			return at, false, true
		}
	}
	return i, false, false
}
