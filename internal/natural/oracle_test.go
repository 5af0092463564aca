package natural

import "strings"

// compareNames orders two names of one folder as Coqui does: names that begin
// with an ASCII digit come first, then both kinds by a case-insensitive
// natural comparison in which runs of digits count as numbers of any length.
// It returns a negative number, zero or a positive one.
//
// Names that the comparison holds for equal (1-a and 01-a, "a b" and ab) are
// in byte order, so that the result is zero for identical names alone and the
// order is total. Keys are held to this.
func compareNames(a, b string) int {
	if na, nb := isNumbered(a), isNumbered(b); na != nb {
		if na {
			return -1
		}
		return 1
	}
	if c := compareNatural(a, b); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// compareNatural compares by a sequence of tokens that each name has on its
// own (a run of digits, a byte, or the byte just behind a run), which is why
// it is transitive although one rule looks at both sides: the rules can
// disagree on the kind of a token only where its first byte already decides.
func compareNatural(a, b string) int {
	a, b = trimZeros(a), trimZeros(b)
	for a != "" && b != "" {
		a, b = trimSpace(a), trimSpace(b)
		if a != "" && b != "" && isDigit(a[0]) && isDigit(b[0]) {
			var c int
			if c, a, b = compareRuns(a, b); c != 0 {
				return c
			}
			if a == "" || b == "" {
				break
			}
			// The byte behind two equal runs counts even when it is a space.
		}
		// A name that ends in white space ends here, in a byte below all others.
		if c := compareBytes(a, b); c != 0 {
			return c
		}
		a, b = rest(a), rest(b)
	}
	return sign(len(a) > 0, len(b) > 0)
}

// compareRuns compares the numbers that both names begin with and returns what
// is behind them.
func compareRuns(a, b string) (c int, restA, restB string) {
	ra, rb := a[:runLength(a)], b[:runLength(b)]
	restA, restB = a[len(ra):], b[len(rb):]
	fraction := ra[0] == '0' || rb[0] == '0'
	if !fraction && len(ra) != len(rb) {
		return sign(len(ra) > len(rb), len(ra) < len(rb)), restA, restB
	}
	return strings.Compare(ra, rb), restA, restB
}

func compareBytes(a, b string) int {
	var ca, cb byte // zero for an end: no name holds a NUL
	if a != "" {
		ca = upper(a[0])
	}
	if b != "" {
		cb = upper(b[0])
	}
	return int(ca) - int(cb)
}

func rest(s string) string {
	if s == "" {
		return ""
	}
	return s[1:]
}

func sign(more, less bool) int {
	switch {
	case more && !less:
		return 1
	case less && !more:
		return -1
	}
	return 0
}
