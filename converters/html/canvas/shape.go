package canvas

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// box is a rectangle.
type box struct{ left, top, right, bottom float64 }

// everything is a box without ends.
var everything = box{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}

func (b box) empty() bool { return !(b.right > b.left && b.bottom > b.top) }

// within returns the part of a box that is in another one.
func (b box) within(o box) box {
	return box{max(b.left, o.left), max(b.top, o.top), min(b.right, o.right), min(b.bottom, o.bottom)}
}

// holds reports whether another box is in it.
func (b box) holds(o box) bool { return !o.empty() && b.within(o) == o }

// matrix is a transformation (css-transforms-1): x' = ax + cy + e, y' = bx + dy + f.
type matrix struct {
	a, b, c, d, e, f float64
	known            bool
}

var identity = matrix{a: 1, d: 1, known: true}

// straight reports whether what is upright stays so.
func (m matrix) straight() bool { return m.known && m.b == 0 && m.c == 0 }

// most returns by how much lengths grow, at most.
func (m matrix) most() float64 { return max(math.Hypot(m.a, m.b), math.Hypot(m.c, m.d)) }

func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f, m.known && n.known,
	}
}

// box returns the box around what becomes of one.
func (m matrix) box(b box) box {
	if b == everything {
		return b
	}
	out := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range [4][2]float64{{b.left, b.top}, {b.right, b.top}, {b.left, b.bottom}, {b.right, b.bottom}} {
		x, y := m.a*p[0]+m.c*p[1]+m.e, m.b*p[0]+m.d*p[1]+m.f
		out = box{min(out.left, x), min(out.top, y), max(out.right, x), max(out.bottom, y)}
	}
	return out
}

// parseTransform reads the value of a transform attribute.
func parseTransform(v string) matrix {
	out := identity
	for v = strings.ToLower(v); strings.TrimSpace(v) != ""; {
		name, _, called := strings.Cut(v, "(")
		args, behind := props.Parenthesis(v)
		if !called {
			return matrix{}
		}
		n := numbers(args)
		for len(n) < 6 {
			n = append(n, math.NaN())
		}
		step := identity
		switch strings.Trim(name, " \n\t\r\f,") {
		case "translate":
			step.e, step.f = n[0], or(n[1], 0)
		case "translatex":
			step.e = n[0]
		case "translatey":
			step.f = n[0]
		case "scale":
			step.a, step.d = n[0], or(n[1], n[0])
		case "matrix":
			step = matrix{n[0], n[1], n[2], n[3], n[4], n[5], true}
		case "skewx":
			step.c = math.Tan(n[0] * math.Pi / 180)
		case "skewy":
			step.b = math.Tan(n[0] * math.Pi / 180)
		case "rotate":
			sin, cos := math.Sincos(n[0] * math.Pi / 180)
			x, y := or(n[1], 0), or(n[2], 0)
			step = matrix{cos, sin, -sin, cos, x - cos*x + sin*y, y - sin*x - cos*y, true}
		default:
			step.known = false
		}
		if sum := step.a + step.b + step.c + step.d + step.e + step.f; math.IsNaN(sum) || math.IsInf(sum, 0) {
			step = matrix{}
		}
		out, v = out.times(step), behind
	}
	return out
}

func or(n, other float64) float64 {
	if math.IsNaN(n) {
		return other
	}
	return n
}

// numbers reads a list of numbers, as far as it goes.
func numbers(v string) []float64 {
	var out []float64
	for _, w := range strings.FieldsFunc(v[:min(len(v), props.LongestValue)], func(r rune) bool { return r == ',' || r <= ' ' }) {
		n, err := strconv.ParseFloat(strings.TrimSuffix(w, "px"), 64)
		if err != nil {
			return out
		}
		out = append(out, n)
	}
	return out
}

// attr returns an attribute that is not always kept.
func (e *elements) attr(id int32, name string) (string, bool) {
	key := e.t.Extra[name]
	if key == dom.AttrNone || key == dom.AttrTooMany {
		return "", false
	}
	return e.t.Attr(id, key)
}

// number returns the first number of an attribute.
func (g *drawing) number(id int32, name string) (float64, bool) {
	v, ok := g.elements.attr(id, name)
	if !ok {
		return 0, false
	}
	if strings.HasSuffix(v, "em") {
		n, known := props.Pixels(v)
		return n, known
	}
	n := numbers(v)
	if part, ok := strings.CutSuffix(strings.TrimSpace(v), "%"); ok {
		n = numbers(part)
		whole := g.partOf(id, name)
		return or(append(n, 0)[0]*whole/100, 0), len(n) == 1 && !math.IsNaN(whole)
	}
	if len(n) == 0 {
		return 0, false
	}
	return n[0], true
}

// partOf returns what a percentage of a place in a drawing is a part of: its width or its
// height; NaN where that is not known.
func (g *drawing) partOf(id int32, name string) float64 {
	for p := g.elements.t.Node(id).Parent; p > g.svg; p = g.elements.t.Node(p).Parent {
		if strings.EqualFold(g.elements.t.Name(p), "svg") {
			return math.NaN()
		}
	}
	width, height := g.elements.size(g.svg)
	v, _ := g.elements.attr(g.svg, "viewbox")
	if b := numbers(v); len(b) == 4 {
		width, height = b[2], b[3]
	}
	switch name {
	case "x", "dx", "cx", "x1", "x2":
		return width
	case "y", "dy", "cy", "y1", "y2":
		return height
	}
	return math.NaN()
}

// size returns the width and the height that attributes say.
func (e *elements) size(id int32) (width, height float64) {
	width, height = math.NaN(), math.NaN()
	if n := numbers(e.t.Value(id, dom.AttrWidth)); len(n) == 1 {
		width = n[0]
	}
	if n := numbers(e.t.Value(id, dom.AttrHeight)); len(n) == 1 {
		height = n[0]
	}
	return width, height
}

// zoom returns how many pixels one of a drawing has, at most.
func (e *elements) zoom(svg int32) float64 {
	v, _ := e.attr(svg, "viewbox")
	b := numbers(v)
	if len(b) != 4 || !(b[2] > 0 && b[3] > 0) {
		return 1
	}
	width, height := e.size(svg)
	return min(or(width, 2*props.ScreenWidth)/b[2], or(height, 2*props.ScreenWidth)/b[3])
}

// view returns what shows of a drawing. One that fits its box in one direction
// alone shows more in the other.
func (e *elements) view(svg int32) (box, bool) {
	width, height := e.size(svg)
	v, _ := e.attr(svg, "viewbox")
	b := numbers(v)
	sized := width > 0 && height > 0
	if len(b) != 4 || !(b[2] > 0 && b[3] > 0) {
		return box{0, 0, width, height}, sized && v == ""
	}
	wide, high := b[2]/2, b[3]/2
	if sized {
		scale := min(width/b[2], height/b[3])
		wide, high = width/scale-b[2], height/scale-b[3]
	}
	return box{b[0] - wide, b[1] - high, b[0] + b[2] + wide, b[1] + b[3] + high}, true
}

// shape returns the box of a shape; one without ends where it is not known.
func (g *drawing) shape(id int32, name string) box {
	x, _ := g.number(id, "x")
	y, _ := g.number(id, "y")
	switch name {
	case "rect":
		width, height := g.elements.size(id)
		for _, key := range []dom.Attr{dom.AttrWidth, dom.AttrHeight} {
			if strings.HasSuffix(g.elements.t.Value(id, key), "%") {
				return everything
			}
		}
		return box{x, y, x + or(width, 0), y + or(height, 0)}
	case "circle", "ellipse":
		r, round := g.number(id, "r")
		if !round {
			r, _ = g.number(id, "rx")
		}
		if r <= 0 {
			return box{}
		}
	case "path", "polygon":
		d, _ := g.elements.attr(id, "d")
		points, _ := g.elements.attr(id, "points")
		d += points
		draws := strings.ContainsAny(d, "LlHhVvCcSsQqTtAa") || len(numbers(strings.Trim(d, "MmZz "))) >= 4
		if !draws || !strings.ContainsAny(d, "123456789") {
			return box{} // one point, or none
		}
	}
	return everything
}

// ring returns the box around a circle or an ellipse.
func (g *drawing) ring(id int32) box {
	x, _ := g.number(id, "cx")
	y, _ := g.number(id, "cy")
	r, circle := g.number(id, "r")
	rx, ry := r, r
	if !circle {
		rx, _ = g.number(id, "rx")
		ry, _ = g.number(id, "ry")
	}
	return box{x - rx, y - ry, x + rx, y + ry}
}

// find returns the element of a name in the drawing.
func (g *drawing) find(name string) (int32, bool) {
	if g.ids == nil {
		g.ids = map[string]int32{}
		for id := g.svg; id < g.elements.t.Node(g.svg).End; id++ {
			if v := g.elements.t.Value(id, dom.AttrId); v != "" {
				g.ids[v] = id
			}
		}
	}
	id, ok := g.ids[name]
	return id, ok
}

// reference returns the name in "url(#name)".
func reference(v string) (string, bool) {
	v, ok := strings.CutPrefix(strings.TrimSpace(v), "url(")
	if !ok {
		return "", false
	}
	return strings.CutPrefix(strings.Trim(v, `"') `), "#")
}

// clip returns what a clip shows; everything where it is not here, or has units of
// its own.
func (g *drawing) clip(name string, to matrix) box {
	id, ok := g.find(name)
	if _, own := g.elements.attr(id, "clippathunits"); !ok || own || !strings.EqualFold(g.elements.t.Name(id), "clippath") {
		return everything
	}
	out, some := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}, false
	for c := range g.elements.t.Children(id) {
		n := g.elements.t.Node(c)
		if n.IsText {
			continue
		}
		name := strings.ToLower(g.elements.t.Name(c))
		if _, moved := g.elements.attr(c, "transform"); moved || !dom.HasWord("rect circle ellipse path polygon", name) {
			return everything
		}
		b := g.shape(c, name)
		if dom.HasWord("circle ellipse", name) && !b.empty() {
			b = g.ring(c)
		}
		if !b.empty() {
			out = box{min(out.left, b.left), min(out.top, b.top), max(out.right, b.right), max(out.bottom, b.bottom)}
			some = true
		}
	}
	switch {
	case !some:
		return box{}
	case !to.known || out.left < -1e9:
		return everything
	}
	return to.box(out)
}

// nothing reports whether a path that is referred to is none, or empty.
func (g *drawing) nothing(href string) bool {
	name, local := strings.CutPrefix(strings.TrimSpace(href), "#")
	id, ok := g.find(name)
	if !local || !ok {
		return local
	}
	return strings.EqualFold(g.elements.t.Name(id), "path") && g.shape(id, "path").empty()
}
