package scan

import "strings"

// scanTicks knows where the last run of backticks of each length begins, so
// that a search for a closing run is made only if there is one.
type scanTicks struct {
	known bool
	short [32]int32
	long  map[int]int32 // for hostile text
}

// reset forgets the runs.
func (k *scanTicks) reset() {
	if k.known {
		*k = scanTicks{}
	}
}

// learn finds the runs of the text from offset i on.
func (k *scanTicks) learn(s string, i int) {
	k.known = true
	for i < len(s) {
		j := strings.IndexByte(s[i:], '`')
		if j < 0 {
			return
		}
		i += j
		n := scanRunLength(s, i)
		if n < len(k.short) {
			k.short[n] = int32(i)
		} else {
			if k.long == nil {
				k.long = make(map[int]int32)
			}
			k.long[n] = int32(i)
		}
		i += n
	}
}

// last returns where the last run of n backticks begins.
func (k *scanTicks) last(n int) int {
	if n < len(k.short) {
		return int(k.short[n])
	}
	return int(k.long[n])
}

// scanRunLength returns how often the character at i is repeated.
func scanRunLength(s string, i int) int {
	n := 1
	for i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n
}

// code makes a code span (CommonMark 6.1), or text of a run that has no
// partner.
func (p *scanInlines) code() {
	n := scanRunLength(p.s, p.pos)
	i := p.pos + n
	p.steps += n
	if !p.ticks.known {
		p.ticks.learn(p.s, i)
		p.steps += len(p.s) - i
	}
	if p.ticks.last(n) < i {
		p.pos = i
		return
	}
	for {
		i += strings.IndexByte(p.s[i:], '`')
		m := scanRunLength(p.s, i)
		if m == n {
			break
		}
		i += m
	}
	p.steps += i - p.pos
	p.token(KindCodeSpan, FormNone, p.pos, i+n)
	p.toks[len(p.toks)-1].opened = int32(n)
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
