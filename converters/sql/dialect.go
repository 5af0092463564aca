package sql

import "strings"

// dialect is what the products differ in that changes where a token ends.
type dialect struct {
	backslash bool // \ escapes in strings: MySQL and its relatives
	mysql     bool // # begins a comment, -- before a number does not
	batches   bool // GO ends a batch, and statements need no ; (SQL Server)
}

// sniffMost is how much of a text is looked at for what only one product
// writes.
const sniffMost = 128 << 10

// mark is a text that tells products apart.
type mark uint

const (
	markEscapes   mark = 1 << iota // PostgreSQL whose strings have backslashes
	markMySQL                      // it and its relatives say so
	markPostgres                   // as pg_dump writes
	markBatches                    // SQL Server says so
	markSQLite                     // SQLite says so
	markMySQLLike                  // hardly anything but MySQL
	markNational                   // N'…', as SQL Server writes
)

// marks lists the texts, by their first byte. Of what an earlier one begins
// with, a later one is not found.
var marks = [256][]struct {
	text string
	mark mark
}{
	's': {
		{"standard_conforming_strings = off", markEscapes | markPostgres},
		{"standard_conforming_strings", markPostgres},
		{"sqlite_", markSQLite},
	},
	'/':  {{"/*!", markMySQL}},
	'E':  {{"ENGINE=", markMySQL}},
	'M':  {{"MySQL dump", markMySQL}, {"MariaDB dump", markMySQL}},
	'p':  {{"phpMyAdmin", markMySQL}, {"pg_catalog", markPostgres}},
	'\n': {{"\nDELIMITER ", markMySQL}, {"\nGO\n", markBatches}},
	'F':  {{"FROM stdin", markPostgres}},
	'[':  {{"[dbo]", markBatches}},
	'S':  {{"SET IDENTITY_INSERT", markBatches}},
	'P':  {{"PRAGMA ", markSQLite}},
	'A':  {{"AUTOINCREMENT", markSQLite}, {"AUTO_INCREMENT", markMySQLLike}},
	'`':  {{"`", markMySQLLike}},
	'U':  {{"UNSIGNED", markMySQLLike}},
	'u':  {{"unsigned", markMySQLLike}},
	'(':  {{"(N'", markNational}},
	',':  {{",N'", markNational}, {", N'", markNational}},
}

// marksIn returns which marks a text has.
func marksIn(text string) mark {
	var found mark
	for i := range len(text) {
		for _, m := range marks[text[i]] {
			if found&m.mark != m.mark && strings.HasPrefix(text[i:], m.text) {
				found |= m.mark
				break
			}
		}
	}
	return found
}

// sniff guesses the dialect by what only one product writes. Where it is
// wrong about the backslash, reading shows it.
func sniff(text string) dialect {
	found := marksIn(text[:min(len(text), sniffMost)])
	switch {
	case found&markEscapes != 0:
		return dialect{backslash: true}
	case found&markMySQL != 0:
		return dialect{backslash: true, mysql: true}
	case found&markPostgres != 0:
		return dialect{}
	case found&markBatches != 0:
		return dialect{batches: true}
	case found&markSQLite != 0:
		return dialect{}
	case found&markMySQLLike != 0:
		return dialect{backslash: true, mysql: true}
	case found&markNational != 0:
		return dialect{batches: true}
	}
	return dialect{}
}

// escapable reports whether the text has what the two readings of a backslash
// differ in.
func escapable(text string) bool {
	return strings.Contains(text, `\'`) || strings.Contains(text, `\"`)
}
