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
	w := walk{t: t}
	if t.Node(id).Count == 0 {
		return ink, ground, id
	}
	if v, ok := t.Attr(id, dom.AttrMathcolor); ok {
		ink = props.LegacyColor(v)
	}
	if v, ok := w.attr(id, "mathbackground"); ok {
		ground = props.LegacyColor(v)
	}
	return ink, ground, id
}

// Pads reports whether a part of a formula may be in a box that leaves no room for it: one
// without a size in one that shows nothing outside of it, or out of the page. In one of
// many levels down letters are too small.
func Pads(t *dom.Tree, s *css.Sheet, id int32) bool {
	w := walk{t: t}
	const tiny = 8 // levels, of .71 of the size each (mathml-core, 4.5)
	if level, ok := w.number(id, "scriptlevel"); ok && level >= tiny {
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
	if math.Abs(size(w.attr(id, "voffset"))) >= 100 || size(w.attr(id, "lspace")) >= props.ScreenWidth {
		return true
	}
	if !(size(t.Attr(id, dom.AttrWidth)) <= 0 || size(t.Attr(id, dom.AttrHeight))+size(w.attr(id, "depth")) <= 0) {
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
	w := walk{t: t}
	v, _ := w.attr(id, "data")
	return v != ""
}

// said returns what a style or an attribute says of an element.
func said(w *walk, id int32, name string) string {
	if p, known := props.Named(name); known && w.sheet != nil && (w.t.Has(id, dom.AttrStyle) || w.t.Has(id, dom.AttrClass)) {
		if v := w.sheet.Values(css.Element{ID: id})[p]; v != "" {
			return v
		}
	}
	if v, ok := w.attr(id, name); ok {
		return strings.ToLower(strings.TrimSpace(v))
	}
	for key, known := range map[dom.Attr]string{dom.AttrFill: "fill", dom.AttrStroke: "stroke", dom.AttrOpacity: "opacity", dom.AttrFillOpacity: "fill-opacity", dom.AttrClipPath: "clip-path"} {
		if known == name {
			return strings.ToLower(strings.TrimSpace(w.t.Value(id, key)))
		}
	}
	return ""
}

// changes reports whether an element has animations that may hide it.
func changes(w *walk, id int32) bool {
	for c := range w.t.Children(id) {
		if w.t.Node(c).IsText || !dom.HasWord("set animate animatetransform animatemotion", strings.ToLower(w.t.Name(c))) {
			continue
		}
		if name, ok := w.attr(c, "attributename"); !ok || dom.HasWord("visibility opacity display transform fill fill-opacity x y dx dy font-size", strings.ToLower(name)) {
			return true
		}
	}
	return false
}

// odd reports whether attributes of an element may hide it that are not evaluated: what
// masks it, what filters it, and who sees it.
func (w *walk) odd(id int32) bool {
	if changes(w, id) {
		return true
	}
	if w.t.Node(id).Count == 0 {
		return false
	}
	if _, ok := w.attr(id, "requiredextensions"); ok {
		return true
	}
	if v, ok := w.attr(id, "systemlanguage"); ok && !strings.HasPrefix(strings.ToLower(v), "en") {
		return true
	}
	if v, ok := w.attr(id, "mask"); ok && v != "none" {
		return true
	}
	v := said(w, id, "filter")
	return strings.HasPrefix(v, "url(") && !w.isPlainFilter(v)
}

// isPlainFilter reports whether a filter has nothing but what blurs and moves.
func (w *walk) isPlainFilter(v string) bool {
	name, ok := reference(v)
	id, found := w.find(name)
	if !ok || !found {
		return false
	}
	shows := false
	for c := id + 1; c < w.t.Node(id).End; c++ {
		if n := w.t.Node(c); n.IsText {
			continue
		}
		if !dom.HasWord("fegaussianblur feoffset femerge femergenode fedropshadow feblend", strings.ToLower(w.t.Name(c))) {
			return false
		}
		name := strings.ToLower(w.t.Name(c))
		if blur, _ := w.number(c, "stddeviation"); blur > 5 || name == "femerge" && w.t.Node(c).End == c+1 {
			return false
		}
		dx, _ := w.number(c, "dx")
		dy, _ := w.number(c, "dy")
		if max(math.Abs(dx), math.Abs(dy)) > 20 {
			return false
		}
		shows = true
	}
	width, height := w.size(id)
	return shows && width != 0 && height != 0
}

// oddText reports whether letters may not be seen by how they are painted: pressed into one
// another, under their stroke, or filled by what has no colour.
func (w *walk) oddText(id int32, size float64, letters int) bool {
	if n, ok := w.number(id, "textlength"); ok && n < float64(letters)*size*visible.MinScale/100 {
		return true
	}
	if n, ok := w.number(id, "stroke-width"); ok && w.t.Has(id, dom.AttrStroke) && n > size/3 {
		return true
	}
	name, ok := reference(w.t.Value(id, dom.AttrFill))
	return ok && !w.isColored(name)
}

// isColored reports whether a gradient has a colour that is seen on white.
func (w *walk) isColored(name string) bool {
	id, ok := w.find(name)
	if !ok || !strings.HasSuffix(strings.ToLower(w.t.Name(id)), "gradient") {
		return false
	}
	for c := id + 1; c < w.t.Node(id).End; c++ {
		if w.t.Node(c).IsText {
			continue
		}
		color, said := w.attr(c, "stop-color")
		if styled := w.t.Value(c, dom.AttrStyle); styled != "" && !said {
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
func (w *walk) fill(id int32) (p props.Paint, known bool) {
	for ; id > w.svg; id = w.t.Node(id).Parent {
		if w.t.Has(id, dom.AttrStyle) || w.t.Has(id, dom.AttrClass) {
			return p, false
		}
		if v, ok := w.t.Attr(id, dom.AttrFill); ok {
			p = props.FillOf(strings.ToLower(strings.TrimSpace(v)))
			return p, p.Known
		}
	}
	return props.Black, !w.t.Has(w.svg, dom.AttrStyle) && !w.t.Has(w.svg, dom.AttrClass) && !w.t.Has(w.svg, dom.AttrFill)
}

// sameAs reports whether a text has the colour of the shape that it is painted on.
func (w *walk) sameAs(x *text, ground *cover) bool {
	ink, known := w.fill(x.id)
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
