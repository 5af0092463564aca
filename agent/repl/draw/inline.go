package draw

import (
	"strings"
	"unicode"
)

// inline takes a sign within a line.
func (d *Answer) inline(r rune) {
	if d.fence != 0 {
		d.put(r)
		return
	}
	if len(d.mark) > 0 {
		if d.mark[0] == '\\' {
			d.mark = nil
			if !strings.ContainsRune("\\`*_{}[]()#+-.!|<>~$&\"'=/:;,?@^%", r) {
				d.put('\\')
			}
			d.put(r)
			return
		}
		if r == d.mark[0] && len(d.mark) < maxHead {
			d.mark = append(d.mark, r)
			return
		}
		d.settle(r)
	}
	if (d.Links || d.quote > 0) && d.link(r) {
		return
	}
	switch {
	case r == '`', !d.code && (r == '*' || r == '_' || r == '\\'):
		d.mark = append(d.mark, r)
	default:
		d.put(r)
	}
}

// settle says what a run of delimiters is, now that the sign behind it is
// known.
func (d *Answer) settle(next rune) {
	if len(d.mayLink) > 0 {
		d.notLink()
	}
	run := d.mark
	d.mark = nil
	if len(run) == 0 {
		return
	}
	switch run[0] {
	case '`':
		d.settleCode(run)
	case '\\':
		d.put('\\')
	default:
		d.settleStress(run, next)
	}
}

func (d *Answer) settleCode(run []rune) {
	switch {
	case !d.code:
		d.code, d.ticks = true, len(run)
		d.out.WriteString(attrCode)
	case len(run) == d.ticks:
		d.code = false
		d.out.WriteString(attrReset)
		d.again()
	default:
		d.write(run)
	}
}

// settleStress opens or closes emphasis where a run may do so (CommonMark,
// 6.2): it opens before a word and closes behind one.
func (d *Answer) settleStress(run []rune, next rune) {
	opens := !unicode.IsSpace(next)
	closes := d.last != 0 && d.last != '\n' && !unicode.IsSpace(d.last)
	if run[0] == '_' { // within a word it is a letter
		opens, closes = opens && !isWord(d.last), closes && !isWord(next)
	}
	strong, emph := len(run) >= 2, len(run) == 1 || len(run) == 3
	turns := func(on bool) bool { return on && closes || !on && opens }
	if len(run) > 3 || strong && !turns(d.strong) || emph && !turns(d.emph) {
		d.write(run)
		return
	}
	d.strong = d.strong != strong
	d.emph = d.emph != emph
	d.out.WriteString(attrReset)
	d.again()
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func (d *Answer) write(run []rune) {
	for _, r := range run {
		d.put(r)
	}
}

// again sets the attributes that hold where something reset them.
func (d *Answer) again() {
	if d.strong || d.title {
		d.out.WriteString(attrStrong)
	}
	if d.emph {
		d.out.WriteString(attrEmph)
	}
	if d.code {
		d.out.WriteString(attrCode)
	}
}

// plain ends all that is open within lines.
func (d *Answer) plain() {
	if !d.Colored {
		return
	}
	if d.strong || d.emph || d.code || d.title || d.fence != 0 {
		d.out.WriteString(attrReset)
	}
	d.strong, d.emph, d.code, d.title = false, false, false, false
}

func (d *Answer) attr(code, text string) {
	d.out.WriteString(code + text + attrReset)
	d.again()
}

// lineKnown continues a line of text, or of code.
func (d *Answer) lineKnown(text string) {
	d.head, d.known = nil, true
	if d.fence != 0 {
		d.out.WriteString(attrCode)
	}
	for _, r := range text {
		d.inline(r)
	}
}

// dropBreak takes away the backslash that breaks a line of Markdown.
func (d *Answer) dropBreak() {
	if d.fence == 0 && !d.code && len(d.mark) == 1 && d.mark[0] == '\\' {
		d.mark = nil
	}
}

// newLine ends a line of text.
func (d *Answer) newLine() {
	d.dropBreak()
	d.settle(' ')
	d.out.WriteByte('\n')
	d.last, d.head, d.known, d.title, d.quote = '\n', nil, false, false, 0
}

// quoteSign writes the sign of a quote.
func (d *Answer) quoteSign() {
	d.pending = false
	if d.strong || d.emph || d.code {
		d.out.WriteString(attrReset)
	}
	d.out.WriteString(quoteSign)
	d.again()
	d.head = nil
}

// quoteSign is before the lines of a quote.
const quoteSign = Faint + "│ " + attrReset
