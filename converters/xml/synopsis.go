package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// joined adds what is in an element to a line, with a sign between the
// elements in it: keys, menus, arguments. Without one, a blank is before an
// argument.
func (p *prose) joined(l *line, n xmlread.NodeID, sign string, styles document.Styles) error {
	apart := false
	for c := p.elements.First(n); c != 0; c = p.elements.Next(c) {
		if p.elements.IsText(c) {
			if text := p.elements.Text(c); c != p.elements.First(n) {
				l.say(text, styles)
			} else if text = strings.TrimLeft(text, " \t\n"); text != "" {
				l.say(text, styles) // close to the bracket
			}
			continue
		}
		if read, err := p.admit(l, c, styles); err != nil {
			return err
		} else if !read {
			continue
		}
		r := p.elements.role(c)
		switch {
		case apart && sign != "":
			l.space = false
			l.runs.Text(sign, styles)
		case apart && (r == roleArgument || r == roleChoice):
			l.space = true
		}
		if err := p.inline(l, c, styles); err != nil {
			return err
		}
		apart = r != roleBreak
	}
	return nil
}

// argument adds an argument, or a group of which one is taken, with the signs
// that manual pages have: [may be left out], {has to be}, again...
func (p *prose) argument(l *line, n xmlread.NodeID, r role, styles document.Styles) error {
	begin, end, sign := "[", "]", ""
	switch p.elements.Attr(n, xmlread.None, "choice") {
	case "plain":
		begin, end = "", ""
	case "req":
		begin, end = "{", "}"
	}
	if r == roleChoice {
		sign = " | "
	}
	if begin != "" {
		l.say(begin, styles)
	}
	if err := p.joined(l, n, sign, styles); err != nil {
		return err
	}
	if p.elements.Attr(n, xmlread.None, "rep") == "repeat" {
		end = "..." + end
	}
	l.shut(end, styles)
	return nil
}

// prototype adds a function of DocBook with its parameters, as a paragraph.
func (p *prose) prototype(to *sink, n xmlread.NodeID) error {
	f := p.open(n, to)
	defer p.close()
	l, sign := &f.line, ""
	err := p.elements.each(n, func(c xmlread.NodeID) error {
		switch p.elements.Name(c).Local {
		case "paramdef", "void", "varargs":
			if sign == "" {
				sign = "("
			}
			l.shut(sign, 0)
			l.space = sign == ","
			sign = ","
		}
		switch p.elements.Name(c).Local {
		case "void":
			l.say("void", 0)
			return nil
		case "varargs":
			l.say("...", 0)
			return nil
		}
		return p.inline(l, c, 0)
	})
	if sign != "" {
		l.shut(");", 0)
	}
	p.end(f)
	return err
}

// shut adds a sign close to the text before it.
func (l *line) shut(sign string, styles document.Styles) {
	if sign != "" {
		l.space = false
		l.say(sign, styles)
	}
}
