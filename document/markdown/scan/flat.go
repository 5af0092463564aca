package scan

import (
	"sort"
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// flatten appends the nodes to nodes: of all tokens and of the text up to an
// offset.
func (p *scanInlines) flatten(nodes []Inline, end int) []Inline {
	f := &p.flat
	f.nodes, f.open = nodes, f.open[:0]
	for i := range p.toks {
		t := &p.toks[i]
		p.steps++
		switch t.kind {
		case KindText:
		case scanTokRun:
			p.flattenRun(t)
		case KindLink, KindImage:
			p.gap(int(t.start))
			p.enter(t, t.start)
			f.done = int(t.end)
			f.links++
		case scanTokClose:
			p.gap(int(t.start))
			p.leave(t.end)
			f.links--
		default:
			p.gap(int(t.start))
			p.leafToken(t)
		}
	}
	p.gap(end)
	return f.nodes
}

// flattenRun makes the ends and starts of nodes of a delimiter run, and text
// of the characters that are left between them.
func (p *scanInlines) flattenRun(t *scanTok) {
	at := t.start
	for e := t.closes; e != 0; e = p.events[e-1].next {
		p.gap(int(at))
		at += p.width(p.events[e-1], t)
		p.leave(at)
	}
	at = t.end - t.opened
	for e := t.opens; e != 0; e = p.events[e-1].next {
		p.gap(int(at))
		p.enter(&scanTok{kind: p.events[e-1].kind, link: -1}, at)
		at += p.width(p.events[e-1], t)
		p.flat.done = int(at)
	}
}

// enter opens the node of t at offset at.
func (p *scanInlines) enter(t *scanTok, at int32) {
	f := &p.flat
	if t.link >= 0 {
		l := &p.links[t.link]
		l.TextEnd = p.srcEnd(l.TextEnd+1) - 1
		if d := l.DestAt; d.End > 0 {
			l.DestAt.Start = p.srcEnd(d.Start+1) - 1
			l.DestAt.End = max(l.DestAt.Start, p.srcEnd(d.End))
		}
	}
	f.open = append(f.open, int32(len(f.nodes)))
	f.nodes = append(f.nodes, Inline{Kind: t.kind, Form: t.form, Start: p.src(at), Link: t.link})
}

// leave closes the innermost open node at offset at.
func (p *scanInlines) leave(at int32) {
	f := &p.flat
	n := &f.nodes[f.open[len(f.open)-1]]
	f.open = f.open[:len(f.open)-1]
	n.End = p.srcEnd(at)
	n.Skip = int32(len(f.nodes))
	f.done = int(at)
}

// leafToken makes a node without descendants.
func (p *scanInlines) leafToken(t *scanTok) {
	text := p.s[t.start:t.end]
	switch t.kind {
	case KindSoftBreak, KindHardBreak:
		text = "\n"
	case KindEscape:
		text = text[1:]
	case KindEntity:
		text, _, _ = lexical.Entity(p.s, int(t.start))
	case KindCodeSpan:
		text = scanCodeText(text[t.opened : len(text)-int(t.opened)])
	case KindAutolink:
		text = text[1 : len(text)-1]
	case KindFootnoteRef:
		text = text[2 : len(text)-1]
	}
	p.leaf(Inline{Kind: t.kind, Form: t.form, Link: t.link, Text: text}, t.start, t.end)
}

// leaf appends a node without descendants for a piece of the text.
func (p *scanInlines) leaf(n Inline, from, end int32) {
	f := &p.flat
	n.Start, n.End = p.src(from), p.srcEnd(end)
	n.Skip = int32(len(f.nodes)) + 1
	f.nodes = append(f.nodes, n)
	f.done = int(end)
}

// gap makes text of what lies between tokens, up to offset to, and bare links
// of the mail addresses in it, unless it is in a link.
func (p *scanInlines) gap(to int) {
	f := &p.flat
	if f.done >= to {
		return
	}
	if f.links == 0 && !p.t.opts.CommonMark && strings.IndexByte(p.s[f.done:to], '@') >= 0 {
		p.mails(to)
	}
	if f.done < to {
		p.leaf(Inline{Kind: KindText, Link: -1, Text: p.s[f.done:to]}, int32(f.done), int32(to))
	}
}

// mails makes text and bare links up to the last mail address before to.
func (p *scanInlines) mails(to int) {
	f := &p.flat
	for {
		p.steps += to - f.done
		base := f.done
		from, end, ok := lexical.Mail(p.s[base:to], 0)
		if !ok {
			return
		}
		p.steps -= to - base - end
		from, end = from+base, end+base
		if f.done < from {
			p.leaf(Inline{Kind: KindText, Link: -1, Text: p.s[f.done:from]}, int32(f.done), int32(from))
		}
		text := p.s[from:end]
		dest := text
		if strings.IndexByte(text, ':') < 0 {
			dest = "mailto:" + text
		}
		n := Inline{Kind: KindBareLink, Form: FormMail, Link: int32(len(p.links)), Text: text}
		p.links = append(p.links, Link{Dest: dest})
		p.leaf(n, int32(from), int32(end))
	}
}

// src returns the offset in the source of an offset in the text. Offsets must
// be asked for in order.
func (p *scanInlines) src(at int32) int32 {
	if len(p.at) == 0 {
		return int32(p.base) + at
	}
	i := p.flat.piece
	for i+1 < len(p.at) && p.at[i+1].text <= at {
		i++
		p.steps++
	}
	p.flat.piece = i
	return p.at[i].src + at - p.at[i].text
}

// srcEnd returns the offset in the source of the end of what ends at an
// offset in the text, which mostly is in the piece that src was in last, or
// in the next.
func (p *scanInlines) srcEnd(at int32) int32 {
	if len(p.at) == 0 {
		return int32(p.base) + at
	}
	i := p.flat.piece
	if p.at[i].text >= at || i+2 < len(p.at) && p.at[i+2].text < at {
		i = sort.Search(len(p.at), func(i int) bool { return p.at[i].text >= at }) - 1
		i = max(i, 0)
	} else if i+1 < len(p.at) && p.at[i+1].text < at {
		i++
	}
	return p.at[i].src + at - p.at[i].text
}
