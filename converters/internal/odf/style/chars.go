package style

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// Facets is a set of properties of characters.
type Facets uint16

const (
	Bold Facets = 1 << iota
	Italic
	Struck
	Mono
	raised
	lowered
	Hidden      // text:display is none
	Transparent // transparent
	HasColor    // has a colour of its own
	HasGround
	HasSize
	Pressed    // letters without width or height
	Flat       // lines without height
	HasSpacing // the spacing of the letters is set
	OffPage    // beside the page
	Outlined   // something is around the letters by which they can be seen
)

// Chars are the properties of characters that a style states, or that hold
// for a piece of text.
type Chars struct {
	stated, On    Facets
	Color, Ground int32 // 0xRRGGBB
	Size          int32 // hundredths of a point; below zero in percent of what is around
	Spacing       int32 // between letters, in hundredths of a point
}

// Colours of grounds beside those that are known.
const (
	GroundPage    = 0xFFFFFF
	GroundUnknown = -1 // it cannot be told, as of a picture
)

// Sizes of text, in hundredths of a point.
const (
	SizeDefault = 1200 // of text that says none
	minSize     = 100 * visible.MinSize
)

// Over returns the properties with those that another style states.
func (c Chars) Over(o Chars) Chars {
	if o.stated == 0 {
		return c
	}
	c.On = c.On&^o.stated | o.On
	c.stated |= o.stated
	if o.stated&HasColor != 0 {
		c.Color = o.Color
	}
	if o.stated&HasGround != 0 {
		c.Ground = o.Ground
	}
	if o.stated&HasSpacing != 0 {
		c.Spacing = o.Spacing
	}
	if o.stated&HasSize != 0 {
		switch {
		case o.Size >= 0, c.Size == 0:
			c.Size = o.Size
		case c.Size > 0:
			c.Size = int32(int64(c.Size) * int64(-o.Size) / 100)
		default:
			c.Size = -int32(int64(c.Size) * int64(o.Size) / 100)
		}
	}
	return c
}

// State sets a property.
func (c *Chars) State(f Facets, on bool) {
	c.stated |= f
	if on {
		c.On |= f
	} else {
		c.On &^= f
	}
}

// Styles returns the styles of the document that hold.
func (f Facets) Styles() document.Styles {
	var s document.Styles
	for _, p := range [...]struct {
		facet Facets
		style document.Style
	}{
		{Bold, document.Strong},
		{Italic, document.Emphasis},
		{Struck, document.Strike},
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
func (st *Sheet) readChars(s *xmlread.Scanner, c *Chars) {
	for i := range s.Attrs() {
		name := s.AttrName(i)
		value, err := s.AttrValue(i)
		if err != nil {
			continue
		}
		switch name.Space {
		case ns.Fo:
			c.foAttr(name.Local, value)
		case ns.Style:
			st.styleAttr(c, name.Local, value)
		case ns.Text:
			if name.Local == "display" {
				c.State(Hidden, value == "none")
			}
		case ns.Ext:
			if name.Local == "opacity" {
				p, ok := percent(value)
				c.State(Transparent, ok && p < minOpacity)
			}
		}
	}
}

// minOpacity is the least opacity that can be seen, in per cent.
const minOpacity = 100 * visible.MinOpacity

// foAttr takes an attribute that is called as in XSL.
func (c *Chars) foAttr(local, value string) {
	switch local {
	case "font-weight":
		c.State(Bold, value == "bold" || value == "bolder" || len(value) == 3 && value >= "600" && value <= "900")
	case "font-style":
		c.State(Italic, value == "italic" || value == "oblique")
	case "color":
		if rgb, ok := color(value); ok {
			c.State(HasColor, true)
			c.Color = rgb
		}
	case "background-color":
		rgb, ok := color(value)
		c.State(HasGround, ok)
		c.Ground = rgb
	case "font-size":
		c.State(HasSize, true)
		if p, ok := percent(value); ok {
			c.Size = -int32(max(p, 0))
		} else {
			c.Size = Length(value)
		}
	case "font-family":
		c.State(Mono, prose.IsMonoFont(value))
	case "letter-spacing":
		c.State(HasSpacing, true)
		c.Spacing = Length(value)
	case "text-shadow":
		c.State(Outlined, value != "none")
	}
}

// styleAttr takes an attribute of ODF's own.
func (st *Sheet) styleAttr(c *Chars, local, value string) {
	switch local {
	case "text-line-through-style", "text-line-through-type":
		c.State(Struck, value != "none")
	case "text-position":
		c.State(raised|lowered, false)
		first, _, _ := strings.Cut(value, " ")
		p, ok := percent(first)
		c.State(raised, first == "super" || ok && p > 0)
		c.State(lowered, first == "sub" || ok && p < 0)
		_, high, _ := strings.Cut(value, " ")
		p, ok = percent(high)
		c.State(Pressed, ok && p < visible.MinScale)
	case "text-scale":
		p, ok := percent(value)
		c.State(Pressed, ok && p < visible.MinScale)
	case "font-relief":
		c.State(Outlined, value != "none")
	case "font-name":
		c.State(Mono, st.monoFonts[value] || prose.IsMonoFont(value))
	case "use-window-font-color":
		if value == "true" {
			c.State(HasColor|Transparent, false)
		}
	}
}
