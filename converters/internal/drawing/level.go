package drawing

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// levelCount is how many levels a list style has.
const levelCount = 9

// bulletKind says the text before a paragraph.
type bulletKind uint8

const (
	bulletUnset bulletKind = iota
	bulletNone
	bulletChar
	bulletAuto
)

// bullet is the text before a paragraph, as far as one element says.
type bullet struct {
	kind   bulletKind
	scheme string // of numbers, ST_TextAutonumberScheme
	start  int
}

// props are the properties of characters that matter here. A field that is
// zero says nothing.
type props struct {
	size int32 // in hundredths of a point
	fill Paint
	mono bool // a font of fixed width
}

// place is where a paragraph is, in EMU from the left edge of its body.
type place struct {
	left, indent       int32
	hasLeft, hasIndent bool
}

// level is what a list style says of one level.
type level struct {
	bullet bullet
	place  place
	props  props
}

// Levels is a list style (ISO/IEC 29500-1, 21.1.2.4.12): what paragraphs have
// that say nothing themselves. A nil *Levels says nothing.
type Levels struct {
	all    level // defPPr
	levels [levelCount]level
}

// ReadLevels returns the list style of an element (a:lstStyle, p:bodyStyle,
// p:defaultTextStyle and their like), or nil if it is empty.
func ReadLevels(t *xmlread.Tree, style xmlread.NodeID) *Levels {
	var out *Levels
	for c := t.First(style); c != 0; c = t.Next(c) {
		name := t.Name(c)
		if name.Space != A {
			continue
		}
		if out == nil {
			out = &Levels{}
		}
		switch local := name.Local; {
		case local == "defPPr":
			out.all = readLevel(t, c)
		case len(local) == len("lvl1pPr") && local[:3] == "lvl" && local[3] >= '1' && local[3] <= '9':
			out.levels[local[3]-'1'] = readLevel(t, c)
		}
	}
	return out
}

// StyleLevels returns what the style of a shape (p:style) says of its text: its
// colour. It is nil if it says none.
func StyleLevels(t *xmlread.Tree, style xmlread.NodeID) *Levels {
	ref := t.Child(style, A, "fontRef")
	if firstElement(t, ref) == 0 {
		return nil
	}
	return InkLevels(ReadColor(t, ref))
}

// InkLevels returns a list style that says the colour of letters and nothing
// else.
func InkLevels(ink Paint) *Levels { return &Levels{all: level{props: props{fill: ink}}} }

// readLevel reads the properties of a paragraph.
func readLevel(t *xmlread.Tree, pPr xmlread.NodeID) level {
	l := level{place: readPlace(t, pPr)}
	for c := t.First(pPr); c != 0; c = t.Next(c) {
		name := t.Name(c)
		if name.Space != A {
			continue
		}
		switch name.Local {
		case "buNone":
			l.bullet = bullet{kind: bulletNone}
		case "buChar", "buBlip":
			l.bullet = bullet{kind: bulletChar}
		case "buAutoNum":
			l.bullet = bullet{kind: bulletAuto, scheme: t.Attr(c, xmlread.None, "type"), start: startOf(t.Attr(c, xmlread.None, "startAt"))}
		case "defRPr":
			l.props = readProps(t, c)
		}
	}
	return l
}

// readPlace reads the attributes marL and indent.
func readPlace(t *xmlread.Tree, pPr xmlread.NodeID) place {
	var p place
	for i := range t.Attrs(pPr) {
		switch name, value := t.AttrAt(pPr, i); name.Local {
		case "marL":
			p.left, p.hasLeft = int32(min(max(Length(value), 0), 1<<30)), true
		case "indent":
			p.indent, p.hasIndent = int32(min(max(Length(value), -1<<30), 1<<30)), true
		}
	}
	return p
}

// maxStart is the highest start of a numbered list (ST_TextBulletStartAtNum).
const maxStart = 32767

func startOf(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return 1
	}
	return min(n, maxStart)
}

// readProps reads the properties of characters.
func readProps(t *xmlread.Tree, rPr xmlread.NodeID) props {
	p := props{fill: ReadPaint(t, rPr)}
	if sz := t.Attr(rPr, xmlread.None, "sz"); sz != "" {
		if size, err := strconv.ParseInt(sz, 10, 32); err == nil && size > 0 {
			p.size = int32(size)
		}
	}
	if font := t.Child(rPr, A, "latin"); font != 0 {
		p.mono = prose.IsMonoFont(t.Attr(font, xmlread.None, "typeface"))
	}
	return p
}

// chain is what a paragraph inherits from, the nearest first.
type chain []*Levels

// bullet returns the bullet of a level: what the nearest style says.
func (c chain) bullet(own bullet, n int) bullet {
	if own.kind != bulletUnset {
		return own
	}
	for _, s := range c {
		if s == nil {
			continue
		}
		if b := s.levels[n].bullet; b.kind != bulletUnset {
			return b
		}
		if s.all.bullet.kind != bulletUnset {
			return s.all.bullet
		}
	}
	return bullet{kind: bulletNone}
}

// place returns where a paragraph of a level is.
func (c chain) place(own place, n int) place {
	for _, s := range c {
		if s == nil {
			continue
		}
		for _, from := range [...]place{s.levels[n].place, s.all.place} {
			if !own.hasLeft && from.hasLeft {
				own.left, own.hasLeft = from.left, true
			}
			if !own.hasIndent && from.hasIndent {
				own.indent, own.hasIndent = from.indent, true
			}
		}
	}
	return own
}

// over fills in what properties leave open from those that they inherit.
func (p props) over(from props) props {
	if p.size == 0 {
		p.size = from.size
	}
	if p.fill.Kind == PaintUnset {
		p.fill = from.fill
	}
	p.mono = p.mono || from.mono
	return p
}

// props returns the properties of characters of a level.
func (c chain) props(n int) props {
	var p props
	for _, s := range c {
		if s != nil {
			p = p.over(s.levels[n].props).over(s.all.props)
		}
	}
	return p
}
