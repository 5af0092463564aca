package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// angle makes an autolink or HTML of what begins with < (CommonMark 6.5 and
// 6.6).
func (p *scanInlines) angle() bool {
	s := p.text.s[p.pos:]
	if len(s) < 3 {
		return false
	}
	switch {
	case s[1] == '/':
		end := lexical.CloseTag(s)
		p.text.steps += 2 + max(end, 0)
		if end >= 0 {
			p.token(KindHTML, FormCloseTag, p.pos, p.pos+end)
		}
		return end >= 0
	case s[1] == '!':
		return p.markup(s)
	case s[1] == '?':
		return p.until(s, 2, "?>", scanEnd{FormInstruction, &p.absent.instruction})
	}
	if p.text.spent() {
		return false
	}
	end, mail := lexical.Autolink(s)
	if end >= 0 {
		form, dest := FormURL, s[1:end-1]
		if mail {
			form, dest = FormMail, "mailto:"+dest
		}
		p.link(KindAutolink, form, p.pos, p.pos+end, dest)
		return true
	}
	p.text.spend(^end)
	end = lexical.OpenTag(s)
	if end < 0 {
		p.text.spend(^end)
		return false
	}
	p.text.steps += end
	p.token(KindHTML, FormOpenTag, p.pos, p.pos+end)
	return true
}

// markup makes HTML of a comment, a CDATA section or a declaration.
func (p *scanInlines) markup(s string) bool {
	switch {
	case strings.HasPrefix(s, "<!--"):
		for _, empty := range [...]string{"<!-->", "<!--->"} {
			if strings.HasPrefix(s, empty) {
				p.token(KindHTML, FormComment, p.pos, p.pos+len(empty))
				return true
			}
		}
		return p.until(s, 4, "-->", scanEnd{FormComment, &p.absent.comment})
	case strings.HasPrefix(s, lexical.CDATA):
		return p.until(s, len(lexical.CDATA), "]]>", scanEnd{FormCDATA, &p.absent.cdata})
	case lexical.IsAlpha(s[2]):
		return p.until(s, 3, ">", scanEnd{FormDeclaration, &p.absent.declaration})
	}
	return false
}

// scanEnd is a form of HTML, and whether its end was missed before.
type scanEnd struct {
	form   Form
	absent *bool
}

// until makes HTML of what ends with mark, sought from offset i of s on.
func (p *scanInlines) until(s string, i int, mark string, e scanEnd) bool {
	if *e.absent {
		return false
	}
	n := strings.Index(s[i:], mark)
	if n < 0 {
		*e.absent = true
		p.text.steps += len(s)
		return false
	}
	p.text.steps += n
	p.token(KindHTML, e.form, p.pos, p.pos+i+n+len(mark))
	return true
}
