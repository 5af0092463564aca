package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// www makes a bare link of what begins with "www." (GFM 6.9).
func (p *scanInlines) www() bool {
	s := p.text.s[p.pos:]
	if len(p.tokens.brackets) > 0 || !strings.HasPrefix(s, "www.") || !p.text.bareStart(p.pos) || p.text.spent() {
		return false
	}
	end := lexical.BareWWW(s)
	if end <= 0 {
		p.text.spend(^end)
		return false
	}
	p.link(KindBareLink, FormWWW, p.pos, p.pos+end, "http://"+s[:end])
	return true
}

// bareStart reports whether a bare link may begin here: at the start, behind
// white space or behind one of * _ ~ (.
func (x *scanText) bareStart(pos int) bool {
	if pos == 0 {
		return true
	}
	c := x.s[pos-1]
	return lexical.IsSpace(c) || c == '*' || c == '_' || c == '~' || c == '('
}

// url makes a bare link of a colon and what is around it (GFM 6.9): http,
// https or ftp before it, two slashes and a host behind it.
func (p *scanInlines) url() bool {
	s := p.text.s[p.pos:]
	if len(p.tokens.brackets) > 0 || !strings.HasPrefix(s, "://") || p.text.spent() {
		return false
	}
	from := p.pos
	for from > p.last && p.pos-from < 6 && lexical.IsAlpha(p.text.s[from-1]) {
		from--
	}
	switch strings.ToLower(p.text.s[from:p.pos]) {
	case "http", "https", "ftp":
	default:
		return false
	}
	end := lexical.BareURL(s)
	if end <= 0 {
		p.text.spend(^end)
		return false
	}
	p.link(KindBareLink, FormURL, from, p.pos+end, p.text.s[from:p.pos+end])
	return true
}

// link makes the token and the link of an address in the text.
func (p *scanInlines) link(k Kind, f Form, from, end int, dest string) {
	p.text.steps += end - from
	p.token(k, f, from, end)
	p.tokens.toks[len(p.tokens.toks)-1].link = int32(len(p.tokens.links))
	p.tokens.links = append(p.tokens.links, Link{Dest: dest})
}
