package secrets

import "strings"

// How far around a keyword an expression is tried, in bytes: to the ends of lines, but
// no further than this.
const (
	before = 300
	behind = 2000
	long   = 10_000 // behind, for what has lines inside, such as a private key
	lines  = 2      // behind
	many   = 7      // behind, for expressions without a run of characters
	margin = 400    // how far behind its keyword a match may end
)

// What a byte of a key is, as bits.
const (
	isToken = 1 << iota
	isDigit
	isLower
	isUpper
)

// kinds says what a byte is in a key; 0 for one that keys are not made of.
var kinds = func() (all [256]uint8) {
	for c := range all {
		switch c := byte(c); {
		case c >= '0' && c <= '9':
			all[c] = isToken | isDigit
		case c >= 'a' && c <= 'z':
			all[c] = isToken | isLower
		case c >= 'A' && c <= 'Z':
			all[c] = isToken | isUpper
		case strings.IndexByte("_-+/=.~", c) >= 0:
			all[c] = isToken
		}
	}
	return all
}()

// run is a stretch of characters that keys are made of.
type run struct {
	start, end int
	digit      bool
	mixed      bool // it has letters of both cases, the first one aside
}

const (
	shortRun = 6  // the shortest run that a rule asks for
	longWord = 24 // a length that words of documents do not have, but lines and addresses
)

// runsOf returns the runs of a text that may be keys, and are no words.
func runsOf(text string) (all []run) {
	start, seen := 0, uint8(0)
	for i := 0; i <= len(text); i++ {
		if i < len(text) {
			if kind := kinds[text[i]]; kind != 0 {
				if i == start {
					kind &^= isUpper
				}
				seen |= kind
				continue
			}
		}
		if n := i - start; n >= shortRun {
			r := run{start, i, seen&isDigit != 0, seen&isLower != 0 && seen&isUpper != 0}
			if r.digit || r.mixed || n >= longWord {
				all = append(all, r)
			}
		}
		start, seen = i+1, 0
	}
	return all
}
