package draw

import (
	"net/url"
	"strings"
)

// maxLink is how long a link may be, in characters.
const maxLink = 2048

// link takes a sign of what may be a link, [text](address), and reports whether
// it did. It is held until it is one, or cannot be.
func (d *Answer) link(r rune) bool {
	if len(d.mayLink) == 0 {
		if r != '[' || d.code || d.noLink {
			return false
		}
		d.mayLink = []rune{r}
		d.linkText, d.parens = 0, 0
		return true
	}
	d.mayLink = append(d.mayLink, r)
	n := len(d.mayLink)
	switch inText := d.linkText == 0; {
	case n > maxLink:
		d.notLink()
	case inText && r == ']':
		d.linkText = n - 1
	case inText && r == '[', !inText && n == d.linkText+2 && r != '(':
		d.mayLink = d.mayLink[:n-1]
		d.notLink()
		d.inline(r)
	case !inText:
		d.address(r)
	}
	return true
}

// address takes a character of the address of what may be a link.
func (d *Answer) address(r rune) {
	switch r {
	case '(':
		d.parens++
	case ')':
		if d.parens--; d.parens == 0 {
			d.endLink()
		}
	}
}

// notLink writes what was held as text.
func (d *Answer) notLink() {
	held := d.mayLink
	d.mayLink, d.noLink = nil, true
	for _, r := range held {
		d.inline(r)
	}
	d.noLink = false
}

// endLink draws a link: its text, and where it leads to, which the text may
// hide.
func (d *Answer) endLink() {
	text, address := d.mayLink[1:d.linkText], string(d.mayLink[d.linkText+2:len(d.mayLink)-1])
	address, _, _ = strings.Cut(address, ` "`) // what it is called
	address = strings.TrimSuffix(strings.TrimPrefix(address, "<"), ">")
	place, ok := leadsTo(address)
	if !ok && d.quote == 0 || len(text) == 0 {
		d.notLink()
		return
	}
	d.mayLink, d.noLink = nil, true
	if ok && d.Links {
		d.out.WriteString(osc + address + st)
	}
	for _, r := range text {
		d.inline(r)
	}
	d.settle(')')
	if ok && d.Links {
		d.out.WriteString(linkEnd)
	}
	d.noLink = false
	if ok && string(text) != address {
		d.attr(Faint, " ("+place+")")
		d.last = ')'
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
