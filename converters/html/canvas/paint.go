package canvas

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css"
	bounds "github.com/seed353dc258/backstory/converters/html/css/box"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// MathColors returns the colours that attributes give to a formula, and which one it is.
func MathColors(t *dom.Tree, id int32) (ink, ground props.Paint, formula int32) {
	e := elements{t: t}
	if t.Node(id).Count == 0 {
		return ink, ground, id
	}
	if v, ok := t.Attr(id, dom.AttrMathcolor); ok {
		ink = props.LegacyColor(v)
	}
	if v, ok := e.attr(id, "mathbackground"); ok {
		ground = props.LegacyColor(v)
	}
	return ink, ground, id
}

// Pads reports whether a part of a formula may be in a box that leaves no room for it: one
// without a size in one that shows nothing outside of it, or out of the page. In one of
// many levels down letters are too small.
func Pads(t *dom.Tree, s *css.Sheet, id int32) bool {
	g := drawing{elements: elements{t: t}}
	const tiny = 8 // levels, of .71 of the size each (mathml-core, 4.5)
	if level, ok := g.number(id, "scriptlevel"); ok && level >= tiny {
		return true
	}
	if t.Name(id) != "mpadded" {
		return false
	}
	size := func(v string, ok bool) float64 {
		px, known := props.Pixels(v)
		if !ok || !known {
			return math.NaN()
		}
		return px
	}
	if math.Abs(size(g.elements.attr(id, "voffset"))) >= 100 || size(g.elements.attr(id, "lspace")) >= props.ScreenWidth {
		return true
	}
	if !(size(t.Attr(id, dom.AttrWidth)) <= 0 || size(t.Attr(id, dom.AttrHeight))+size(g.elements.attr(id, "depth")) <= 0) {
		return false
	}
	for p := id; p > dom.Root; p = t.Node(p).Parent {
		if bounds.SidesOf(s.Values(css.Element{ID: p}))&(bounds.CutsX|bounds.CutsY) != 0 {
			return true
		}
		if t.Node(p).Tag == dom.TagMath {
			break
		}
	}
	return false
}

// Names reports whether an element names a file that browsers show in its place, if they
// can.
func Names(t *dom.Tree, id int32) bool {
	e := elements{t: t}
	v, _ := e.attr(id, "data")
	return v != ""
}

// said returns what a style or an attribute says of an element.
func (e *elements) said(id int32, name string) string {
	if p, known := props.Named(name); known && e.sheet != nil && (e.t.Has(id, dom.AttrStyle) || e.t.Has(id, dom.AttrClass)) {
		if v := e.sheet.Values(css.Element{ID: id})[p]; v != "" {
			return v
		}
	}
	if v, ok := e.attr(id, name); ok {
		return strings.ToLower(strings.TrimSpace(v))
	}
	for key, known := range map[dom.Attr]string{dom.AttrFill: "fill", dom.AttrStroke: "stroke", dom.AttrOpacity: "opacity", dom.AttrFillOpacity: "fill-opacity", dom.AttrClipPath: "clip-path"} {
		if known == name {
			return strings.ToLower(strings.TrimSpace(e.t.Value(id, key)))
		}
	}
	return ""
}

// changes reports whether an element has animations that may hide it.
func (e *elements) changes(id int32) bool {
	for c := range e.t.Children(id) {
		if e.t.Node(c).IsText || !dom.HasWord("set animate animatetransform animatemotion", strings.ToLower(e.t.Name(c))) {
			continue
		}
		if name, ok := e.attr(c, "attributename"); !ok || dom.HasWord("visibility opacity display transform fill fill-opacity x y dx dy font-size", strings.ToLower(name)) {
			return true
		}
	}
	return false
}

// odd reports whether attributes of an element may hide it that are not evaluated: what
// masks it, what filters it, and who sees it.
func (g *drawing) odd(id int32) bool {
	if g.elements.changes(id) {
		return true
	}
	if g.elements.t.Node(id).Count == 0 {
		return false
	}
	if _, ok := g.elements.attr(id, "requiredextensions"); ok {
		return true
	}
	if v, ok := g.elements.attr(id, "systemlanguage"); ok && !strings.HasPrefix(strings.ToLower(v), "en") {
		return true
	}
	if v, ok := g.elements.attr(id, "mask"); ok && v != "none" {
		return true
	}
	v := g.elements.said(id, "filter")
	return strings.HasPrefix(v, "url(") && !g.isPlainFilter(v)
}

// isPlainFilter reports whether a filter has nothing but what blurs and moves.
func (g *drawing) isPlainFilter(v string) bool {
	name, ok := reference(v)
	id, found := g.find(name)
	if !ok || !found {
		return false
	}
	shows := false
	for c := id + 1; c < g.elements.t.Node(id).End; c++ {
		if n := g.elements.t.Node(c); n.IsText {
			continue
		}
		if !dom.HasWord("fegaussianblur feoffset femerge femergenode fedropshadow feblend", strings.ToLower(g.elements.t.Name(c))) {
			return false
		}
		name := strings.ToLower(g.elements.t.Name(c))
		if blur, _ := g.number(c, "stddeviation"); blur > 5 || name == "femerge" && g.elements.t.Node(c).End == c+1 {
			return false
		}
		dx, _ := g.number(c, "dx")
		dy, _ := g.number(c, "dy")
		if max(math.Abs(dx), math.Abs(dy)) > 20 {
			return false
		}
		shows = true
	}
	width, height := g.elements.size(id)
	return shows && width != 0 && height != 0
}

// oddText reports whether letters may not be seen by how they are painted: pressed into one
// another, under their stroke, or filled by what has no colour.
func (g *drawing) oddText(id int32, size float64, letters int) bool {
	if n, ok := g.number(id, "textlength"); ok && n < float64(letters)*size*visible.MinScale/100 {
		return true
	}
	if n, ok := g.number(id, "stroke-width"); ok && g.elements.t.Has(id, dom.AttrStroke) && n > size/3 {
		return true
	}
	name, ok := reference(g.elements.t.Value(id, dom.AttrFill))
	return ok && !g.isColored(name)
}

// isColored reports whether a gradient has a colour that is seen on white.
func (g *drawing) isColored(name string) bool {
	id, ok := g.find(name)
	if !ok || !strings.HasSuffix(strings.ToLower(g.elements.t.Name(id)), "gradient") {
		return false
	}
	for c := id + 1; c < g.elements.t.Node(id).End; c++ {
		if g.elements.t.Node(c).IsText {
			continue
		}
		color, said := g.elements.attr(c, "stop-color")
		if styled := g.elements.t.Value(c, dom.AttrStyle); styled != "" && !said {
			_, color, _ = strings.Cut(styled, "stop-color:")
			color, _, _ = strings.Cut(color, ";")
		}
		p := props.FillOf(strings.ToLower(strings.TrimSpace(color)))
		if p.Known && visible.Compare(p.Seen(), visible.White) == visible.Shown {
			return true
		}
	}
	return false
}

// fill returns the colour of letters, by the attributes of the text and of what it is in.
func (g *drawing) fill(id int32) (p props.Paint, known bool) {
	for ; id > g.svg; id = g.elements.t.Node(id).Parent {
		if g.elements.t.Has(id, dom.AttrStyle) || g.elements.t.Has(id, dom.AttrClass) {
			return p, false
		}
		if v, ok := g.elements.t.Attr(id, dom.AttrFill); ok {
			p = props.FillOf(strings.ToLower(strings.TrimSpace(v)))
			return p, p.Known
		}
	}
	return props.Black, !g.elements.t.Has(g.svg, dom.AttrStyle) && !g.elements.t.Has(g.svg, dom.AttrClass) && !g.elements.t.Has(g.svg, dom.AttrFill)
}

// sameAs reports whether a text has the colour of the shape that it is painted on.
func (w *walk) sameAs(x *text, ground *cover) bool {
	ink, known := w.in.fill(x.id)
	return known && ground.paint.Known && visible.Compare(ink.Seen(), ground.paint.Seen()) == visible.Color
}

// around returns the box around the points of a path, or of a polygon; none where that is
// not known.
func around(path string) (box, bool) {
	const most = 4096 // bytes
	if len(path) > most {
		return box{}, false
	}
	out := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	var x, y float64
	command, at := byte('L'), 0 // at is the place among the arguments of a command
	for _, word := range strings.Fields(spaced(path)) {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil {
			if command, at = word[0], 0; strings.IndexByte("MmLlHhVvZz", command) < 0 {
				return box{}, false
			}
			continue
		}
		from := [2]float64{}
		if command >= 'a' {
			from = [2]float64{x, y}
		}
		switch {
		case command|0x20 == 'h':
			x = from[0] + n
		case command|0x20 == 'v':
			y = from[1] + n
		case at%2 == 0:
			x = from[0] + n
			at++
			continue
		default:
			y = from[1] + n
			at++
		}
		out = box{min(out.left, x), min(out.top, y), max(out.right, x), max(out.bottom, y)}
	}
	return out, !out.empty()
}

// spaced sets blanks between the numbers and the commands of a path.
func spaced(path string) string {
	var b strings.Builder
	for i, c := range []byte(path) {
		switch {
		case c == ',':
			c = ' '
		case dom.IsLetter(c) && c|0x20 != 'e':
			b.WriteByte(' ')
			b.WriteByte(c)
			c = ' '
		case c == '-' && i > 0 && path[i-1]|0x20 != 'e':
			b.WriteByte(' ')
		}
		b.WriteByte(c)
	}
	return b.String()
}
