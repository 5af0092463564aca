package sql

import "strings"

// head is what stands before the rows of an INSERT.
type head struct {
	name    span
	part    span // what PARTITION has in parentheses; from == to without
	list    span // of the columns in parentheses; from == to without
	columns int
	set     bool // the columns stand in the row, each with its value
	rows    int  // where the first row begins
}

// insertHead reads an INSERT or REPLACE at i up to its rows. It is not ok for
// one whose rows are not written out.
func (l *lexer) insertHead(i int) (h head, ok bool) {
	i = l.insertModifiers(l.blank(l.wordEnd(i)))
	h.name = span{i, l.tableName(i)}
	if h.name.from == h.name.to {
		return h, false
	}
	i = l.blank(h.name.to)
	if l.is(i, "PARTITION") {
		if i, ok = l.partition(l.blank(i+len("PARTITION")), &h); !ok {
			return h, false
		}
	}
	if l.is(i, "AS") {
		i = l.blank(i + 2)
		i = l.blank(l.namePart(i))
	}
	h.list = span{i, i}
	if l.is(i, "SET") && !l.batches { // in which statements may end without a delimiter
		h.set, h.rows = true, l.blank(i+len("SET"))
		return h, true
	}
	h.list.to, h.columns = l.columnList(i)
	i = l.blank(h.list.to)
	if l.is(i, "OVERRIDING") {
		i = l.blank(l.wordEnd(i))
		i = l.blank(l.wordEnd(i))
		i = l.blank(l.wordEnd(i))
	}
	if l.is(i, "FORMAT") { // ClickHouse: FORMAT Values
		i = l.blank(i + len("FORMAT"))
	}
	if !l.is(i, "VALUES") && !l.is(i, "VALUE") {
		return h, false
	}
	h.rows = l.blank(l.wordEnd(i))
	return h, true
}

// partition reads the parentheses at i that say which partition of a table rows
// are for: by its name in MySQL, by values of columns in Hive.
func (l *lexer) partition(i int, h *head) (end int, ok bool) {
	n := strings.IndexByte(l.text[i:min(len(l.text), i+nameMost)], ')')
	if l.at(i) != '(' || n < 0 {
		return i, false
	}
	h.part = span{i, i + n + 1}
	return l.blank(h.part.to), true
}

// partitionColumns returns the columns of a partition whose values the rows have,
// behind all others: those without a value of their own.
func (l *lexer) partitionColumns(part span) []string {
	if part.from == part.to {
		return nil
	}
	var names []string
	for item := range strings.SplitSeq(l.text[part.from+1:part.to-1], ",") {
		if strings.IndexByte(item, '=') < 0 {
			names = append(names, plainName(strings.TrimSpace(item)))
		}
	}
	return names
}

// insertModifiers returns where the words end that may stand between INSERT
// and the table's name.
func (l *lexer) insertModifiers(i int) int {
	var caps upper
	for range 8 {
		word := l.word(i)
		next := l.blank(i + len(word))
		switch string(caps.of(word)) {
		case "LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE", "OVERWRITE":
			if c := l.at(next); c == '(' || c == '.' {
				return i
			}
			i = next
		case "OR": // SQLite: OR REPLACE, OR IGNORE and others
			i = l.blank(l.wordEnd(next))
		case "INTO":
			if !l.is(next, "TABLE") {
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
// that more stood behind them than the end. It is not ok where no end is.
func (l *lexer) afterRows(i int) (end int, clause, ok bool) {
	at := l.blank(i)
	switch {
	case at == len(l.text):
		return at, false, true
	case l.delimited(at):
		return at + len(l.delimiter), false, true
	case l.startsLine(at) && l.batchEnd(at) > at:
		return at, false, true
	}
	var caps upper
	switch string(caps.of(l.word(at))) {
	case "ON", "RETURNING", "AS":
		return l.statementEnd(at), true, true
	case "INSERT", "CREATE", "SET", "UPDATE", "DELETE", "ALTER", "DROP", "GO", "REPLACE", "COMMIT", "END", "PRINT", "UNLOCK", "TRUNCATE":
		if strings.IndexByte(l.text[i:at], '\n') >= 0 {
			return at, false, true
		}
	}
	return i, false, false
}
