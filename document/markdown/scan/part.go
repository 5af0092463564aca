package scan

import (
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// scanTear is how many times its size a part has before it is torn: what is open
// is text then.
const scanTear = 16

// mayDivide reports whether so much may be more than a part.
func (d *scanPart) mayDivide(n int) bool { return n >= d.size }

// divide ends the part before what may still be open, if that leaves most of it.
// Beyond some size it ends in any case.
func (p *scanInlines) divide() bool {
	d := &p.part
	tokens, runs := len(p.tokens.toks), len(p.tokens.delims)
	if len(p.tokens.brackets) > 0 {
		tokens, runs = p.tokens.brackets[0].tok, p.tokens.brackets[0].bottom
	}
	tokens = p.tokens.outside(p.tokens.openRuns(runs, tokens))
	few := tokens < len(p.tokens.toks) && tokens < (len(p.tokens.toks)+d.mails)/2
	if few && len(p.tokens.toks)+d.mails >= scanTear*d.size {
		d.torn = true
		p.tokens.emphasis(0)
		p.tokens.brackets, p.tokens.dead = p.tokens.brackets[:0], 0
		tokens, few = len(p.tokens.toks), false
	}
	if few {
		d.most *= 2
		return false
	}
	d.most = max(d.size, 2*(len(p.tokens.toks)-tokens))
	d.mails = 0
	d.divided, d.end = true, p.last
	if tokens == len(p.tokens.toks) && p.pos > p.last && p.text.s[p.pos-1] == '@' {
		p.last = p.text.betweenMails(p.last, p.pos)
		d.end = p.last
	}
	if tokens < len(p.tokens.toks) {
		d.end = int(p.tokens.toks[tokens].start)
	}
	p.part.keep(&p.tokens, tokens)
	return true
}

// openRuns keeps the delimiter runs that may still open something, of which those
// below every bracket are so many, and returns the first of their tokens, or most.
func (ts *scanTokens) openRuns(runs, most int) int {
	ts.pairs(ts.delims[:runs], 0)
	kept := 0
	for i := range ts.delims {
		run := ts.delims[i]
		if i < runs && (run.gone || !run.open || run.left == 0) {
			continue
		}
		most = min(most, int(run.tok))
		ts.delims[kept] = run
		kept++
	}
	for i := range ts.brackets {
		ts.brackets[i].bottom -= len(ts.delims) - kept
	}
	ts.delims = ts.delims[:kept]
	return most
}

// betweenMails returns a place before the last sign, if one is near, over
// which no mail address goes on; else the end of the last token.
func (x *scanText) betweenMails(last, pos int) int {
	for i := pos - 1; i > max(last, pos-scanMailBack); i-- {
		if c := x.s[i-1]; !lexical.IsMail(c) && c != ':' && c != '@' && c < utf8.RuneSelf {
			return i
		}
	}
	return last
}

// scanMailBack is how far the start of a mail address is sought.
const scanMailBack = 1 << 10

// outside returns the last token up to one before which no node is open.
func (ts *scanTokens) outside(most int) int {
	depth, last := 0, 0
	for i := range ts.toks[:most] {
		if depth == 0 {
			last = i
		}
		switch t := &ts.toks[i]; t.kind {
		case KindLink, KindImage:
			depth++
		case scanTokClose:
			depth--
		case scanTokRun:
			depth += ts.eventCount(t.opens) - ts.eventCount(t.closes)
		}
	}
	ts.steps += most
	if depth == 0 {
		return most
	}
	return last
}

// keep sets the tokens from one on aside, with what belongs to them.
func (d *scanPart) keep(ts *scanTokens, from int) {
	d.rest = append(d.rest[:0], ts.toks[from:]...)
	ts.toks = ts.toks[:from]
	d.delims = append(d.delims[:0], ts.delims...)
	ts.delims = ts.delims[:0]
	for i := range d.delims {
		d.delims[i].tok -= int32(from)
	}
	for i := range ts.brackets {
		ts.brackets[i].tok -= from
	}
	d.events, d.links = d.events[:0], d.links[:0]
	for i := range d.rest {
		t := &d.rest[i]
		if t.link >= 0 {
			d.links = append(d.links, ts.links[t.link])
			t.link = int32(len(d.links)) - 1
		}
		t.opens, _ = d.keepEvents(ts, t.opens)
		t.closes, t.lastClose = d.keepEvents(ts, t.closes)
	}
}

// eventCount returns how long a list of events is.
func (ts *scanTokens) eventCount(first int32) int {
	n := 0
	for e := first; e != 0; e = ts.events[e-1].next {
		n++
	}
	return n
}

// keepEvents sets a list of events aside, and returns its first and its last one.
func (d *scanPart) keepEvents(ts *scanTokens, first int32) (from, to int32) {
	for e := first; e != 0; e = ts.events[e-1].next {
		d.events = append(d.events, scanEvent{kind: ts.events[e-1].kind})
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
func (d *scanPart) resume(ts *scanTokens) {
	if !d.divided {
		return
	}
	d.divided = false
	ts.toks = append(ts.toks[:0], d.rest...)
	ts.delims = append(ts.delims, d.delims...)
	ts.events = append(ts.events[:0], d.events...)
	ts.links = append(ts.links[:0], d.links...)
}
