package lex

import (
	mathbits "math/bits"
	"strings"
)

// Dialect is what the products differ in that changes where a token ends.
type Dialect struct {
	Backslash bool // \ escapes in strings: MySQL and its relatives
	Mysql     bool // # begins a comment, -- before a number does not
	nested    bool // comments are in comments: PostgreSQL, SQL Server
	Batches   bool // GO ends a batch, and statements need no ; (SQL Server)
}

// maxSniff is how much of a text is looked at for what only one product
// writes.
const maxSniff = 64 << 10

// signs are texts that only one product or family writes, the surest first.
var signs = [...]struct {
	dialect Dialect
	texts   []string
}{
	{Dialect{Backslash: true, nested: true}, []string{"standard_conforming_strings = off"}}, // PostgreSQL whose strings have backslashes
	{Dialect{Backslash: true, Mysql: true}, []string{"/*!", "ENGINE=", "\nDELIMITER ", "MySQL dump", "MariaDB dump", "phpMyAdmin"}},
	{Dialect{nested: true}, []string{"standard_conforming_strings", "FROM stdin", "pg_catalog"}}, // PostgreSQL
	{Dialect{Batches: true, nested: true}, []string{"\nGO\n", "[dbo]", "SET IDENTITY_INSERT"}},   // SQL Server
	{Dialect{}, []string{"PRAGMA ", "AUTOINCREMENT", "sqlite_"}},                                 // SQLite
	{Dialect{Backslash: true, Mysql: true}, []string{"AUTO_INCREMENT", "UNSIGNED", "unsigned"}},  // hardly anything but MySQL
	{Dialect{Batches: true, nested: true}, []string{"(N'", ",N'", ", N'"}},                       // as SQL Server writes
}

// backquoted is the index of the signs that a backquote is one of, too.
const backquoted = 5

// Sniff guesses the dialect by what only one product writes. Where it is
// wrong about the backslash, reading shows it.
func Sniff(text string) Dialect {
	text = text[:min(len(text), maxSniff)]
	found := signsIn(text)
	if found > backquoted && strings.IndexByte(text, '`') >= 0 {
		found = backquoted
	}
	if found < len(signs) {
		return signs[found].dialect
	}
	return Dialect{}
}

// sign is a text that says something, and how sure that is.
type sign struct {
	text string
	sure int
}

// pairs finds signs by two bytes of a text, of which every second place is
// looked at. For each sign there are two bits: the bytes are its first two, or
// its second and its third.
type pairs struct {
	all           []sign
	first, second [256]uint64
	upTo          []uint64 // the bits of the signs that are surer than an index
}

// allSigns are pairs of all signs.
var allSigns = newPairs()

func newPairs() *pairs {
	var p pairs
	bits := uint64(0)
	for sure := range signs {
		p.upTo = append(p.upTo, bits)
		for _, t := range signs[sure].texts {
			begin := uint64(1) << (2 * len(p.all))
			bits |= 3 * begin
			p.all = append(p.all, sign{t, sure})
			p.first[t[0]] |= begin
			p.second[t[1]] |= begin
			p.first[t[1]] |= begin << 1
			p.second[t[2]] |= begin << 1
		}
	}
	p.upTo = append(p.upTo, bits)
	return &p
}

// signsIn returns the index of the surest signs that a text has, or how many
// there are.
func signsIn(text string) int {
	p, found := allSigns, len(signs)
	live := p.upTo[found]
	for i := 1; i < len(text); i += 2 {
		bits := p.first[text[i-1]] & p.second[text[i]] & live
		for ; bits != 0; bits &= bits - 1 {
			bit := mathbits.TrailingZeros64(bits)
			s, at := p.all[bit/2], i-1-bit%2
			if at >= 0 && strings.HasPrefix(text[at:], s.text) && s.sure < found {
				found = s.sure
				live = p.upTo[found] // nothing less sure is looked for any more
			}
		}
	}
	return found
}

// Escapable reports whether the text has what the two readings of a backslash
// differ in.
func Escapable(text string) bool {
	return strings.Contains(text, `\'`) || strings.Contains(text, `\"`)
}
