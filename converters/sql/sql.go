// Package sql reads dumps and scripts of SQL: one table for each table, over
// all its rows, and everything else as it is written.
//
//   - [x] INSERT and REPLACE with rows, one or many; with a list of columns, or
//     with those of the CREATE TABLE, wherever it is; without any, too
//   - [x] COPY … FROM stdin of PostgreSQL, as text and as CSV, with other delimiters, quotes and NULL
//   - [x] names bare, "quoted", `quoted`, [quoted]; dotted; in any case
//   - [x] strings with doubled quotes, with backslashes where the product has
//     them, N'…', E'…', U&'…', q'[…]', _utf8'…', $tag$…$tag$; NULL, numbers and expressions
//     stay as they are written
//   - [x] DELIMITER, GO, lines of psql, /*! … */, bodies between BEGIN and END
//   - [x] CREATE TABLE of a table with rows: one paragraph of columns with their
//     types, constraints and what follows; of others: kept as SQL
//   - [x] the casts of SQL Server's tools and the calls of sqlite3's shell that
//     stand for a string with line ends: what they say; other expressions as
//     they are written
//   - [x] rows that leave out computed columns, as SQLite dumps them
//   - [x] the encoding that SET NAMES or client_encoding declares
//   - [-] binary values of more than 1024 bytes: their start and their length
//   - [x] strings of bytes, as mysqldump writes a BLOB: in base 16, whatever the
//     encoding of the rest is
//   - [x] tables of one name in several databases (USE, \connect) or made twice: apart
//   - [-] what follows the rows (ON CONFLICT, ON DUPLICATE KEY, RETURNING): left
//     out, with a warning
//   - [ ] INSERT … SELECT, INSERT ALL, COPY from files or with options that are not read: kept as SQL
//   - [x] comments: with the SQL behind them; those before and in a CREATE TABLE,
//     and before rows, in front of the table, unless a dump program wrote them
//   - [ ] comments between rows and values: left out
//
// # Rows
//
// A statement one of whose rows has another number of values than the list of
// columns, or than the CREATE TABLE before it, is kept as SQL, with a warning:
// no product takes it. Rows of a COPY that are too short are filled up, with a
// warning. Rows that name their columns in another order, or some of them only,
// join the table; those with a column that it does not have make a second one.
//
// # Strings
//
// Whether a backslash escapes is decided for the file, by what only one product
// writes. Where this reading leaves a quote open, or a letter right behind a
// string, the other one is tried, and the better one taken. If both leave a
// quote open, strings end before a line that begins a statement, so that one
// quote too many costs a statement, not the rest of the file.
//
// The folder lex finds tokens and the ends of statements, and guesses the product.
// best.go takes the best reading. build.go makes the document; rows.go, bytes.go,
// cell.go and prefix.go read the rows when they are written. read.go goes through the
// statements before, with copy.go, insert.go and shell.go on reader.go; head.go and
// form.go read how their rows begin, routine.go where those end that hold others.
// catalog.go, create.go and table.go hold what they say of tables. strings.go finds
// strings of bytes, value.go reads values.
package sql

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "sql",
		Title:      "SQL dumps and scripts",
		Version:    17,
		Text:       true,
		Extensions: []string{"sql"},
		MediaTypes: []string{"application/sql"},
		Limits: append(plain.Limits(),
			converters.LimitCells, converters.LimitColumns, converters.LimitDepth, converters.LimitNodes),
		Warnings: warnings(),
	}
}

// Convert returns a document of tables whose rows stream, and of code blocks.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, cut, err := decode(ctx, in, env)
	if err != nil {
		return nil, err
	}
	r, err := readBest(ctx, env, lineFeeds(text))
	if err != nil {
		return nil, err
	}
	if err := r.account.settle(); err != nil {
		return nil, err
	}
	doc := r.build()
	r.lost.blobs.join(cut)
	r.warn()
	if doc == nil {
		return nil, converters.Corrupt(document.Pos{}, "the file has no extractable SQL statements")
	}
	return doc, nil
}

// lineFeeds returns a text with every CRLF and CR made LF, in one copy of it.
func lineFeeds(text string) string {
	at := strings.IndexByte(text, '\r')
	if at < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) - strings.Count(text, "\r\n"))
	for ; at >= 0; at = strings.IndexByte(text, '\r') {
		b.WriteString(text[:at])
		b.WriteByte('\n')
		text = strings.TrimPrefix(text[at+1:], "\n")
	}
	b.WriteString(text)
	return b.String()
}

// warn reports what is lost.
func (r *reader) warn() {
	lost := r.lost
	open := tallied{}
	if r.lex.Strings.Open >= 0 {
		open.add(&r.lines, r.lex.Strings.Open)
		open.n = max(1, r.lex.Cuts)
	}
	for _, w := range []struct {
		tallied
		code, message string
	}{
		{lost.mismatched, warnMismatched, "rows have another number of values than the table has columns; the statement was kept as it is"},
		{lost.ragged, warnRagged, "rows are shorter than the list of columns; the missing cells are empty"},
		{lost.clauses, warnClause, "what follows the rows of an INSERT (ON CONFLICT, ON DUPLICATE KEY, RETURNING) is not shown"},
		{lost.blobs, warnBlob, "long binary values were cut"},
		{lost.comments, warnComment, "comments in front of rows are too many and are not shown"},
		{open, warnOpen, "a quote is never closed; the statement was kept as it is"},
	} {
		if w.n > 0 {
			r.account.env.Warn(document.Warning{Code: w.code, Pos: document.LineSpan(w.line, w.line), Message: w.message, Count: w.n})
		}
	}
}
