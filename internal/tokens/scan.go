package tokens

import "unicode/utf8"

// piece is the piece of text that the scanner is in.
type piece struct {
	n      int  // length; of punctuation the ASCII marks
	upper  int  // word: capitals
	extra  int  // word: letters beyond ASCII
	wide   int  // punctuation: symbols
	emoji  int  // punctuation: characters beyond the basic plane
	kind   kind //
	after  kind // what stood before
	lead   lead // word: what belongs to it
	mark   byte // punctuation: its last mark
	mixed  bool // punctuation: of different marks
	spaced bool // punctuation: with a space before it
	tab    bool // space: ends in a tab
}

func (c *Counter) scan(s string) {
	p := &c.part
	for i := 0; i < len(s); {
		b := s[i]
		what := sorts[b]
		switch what {
		case sortPunct:
			if b >= utf8.RuneSelf {
				i += c.wide(s[i:])
				continue
			}
			c.punct(b)
			i++
			continue
		case sortUpper:
			c.capital()
			i++
			continue
		case sortLower:
			if p.kind != kindWord {
				c.begin(kindWord)
			}
		case sortSpace:
			if b == ' ' && p.kind == kindWord && i+1 < len(s) && sorts[s[i+1]] == sortLower {
				// The most frequent of all: a word, a space, a word.
				c.word()
				*p = piece{kind: kindWord, lead: leadSpace, after: kindSpace}
				i++
			} else if p.kind != kindSpace {
				c.begin(kindSpace)
			}
		case sortDigit:
			if p.kind != kindDigits {
				c.begin(kindDigits)
			}
		case sortNewline:
			if p.kind != kindNewline {
				c.begin(kindNewline)
			}
		}
		j := i + 1
		for what = sorts[s[i]]; j < len(s) && sorts[s[j]] == what; j++ {
		}
		p.n += j - i
		p.tab = s[j-1] == '\t'
		i = j
	}
}

// capital goes on with a word in capitals, and begins one behind a small
// letter.
func (c *Counter) capital() {
	p := &c.part
	switch {
	case p.kind != kindWord:
		c.begin(kindWord)
	case p.n > p.upper:
		c.begin(kindWord)
		p.lead = leadCamel
	}
	p.n++
	p.upper++
}

func (c *Counter) punct(mark byte) {
	p := &c.part
	if p.kind != kindPunct {
		c.begin(kindPunct)
	} else if mark != p.mark {
		p.mixed = true
	}
	p.mark = mark
	p.n++
}

// wide takes the characters beyond ASCII that s begins with, as far as they are
// of one kind, and returns their length.
func (c *Counter) wide(s string) int {
	p := &c.part
	r, size := utf8.DecodeRuneInString(s)
	k := runeKind(r)
	if p.kind != k {
		c.begin(k)
	}
	length := 0
	for {
		length += size
		switch {
		case k == kindWord:
			p.n++
			p.extra++
		case k == kindPunct && r > 0xffff:
			p.emoji++
		case k == kindPunct:
			p.wide++
			p.mark = 0
		default:
			p.n++
			p.tab = false
		}
		if length == len(s) || s[length] < utf8.RuneSelf {
			return length
		}
		if r, size = utf8.DecodeRuneInString(s[length:]); runeKind(r) != k {
			return length
		}
	}
}
