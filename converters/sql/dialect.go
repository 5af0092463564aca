package sql

import (
	mathbits "math/bits"
	"strings"
)

// dialect is what the products differ in that changes where a token ends.
type dialect struct {
	backslash bool // \ escapes in strings: MySQL and its relatives
	mysql     bool // # begins a comment, -- before a number does not
	batches   bool // GO ends a batch, and statements need no ; (SQL Server)
}

// sniffMost is how much of a text is looked at for what only one product
// writes.
const sniffMost = 64 << 10

// signs are texts that only one product or family writes, the surest first.
var signs = [...]struct {
	dialect dialect
	texts   []string
}{
	{dialect{backslash: true}, []string{"standard_conforming_strings = off"}}, // PostgreSQL whose strings have backslashes
	{dialect{backslash: true, mysql: true}, []string{"/*!", "ENGINE=", "\nDELIMITER ", "MySQL dump", "MariaDB dump", "phpMyAdmin"}},
	{dialect{}, []string{"standard_conforming_strings", "FROM stdin", "pg_catalog"}},                 // PostgreSQL
	{dialect{batches: true}, []string{"\nGO\n", "[dbo]", "SET IDENTITY_INSERT"}},                     // SQL Server
	{dialect{}, []string{"PRAGMA ", "AUTOINCREMENT", "sqlite_"}},                                     // SQLite
	{dialect{backslash: true, mysql: true}, []string{"`", "AUTO_INCREMENT", "UNSIGNED", "unsigned"}}, // hardly anything but MySQL
	{dialect{batches: true}, []string{"(N'", ",N'", ", N'"}},                                         // as SQL Server writes
}

// sniff guesses the dialect by what only one product writes. Where it is
// wrong about the backslash, reading shows it.
func sniff(text string) dialect {
	found := signsIn(text[:min(len(text), sniffMost)])
	if found < len(signs) {
		return signs[found].dialect
	}
	return dialect{}
}

// signsIn returns the index of the surest signs that a text has, or how many
// there are. It looks at each byte once: first and second have a bit for each
// sign that a byte begins, and that it is the second byte of.
func signsIn(text string) int {
	var first, second [256]uint32
	type sign struct {
		text string
		sure int
	}
	var all []sign
	for sure := range signs {
		for _, t := range signs[sure].texts {
			bit := uint32(1) << len(all)
			all = append(all, sign{t, sure})
			first[t[0]] |= bit
			if len(t) > 1 {
				second[t[1]] |= bit
				continue
			}
			for b := range second {
				second[b] |= bit
			}
		}
	}
	found := len(signs)
	for i := 0; i+1 < len(text); i++ {
		bits := first[text[i]] & second[text[i+1]]
		for ; bits != 0; bits &= bits - 1 {
			s := all[mathbits.TrailingZeros32(bits)]
			if !strings.HasPrefix(text[i:], s.text) {
				continue
			}
			found = min(found, s.sure)
			for k, other := range all { // nothing less sure is looked for any more
				if other.sure >= found {
					first[other.text[0]] &^= 1 << k
				}
			}
		}
	}
	return found
}

// escapable reports whether the text has what the two readings of a backslash
// differ in.
func escapable(text string) bool {
	return strings.Contains(text, `\'`) || strings.Contains(text, `\"`)
}
