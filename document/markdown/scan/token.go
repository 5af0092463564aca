package scan

import (
	"strings"
	"unicode/utf8"
)

// scanInlines reads the inlines of a leaf. It walks once over the text and
// keeps tokens. Brackets and delimiter runs are resolved by changing their tokens
// in place; flatten makes the nodes.
type scanInlines struct {
	t      *Tree
	text   scanText
	tokens scanTokens
	mask   uint8
	pos    int
	last   int // end of the last token

	ticks    scanTicks
	absent   scanAbsent
	expanded int // bytes of definitions that references resolved to
	flat     scanFlat
	part     scanPart
}

// scanText is the text of a leaf, and what attempts read of it.
type scanText struct {
	s      string
	base   int // offset of s in the source, unless it was joined
	at     []scanPiece
	piece  int // of joined text, that src was in last
	failed int // bytes read by attempts that came to nothing
	steps  int
}

// scanTokens is what may turn out to be more than text, in order. Text is what lies
// between tokens.
type scanTokens struct {
	toks     []scanTok
	delims   []scanDelim
	events   []scanEvent
	links    []Link
	brackets []scanBracket // those that may begin a link
	dead     int           // those below this cannot: they hold a link
	steps    int
}

// scanBracket is an open bracket on the stack.
type scanBracket struct {
	tok    int // its token
	pos    int // offset behind it
	bottom int // delimiter runs below it
	image  bool
	nested bool // a bracket was opened behind it
}

// scanPiece says where a piece of joined text lies in the source.
type scanPiece struct{ text, src int32 }

// scanTok is a token. KindText is a bracket that came to nothing.
type scanTok struct {
	kind       Kind
	form       Form
	start, end int32
	link       int32
	// A delimiter run: its events as an opener, newest first, and as a closer,
	// oldest first, and how many characters it opens with.
	opens, closes, lastClose, opened int32
}

// Tokens that are no nodes of their own.
const (
	scanTokRun   Kind = 128 + iota // a delimiter run
	scanTokClose                   // the end of a link's or an image's text
)

// scanDelim is a delimiter run on the stack (CommonMark appendix). The stack
// is a slice; prev and next skip what was taken out.
type scanDelim struct {
	tok         int32
	prev, next  int32
	left, whole int32 // characters left, and as written
	char        byte
	open, close bool
	gone        bool // taken out
}

// scanEvent is one node that a delimiter run opens or closes.
type scanEvent struct {
	next int32 // index of the next event plus 1
	kind Kind
}

// scanFlat makes nodes of tokens.
type scanFlat struct {
	text   *scanText
	tokens *scanTokens
	mail   bool // addresses of mail are links
	nodes  []Inline
	open   []int32 // the nodes that are open
	links  int     // how many of them are links
	done   int     // offset up to which there are nodes
}

// scanPart is how the inlines of a long leaf are read in parts, so that what is
// held does not grow with the leaf. A part ends before the first bracket or
// delimiter run that may still open something: all before it is as it will be.
type scanPart struct {
	size  int  // tokens of a part, about
	most  int  // tokens at which a place to divide is sought
	mails int  // signs of mail addresses, which become nodes without being tokens
	torn  bool // an end was made where there was none

	divided bool
	end     int // offset of the end of the part

	// What belongs to the next part.
	rest   []scanTok
	delims []scanDelim
	events []scanEvent
	links  []Link
}

// scanAbsent notes what ends of HTML do not follow any more, so that a search
// that came to the end of the leaf is not made again.
type scanAbsent struct{ comment, instruction, declaration, cdata bool }

// scanTicks knows where the last run of backticks of each length begins, so
// that a search for a closing run is made only if there is one.
type scanTicks struct {
	known bool
	short [32]int32
	long  map[int]int32 // for hostile text
}

// reset forgets the runs.
func (k *scanTicks) reset() {
	if k.known {
		*k = scanTicks{}
	}
}

// learn finds the runs of the text from offset i on.
func (k *scanTicks) learn(s string, i int) {
	k.known = true
	for i < len(s) {
		j := strings.IndexByte(s[i:], '`')
		if j < 0 {
			return
		}
		i += j
		n := scanRunLength(s, i)
		if n < len(k.short) {
			k.short[n] = int32(i)
		} else {
			if k.long == nil {
				k.long = make(map[int]int32)
			}
			k.long[n] = int32(i)
		}
		i += n
	}
}

// last returns where the last run of n backticks begins.
func (k *scanTicks) last(n int) int {
	if n < len(k.short) {
		return int(k.short[n])
	}
	return int(k.long[n])
}

// scanRunLength returns how often the character at i is repeated.
func scanRunLength(s string, i int) int {
	n := 1
	for i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n
}

// scanFailFactor bounds what attempts that come to nothing may read: so many
// bytes for each byte of the leaf. No honest text comes near it; beyond it
// there are no further inline targets and tags.
const scanFailFactor = 64

// token appends a token and moves behind it.
func (p *scanInlines) token(k Kind, f Form, start, end int) {
	p.tokens.toks = append(p.tokens.toks, scanTok{kind: k, form: f, start: int32(start), end: int32(end), link: -1})
	p.pos, p.last = end, end
}

// before returns the character before offset i, a line end at the start.
func (x *scanText) before(i int) rune {
	if i == 0 {
		return '\n'
	}
	if c := x.s[i-1]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeLastRuneInString(x.s[:i])
	return r
}

// after returns the character at offset i, a line end behind the text.
func (x *scanText) after(i int) rune {
	if i == len(x.s) {
		return '\n'
	}
	if c := x.s[i]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeRuneInString(x.s[i:])
	return r
}

// spend counts bytes that an attempt read in vain.
func (x *scanText) spend(n int) {
	x.failed += n
	x.steps += n
}

// spent reports whether the attempts of this leaf have read too much.
func (x *scanText) spent() bool {
	return x.failed > scanFailFactor*(len(x.s)+64)
}
