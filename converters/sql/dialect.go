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

// sniff guesses the dialect by what only one product writes. Where it is
// wrong about the backslash, reading shows it.
func sniff(text string) dialect {
	head := text[:min(len(text), sniffMost)]
	has := func(marks ...string) bool {
		for _, m := range marks {
			if strings.Contains(head, m) {
				return true
			}
		}
		return false
	}
	switch {
	case has("standard_conforming_strings = off"):
		return dialect{backslash: true}
	case has("/*!", "ENGINE=", "MySQL dump", "MariaDB dump", "phpMyAdmin", "\nDELIMITER "):
		return dialect{backslash: true, mysql: true}
	case has("pg_catalog", "standard_conforming_strings", "FROM stdin"):
		return dialect{}
	case has("\nGO\n", "[dbo]", "SET IDENTITY_INSERT"):
		return dialect{batches: true}
	case has("PRAGMA ", "AUTOINCREMENT", "sqlite_"):
		return dialect{}
	case has("`", "AUTO_INCREMENT", "UNSIGNED", "unsigned"):
		return dialect{backslash: true, mysql: true}
	case has("(N'", ",N'", ", N'"):
		return dialect{batches: true}
	}
	return dialect{}
}

// escapable reports whether the text has what the two readings of a backslash
// differ in.
func escapable(text string) bool {
	return strings.Contains(text, `\'`) || strings.Contains(text, `\"`)
}
