package scan

import "github.com/seed353dc258/backstory/document/markdown/scan/lexical"

// openBracket puts [ or ![ on the stack.
func (p *scanInlines) openBracket(width int) {
	if n := len(p.tokens.brackets); n > 0 {
		p.tokens.brackets[n-1].nested = true
	}
	p.tokens.brackets = append(p.tokens.brackets, scanBracket{
		tok: len(p.tokens.toks), pos: p.pos + width, bottom: len(p.tokens.delims), image: width == 2,
	})
	p.token(KindText, FormNone, p.pos, p.pos+width)
}

// closeBracket makes a link, an image or a footnote reference of the
// innermost open bracket, or takes it off the stack (CommonMark 6.3).
func (p *scanInlines) closeBracket() bool {
	n := len(p.tokens.brackets) - 1
	if n < 0 {
		return false
	}
	b := p.tokens.brackets[n]
	p.tokens.brackets = p.tokens.brackets[:n]
	alive := b.image || n >= p.tokens.dead
	p.tokens.dead = min(p.tokens.dead, n)
	if !alive {
		return false
	}
	at := p.pos
	link, form, end := p.target(&b, at)
	if end < 0 {
		return p.footnoteRef(&b, at)
	}
	p.tokens.emphasis(b.bottom)
	open := &p.tokens.toks[b.tok]
	open.kind, open.form, open.link = KindLink, form, int32(len(p.tokens.links))
	if b.image {
		open.kind = KindImage
	} else {
		p.tokens.dead = n
	}
	link.TextEnd = int32(at)
	p.tokens.links = append(p.tokens.links, link)
	p.token(scanTokClose, FormNone, at, end)
	return true
}

// target reads what follows the bracket at i: an inline target, a label or
// nothing. It returns the offset behind it, or -1 if there is no link.
func (p *scanInlines) target(b *scanBracket, i int) (Link, Form, int) {
	if i+1 < len(p.text.s) && p.text.s[i+1] == '(' {
		if link, end := p.text.inlineTarget(i + 2); end >= 0 {
			return link, FormInline, end
		}
	}
	label, form, end := p.text.s[b.pos:i], FormShortcut, i+1
	if i+1 < len(p.text.s) && p.text.s[i+1] == '[' {
		if to, blank := p.text.labelEnd(i + 1); to >= 0 {
			form, end = FormCollapsed, to+1
			if !blank {
				form, label = FormFull, p.text.s[i+2:to]
			}
		}
	}
	if form != FormFull && b.nested || len(p.t.labels) == 0 || len(label) > lexical.MaxLabel {
		return Link{}, FormNone, -1
	}
	p.text.steps += len(label)
	link, ok := p.resolve(label)
	if !ok {
		return Link{}, FormNone, -1
	}
	return link, form, end
}

// labelEnd returns the offset of the bracket that ends the label at i, or -1,
// and whether the label is blank, as in a collapsed reference.
func (x *scanText) labelEnd(i int) (int, bool) {
	stop := min(len(x.s), i+lexical.MaxLabel+2)
	blank := true
	for i++; i < stop; i++ {
		x.steps++
		switch x.s[i] {
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
func (x *scanText) inlineTarget(i int) (link Link, end int) {
	if x.spent() {
		return link, -1
	}
	s, start := x.s, i
	i = lexical.Space(s, i)
	if i < len(s) && s[i] != ')' {
		from, to, next := lexical.Destination(s, i)
		if next < 0 {
			x.spend(to - start)
			return link, -1
		}
		link.Dest, link.DestAt = lexical.Unescape(s[from:to]), Span{Start: int32(from), End: int32(to)}
		i = lexical.Space(s, next)
		if i > next && i < len(s) && s[i] != ')' {
			from, to, after := lexical.Title(s, i)
			if after < 0 {
				x.spend(to - start)
				return link, -1
			}
			link.Title, link.HasTitle = lexical.Unescape(s[from:to]), true
			i = lexical.Space(s, after)
		}
	} else {
		link.DestAt = Span{Start: int32(i), End: int32(i)}
	}
	if i == len(s) || s[i] != ')' {
		x.spend(i - start)
		return link, -1
	}
	x.steps += i - start
	return link, i + 1
}

// footnoteRef makes a reference to a footnote that is defined of an open
// bracket and the one at i that ends it, or text.
func (p *scanInlines) footnoteRef(b *scanBracket, i int) bool {
	if len(p.t.notes) == 0 || p.text.s[b.pos] != '^' || i-b.pos > lexical.MaxLabel {
		return false
	}
	from := b.pos + 1
	p.text.steps += i - from
	if from == i || scanFootnoteLabel(p.text.s[:i], from) != i {
		return false
	}
	label := p.text.s[from:i]
	def := p.t.Footnote(label)
	if def == 0 {
		return false
	}
	p.tokens.toks = p.tokens.toks[:b.tok]
	p.tokens.delims = p.tokens.delims[:b.bottom]
	p.token(KindFootnoteRef, FormNone, b.pos-1, i+1)
	p.tokens.toks[b.tok].link = int32(len(p.tokens.links))
	p.tokens.links = append(p.tokens.links, Link{Label: label, Def: def})
	return true
}

// scanExpandFloor is how many bytes references may expand to in any case.
const scanExpandFloor = 100_000
