package draw

import (
	"net/url"
	"strings"
)

// maxLink is how long a link may be, in characters.
const maxLink = 2048

// inLink takes a sign of what may be a link, [text](address), and reports whether
// it did. It is held until it is one, or cannot be.
func (p *pen) inLink(r rune) bool {
	if len(p.link.text) == 0 {
		if r != '[' || p.code || p.link.barred {
			return false
		}
		p.link.text = []rune{r}
		p.link.end, p.link.parens = 0, 0
		return true
	}
	p.link.text = append(p.link.text, r)
	n := len(p.link.text)
	switch inText := p.link.end == 0; {
	case n > maxLink:
		p.notLink()
	case inText && r == ']':
		p.link.end = n - 1
	case inText && r == '[', !inText && n == p.link.end+2 && r != '(':
		p.link.text = p.link.text[:n-1]
		p.notLink()
		p.inline(r)
	case !inText:
		p.address(r)
	}
	return true
}

// address takes a character of the address of what may be a link.
func (p *pen) address(r rune) {
	switch r {
	case '(':
		p.link.parens++
	case ')':
		if p.link.parens--; p.link.parens == 0 {
			p.endLink()
		}
	}
}

// notLink writes what was held as text.
func (p *pen) notLink() {
	held := p.link.text
	p.link.text, p.link.barred = nil, true
	for _, r := range held {
		p.inline(r)
	}
	p.link.barred = false
}

// endLink draws a link: its text, and where it leads to, which the text may
// hide.
func (p *pen) endLink() {
	text, address := p.link.text[1:p.link.end], string(p.link.text[p.link.end+2:len(p.link.text)-1])
	address, _, _ = strings.Cut(address, ` "`) // what it is called
	address = strings.TrimSuffix(strings.TrimPrefix(address, "<"), ">")
	place, ok := leadsTo(address)
	if !ok && p.quote == 0 || len(text) == 0 {
		p.notLink()
		return
	}
	p.link.text, p.link.barred = nil, true
	if ok && p.links {
		p.out.WriteString(osc + address + st)
	}
	for _, r := range text {
		p.inline(r)
	}
	p.settle(')')
	if ok && p.links {
		p.out.WriteString(linkEnd)
	}
	p.link.barred = false
	if ok && string(text) != address {
		p.attr(Faint, " ("+place+")")
		p.last = ')'
	}
}

// leadsTo returns the host or mailbox that an address leads to, if a terminal
// may have it: nothing but the web and mail, in letters that look like no others.
func leadsTo(address string) (string, bool) {
	for _, r := range address {
		if r <= ' ' || r > '~' {
			return "", false
		}
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
	case u.Scheme == "mailto" && u.Opaque != "":
		mailbox, _, _ := strings.Cut(u.Opaque, "?")
		return mailbox, true
	case (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
		return u.Host, true
	}
	return "", false
}
