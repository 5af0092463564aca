package scan

import "strings"

// code makes a code span (CommonMark 6.1), or text of a run that has no
// partner.
func (p *scanInlines) code() {
	n := scanRunLength(p.text.s, p.pos)
	i := p.pos + n
	p.text.steps += n
	if !p.ticks.known {
		p.ticks.learn(p.text.s, i)
		p.text.steps += len(p.text.s) - i
	}
	if p.ticks.last(n) < i {
		p.pos = i
		return
	}
	for {
		i += strings.IndexByte(p.text.s[i:], '`')
		m := scanRunLength(p.text.s, i)
		if m == n {
			break
		}
		i += m
	}
	p.text.steps += i - p.pos
	p.token(KindCodeSpan, FormNone, p.pos, i+n)
	p.tokens.toks[len(p.tokens.toks)-1].opened = int32(n)
}

// scanCodeText returns what a code span says: line ends are spaces, and one
// space is stripped from both ends unless there is nothing else.
func scanCodeText(s string) string {
	if strings.IndexByte(s, '\n') >= 0 {
		s = strings.ReplaceAll(s, "\n", " ")
	}
	if len(s) > 2 && s[0] == ' ' && s[len(s)-1] == ' ' && strings.Trim(s, " ") != "" {
		return s[1 : len(s)-1]
	}
	return s
}
