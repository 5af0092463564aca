package tokens

// unit is one token in the whole numbers that weights are in.
const unit = 1024

// charge adds a weight, times as often.
func (c *Counter) charge(class, times int) {
	c.sum += int64(weights[uint8(class)]) * int64(times)
	if c.seen != nil {
		c.seen[class] += times
	}
}

// once is charge for the usual case.
func (c *Counter) once(class int) {
	c.sum += int64(weights[uint8(class)])
	if c.seen != nil {
		c.seen[class]++
	}
}

// lead charges what belongs to a word.
func (c *Counter) lead(l lead) {
	c.sum += int64(weights[classLead+int(l)])
	if c.seen != nil {
		c.seen[classLead+int(l)]++
	}
}

// ending charges the last two letters of a word.
func (c *Counter) ending(tail uint16) {
	c.sum += int64(weights[classEnding+int(tail%endings)])
	if c.seen != nil {
		c.seen[classEnding+int(tail)]++
	}
}

// begin ends the piece that the scanner is in and begins one of another kind.
func (c *Counter) begin(next kind) {
	p := &c.part
	before, spaced := leadBare, false
	switch p.kind {
	case kindWord:
		c.word()
	case kindSpace:
		before, spaced = leadSpace, !p.tab
		if p.tab {
			before = leadTab
		}
		c.spaces(next)
	case kindPunct:
		if next >= kindWord && p.n == 1 && p.wide+p.emoji == 0 && !p.spaced {
			before = leadMark + lead(p.mark) // the mark is a part of the word
			break
		}
		c.marks()
	case kindNewline:
		c.newlines()
	case kindDigits:
		c.charge(classDigits, (p.n+2)/3)
	case kindNone, kindEnd:
	default:
		c.once(classPiece + int(p.kind-kindGreek))
		c.charge(classLetter+int(p.kind-kindGreek), p.n)
		c.lead(p.lead)
	}
	*p = piece{kind: next, lead: before, after: p.kind, spaced: spaced}
}

func (c *Counter) word() {
	p := &c.part
	if p.n >= endingFrom && p.extra == 0 && p.upper < p.n-1 {
		c.ending(p.tail)
	}
	if p.upper|p.extra == 0 && p.n <= lengths {
		c.once(classLower + p.n - 1)
		c.lead(p.lead)
		return
	}
	class, shape := classLower, 0
	switch {
	case p.upper == 0:
	case p.upper == p.n && p.n > 1:
		class, shape = classUpper, 2
	case p.upper == 1:
		class, shape = classTitle, 1
	default:
		class, shape = classMixed, 3
	}
	c.once(class + min(p.n, lengths) - 1)
	c.lead(p.lead)
	if p.n > lengths {
		c.charge(classLong+shape, p.n-lengths)
	}
	if p.extra > 0 {
		c.charge(classAccent, p.extra)
	}
}

// spaces charges a run of spaces by what follows: the last one belongs to a
// word or to punctuation, all belong to a line end, and a number takes none.
func (c *Counter) spaces(next kind) {
	n := c.part.n
	switch next {
	case kindNewline:
		return
	case kindDigits:
		c.once(classDigitSpace)
		n--
	case kindEnd:
	default:
		n--
	}
	if n > 0 {
		c.once(classIndent)
		if n > 16 {
			c.charge(classIndentLong, n-16)
		}
	}
}

func (c *Counter) newlines() {
	p := &c.part
	class := classNewline + min(p.n, 3) - 1
	if p.after == kindPunct {
		class += 3
	}
	c.once(class)
	if p.n > 4 {
		c.charge(classNewlines, p.n-4)
	}
}

func (c *Counter) marks() {
	p := &c.part
	if p.wide > 0 {
		c.charge(classSymbol, p.wide)
	}
	if p.emoji > 0 {
		c.charge(classEmoji, p.emoji)
	}
	switch {
	case p.n == 0:
	case p.mixed && p.n > 1:
		c.once(classMarks + min(p.n, 9) - 2)
		if p.n > 9 {
			c.charge(classMarksLong, p.n-9)
		}
	case p.n == 1:
		c.once(classSame)
	default:
		c.once(classSame + sameClass(p.n))
		if p.n > 32 {
			c.charge(classSameLong, p.n-32)
		}
	}
}

func sameClass(n int) int {
	switch {
	case n <= 4:
		return n - 1
	case n <= 8:
		return 4
	case n <= 16:
		return 5
	case n <= 32:
		return 6
	}
	return 7
}

// piece is the piece of text that the scanner is in.
type piece struct {
	n      int    // length; of punctuation the ASCII marks
	upper  int    // word: capitals
	extra  int    // word: letters beyond ASCII
	wide   int    // punctuation: symbols
	emoji  int    // punctuation: characters beyond the basic plane
	kind   kind   //
	after  kind   // what stood before
	lead   lead   // word: what belongs to it
	mark   byte   // punctuation: its last mark
	mixed  bool   // punctuation: of different marks
	spaced bool   // punctuation: with a space before it
	tab    bool   // space: ends in a tab
	tail   uint16 // word: its last two small letters
}

// Counter estimates a text that comes in parts. The zero value is ready. The
// estimate is that of the whole text wherever it is cut between characters:
// words and runs go on from part to part. It is not the sum of the parts'
// estimates, each of which is rounded up.
type Counter struct {
	sum  int64 // of the pieces that are complete, in units
	part piece // the one that may go on
	seen *Histogram
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
