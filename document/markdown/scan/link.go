package scan

import "github.com/seed353dc258/backstory/document/markdown/scan/lexical"

// openBracket puts [ or ![ on the stack.
func (p *scanInlines) openBracket(width int) {
	if n := len(p.brackets); n > 0 {
		p.brackets[n-1].nested = true
	}
	p.brackets = append(p.brackets, scanBracket{
		tok: len(p.toks), pos: p.pos + width, bottom: len(p.delims), image: width == 2,
	})
	p.token(KindText, FormNone, p.pos, p.pos+width)
}

// closeBracket makes a link, an image or a footnote reference of the
// innermost open bracket, or takes it off the stack (CommonMark 6.3).
func (p *scanInlines) closeBracket() bool {
	n := len(p.brackets) - 1
	if n < 0 {
		return false
	}
	b := p.brackets[n]
	p.brackets = p.brackets[:n]
	alive := b.image || n >= p.dead
	p.dead = min(p.dead, n)
	if !alive {
		return false
	}
	at := p.pos
	link, form, end := p.target(&b, at)
	if end < 0 {
		return p.footnoteRef(&b, at)
	}
	p.emphasis(b.bottom)
	open := &p.toks[b.tok]
	open.kind, open.form, open.link = KindLink, form, int32(len(p.links))
	if b.image {
		open.kind = KindImage
	} else {
		p.dead = n
	}
	link.TextEnd = int32(at)
	p.links = append(p.links, link)
	p.token(scanTokClose, FormNone, at, end)
	return true
}

// target reads what follows the bracket at i: an inline target, a label or
// nothing. It returns the offset behind it, or -1 if there is no link.
func (p *scanInlines) target(b *scanBracket, i int) (Link, Form, int) {
	if i+1 < len(p.s) && p.s[i+1] == '(' {
		if link, end := p.inlineTarget(i + 2); end >= 0 {
			return link, FormInline, end
		}
	}
	label, form, end := p.s[b.pos:i], FormShortcut, i+1
	if i+1 < len(p.s) && p.s[i+1] == '[' {
		if to, blank := p.labelEnd(i + 1); to >= 0 {
			form, end = FormCollapsed, to+1
			if !blank {
				form, label = FormFull, p.s[i+2:to]
			}
		}
	}
	if form != FormFull && b.nested || len(p.t.labels) == 0 || len(label) > lexical.MaxLabel {
		return Link{}, FormNone, -1
	}
	p.steps += len(label)
	link, ok := p.resolve(label)
	if !ok {
		return Link{}, FormNone, -1
	}
	return link, form, end
}

// labelEnd returns the offset of the bracket that ends the label at i, or -1,
// and whether the label is blank, as in a collapsed reference.
func (p *scanInlines) labelEnd(i int) (int, bool) {
	stop := min(len(p.s), i+lexical.MaxLabel+2)
	blank := true
	for i++; i < stop; i++ {
		p.steps++
		switch p.s[i] {
		case '[':
			return -1, false
		case ']':
			return i, blank
		case '\\':
			i++
			blank = false
		case ' ', '\t', '\n':
		default:
			blank = false
		}
	}
	return -1, false
}

// resolve looks up a label.
func (p *scanInlines) resolve(label string) (Link, bool) {
	d, ok := p.t.Lookup(label)
	if !ok {
		return Link{}, false
	}
	size := len(d.Dest) + len(d.Title)
	if p.expanded+size > max(scanExpandFloor, len(p.t.Source)) {
		return Link{}, false
	}
	p.expanded += size
	return Link{Dest: d.Dest, Title: d.Title, HasTitle: d.HasTitle, Label: label, Def: d.Node}, true
}

// inlineTarget reads the inline target of a link from behind its parenthesis,
// and returns the offset behind it, or -1.
func (p *scanInlines) inlineTarget(i int) (link Link, end int) {
	if p.spent() {
		return link, -1
	}
	s, start := p.s, i
	i = lexical.Space(s, i)
	if i < len(s) && s[i] != ')' {
		from, to, next := lexical.Destination(s, i)
		if next < 0 {
			p.spend(to - start)
			return link, -1
		}
		link.Dest, link.DestAt = lexical.Unescape(s[from:to]), Span{Start: int32(from), End: int32(to)}
		i = lexical.Space(s, next)
		if i > next && i < len(s) && s[i] != ')' {
			from, to, after := lexical.Title(s, i)
			if after < 0 {
				p.spend(to - start)
				return link, -1
			}
			link.Title, link.HasTitle = lexical.Unescape(s[from:to]), true
			i = lexical.Space(s, after)
		}
	} else {
		link.DestAt = Span{Start: int32(i), End: int32(i)}
	}
	if i == len(s) || s[i] != ')' {
		p.spend(i - start)
		return link, -1
	}
	p.steps += i - start
	return link, i + 1
}

// footnoteRef makes a reference to a footnote that is defined of an open
// bracket and the one at i that ends it, or text.
func (p *scanInlines) footnoteRef(b *scanBracket, i int) bool {
	if len(p.t.notes) == 0 || p.s[b.pos] != '^' || i-b.pos > lexical.MaxLabel {
		return false
	}
	from := b.pos + 1
	p.steps += i - from
	if from == i || scanFootnoteLabel(p.s[:i], from) != i {
		return false
	}
	label := p.s[from:i]
	def := p.t.Footnote(label)
	if def == 0 {
		return false
	}
	p.toks = p.toks[:b.tok]
	p.delims = p.delims[:b.bottom]
	p.token(KindFootnoteRef, FormNone, b.pos-1, i+1)
	p.toks[b.tok].link = int32(len(p.links))
	p.links = append(p.links, Link{Label: label, Def: def})
	return true
}

// scanExpandFloor is how many bytes references may expand to in any case.
const scanExpandFloor = 100_000
