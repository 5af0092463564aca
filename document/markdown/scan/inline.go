package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// reset prepares for the leaf with these spans.
func (p *scanInlines) reset(t *Tree, spans []Span, cell bool) {
	if p.t != t {
		p.expanded, p.text.steps, p.tokens.steps = 0, 0, 0
	}
	p.t, p.pos, p.last = t, 0, 0
	p.text = scanText{at: p.text.at[:0], steps: p.text.steps}
	ts := &p.tokens
	ts.toks, ts.delims, ts.events, ts.brackets, ts.dead = ts.toks[:0], ts.delims[:0], ts.events[:0], ts.brackets[:0], 0
	p.flat = scanFlat{open: p.flat.open[:0]}
	p.part = scanPart{size: p.part.size, most: p.part.size, rest: p.part.rest, delims: p.part.delims, events: p.part.events, links: p.part.links}
	p.ticks.reset()
	p.absent = scanAbsent{}
	sep := "\n"
	if cell {
		sep = ""
	}
	p.text.s = t.join(spans, sep)
	if len(spans) > 0 {
		p.text.base = int(spans[0].Start)
	}
	if len(spans) > 1 && !scanTogether(spans, len(sep)) {
		off := 0
		for _, sp := range spans {
			p.text.at = append(p.text.at, scanPiece{text: int32(off), src: sp.Start})
			off += int(sp.End-sp.Start) + len(sep)
		}
	}
	p.text.steps += len(p.text.s) + 1
	p.mask = scanAlways
	if !t.opts.CommonMark {
		p.mask |= scanTilde
		if strings.Contains(p.text.s, "www.") {
			p.mask |= scanWWW
		}
		if strings.Contains(p.text.s, "://") {
			p.mask |= scanURL
		}
		if p.part.mayDivide(len(p.text.s)) && p.part.mayDivide(strings.Count(p.text.s, "@")) {
			p.mask |= scanAt
		}
	}
}

// scan makes the tokens.
func (p *scanInlines) scan() {
	s, mask := p.text.s, p.mask
	for {
		i := p.pos
		for i < len(s) && scanSpecials[s[i]]&mask == 0 {
			i++
		}
		if i == len(s) {
			return
		}
		p.pos = i
		p.text.steps++
		if s[i] == '@' {
			p.part.mails++
			p.pos++ // not to be counted again behind a division
		}
		if len(p.tokens.toks)+p.part.mails >= p.part.most && p.divide() {
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
	if next == len(p.text.s) || p.text.s[next] != '[' {
		return false
	}
	if p.t.opts.Footnotes && next+1 < len(p.text.s) && p.text.s[next+1] == '^' {
		return false
	}
	p.openBracket(2)
	return true
}

// lineEnd makes a soft or a hard break, with the spaces before it
// (CommonMark 6.7 and 6.8).
func (p *scanInlines) lineEnd() {
	i := p.pos
	for i > p.last && p.text.s[i-1] == ' ' {
		i--
	}
	p.text.steps += p.pos - i
	k := KindSoftBreak
	if p.pos-i >= 2 {
		k = KindHardBreak
	}
	p.token(k, FormNone, i, p.pos+1)
}

// escape makes a backslash escape or a hard break (CommonMark 2.4 and 6.7).
func (p *scanInlines) escape() bool {
	next := p.pos + 1
	if next == len(p.text.s) {
		return false
	}
	switch c := p.text.s[next]; {
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
	_, end, ok := lexical.Entity(p.text.s, p.pos)
	p.text.steps += 32
	if ok {
		p.token(KindEntity, FormNone, p.pos, end)
	}
	return ok
}
