package scan

import (
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// scanTear is how many times its size a part has before it is torn: what is open
// is text then.
const scanTear = 16

// mayDivide reports whether so much may be more than a part.
func (p *scanInlines) mayDivide(n int) bool { return n >= p.part.size }

// divide ends the part before what may still be open, if that leaves most of it.
// Beyond some size it ends in any case.
func (p *scanInlines) divide() bool {
	d := &p.part
	tokens, runs := len(p.toks), len(p.delims)
	if len(p.brackets) > 0 {
		tokens, runs = p.brackets[0].tok, p.brackets[0].bottom
	}
	tokens = p.outside(p.openRuns(runs, tokens))
	few := tokens < len(p.toks) && tokens < (len(p.toks)+d.mails)/2
	if few && len(p.toks)+d.mails >= scanTear*d.size {
		d.torn = true
		p.emphasis(0)
		p.brackets, p.dead = p.brackets[:0], 0
		tokens, few = len(p.toks), false
	}
	if few {
		d.most *= 2
		return false
	}
	d.most = max(d.size, 2*(len(p.toks)-tokens))
	d.mails = 0
	d.divided, d.end = true, p.last
	if tokens == len(p.toks) && p.pos > p.last && p.s[p.pos-1] == '@' {
		p.last = p.betweenMails()
		d.end = p.last
	}
	if tokens < len(p.toks) {
		d.end = int(p.toks[tokens].start)
	}
	p.keep(tokens)
	return true
}

// openRuns keeps the delimiter runs that may still open something, of which those
// below every bracket are so many, and returns the first of their tokens, or most.
func (p *scanInlines) openRuns(runs, most int) int {
	p.pairs(p.delims[:runs], 0)
	kept := 0
	for i := range p.delims {
		run := p.delims[i]
		if i < runs && (run.gone || !run.open || run.left == 0) {
			continue
		}
		most = min(most, int(run.tok))
		p.delims[kept] = run
		kept++
	}
	for i := range p.brackets {
		p.brackets[i].bottom -= len(p.delims) - kept
	}
	p.delims = p.delims[:kept]
	return most
}

// betweenMails returns a place before the last sign, if one is near, over
// which no mail address goes on; else the end of the last token.
func (p *scanInlines) betweenMails() int {
	for i := p.pos - 1; i > max(p.last, p.pos-scanMailBack); i-- {
		if c := p.s[i-1]; !lexical.IsMail(c) && c != ':' && c != '@' && c < utf8.RuneSelf {
			return i
		}
	}
	return p.last
}

// scanMailBack is how far the start of a mail address is sought.
const scanMailBack = 1 << 10

// outside returns the last token up to one before which no node is open.
func (p *scanInlines) outside(most int) int {
	depth, last := 0, 0
	for i := range p.toks[:most] {
		if depth == 0 {
			last = i
		}
		switch t := &p.toks[i]; t.kind {
		case KindLink, KindImage:
			depth++
		case scanTokClose:
			depth--
		case scanTokRun:
			depth += p.eventCount(t.opens) - p.eventCount(t.closes)
		}
	}
	p.steps += most
	if depth == 0 {
		return most
	}
	return last
}

// keep sets the tokens from one on aside, with what belongs to them.
func (p *scanInlines) keep(from int) {
	d := &p.part
	d.rest = append(d.rest[:0], p.toks[from:]...)
	p.toks = p.toks[:from]
	d.delims = append(d.delims[:0], p.delims...)
	p.delims = p.delims[:0]
	for i := range d.delims {
		d.delims[i].tok -= int32(from)
	}
	for i := range p.brackets {
		p.brackets[i].tok -= from
	}
	d.events, d.links = d.events[:0], d.links[:0]
	for i := range d.rest {
		t := &d.rest[i]
		if t.link >= 0 {
			d.links = append(d.links, p.links[t.link])
			t.link = int32(len(d.links)) - 1
		}
		t.opens, _ = p.keepEvents(t.opens)
		t.closes, t.lastClose = p.keepEvents(t.closes)
	}
}

// eventCount returns how long a list of events is.
func (p *scanInlines) eventCount(first int32) int {
	n := 0
	for e := first; e != 0; e = p.events[e-1].next {
		n++
	}
	return n
}

// keepEvents sets a list of events aside, and returns its first and its last one.
func (p *scanInlines) keepEvents(first int32) (from, to int32) {
	d := &p.part
	for e := first; e != 0; e = p.events[e-1].next {
		d.events = append(d.events, scanEvent{kind: p.events[e-1].kind})
		n := int32(len(d.events))
		if from == 0 {
			from = n
		} else {
			d.events[to-1].next = n
		}
		to = n
	}
	return from, to
}

// resume continues what was set aside.
func (p *scanInlines) resume() {
	d := &p.part
	if !d.divided {
		return
	}
	d.divided = false
	p.toks = append(p.toks[:0], d.rest...)
	p.delims = append(p.delims, d.delims...)
	p.events = append(p.events[:0], d.events...)
	p.links = append(p.links[:0], d.links...)
}
