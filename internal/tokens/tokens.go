// Package tokens estimates how many tokens a text is for a language model,
// without a vocabulary.
//
// A byte-pair tokenizer first cuts a text into words, numbers, runs of
// punctuation and runs of space, and then each piece into tokens. The
// estimator makes the same cuts and charges every piece the average that its
// kind and length cost with the o200k_base vocabulary. The averages stand in
// weights_table.go and come from tools/tokens, which also measures the errors.
// The arithmetic is in whole numbers, so that an estimate is the same on every
// machine.
//
//   - tokens.go: what others call
//   - scan.go: the cuts
//   - charge.go: what a piece costs
//   - class.go: kinds of characters and pieces
package tokens

import "unicode/utf8"

// Estimate returns about how many tokens a text is, zero for an empty one
// alone. It runs in one pass and allocates nothing.
func Estimate(s string) int {
	var c Counter
	c.AddString(s)
	return c.Tokens()
}

// Coqui returns Coqui's estimate, a quarter of the code points rounded up.
// A byte that is not UTF-8 counts as one.
func Coqui(s string) int { return (utf8.RuneCountInString(s) + 3) / 4 }

// Counter estimates a text that comes in parts. The zero value is ready. The
// estimate is that of the whole text wherever it is cut between characters:
// words and runs go on from part to part. It is not the sum of the parts'
// estimates, each of which is rounded up.
type Counter struct {
	sum  int64 // of the pieces that are complete, in units
	part piece // the one that may go on
	seen *Histogram
}

// AddString goes on with the text.
func (c *Counter) AddString(s string) { c.scan(s) }

// Tokens returns the estimate for the text so far, rounded up. More may be
// added afterwards.
func (c *Counter) Tokens() int {
	if c.part.kind == kindNone {
		return 0
	}
	end := *c // what is charged for an unfinished piece must not stay
	end.seen = nil
	end.begin(kindEnd)
	return max(1, int((end.sum+unit-1)/unit))
}

// Histogram counts how often each weight is charged.
type Histogram [classes]int

// Count adds the weights that a text is charged. The program that fits the
// weights uses it.
func (h *Histogram) Count(s string) {
	c := Counter{seen: h}
	c.scan(s)
	c.begin(kindEnd)
}
