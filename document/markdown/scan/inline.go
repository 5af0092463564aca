package scan

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// scanInlines reads the inlines of a leaf. It walks once over the text and
// keeps tokens: what may turn out to be more than text, in order. Text is
// what lies between tokens. Brackets and delimiter runs are resolved by
// changing their tokens in place; flatten makes the nodes.
type scanInlines struct {
	t    *Tree
	s    string // the text of the leaf
	base int    // offset of s in the source, unless it was joined
	at   []scanPiece
	mask uint8
	pos  int
	last int // end of the last token

	toks   []scanTok
	delims []scanDelim
	events []scanEvent
	links  []Link
	scanOpenBrackets

	scanEffort
	flat scanFlat
	part scanPart
}

// scanOpenBrackets are those that may begin a link.
type scanOpenBrackets struct {
	brackets []scanBracket
	dead     int // those below this cannot: they hold a link
}

// scanEffort bounds what is tried in vain, so that time grows with the text alone.
type scanEffort struct {
	ticks    scanTicks
	absent   scanAbsent
	failed   int // bytes read by attempts that came to nothing
	expanded int // bytes of definitions that references resolved to
	steps    int
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

// scanFailFactor bounds what attempts that come to nothing may read: so many
// bytes for each byte of the leaf. No honest text comes near it; beyond it
// there are no further inline targets and tags.
const scanFailFactor = 64

// scanExpandFloor is how many bytes references may expand to in any case.
const scanExpandFloor = 100_000

// reset prepares for the leaf with these spans.
func (p *scanInlines) reset(t *Tree, spans []Span, cell bool) {
	if p.t != t {
		p.expanded, p.steps = 0, 0
	}
	p.t, p.pos, p.last, p.dead, p.failed = t, 0, 0, 0, 0
	p.toks, p.delims, p.events, p.brackets = p.toks[:0], p.delims[:0], p.events[:0], p.brackets[:0]
	p.at = p.at[:0]
	p.flat = scanFlat{open: p.flat.open[:0]}
	p.part = scanPart{size: p.part.size, most: p.part.size, rest: p.part.rest, delims: p.part.delims, events: p.part.events, links: p.part.links}
	p.ticks.reset()
	p.absent = scanAbsent{}
	sep := "\n"
	if cell {
		sep = ""
	}
	p.s, p.base = t.join(spans, sep), 0
	if len(spans) > 0 {
		p.base = int(spans[0].Start)
	}
	if len(spans) > 1 && !scanTogether(spans, len(sep)) {
		off := 0
		for _, sp := range spans {
			p.at = append(p.at, scanPiece{text: int32(off), src: sp.Start})
			off += int(sp.End-sp.Start) + len(sep)
		}
	}
	p.steps += len(p.s) + 1
	p.mask = scanAlways
	if !t.opts.CommonMark {
		p.mask |= scanTilde
		if strings.Contains(p.s, "www.") {
			p.mask |= scanWWW
		}
		if strings.Contains(p.s, "://") {
			p.mask |= scanURL
		}
		if p.mayDivide(len(p.s)) && p.mayDivide(strings.Count(p.s, "@")) {
			p.mask |= scanAt
		}
	}
}

// scan makes the tokens.
func (p *scanInlines) scan() {
	s, mask := p.s, p.mask
	for {
		i := p.pos
		for i < len(s) && scanSpecials[s[i]]&mask == 0 {
			i++
		}
		if i == len(s) {
			return
		}
		p.pos = i
		p.steps++
		if s[i] == '@' {
			p.part.mails++
			p.pos++ // not to be counted again behind a division
		}
		if len(p.toks)+p.part.mails >= p.part.most && p.divide() {
			return
		}
		if s[i] == '@' {
			continue
		}
		if !p.special(s[i]) {
			p.pos++
		}
	}
}

// special reads what begins with a special character and moves behind it, or
// reports false if the character is text.
func (p *scanInlines) special(c byte) bool {
	switch c {
	case '\n':
		p.lineEnd()
		return true
	case '\\':
		return p.escape()
	case '`':
		p.code()
		return true
	case '*', '_', '~':
		p.run(c)
		return true
	case '[':
		p.openBracket(1)
		return true
	case '!':
		return p.bang()
	case ']':
		return p.closeBracket()
	case '<':
		return p.angle()
	case '&':
		return p.entity()
	case 'w':
		return p.www()
	}
	return p.url()
}

// bang reads the start of an image. As in cmark-gfm, an exclamation mark
// before a footnote reference is text.
func (p *scanInlines) bang() bool {
	next := p.pos + 1
	if next == len(p.s) || p.s[next] != '[' {
		return false
	}
	if p.t.opts.Footnotes && next+1 < len(p.s) && p.s[next+1] == '^' {
		return false
	}
	p.openBracket(2)
	return true
}

// token appends a token and moves behind it.
func (p *scanInlines) token(k Kind, f Form, start, end int) {
	p.toks = append(p.toks, scanTok{kind: k, form: f, start: int32(start), end: int32(end), link: -1})
	p.pos, p.last = end, end
}

// lineEnd makes a soft or a hard break, with the spaces before it
// (CommonMark 6.7 and 6.8).
func (p *scanInlines) lineEnd() {
	i := p.pos
	for i > p.last && p.s[i-1] == ' ' {
		i--
	}
	p.steps += p.pos - i
	k := KindSoftBreak
	if p.pos-i >= 2 {
		k = KindHardBreak
	}
	p.token(k, FormNone, i, p.pos+1)
}

// escape makes a backslash escape or a hard break (CommonMark 2.4 and 6.7).
func (p *scanInlines) escape() bool {
	next := p.pos + 1
	if next == len(p.s) {
		return false
	}
	switch c := p.s[next]; {
	case c == '\n':
		p.token(KindHardBreak, FormNone, p.pos, next+1)
	case lexical.IsPunct(c):
		p.token(KindEscape, FormNone, p.pos, next+1)
	default:
		return false
	}
	return true
}

// entity makes a character reference (CommonMark 2.5).
func (p *scanInlines) entity() bool {
	_, end, ok := lexical.Entity(p.s, p.pos)
	p.steps += 32
	if ok {
		p.token(KindEntity, FormNone, p.pos, end)
	}
	return ok
}

// before returns the character before offset i, a line end at the start.
func (p *scanInlines) before(i int) rune {
	if i == 0 {
		return '\n'
	}
	if c := p.s[i-1]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeLastRuneInString(p.s[:i])
	return r
}

// after returns the character at offset i, a line end behind the text.
func (p *scanInlines) after(i int) rune {
	if i == len(p.s) {
		return '\n'
	}
	if c := p.s[i]; c < utf8.RuneSelf {
		return rune(c)
	}
	r, _ := utf8.DecodeRuneInString(p.s[i:])
	return r
}

// spend counts bytes that an attempt read in vain.
func (p *scanInlines) spend(n int) {
	p.failed += n
	p.steps += n
}

// spent reports whether the attempts of this leaf have read too much.
func (p *scanInlines) spent() bool {
	return p.failed > scanFailFactor*(len(p.s)+64)
}
