package parse

import (
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// defaultSize is the size of text that says none, in half points.
const defaultSize = 24

// plainPars returns the properties after \pard.
func plainPars() pars { return pars{outline: noOutline} }

// noOutline is the outline level of body text.
const noOutline = -1

// level returns in how many tables a paragraph is.
func (p *pars) level() int {
	if p.inTable || p.nest > 0 {
		return max(int(p.nest), 1)
	}
	return 0
}

// clip makes a number of the source fit.
func clip(n int) int32 { return int32(min(max(n, -1<<30), 1<<30)) }

// indent returns an indent; word processors take one that is not a number of 32
// bits for none.
func indent(t token.Token) int32 {
	if n := clip(t.Num); int(n) == t.Num {
		return n
	}
	return 0
}

// isOn reports whether a word turns something on: it does without a number.
func isOn(t token.Token) bool { return !t.HasNum || t.Num != 0 }

// plain resets the properties of characters.
func (c *chars) plain(font int32) {
	*c = chars{font: font, uc: c.uc, size: defaultSize, link: c.link, rtfOnly: c.rtfOnly}
}

func (c *chars) set(s document.Style, on bool) { setStyle(&c.styles, s, on) }

// setOther sets a style that is said for another script apart.
func (c *chars) setOther(s document.Style, on bool) {
	if c.script == scriptWide {
		setStyle(&c.wide, s, on)
	}
}

func setStyle(of *document.Styles, s document.Style, on bool) {
	if on {
		*of = of.With(s)
	} else {
		*of = of.Without(s)
	}
}

// minRaised is by how many half points text is raised or lowered at least that is
// meant as superscript or subscript.
const minRaised = 4

// raise sets whether text is superscript or subscript: by how many half points it
// is moved, where that is said.
func (c *chars) raise(s document.Style, on bool) {
	c.styles = c.styles.Without(document.Superscript).Without(document.Subscript)
	c.far = false
	if on {
		c.styles = c.styles.With(s)
	}
}

// move does the same for text that is moved by some half points.
func (c *chars) move(s document.Style, t token.Token) {
	least := minRaised
	if c.shrunk {
		least = 1
	}
	c.raise(s, t.Num >= least || !t.HasNum)
	c.far = wordtext.IsRaisedOff(clip(t.Num))
}

// resize sets the size, unless it is none.
func (c *chars) resize(n int) {
	if n >= 0 {
		c.size = clip(n)
	}
}

// onPars returns an act that sets a property of paragraphs.
func onPars(set func(*pars, token.Token)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) { set(&r.at.pars, t) }
}

// restyle does the same for a property that may hide text.
func restyle(set func(*pars, token.Token)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		set(&r.at.pars, t)
		r.sight.stale = true
	}
}

// shadePars returns an act that sets a part of the shading of paragraphs.
func shadePars(set func(*pattern, int32)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		set(&r.at.pars.shade, clip(t.Num))
		r.at.pars.ground = r.head.ground(r.at.pars.shade)
		r.sight.stale = true
	}
}

// shadeChars does the same for characters.
func shadeChars(set func(*pattern, int32)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		p := &r.at.chars.paint
		set(&p.shade, clip(t.Num))
		p.ground = r.head.ground(p.shade)
	}
}

// maxNest bounds \itap; deeper tables than a limit allows are an error.
const maxNest = 1 << 14
