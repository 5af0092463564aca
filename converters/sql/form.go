package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
)

// copyForm is how the rows of a COPY are written: lines with fields between
// delimiters, in which a backslash escapes, or as CSV does.
type copyForm struct {
	Null                     string // what a field says that has no value
	Delimiter, Quote, Escape byte   // the last two in CSV alone
	CSV, Header              bool   // the first row has the names of the columns
}

// textForm is the form that a COPY has unless it says another one.
var textForm = copyForm{Null: `\N`, Delimiter: '\t'}

// copyHead reads a COPY … FROM stdin at i, up to the line behind it. Known
// says that the form of its rows is read.
func copyHead(l *lex.Lexer, i int) (h head, form copyForm, known, ok bool) {
	i = l.Blank(l.WordEnd(i))
	h.Name = lex.Span{From: i, To: l.Names.Table(i)}
	if h.Name.From == h.Name.To {
		return h, form, false, false
	}
	i = l.Blank(h.Name.To)
	h.List = lex.Span{From: i, To: i}
	h.List.To, h.Columns = l.ColumnList(i)
	i = l.Blank(h.List.To)
	if !l.Is(i, "FROM") {
		return h, form, false, false
	}
	i = l.Blank(i + len("FROM"))
	if !l.Is(i, "STDIN") {
		return h, form, false, false
	}
	i = l.Blank(i + len("STDIN"))
	plain := l.At(i) == ';'
	end := l.LineEnd(i)
	if plain && l.Spaces(i+1) != end || !strings.HasSuffix(strings.TrimRight(string(l.Text[i:end]), " \t"), ";") {
		return h, form, false, false
	}
	h.Rows = min(end+1, len(l.Text))
	if plain {
		return h, textForm, true, true
	}
	form, known = readCopyForm(l, i, end)
	if known { // where such rows end has to be said
		rows, next := l.CopyBlock(h.Rows)
		known = rows < next
	}
	if known && form.Header {
		h.Header = lex.Span{From: h.Rows, To: form.Row(l, h.Rows, len(l.Text))}
		h.Rows = min(h.Header.To+1, len(l.Text))
	}
	return h, form, known, true
}

// readCopyForm reads the options of a COPY between i and the end of its line. It is not
// ok for one that is not known.
func readCopyForm(l *lex.Lexer, i, end int) (form copyForm, ok bool) {
	given := copyOptions(l, i, end)
	form, ok = textForm, given != nil
	if strings.EqualFold(given["FORMAT"], "CSV") {
		form = copyForm{Delimiter: ',', Quote: '"', CSV: true}
	}
	for name, value := range given {
		ok = ok && form.set(name, value)
	}
	if form.CSV && form.Escape == 0 {
		form.Escape = form.Quote
	}
	return form, ok
}

// copyOptions returns the options of a COPY by their names, in parentheses or as
// before PostgreSQL 9; nil for what is no list of options.
func copyOptions(l *lex.Lexer, i, end int) map[string]string {
	given := map[string]string{}
	name := ""
	for i < end {
		from := i
		switch c := l.Text[i]; {
		case c <= ' ' || strings.IndexByte("(),;", c) >= 0:
			i++
			continue
		case c == '\'' || (c == 'E' || c == 'e') && l.At(i+1) == '\'':
			i = copyString(l, i, end)
			given[name], name = copyOption(string(l.Text[from:i])), ""
			continue
		}
		if i = l.WordEnd(i); i == from {
			return nil
		}
		switch word := strings.ToUpper(string(l.Text[from:i])); word {
		case "WITH", "AS":
		case "TRUE", "ON", "FALSE", "OFF", "TEXT", "MATCH", "IGNORE", "STOP":
			given[name], name = word, ""
		case "FORCE", "FORCE_NULL", "FORCE_NOT_NULL", "FORCE_QUOTE":
			i = copyColumns(l, i, end)
		case "CSV":
			given["FORMAT"], name = word, ""
		default:
			name = strings.TrimSuffix(word, "S") // DELIMITERS
			given[name] = ""
		}
	}
	return given
}

// copyColumns returns where the columns end that an option at i has: in parentheses, or
// as before PostgreSQL 9, behind more of its words.
func copyColumns(l *lex.Lexer, i, end int) int {
	i = l.Spaces(i)
	for l.Is(i, "NOT") || l.Is(i, "NULL") || l.Is(i, "QUOTE") {
		i = l.Spaces(l.WordEnd(i))
	}
	if n := strings.IndexByte(string(l.Text[i:end]), ')'); l.At(i) == '(' && n >= 0 {
		return i + n + 1
	}
	for {
		from := i
		if i = l.Names.Part(i); i == from && l.At(i) == '*' {
			i++
		}
		if next := l.Spaces(i); l.At(next) == ',' && i > from {
			i = l.Spaces(next + 1)
			continue
		}
		return min(i, end)
	}
}

// set sets an option, and reports whether it is known and may have the value.
func (f *copyForm) set(name, value string) bool {
	var to *byte
	switch name {
	case "FORMAT":
		return strings.EqualFold(value, "CSV") || strings.EqualFold(value, "TEXT")
	case "FREEZE", "ENCODING", "ON_ERROR", "DEFAULT":
		return true
	case "HEADER":
		f.Header = value != "FALSE" && value != "OFF"
		return true
	case "NULL":
		f.Null = value
		return true
	case "DELIMITER":
		to = &f.Delimiter
	case "QUOTE":
		to = &f.Quote
	case "ESCAPE":
		to = &f.Escape
	}
	if to == nil || len(value) != 1 || !f.CSV && to != &f.Delimiter {
		return false
	}
	*to = value[0]
	return true
}

// copyString returns where the string ends that begins at i, at most at end.
func copyString(l *lex.Lexer, i, end int) int {
	for i = strings.IndexByte(string(l.Text[i:]), '\'') + i + 1; i < end; i++ {
		if l.Text[i] == '\'' {
			if l.At(i+1) != '\'' {
				return i + 1
			}
			i++
		}
	}
	return end
}

// copyEscapes resolves the escapes of a string with an E.
var copyEscapes = strings.NewReplacer(`\t`, "\t", `\\`, `\`)

// copyOption returns what the string of an option says.
func copyOption(raw string) string {
	from := strings.IndexByte(raw, '\'') + 1
	value := strings.ReplaceAll(raw[from:max(from, len(raw)-1)], "''", "'")
	if from > 1 {
		value = copyEscapes.Replace(value)
	}
	return value
}

// Row returns where the row ends that begins at i, at most at end.
func (f copyForm) Row(l *lex.Lexer, i, end int) int {
	if !f.CSV {
		return min(l.LineEnd(i), end)
	}
	for quoted := false; i < end; i++ {
		switch c := l.Text[i]; {
		case quoted && c == f.Escape && (l.At(i+1) == f.Quote || l.At(i+1) == f.Escape):
			i++
		case c == f.Quote:
			quoted = !quoted
		case c == '\n' && !quoted:
			return i
		}
	}
	return end
}

// Fields appends the fields of the row text[i:end] to fields.
func (f copyForm) Fields(l *lex.Lexer, i, end int, fields []lex.Span) []lex.Span {
	if !f.CSV && strings.IndexByte(string(l.Text[i:end]), '\\') < 0 {
		for field := range strings.SplitSeq(string(l.Text[i:end]), string(rune(f.Delimiter))) {
			fields = append(fields, lex.Span{From: i, To: i + len(field)})
			i += len(field) + 1
		}
		return fields
	}
	from, quoted := i, false
	for ; i < end; i++ {
		switch c := l.Text[i]; {
		case f.CSV && quoted && c == f.Escape && (l.At(i+1) == f.Quote || l.At(i+1) == f.Escape), !f.CSV && c == '\\':
			i++
		case f.CSV && c == f.Quote:
			quoted = !quoted
		case c == f.Delimiter && !quoted:
			fields = append(fields, lex.Span{From: from, To: i})
			from = i + 1
		}
	}
	return append(fields, lex.Span{From: from, To: end})
}

// Unquoted returns what a field of CSV says.
func (f copyForm) Unquoted(raw string) string {
	if strings.IndexByte(raw, f.Quote) < 0 {
		return raw
	}
	var b strings.Builder
	for i, quoted := 0, false; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == f.Escape && i+1 < len(raw) && (raw[i+1] == f.Quote || raw[i+1] == f.Escape):
			i++
			b.WriteByte(raw[i])
		case c == f.Quote:
			quoted = !quoted
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
