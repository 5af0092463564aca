package odf

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// facets is a set of properties of characters.
type facets uint16

const (
	bold facets = 1 << iota
	italic
	struck
	mono
	raised
	lowered
	veiled // text:display is none
	lucid  // transparent
	inked  // has a colour of its own
	grounded
	sized
	pressed // letters without width or height
	flat    // lines without height
	spaced  // the spacing of the letters is set
	beside  // beside the page
	lined   // something is around the letters by which they can be seen
)

// chars are the properties of characters that a style states, or that hold
// for a piece of text.
type chars struct {
	stated, on    facets
	color, ground int32 // 0xRRGGBB
	size          int32 // hundredths of a point; below zero in percent of what is around
	spacing       int32 // between letters, in hundredths of a point
}

// over returns the properties with those that another style states.
func (c chars) over(o chars) chars {
	if o.stated == 0 {
		return c
	}
	c.on = c.on&^o.stated | o.on
	c.stated |= o.stated
	if o.stated&inked != 0 {
		c.color = o.color
	}
	if o.stated&grounded != 0 {
		c.ground = o.ground
	}
	if o.stated&spaced != 0 {
		c.spacing = o.spacing
	}
	if o.stated&sized != 0 {
		switch {
		case o.size >= 0, c.size == 0:
			c.size = o.size
		case c.size > 0:
			c.size = int32(int64(c.size) * int64(-o.size) / 100)
		default:
			c.size = -int32(int64(c.size) * int64(o.size) / 100)
		}
	}
	return c
}

// state sets a property.
func (c *chars) state(f facets, on bool) {
	c.stated |= f
	if on {
		c.on |= f
	} else {
		c.on &^= f
	}
}

// styles returns the styles of the document that hold.
func (f facets) styles() document.Styles {
	var s document.Styles
	for _, p := range [...]struct {
		facet facets
		style document.Style
	}{
		{bold, document.Strong},
		{italic, document.Emphasis},
		{struck, document.Strike},
		{raised, document.Superscript},
		{lowered, document.Subscript},
	} {
		if f&p.facet != 0 {
			s = s.With(p.style)
		}
	}
	return s
}

// readChars reads the attributes of style:text-properties (ODF 1.3 part 3,
// 16.29.28) that are the event of a scanner.
func (st *stylesheet) readChars(s *xmlread.Scanner, c *chars) {
	for i := range s.Attrs() {
		name := s.AttrName(i)
		value, err := s.AttrValue(i)
		if err != nil {
			continue
		}
		switch name.Space {
		case nsFo:
			c.foAttr(name.Local, value)
		case nsStyle:
			st.styleAttr(c, name.Local, value)
		case nsText:
			if name.Local == "display" {
				c.state(veiled, value == "none")
			}
		case nsExt:
			if name.Local == "opacity" {
				p, ok := percent(value)
				c.state(lucid, ok && p < minOpacity)
			}
		}
	}
}

// minOpacity is the least opacity that can be seen, in per cent.
const minOpacity = 100 * visible.MinOpacity

// foAttr takes an attribute that is called as in XSL.
func (c *chars) foAttr(local, value string) {
	switch local {
	case "font-weight":
		c.state(bold, value == "bold" || value == "bolder" || len(value) == 3 && value >= "600" && value <= "900")
	case "font-style":
		c.state(italic, value == "italic" || value == "oblique")
	case "color":
		if rgb, ok := color(value); ok {
			c.state(inked, true)
			c.color = rgb
		}
	case "background-color":
		rgb, ok := color(value)
		c.state(grounded, ok)
		c.ground = rgb
	case "font-size":
		c.state(sized, true)
		if p, ok := percent(value); ok {
			c.size = -int32(max(p, 0))
		} else {
			c.size = length(value)
		}
	case "font-family":
		c.state(mono, isMono(value))
	case "letter-spacing":
		c.state(spaced, true)
		c.spacing = length(value)
	case "text-shadow":
		c.state(lined, value != "none")
	}
}

// styleAttr takes an attribute of ODF's own.
func (st *stylesheet) styleAttr(c *chars, local, value string) {
	switch local {
	case "text-line-through-style", "text-line-through-type":
		c.state(struck, value != "none")
	case "text-position":
		c.state(raised|lowered, false)
		first, _, _ := strings.Cut(value, " ")
		p, ok := percent(first)
		c.state(raised, first == "super" || ok && p > 0)
		c.state(lowered, first == "sub" || ok && p < 0)
		_, high, _ := strings.Cut(value, " ")
		p, ok = percent(high)
		c.state(pressed, ok && p < visible.MinScale)
	case "text-scale":
		p, ok := percent(value)
		c.state(pressed, ok && p < visible.MinScale)
	case "font-relief":
		c.state(lined, value != "none")
	case "font-name":
		c.state(mono, st.monoFonts[value] || isMono(value))
	case "use-window-font-color":
		if value == "true" {
			c.state(inked|lucid, false)
		}
	}
}

// isMono reports whether a font has fixed width by its name.
func isMono(name string) bool {
	name = strings.ToLower(strings.Trim(name, `'" `))
	for _, part := range [...]string{"courier", "mono", "consolas", "menlo", "monaco", "typewriter", "lucida console", "source code", "fixedsys", "inconsolata", "cascadia code", "fira code"} {
		if strings.Contains(name, part) {
			return !strings.Contains(name, "monotype")
		}
	}
	return false
}
