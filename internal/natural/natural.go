// Package natural orders the names of one folder as Coqui does: names that begin with an
// ASCII digit come first, then both kinds by a case-insensitive natural comparison in
// which runs of digits count as numbers of any length.
package natural

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// Compare compares two names. Names whose keys are equal (1-a and 01-a, "a b" and ab) are
// in byte order, so that the order is total.
func Compare(a, b string) int {
	if c := bytes.Compare(AppendKey(nil, a), AppendKey(nil, b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// The bytes of a key that no byte of a name has there.
const (
	keyNumbered = 1 // begins the key of a name that begins with a digit
	keyOther    = 2 // begins that of another
	keyEnd      = 0 // ends a fraction, and replaces white space at the end of a name
	keyFraction = '0'
	keyNumber   = '1'
)

// AppendKey appends a key of a name: keys compare as bytes as the names do. A
// name has less than 64 KiB on every system.
//
// A name is a sequence of tokens: a run of digits, a byte, or the byte just
// behind a run. A run that begins with zero is compared as text, like a
// fraction: it is compared as it is, and has an end. Another is compared by its length
// first: that is before it. The two kinds differ by their first byte as the
// runs do, and both from any other byte as digits do.
func AppendKey(key []byte, name string) []byte {
	if isNumbered(name) {
		key = append(key, keyNumbered)
	} else {
		key = append(key, keyOther)
	}
	for s := trimZeros(name); s != ""; {
		if s = trimSpace(s); s == "" {
			return append(key, keyEnd)
		}
		if !isDigit(s[0]) {
			key, s = append(key, upper(s[0])), s[1:]
			continue
		}
		n := runLength(s)
		if s[0] == '0' {
			key = append(append(append(key, keyFraction), s[:n]...), keyEnd)
		} else {
			key = binary.BigEndian.AppendUint16(append(key, keyNumber), uint16(n))
			key = append(key, s[:n]...)
		}
		if s = s[n:]; s != "" {
			key, s = append(key, upper(s[0])), s[1:] // even a space counts here
		}
	}
	return key
}

func isNumbered(name string) bool {
	return name != "" && isDigit(name[0])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isSpace is the white space of the C locale. Wider sets of spaces are letters
// to the comparison, as every other byte beyond ASCII.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// trimZeros drops the zeros that lead a number at the very start of a name.
// Zeros further in are not dropped: they turn a number into a fraction.
func trimZeros(s string) string {
	for len(s) > 1 && s[0] == '0' && isDigit(s[1]) {
		s = s[1:]
	}
	return s
}

func trimSpace(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	return s
}

func runLength(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}
