package docx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// bits are properties of text that are on or off.
type bits uint16

const (
	bitBold bits = 1 << iota
	bitItalic
	bitStrike
	bitSuper
	bitSub
	bitVanish
	bitMono
	bitCode
	bitClear  // transparent
	bitLined  // something is around its letters by which they can be seen
	bitSpaced // the spacing of its letters is set
	bitOff    // raised or lowered off the page
)

// delta is how text differs from the text around it.
type delta struct {
	has, on bits
	size    int32 // in half points, 0 unset
	scale   int32 // width in per cent, 0 unset
	spacing int32 // between letters, in twips; see bitSpaced
	ink     int32 // colour, 0 unset
	ground  int32 // colour, 0 unset
}

// set sets some bits.
func (d *delta) set(b bits, on bool) {
	d.has |= b
	d.on &^= b
	if on {
		d.on |= b
	}
}

// over puts what other says in place of what this says.
func (d *delta) over(other *delta) {
	d.has |= other.has
	d.on = d.on&^other.has | other.on
	if other.size != 0 {
		d.size = other.size
	}
	if other.scale != 0 {
		d.scale = other.scale
	}
	if other.has&bitSpaced != 0 {
		d.spacing = other.spacing
	}
	if other.ink != 0 {
		d.ink = other.ink
	}
	if other.ground != 0 {
		d.ground = other.ground
	}
}

// plain returns what says whether text can be seen.
func (d *delta) plain() delta {
	const seen = bitVanish | bitClear | bitLined | bitSpaced | bitOff
	return delta{has: d.has & seen, on: d.on & seen, size: d.size, scale: d.scale, spacing: d.spacing, ink: d.ink}
}

// toggle puts the style of a run over that of its paragraph: what is on in
// both is off (17.7.3).
func (d *delta) toggle(other *delta) {
	const toggles = bitBold | bitItalic | bitStrike | bitVanish
	before := d.on & toggles
	d.over(other)
	d.on = d.on&^toggles | (before^other.on&other.has)&toggles
}

// emphasis returns the styles of text.
func (d *delta) emphasis() document.Styles {
	var s document.Styles
	if d.on == 0 {
		return s
	}
	for _, e := range [...]struct {
		bit   bits
		style document.Style
	}{
		{bitBold, document.Strong},
		{bitItalic, document.Emphasis},
		{bitStrike, document.Strike},
		{bitSuper, document.Superscript},
		{bitSub, document.Subscript},
	} {
		if d.on&e.bit != 0 {
			s = s.With(e.style)
		}
	}
	return s
}

// each calls visit for the start tag of every child element of the element
// whose start tag is the event. A visit ends at the child's end tag.
func each(s *xmlread.Scanner, visit func() error) error {
	depth := s.Depth()
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return err
		case kind == xmlread.EOF, kind == xmlread.End && s.Depth() == depth:
			return nil
		case kind == xmlread.Start:
			if err := visit(); err != nil {
				return err
			}
		}
	}
}

// is reports whether the event's element is one of WordprocessingML.
func is(s *xmlread.Scanner, local string) bool { return s.Space() == nsW && s.Local() == local }

// value returns the attribute val.
func value(s *xmlread.Scanner) string {
	v, _ := s.Attr(nsW, "val")
	return v
}

// toggled returns the value of a property that is on or off (17.17.4).
func toggled(s *xmlread.Scanner) bool {
	v, ok := s.Attr(nsW, "val")
	return isOn(v, ok)
}

func isOn(value string, given bool) bool {
	return !given || value != "0" && value != "false" && value != "off"
}

// readRunProps reads the properties of text (17.3.2). The id of its style goes
// to styleID.
func (r *reader) readRunProps(s *xmlread.Scanner, d *delta, styleID *string) error {
	return each(s, func() error {
		if s.Space() != nsW {
			if s.Space() == nsW14 {
				return r.readEffect(s, d)
			}
			return s.Skip()
		}
		switch s.Local() {
		case "rStyle":
			if styleID != nil {
				*styleID = value(s)
			}
		case "b":
			d.set(bitBold, toggled(s))
		case "i":
			d.set(bitItalic, toggled(s))
		case "strike", "dstrike":
			d.set(bitStrike, toggled(s))
		case "vanish":
			d.set(bitVanish, toggled(s))
		case "vertAlign":
			v := value(s)
			d.set(bitSuper, v == "superscript")
			d.set(bitSub, v == "subscript")
		case "rFonts":
			fonts(s, d)
		case "sz":
			if n, ok := number(value(s)); ok {
				d.size = max(n, 1)
			}
		case "w":
			if n, ok := number(strings.TrimSuffix(value(s), "%")); ok {
				d.scale = max(n, 1)
			}
		case "emboss", "imprint", "shadow":
			d.set(bitLined, toggled(s))
		case "spacing":
			if n, ok := number(value(s)); ok {
				d.spacing = n
				d.set(bitSpaced, true)
			}
		case "position":
			if n, ok := number(value(s)); ok {
				d.set(bitOff, n >= maxPosition || n <= -maxPosition)
			}
		case "color":
			d.set(bitClear, false)
			d.ink = r.themed(s, colour(value(s)), "themeColor", "themeTint", "themeShade")
		case "highlight":
			d.ground = highlight(value(s))
		case "shd":
			if c := r.shade(s); c != 0 && d.ground == 0 {
				d.ground = c
			}
		}
		return s.Skip()
	})
}

// fonts reads which font text has, as far as it is one of fixed width.
func fonts(s *xmlread.Scanner, d *delta) {
	for i := range s.Attrs() {
		switch s.AttrName(i).Local {
		case "ascii":
			name, _ := s.AttrValue(i)
			d.set(bitMono, isMono(name))
			return
		case "asciiTheme":
			d.set(bitMono, false)
			return
		}
	}
}

// isMono reports whether a font has a fixed width, by its name.
func isMono(name string) bool {
	name = strings.ToLower(name)
	for _, part := range [...]string{"courier", "consolas", "mono", "menlo", "monaco", "lucida console", "source code", "fira code", "cascadia", "andale", "inconsolata", "typewriter", "fixedsys"} {
		if strings.Contains(name, part) && !strings.Contains(name, "monotype") {
			return true
		}
	}
	return false
}
