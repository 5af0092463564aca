package draw

import (
	"strings"
	"unicode"
)

// inline takes a sign within a line.
func (p *pen) inline(r rune) {
	if p.fence.sign != 0 {
		p.put(r)
		return
	}
	if len(p.mark) > 0 {
		if p.mark[0] == '\\' {
			p.mark = nil
			if !strings.ContainsRune("\\`*_{}[]()#+-.!|<>~$&\"'=/:;,?@^%", r) {
				p.put('\\')
			}
			p.put(r)
			return
		}
		if r == p.mark[0] && len(p.mark) < maxHead {
			p.mark = append(p.mark, r)
			return
		}
		p.settle(r)
	}
	if (p.links || p.quote > 0) && p.inLink(r) {
		return
	}
	switch {
	case r == '`', !p.code && (r == '*' || r == '_' || r == '\\'):
		p.mark = append(p.mark, r)
	default:
		p.put(r)
	}
}

// settle says what a run of delimiters is, now that the sign behind it is
// known.
func (p *pen) settle(next rune) {
	if len(p.link.text) > 0 {
		p.notLink()
	}
	run := p.mark
	p.mark = nil
	if len(run) == 0 {
		return
	}
	switch run[0] {
	case '`':
		p.settleCode(run)
	case '\\':
		p.put('\\')
	default:
		p.settleStress(run, next)
	}
}

func (p *pen) settleCode(run []rune) {
	switch {
	case !p.code:
		p.code, p.ticks = true, len(run)
		p.out.WriteString(attrCode)
	case len(run) == p.ticks:
		p.code = false
		p.out.WriteString(attrReset)
		p.again()
	default:
		p.write(run)
	}
}

// settleStress opens or closes emphasis where a run may do so (CommonMark,
// 6.2): it opens before a word and closes behind one.
func (p *pen) settleStress(run []rune, next rune) {
	opens := !unicode.IsSpace(next)
	closes := p.last != 0 && p.last != '\n' && !unicode.IsSpace(p.last)
	if run[0] == '_' { // within a word it is a letter
		opens, closes = opens && !isWord(p.last), closes && !isWord(next)
	}
	strong, emph := len(run) >= 2, len(run) == 1 || len(run) == 3
	turns := func(on bool) bool { return on && closes || !on && opens }
	if len(run) > 3 || strong && !turns(p.strong) || emph && !turns(p.emph) {
		p.write(run)
		return
	}
	p.strong = p.strong != strong
	p.emph = p.emph != emph
	p.out.WriteString(attrReset)
	p.again()
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func (p *pen) write(run []rune) {
	for _, r := range run {
		p.put(r)
	}
}

// again sets the attributes that hold where something reset them.
func (p *pen) again() {
	if p.strong || p.title {
		p.out.WriteString(attrStrong)
	}
	if p.emph {
		p.out.WriteString(attrEmph)
	}
	if p.code {
		p.out.WriteString(attrCode)
	}
}

// plain ends all that is open within lines.
func (p *pen) plain() {
	if p.strong || p.emph || p.code || p.title || p.fence.sign != 0 {
		p.out.WriteString(attrReset)
	}
	p.strong, p.emph, p.code, p.title = false, false, false, false
}

func (p *pen) attr(code, text string) {
	p.out.WriteString(code + text + attrReset)
	p.again()
}

// lineKnown continues a line of text, or of code.
func (d *Answer) lineKnown(text string) {
	d.head, d.known = nil, true
	if d.pen.fence.sign != 0 {
		d.pen.out.WriteString(attrCode)
	}
	for _, r := range text {
		d.pen.inline(r)
	}
}

// dropBreak takes away the backslash that breaks a line of Markdown.
func (p *pen) dropBreak() {
	if p.fence.sign == 0 && !p.code && len(p.mark) == 1 && p.mark[0] == '\\' {
		p.mark = nil
	}
}

// newLine ends a line of text.
func (d *Answer) newLine() {
	d.pen.dropBreak()
	d.pen.settle(' ')
	d.pen.out.WriteByte('\n')
	d.pen.last, d.head, d.known, d.pen.title, d.pen.quote = '\n', nil, false, false, 0
}

// quoteSign writes the sign of a quote.
func (d *Answer) quoteSign() {
	d.held.pending = false
	if d.pen.strong || d.pen.emph || d.pen.code {
		d.pen.out.WriteString(attrReset)
	}
	d.pen.out.WriteString(quoteSign)
	d.pen.again()
	d.head = nil
}

// quoteSign is before the lines of a quote.
const quoteSign = Faint + "│ " + attrReset
