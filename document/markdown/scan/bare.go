package scan

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// www makes a bare link of what begins with "www." (GFM 6.9).
func (p *scanInlines) www() bool {
	s := p.s[p.pos:]
	if len(p.brackets) > 0 || !strings.HasPrefix(s, "www.") || !p.bareStart() || p.spent() {
		return false
	}
	end := scanDomain(s, false)
	if end <= 0 {
		p.spend(^end)
		return false
	}
	end = scanBareEnd(s, end)
	p.bareLink(FormWWW, p.pos, p.pos+end)
	return true
}

// bareStart reports whether a bare link may begin here: at the start, behind
// white space or behind one of * _ ~ (.
func (p *scanInlines) bareStart() bool {
	if p.pos == 0 {
		return true
	}
	c := p.s[p.pos-1]
	return lexical.IsSpace(c) || c == '*' || c == '_' || c == '~' || c == '('
}

// url makes a bare link of a colon and what is around it (GFM 6.9): http,
// https or ftp before it, two slashes and a host behind it.
func (p *scanInlines) url() bool {
	s := p.s[p.pos:]
	if len(p.brackets) > 0 || !strings.HasPrefix(s, "://") || p.spent() {
		return false
	}
	from := p.pos
	for from > p.last && p.pos-from < 6 && lexical.IsAlpha(p.s[from-1]) {
		from--
	}
	switch strings.ToLower(p.s[from:p.pos]) {
	case "http", "https", "ftp":
	default:
		return false
	}
	if len(s) < 4 || !scanIsHost(s, 3) {
		return false
	}
	end := scanDomain(s[3:], true)
	if end <= 0 {
		p.spend(^end)
		return false
	}
	end = scanBareEnd(s, end+3)
	p.bareLink(FormURL, from, p.pos+end)
	return true
}

// bareLink makes the token and the link of a bare link.
func (p *scanInlines) bareLink(f Form, from, end int) {
	dest := p.s[from:end]
	if f == FormWWW {
		dest = "http://" + dest
	}
	p.steps += end - from
	p.token(KindBareLink, f, from, end)
	p.toks[len(p.toks)-1].link = int32(len(p.links))
	p.links = append(p.links, Link{Dest: dest})
}

// scanDomain returns where the domain ends that s begins with; the
// complement of how far it read if there is none. Its last two parts have no
// underscores, unless it has more than ten dots. A short one needs no dot.
// As in cmark-gfm, the last character of a leaf is not judged.
func scanDomain(s string, short bool) int {
	dots, before, last := 0, 0, 0
	i := 1
loop:
	for ; i < len(s)-1; i++ {
		switch c := s[i]; {
		case c == '_':
			last++
		case c == '.':
			before, last = last, 0
			dots++
		case c != '-' && !scanIsHost(s, i):
			break loop
		}
	}
	if before+last > 0 && dots <= 10 || dots == 0 && !short {
		return ^i
	}
	return i
}

// scanIsHost reports whether the character at i may be in a host's name:
// neither space nor punctuation.
func scanIsHost(s string, i int) bool {
	c := s[i]
	if c < utf8.RuneSelf {
		return c > ' ' && c != 0x7f && !lexical.IsPunct(c)
	}
	if c < 0xc0 {
		return true // inside a character that was judged by its first byte
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return !scanIsSpaceRune(r) && !scanIsPunctRune(r)
}

// scanBareEnd returns where a bare link with a domain up to i ends: before
// white space or <, and before punctuation that rather belongs to the
// sentence (GFM 6.9).
func scanBareEnd(s string, i int) int {
	opened, closed := strings.Count(s[:i], "("), strings.Count(s[:i], ")")
	for i < len(s) && !lexical.IsSpace(s[i]) && s[i] != '<' {
		switch s[i] {
		case '(':
			opened++
		case ')':
			closed++
		}
		i++
	}
	for i > 0 {
		switch s[i-1] {
		case '?', '!', '.', ',', ':', '*', '_', '~', '\'', '"':
			i--
			continue
		case ')':
			if closed > opened {
				closed--
				i--
				continue
			}
		case ';':
			i = scanBeforeEntity(s, i)
			continue
		}
		return i
	}
	return i
}

// scanBeforeEntity returns the offset of the character reference that ends at
// i with a semicolon, or else that of the semicolon.
func scanBeforeEntity(s string, i int) int {
	j := i - 2
	for j > 0 && lexical.IsAlpha(s[j]) {
		j--
	}
	if j >= 0 && j < i-2 && s[j] == '&' {
		return j
	}
	return i - 1
}
