package wordml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// set sets some bits.
func (d *Chars) set(b bits, on bool) {
	d.has |= b
	d.on &^= b
	if on {
		d.on |= b
	}
}

// over puts what other says in place of what this says.
func (d *Chars) over(other *Chars) {
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
	if other.Ground != 0 {
		d.Ground = other.Ground
	}
	if other.Font != symbolfont.Unset {
		d.Font = other.Font
	}
}

// Facts returns what says whether the text can be seen.
func (d *Chars) Facts() visible.Facts {
	f := visible.Facts{
		OffPage: d.on&bitOff != 0, Size: float64(d.size) / 2, Scale: float64(d.scale), Spacing: float64(d.spacing) / 20,
		Outlined: d.on&bitLined != 0, Ink: visible.Paint(d.ink),
	}
	if d.on&bitClear != 0 {
		f.Clear = 1
	}
	return f
}

// IsVanished reports whether text is marked as hidden.
func (d *Chars) IsVanished() bool { return d.on&bitVanish != 0 }

// Run returns how text looks to a reader.
func (d *Chars) Run() wordtext.Run {
	code := d.on&(bitCode|bitMono) != 0
	return wordtext.Run{Styles: d.emphasis(), Code: code, Mono: code && d.on&bitCode == 0}
}

// plain returns what says whether text can be seen.
func (d *Chars) plain() Chars {
	const seen = bitVanish | bitClear | bitLined | bitSpaced | bitOff
	return Chars{has: d.has & seen, on: d.on & seen, size: d.size, scale: d.scale, spacing: d.spacing, ink: d.ink}
}

// toggle puts the style of a run over that of its paragraph: what is on in
// both is off (17.7.3).
func (d *Chars) toggle(other *Chars) {
	const toggles = bitBold | bitItalic | bitStrike | bitVanish
	before := d.on & toggles
	d.over(other)
	d.on = d.on&^toggles | (before^other.on&other.has)&toggles
}

// emphasis returns the styles of text.
func (d *Chars) emphasis() document.Styles {
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

// readRunProps reads the properties of text. The id of its style goes to styleID.
func (t *theme) readRunProps(s *xmlread.Scanner, d *Chars, styleID *string) error {
	return s.Each(func() error {
		if s.Space() != NsW {
			if s.Space() == NsW14 {
				return t.readEffect(s, d)
			}
			return s.Skip()
		}
		if bit, ok := toggles[s.Local()]; ok {
			d.set(bit, Toggled(s))
			return s.Skip()
		}
		switch s.Local() {
		case "rStyle":
			if styleID != nil {
				*styleID = Value(s)
			}
		case "vertAlign":
			v := Value(s)
			d.set(bitSuper, v == "superscript")
			d.set(bitSub, v == "subscript")
		case "rFonts":
			fonts(s, d)
		case "sz", "w", "spacing", "position":
			d.measure(s)
		case "color":
			d.set(bitClear, false)
			d.ink = t.Themed(s, ReadColor(Value(s)), "themeColor", "themeTint", "themeShade")
		case "highlight":
			d.Ground = highlight(Value(s))
		case "shd":
			if c := t.Shade(s); c != 0 && d.Ground == 0 {
				d.Ground = c
			}
		}
		return s.Skip()
	})
}

// toggles are the properties that are on or off.
var toggles = map[string]bits{
	"b": bitBold, "i": bitItalic, "strike": bitStrike, "dstrike": bitStrike, "vanish": bitVanish,
	"emboss": bitLined, "imprint": bitLined, "shadow": bitLined,
}

// InTree returns what the properties of a run in a tree say, such as one of an equation,
// as far as that decides whether it is seen.
func InTree(t *xmlread.Tree, run xmlread.NodeID) Chars {
	var d Chars
	rPr := t.Child(run, NsW, "rPr")
	if rPr == 0 {
		return d
	}
	value := func(local string) string { return t.Attr(t.Child(rPr, NsW, local), NsW, "val") }
	for local, to := range map[string]*int32{"sz": &d.size, "w": &d.scale} {
		if n, ok := Number(strings.TrimSuffix(value(local), "%")); ok {
			*to = max(n, 1)
		}
	}
	if n, ok := Number(value("spacing")); ok {
		d.spacing = n
		d.set(bitSpaced, true)
	}
	if n, ok := Number(value("position")); ok {
		d.set(bitOff, wordtext.IsRaisedOff(n))
	}
	d.ink = ReadColor(value("color"))
	if theme := t.Attr(t.Child(rPr, NsW, "color"), NsW, "themeColor"); theme == "background1" || theme == "light1" {
		d.ink = int32(visible.White)
	}
	if d.Ground = highlight(value("highlight")); d.Ground == 0 {
		d.Ground = ReadColor(t.Attr(t.Child(rPr, NsW, "shd"), NsW, "fill"))
	}
	if fill := t.Child(rPr, NsW14, "textFill"); fill != 0 && t.Child(fill, NsW14, "noFill") != 0 {
		d.set(bitClear, true)
	}
	return d
}

// measure reads a property that is a number.
func (d *Chars) measure(s *xmlread.Scanner) {
	n, ok := Number(strings.TrimSuffix(Value(s), "%"))
	if !ok {
		return
	}
	switch s.Local() {
	case "sz":
		d.size = max(n, 1)
	case "w":
		d.scale = max(n, 1)
	case "spacing":
		d.spacing = n
		d.set(bitSpaced, true)
	case "position":
		d.set(bitOff, wordtext.IsRaisedOff(n))
	}
}

// fonts reads which font text has, as far as it is one of fixed width or of symbols.
func fonts(s *xmlread.Scanner, d *Chars) {
	for i := range s.Attrs() {
		switch s.AttrName(i).Local {
		case "ascii":
			name, _ := s.AttrValue(i)
			d.set(bitMono, prose.IsMonoFont(name))
			d.Font = symbolfont.Of(name)
			return
		case "asciiTheme":
			d.set(bitMono, false)
			d.Font = symbolfont.Letters
			return
		}
	}
	if name, ok := s.Attr(NsW, "hAnsi"); ok {
		d.Font = symbolfont.Of(name)
	}
}
