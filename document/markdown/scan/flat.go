package scan

import (
	"sort"
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// flatten appends the nodes to nodes: of all tokens and of the text up to an
// offset.
func (f *scanFlat) flatten(nodes []Inline, end int) []Inline {
	f.nodes, f.open = nodes, f.open[:0]
	for i := range f.tokens.toks {
		t := &f.tokens.toks[i]
		f.text.steps++
		switch t.kind {
		case KindText:
		case scanTokRun:
			f.flattenRun(t)
		case KindLink, KindImage:
			f.gap(int(t.start))
			f.enter(t, t.start)
			f.done = int(t.end)
			f.links++
		case scanTokClose:
			f.gap(int(t.start))
			f.leave(t.end)
			f.links--
		default:
			f.gap(int(t.start))
			f.leafToken(t)
		}
	}
	f.gap(end)
	return f.nodes
}

// flattenRun makes the ends and starts of nodes of a delimiter run, and text
// of the characters that are left between them.
func (f *scanFlat) flattenRun(t *scanTok) {
	at := t.start
	for e := t.closes; e != 0; e = f.tokens.events[e-1].next {
		f.gap(int(at))
		at += scanWidth(f.tokens.events[e-1], t)
		f.leave(at)
	}
	at = t.end - t.opened
	for e := t.opens; e != 0; e = f.tokens.events[e-1].next {
		f.gap(int(at))
		f.enter(&scanTok{kind: f.tokens.events[e-1].kind, link: -1}, at)
		at += scanWidth(f.tokens.events[e-1], t)
		f.done = int(at)
	}
}

// enter opens the node of t at offset at.
func (f *scanFlat) enter(t *scanTok, at int32) {
	if t.link >= 0 {
		l := &f.tokens.links[t.link]
		l.TextEnd = f.text.srcEnd(l.TextEnd+1) - 1
		if d := l.DestAt; d.End > 0 {
			l.DestAt.Start = f.text.srcEnd(d.Start+1) - 1
			l.DestAt.End = max(l.DestAt.Start, f.text.srcEnd(d.End))
		}
	}
	f.open = append(f.open, int32(len(f.nodes)))
	f.nodes = append(f.nodes, Inline{Kind: t.kind, Form: t.form, Start: f.text.src(at), Link: t.link})
}

// leave closes the innermost open node at offset at.
func (f *scanFlat) leave(at int32) {
	n := &f.nodes[f.open[len(f.open)-1]]
	f.open = f.open[:len(f.open)-1]
	n.End = f.text.srcEnd(at)
	n.Skip = int32(len(f.nodes))
	f.done = int(at)
}

// leafToken makes a node without descendants.
func (f *scanFlat) leafToken(t *scanTok) {
	text := f.text.s[t.start:t.end]
	switch t.kind {
	case KindSoftBreak, KindHardBreak:
		text = "\n"
	case KindEscape:
		text = text[1:]
	case KindEntity:
		text, _, _ = lexical.Entity(f.text.s, int(t.start))
	case KindCodeSpan:
		text = scanCodeText(text[t.opened : len(text)-int(t.opened)])
	case KindAutolink:
		text = text[1 : len(text)-1]
	case KindFootnoteRef:
		text = text[2 : len(text)-1]
	}
	f.leaf(Inline{Kind: t.kind, Form: t.form, Link: t.link, Text: text}, t.start, t.end)
}

// leaf appends a node without descendants for a piece of the text.
func (f *scanFlat) leaf(n Inline, from, end int32) {
	n.Start, n.End = f.text.src(from), f.text.srcEnd(end)
	n.Skip = int32(len(f.nodes)) + 1
	f.nodes = append(f.nodes, n)
	f.done = int(end)
}

// gap makes text of what lies between tokens, up to offset to, and bare links
// of the mail addresses in it, unless it is in a link.
func (f *scanFlat) gap(to int) {
	if f.done >= to {
		return
	}
	if f.links == 0 && f.mail && strings.IndexByte(f.text.s[f.done:to], '@') >= 0 {
		f.mails(to)
	}
	if f.done < to {
		f.leaf(Inline{Kind: KindText, Link: -1, Text: f.text.s[f.done:to]}, int32(f.done), int32(to))
	}
}

// mails makes text and bare links up to the last mail address before to.
func (f *scanFlat) mails(to int) {
	for {
		f.text.steps += to - f.done
		base := f.done
		from, end, ok := lexical.Mail(f.text.s[base:to], 0)
		if !ok {
			return
		}
		f.text.steps -= to - base - end
		from, end = from+base, end+base
		if f.done < from {
			f.leaf(Inline{Kind: KindText, Link: -1, Text: f.text.s[f.done:from]}, int32(f.done), int32(from))
		}
		text := f.text.s[from:end]
		dest := text
		if strings.IndexByte(text, ':') < 0 {
			dest = "mailto:" + text
		}
		n := Inline{Kind: KindBareLink, Form: FormMail, Link: int32(len(f.tokens.links)), Text: text}
		f.tokens.links = append(f.tokens.links, Link{Dest: dest})
		f.leaf(n, int32(from), int32(end))
	}
}

// src returns the offset in the source of an offset in the text. Offsets must
// be asked for in order.
func (x *scanText) src(at int32) int32 {
	if len(x.at) == 0 {
		return int32(x.base) + at
	}
	i := x.piece
	for i+1 < len(x.at) && x.at[i+1].text <= at {
		i++
		x.steps++
	}
	x.piece = i
	return x.at[i].src + at - x.at[i].text
}

// srcEnd returns the offset in the source of the end of what ends at an
// offset in the text, which mostly is in the piece that src was in last, or
// in the next.
func (x *scanText) srcEnd(at int32) int32 {
	if len(x.at) == 0 {
		return int32(x.base) + at
	}
	i := x.piece
	if x.at[i].text >= at || i+2 < len(x.at) && x.at[i+2].text < at {
		i = sort.Search(len(x.at), func(i int) bool { return x.at[i].text >= at }) - 1
		i = max(i, 0)
	} else if i+1 < len(x.at) && x.at[i+1].text < at {
		i++
	}
	return x.at[i].src + at - x.at[i].text
}
