package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// www makes a bare link of what begins with "www." (GFM 6.9).
func (p *scanInlines) www() bool {
	s := p.s[p.pos:]
	if len(p.brackets) > 0 || !strings.HasPrefix(s, "www.") || !p.bareStart() || p.spent() {
		return false
	}
	end := lexical.BareWWW(s)
	if end <= 0 {
		p.spend(^end)
		return false
	}
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
	end := lexical.BareURL(s)
	if end <= 0 {
		p.spend(^end)
		return false
	}
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
