package tokens

// unit is one token in the whole numbers that weights are in.
const unit = 1024

// charge adds a weight, times as often.
func (c *Counter) charge(class, times int) {
	c.sum += int64(weights[class]) * int64(times)
	if c.seen != nil {
		c.seen[class] += times
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
			before = leadPunct // the mark is a part of the word
			if p.mark == '\'' {
				before = leadApostrophe
			}
			break
		}
		c.marks()
	case kindNewline:
		c.newlines()
	case kindDigits:
		c.charge(classDigits, (p.n+2)/3)
	case kindNone, kindEnd:
	default:
		c.charge(classPiece+int(p.kind-kindGreek), 1)
		c.charge(classLetter+int(p.kind-kindGreek), p.n)
		c.charge(classLead+int(p.lead), 1)
	}
	*p = piece{kind: next, lead: before, after: p.kind, spaced: spaced}
}

func (c *Counter) word() {
	p := &c.part
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
	c.charge(class+min(p.n, lengths)-1, 1)
	c.charge(classLead+int(p.lead), 1)
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
		c.charge(classDigitSpace, 1)
		n--
	case kindEnd:
	default:
		n--
	}
	if n > 0 {
		c.charge(classIndent, 1)
		c.charge(classIndentLong, max(0, n-16))
	}
}

func (c *Counter) newlines() {
	p := &c.part
	class := classNewline + min(p.n, 3) - 1
	if p.after == kindPunct {
		class += 3
	}
	c.charge(class, 1)
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
		c.charge(classMarks+min(p.n, 9)-2, 1)
		c.charge(classMarksLong, max(0, p.n-9))
	default:
		c.charge(classSame+sameClass(p.n), 1)
		c.charge(classSameLong, max(0, p.n-32))
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
