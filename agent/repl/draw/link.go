package draw

import (
	"net/url"
	"strings"
)

// maxLink is how long a link may be, in characters.
const maxLink = 2048

// inLink takes a sign of what may be a link, [text](address), and reports whether
// it did. It is held until it is one, or cannot be.
func (d *Answer) inLink(r rune) bool {
	if len(d.link.text) == 0 {
		if r != '[' || d.pen.code || d.link.barred {
			return false
		}
		d.link.text = []rune{r}
		d.link.end, d.link.parens = 0, 0
		return true
	}
	d.link.text = append(d.link.text, r)
	n := len(d.link.text)
	switch inText := d.link.end == 0; {
	case n > maxLink:
		d.notLink()
	case inText && r == ']':
		d.link.end = n - 1
	case inText && r == '[', !inText && n == d.link.end+2 && r != '(':
		d.link.text = d.link.text[:n-1]
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
		d.link.parens++
	case ')':
		if d.link.parens--; d.link.parens == 0 {
			d.endLink()
		}
	}
}

// notLink writes what was held as text.
func (d *Answer) notLink() {
	held := d.link.text
	d.link.text, d.link.barred = nil, true
	for _, r := range held {
		d.inline(r)
	}
	d.link.barred = false
}

// endLink draws a link: its text, and where it leads to, which the text may
// hide.
func (d *Answer) endLink() {
	text, address := d.link.text[1:d.link.end], string(d.link.text[d.link.end+2:len(d.link.text)-1])
	address, _, _ = strings.Cut(address, ` "`) // what it is called
	address = strings.TrimSuffix(strings.TrimPrefix(address, "<"), ">")
	place, ok := leadsTo(address)
	if !ok && d.quote == 0 || len(text) == 0 {
		d.notLink()
		return
	}
	d.link.text, d.link.barred = nil, true
	if ok && d.Links {
		d.pen.out.WriteString(osc + address + st)
	}
	for _, r := range text {
		d.inline(r)
	}
	d.settle(')')
	if ok && d.Links {
		d.pen.out.WriteString(linkEnd)
	}
	d.link.barred = false
	if ok && string(text) != address {
		d.pen.attr(Faint, " ("+place+")")
		d.pen.last = ')'
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
