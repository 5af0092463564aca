package style

import (
	"cmp"

	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// Facets is a set of properties of characters.
type Facets uint16

// The properties of characters.
const (
	Bold Facets = 1 << iota
	Italic
	Struck
	Mono
	raised
	lowered
	Hidden      // text:display is none
	Transparent // transparent
	Pressed     // letters without width or height
	Flat        // lines without height
	OffPage     // beside the page
	Outlined    // something is around the letters by which they can be seen
	hasSpacing  // the spacing of the letters is stated
)

// Chars are the properties of characters that a style states, or that hold
// for a piece of text.
type Chars struct {
	stated, On    Facets
	Color, Ground visible.Paint
	Size          int32 // hundredths of a point; below zero in percent of what is around, 0 where nothing says it
	Spacing       int32 // between letters, in hundredths of a point
	Font          symbolfont.Font
}

// SizeDefault is the size of text that says none, in hundredths of a point.
const SizeDefault = 1200

// Over returns the properties with those that another style states.
func (c Chars) Over(o Chars) Chars {
	c.On = c.On&^o.stated | o.On
	c.stated |= o.stated
	c.Color, c.Ground, c.Font = cmp.Or(o.Color, c.Color), cmp.Or(o.Ground, c.Ground), cmp.Or(o.Font, c.Font)
	if o.stated&hasSpacing != 0 {
		c.Spacing = o.Spacing
	}
	switch part := int64(c.Size) * int64(-o.Size) / 100; {
	case o.Size > 0, c.Size == 0:
		c.Size = cmp.Or(o.Size, c.Size)
	case o.Size < 0 && c.Size > 0:
		c.Size = int32(max(part, 1))
	case o.Size < 0:
		c.Size = int32(min(part, -1))
	}
	return c
}

// State sets a property.
func (c *Chars) State(f Facets, on bool) {
	c.stated |= f
	if c.On &^= f; on {
		c.On |= f
	}
}

// without returns the properties without some, which are not stated.
func (c Chars) without(f Facets) Chars {
	c.stated, c.On = c.stated&^f, c.On&^f
	return c
}

// facetStyles are the styles of the document for properties.
var facetStyles = [...]struct {
	facet Facets
	style document.Style
}{
	{Bold, document.Strong},
	{Italic, document.Emphasis},
	{Struck, document.Strike},
	{raised, document.Superscript},
	{lowered, document.Subscript},
}

// Styles returns the styles of the document that hold.
func (f Facets) Styles() document.Styles {
	var s document.Styles
	for _, p := range facetStyles {
		if f&p.facet != 0 {
			s = s.With(p.style)
		}
	}
	return s
}

// face is what matters of a font.
type face struct {
	mono  bool // its letters have one width
	signs symbolfont.Font
}

// faceOf returns what the name of a font's family says of it.
func faceOf(family string) face {
	return face{prose.IsMonoFont(family), symbolfont.Of(family)}
}
