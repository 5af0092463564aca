package word

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/xml/vocab"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// unknown is a colour that cannot be told.
const unknown color = -2

// colorOf reads a colour: six hexadecimal digits, or auto.
func colorOf(s string) color {
	if s == "" || s == "auto" {
		return auto
	}
	n, err := strconv.ParseUint(s, 16, 24)
	if err != nil || len(s) != 6 {
		return unknown
	}
	return color(n)
}

// hides returns how a run of text is hidden.
func (w *word) hides(c chars, p *props) visible.Way {
	f := visible.Facts{Marked: w.cover, Scale: float64(c.scale), Spacing: float64(c.spacing) / 20, Ground: w.ground(c, p).seen()}
	if f.Marked == visible.Shown && c.on&vanish != 0 {
		f.Marked = visible.Text
	}
	if c.set&size != 0 {
		f.Size, f.Flat = float64(c.size)/2, c.size <= 0
	}
	if c.set&ink != 0 {
		f.Ink = c.ink.seen()
	}
	return f.Judge()
}

// seen returns a colour as it is judged.
func (c color) seen() visible.Paint {
	switch c {
	case auto:
		return visible.Auto
	case unknown:
		return visible.Unknown
	}
	return visible.Solid(uint32(c))
}

// ground returns the colour behind text. In a table whose style may shade it,
// that cannot be told.
func (w *word) ground(c chars, p *props) color {
	if c.set&ground != 0 && c.ground != auto {
		return c.ground
	}
	if p.ground != auto {
		return p.ground
	}
	if w.tables == 0 {
		return 0xFFFFFF
	}
	return w.shade
}

// shadeOf returns the colour of a cell, by its properties.
func (w *word) shadeOf(properties xmlread.NodeID) color {
	shade := w.Child(properties, vocab.NsWord, "shd")
	if shade == 0 {
		return unknown
	}
	if fill := colorOf(w.Attr(shade, vocab.NsWord, "fill")); fill != auto {
		return fill
	}
	return unknown
}

const (
	// minWordShape is the least side of a shape that shows, in points.
	minWordShape = 1
	// pageMost is farther from the text than any page reaches, in points: a
	// page of Word has 22 inches at most.
	pageMost = 22 * 72
)

// hidesShape returns how a shape is hidden, by its style (VML).
func hidesShape(style string) visible.Way {
	if style == "" {
		return visible.Shown
	}
	floats, grows := false, false
	var left, top float64
	width, height := -1., -1. // not known
	for part := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(part, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch name {
		case "visibility":
			if value == "hidden" {
				return visible.Shape
			}
		case "display":
			if value == "none" {
				return visible.Shape
			}
		case "position":
			floats = value == "absolute"
		case "left", "margin-left":
			left += points(value, 0)
		case "top", "margin-top":
			top += points(value, 0)
		case "width":
			width = points(value, -1)
		case "height":
			height = points(value, -1)
		case "mso-width-percent", "mso-height-percent", "mso-fit-shape-to-text":
			grows = true
		}
	}
	switch {
	case floats && (isOff(left, width) || isOff(top, height)):
		return visible.OffPage
	case !grows && width >= 0 && height >= 0 && min(width, height) < minWordShape:
		return visible.Size // what does not fit into a shape is cut off
	}
	return visible.Shown
}

// isOff reports whether what begins at a place and has a size, both from the
// text on, is on no page.
func isOff(at, size float64) bool { return at > pageMost || at+max(size, 0) < -pageMost }

// points reads a length with a unit. Others, such as those in a group, which are
// numbers in its own space, are unknown.
func points(text string, unknown float64) float64 {
	if text == "0" {
		return 0
	}
	for _, unit := range [...]struct {
		name string
		size float64
	}{{"pt", 1}, {"in", 72}, {"cm", 72 / 2.54}, {"mm", 72 / 25.4}, {"px", 0.75}, {"pc", 12}} {
		if digits, ok := strings.CutSuffix(text, unit.name); ok {
			if n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64); err == nil {
				return n * unit.size
			}
		}
	}
	return unknown
}
