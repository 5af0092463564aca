package secrets

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

// tokens are the bytes that keys are made of.
var tokens = func() (all [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.~") {
		all[c] = true
	}
	return all
}()

// run is a stretch of characters that keys are made of.
type run struct {
	start, end int
	digit      bool
	mixed      bool // it has letters of both cases
}

// shortRun is the shortest run that a rule asks for.
const shortRun = 6

// runsOf returns the runs of a text that may be keys.
func runsOf(text string) (all []run) {
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && tokens[text[i]] {
			continue
		}
		if i-start >= shortRun {
			all = appendRun(all, text, start, i)
		}
		start = i + 1
	}
	return all
}

// appendRun adds a run, unless it is a word.
func appendRun(all []run, text string, start, end int) []run {
	r := run{start: start, end: end}
	lower, upper := false, false
	for i := start; i < end; i++ {
		c := text[i]
		r.digit = r.digit || c >= '0' && c <= '9'
		lower = lower || c >= 'a' && c <= 'z'
		upper = upper || c >= 'A' && c <= 'Z' && i > start
	}
	if r.mixed = lower && upper; r.digit || r.mixed || end-start >= longWord {
		return append(all, r)
	}
	return all
}

// longWord is a length that words of documents do not have, but lines and addresses.
const longWord = 24
