package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// shell reports whether the line at i is for a shell, not for the database:
// \ of psql, . of sqlite3, REM, PROMPT and others of SQL*Plus.
func shell(l *lex.Lexer, i int) bool {
	switch l.Text[i] {
	case '\\':
		return true
	case '.':
		next := l.At(i + 1)
		return next >= 'a' && next <= 'z'
	}
	switch l.Text[i] | 0x20 {
	case 'r', 'p', 'w':
		return l.Is(i, "REM") || l.Is(i, "PROMPT") || l.Is(i, "WHENEVER")
	case 's':
		return l.Is(i, "SPOOL") || l.Is(i, "SET") && setsShell(l, i)
	}
	return false
}

// setsShell reports whether the line at i sets something and ends without a
// delimiter, while the next line begins another statement: SET DEFINE OFF of
// SQL*Plus, SET NOCOUNT ON of SQL Server.
func setsShell(l *lex.Lexer, i int) bool {
	end := l.LineEnd(i)
	if strings.Contains(string(l.Text[i:end]), l.Delimiter) || strings.IndexByte(string(l.Text[i:end]), '=') >= 0 {
		return false
	}
	next := end
	for next < len(l.Text) && l.Text[next] <= ' ' {
		next++
	}
	var caps lex.Upper
	switch string(caps.Of(l.Word(next))) {
	case "REM", "PROMPT", "SPOOL", "WHENEVER", "SET", "INSERT":
		return true
	}
	return l.Begins(next)
}

// connect chooses the database that the line at i names, if it is psql's \c or
// \connect.
func (r *reader) connect(i int) error {
	if r.lex.Text[i] != '\\' {
		return nil
	}
	if i++; !r.lex.Is(i, "c") && !r.lex.Is(i, "connect") {
		return nil
	}
	// Where the name has a blank, pg_dumpall writes
	// -reuse-previous=on "dbname='a name'".
	i = r.lex.Spaces(r.lex.WordEnd(i))
	const option, said = "-reuse-previous=on", `"dbname=`
	if strings.HasPrefix(string(r.lex.Text[i:]), option) {
		i = r.lex.Spaces(i + len(option))
	}
	if strings.HasPrefix(string(r.lex.Text[i:]), said) {
		i += len(said)
	}
	return r.use(i)
}

// useOf returns where the name is that the USE at i chooses: in Snowflake
// the word DATABASE or SCHEMA is in front of it.
func useOf(l *lex.Lexer, i int) int {
	i = l.Blank(i + len("USE"))
	var caps lex.Upper
	switch string(caps.Of(l.Word(i))) {
	case "DATABASE", "SCHEMA", "CATALOG":
		if next := l.Blank(l.WordEnd(i)); l.Names.Part(next) > next {
			return next
		}
	case "ROLE", "WAREHOUSE", "SECONDARY":
		if next := l.Blank(l.WordEnd(i)); l.Names.Part(next) > next {
			return next - 1 // no name: that is for something else
		}
	}
	return i
}

// use chooses the database whose name is at i.
func (r *reader) use(i int) error {
	end := r.lex.Names.Part(i)
	if end == i {
		return nil
	}
	r.heads.forget()
	if !r.catalog.choose(lex.PlainName(string(r.lex.Text[i:end]))) {
		return nil
	}
	return r.account.spend(databaseNodes, 0, document.LineSpan(r.lines.lineOf(i), r.lines.line))
}
