// Package tokens estimates how many tokens a text is for a language model,
// without a vocabulary.
//
// A byte-pair tokenizer first cuts a text into words, numbers, runs of
// punctuation and runs of space, and then each piece into tokens. The
// estimator makes the same cuts and charges every piece the average that its
// kind and length cost with the o200k_base vocabulary. The averages are in
// weights_table.go and come from tools/tokens, which also measures the errors.
// The arithmetic is in whole numbers, so that an estimate is the same on every
// machine.
//
//   - tokens.go: what others call
//   - scan.go: the cuts
//   - charge.go: what a piece costs
//   - class.go: kinds of characters and pieces
package tokens

import "math/bits"

// Estimate returns about how many tokens a text is, zero for an empty one
// alone. It runs in one pass and allocates nothing.
func Estimate(s string) int {
	var c Counter
	c.AddString(s)
	return c.Tokens()
}

// Coqui returns Coqui's estimate for valid UTF-8, a quarter of the code points
// rounded up.
func Coqui(s string) int { return (Characters(s) + 3) / 4 }

// Characters returns how many code points valid UTF-8 has: all its bytes but
// those that continue one (RFC 3629, 3). It looks at eight bytes in one step.
func Characters[T string | []byte](text T) int {
	const top = 0x8080808080808080
	n, i := len(text), 0
	for ; i+8 <= len(text); i += 8 {
		b := text[i : i+8]
		x := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if x&top != 0 {
			n -= bits.OnesCount64(x &^ (x << 1) & top)
		}
	}
	for ; i < len(text); i++ {
		if text[i]&0xc0 == 0x80 {
			n--
		}
	}
	return n
}

// AddString continues the text.
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
