// Package omml writes equations of Office (ISO/IEC 29500-1, 22.1) as LaTeX.
// They become MathML, which [mathml] writes.
//
//   - [x] runs: letters, numbers, operators, text, styles and alphabets
//   - [x] fractions, radicals, scripts on both sides, n-ary operators, functions
//   - [x] delimiters with separators, matrices, arrays of equations, limits
//   - [x] accents, bars, braces and other characters above and below
//   - [x] tracked changes inside of an equation: what was deleted is left out
//   - [-] boxes; phantoms that are not seen, spacing and alignment are left out
//   - [-] equations in the linear format are text
//   - [x] EQ fields, from before Word had an editor for equations
//
// Elements are told by their local names alone, since the namespaces of an
// equation are the same in every document.
//
//   - field.go: the instructions of EQ fields
//   - run.go: the text of runs
//   - omml.go: the entry and the elements
package omml

import (
	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// TeX returns an equation (oMath) or what is in a paragraph of equations
// (oMathPara) as LaTeX, without delimiters. It never fails; what has no form
// in LaTeX keeps its text. Its work is linear in the size of the tree, and it
// recurses as deep as the tree is.
func TeX(t *xmlread.Tree, equation xmlread.NodeID) string { return Seen(t, equation, nil) }

// Seen is as [TeX], without the runs that are hidden by how they look.
func Seen(t *xmlread.Tree, equation xmlread.NodeID, hides func(run xmlread.NodeID) bool) string {
	r := reader{t, hides}
	return mathml.TeX(row(r.children(equation)))
}

// Phantoms returns the words of the parts of an equation that are not seen, such as those
// that only take room. TeX leaves them out: no reader sees what they say.
func Phantoms(t *xmlread.Tree, equation xmlread.NodeID) (words []string) {
	r := reader{t: t}
	for c := t.First(equation); c != 0; c = t.Next(c) {
		switch {
		case t.IsText(c), t.Name(c).Local == "del", t.Name(c).Local == "moveFrom":
		case t.Name(c).Local == "phant" && r.isUnseen(c), t.Name(c).Local == "r" && r.vanishes(c):
			words = append(words, t.All(c))
		default:
			words = append(words, Phantoms(t, c)...)
		}
	}
	return words
}

type reader struct {
	t     *xmlread.Tree
	hides func(run xmlread.NodeID) bool // besides what the equation itself says; nil for none
}

// children returns the elements inside of an element.
func (r reader) children(n xmlread.NodeID) []*mathml.Node {
	var out []*mathml.Node
	for c := r.t.First(n); c != 0; c = r.t.Next(c) {
		if !r.t.IsText(c) {
			out = r.element(out, c)
		}
	}
	return out
}

// element appends what one element becomes.
func (r reader) element(out []*mathml.Node, n xmlread.NodeID) []*mathml.Node {
	switch name := r.t.Name(n).Local; name {
	case "r":
		return r.run(out, n)
	case "f":
		return append(out, r.fraction(n))
	case "rad":
		return append(out, r.radical(n))
	case "sSup", "sSub", "sSubSup", "sPre", "limLow", "limUpp":
		return append(out, r.scripts(n, name))
	case "nary":
		return r.nary(out, n)
	case "func":
		return append(out, mathml.Function(r.arg(n, "fName")), r.arg(n, "e"))
	case "d":
		return append(out, r.delimiters(n))
	case "m":
		return append(out, r.matrix(n))
	case "eqArr":
		return append(out, r.equations(n))
	case "acc", "bar", "groupChr", "borderBox", "phant":
		return append(out, r.decorated(n, name))
	case "br":
		return append(out, leaf("mspace", ""))
	}
	if name := r.t.Name(n).Local; isProperties(name) || name == "del" || name == "moveFrom" {
		return out
	}
	return append(out, r.children(n)...) // box, oMath, ins, hyperlink, smartTag, e …
}

// scripts returns a base with what is below and above it.
func (r reader) scripts(n xmlread.NodeID, name string) *mathml.Node {
	switch name {
	case "limLow":
		return node("munder", mathml.Function(r.arg(n, "e")), r.arg(n, "lim"))
	case "limUpp":
		return node("mover", mathml.Function(r.arg(n, "e")), r.arg(n, "lim"))
	case "sSup":
		return node("msup", r.arg(n, "e"), r.arg(n, "sup"))
	case "sSub":
		return node("msub", r.arg(n, "e"), r.arg(n, "sub"))
	case "sSubSup":
		return node("msubsup", r.arg(n, "e"), r.arg(n, "sub"), r.arg(n, "sup"))
	}
	return node("mmultiscripts", r.arg(n, "e"), leaf("mprescripts", ""), r.arg(n, "sub"), r.arg(n, "sup"))
}

// isProperties reports whether an element only says how others look.
func isProperties(local string) bool {
	return len(local) > 2 && local[len(local)-2:] == "Pr"
}

// child returns the first child with a name.
func (r reader) child(n xmlread.NodeID, local string) xmlread.NodeID {
	for c := r.t.First(n); c != 0; c = r.t.Next(c) {
		if !r.t.IsText(c) && r.t.Name(c).Local == local {
			return c
		}
	}
	return 0
}

// arg returns an argument of an object as one element.
func (r reader) arg(n xmlread.NodeID, local string) *mathml.Node {
	c := r.child(n, local)
	if c == 0 {
		return row(nil)
	}
	return row(r.children(c))
}

// property returns the value of a property of an object, and whether it is
// there.
func (r reader) property(n xmlread.NodeID, properties, local string) (string, bool) {
	return r.value(r.child(n, properties), local)
}

// value returns what an element of properties says of one.
func (r reader) value(properties xmlread.NodeID, local string) (string, bool) {
	p := r.child(properties, local)
	if p == 0 {
		return "", false
	}
	for i := range r.t.Attrs(p) {
		if name, value := r.t.AttrAt(p, i); name.Local == "val" {
			return value, true
		}
	}
	return "", true
}

// is reports whether a property that is on or off is on.
func (r reader) is(n xmlread.NodeID, properties, local string) bool {
	return r.on(r.child(n, properties), local)
}

// on reports whether one of an element of properties is on.
func (r reader) on(properties xmlread.NodeID, local string) bool {
	v, ok := r.value(properties, local)
	return ok && v != "0" && v != "off" && v != "false"
}

func node(name string, children ...*mathml.Node) *mathml.Node {
	return &mathml.Node{Name: name, Children: children}
}

func leaf(name, text string) *mathml.Node { return &mathml.Node{Name: name, Text: text} }

func row(nodes []*mathml.Node) *mathml.Node {
	if len(nodes) == 1 {
		return nodes[0]
	}
	return &mathml.Node{Name: "mrow", Children: nodes}
}

// fraction returns a fraction (22.1.2.36).
func (r reader) fraction(n xmlread.NodeID) *mathml.Node {
	over, under := r.arg(n, "num"), r.arg(n, "den")
	switch kind, _ := r.property(n, "fPr", "type"); kind {
	case "lin", "skw":
		return node("mrow", over, leaf("mo", "/"), under)
	case "noBar":
		f := node("mfrac", over, under)
		f.Attrs = []mathml.Attr{{Name: "linethickness", Value: "0"}}
		return f
	}
	return node("mfrac", over, under)
}

// radical returns a root (22.1.2.88).
func (r reader) radical(n xmlread.NodeID) *mathml.Node {
	degree := r.child(n, "deg")
	if degree == 0 || r.t.First(degree) == 0 || r.is(n, "radPr", "degHide") {
		return node("msqrt", r.arg(n, "e"))
	}
	return node("mroot", r.arg(n, "e"), r.arg(n, "deg"))
}

// nary appends a sum, an integral or the like with its limits (22.1.2.70).
func (r reader) nary(out []*mathml.Node, n xmlread.NodeID) []*mathml.Node {
	sign, ok := r.property(n, "naryPr", "chr")
	if !ok || sign == "" {
		sign = "∫"
	}
	parts := []*mathml.Node{leaf("mo", sign)}
	name := ""
	if !r.is(n, "naryPr", "subHide") && r.t.First(r.child(n, "sub")) != 0 {
		name, parts = "munder", append(parts, r.arg(n, "sub"))
	}
	if !r.is(n, "naryPr", "supHide") && r.t.First(r.child(n, "sup")) != 0 {
		if name == "" {
			name = "mover"
		} else {
			name = "munderover"
		}
		parts = append(parts, r.arg(n, "sup"))
	}
	if name == "" {
		return append(out, parts[0], r.arg(n, "e"))
	}
	return append(out, node(name, parts...), r.arg(n, "e"))
}

// delimiters returns what is in parentheses or the like (22.1.2.24).
func (r reader) delimiters(n xmlread.NodeID) *mathml.Node {
	fence := &mathml.Node{Name: "mfenced"}
	for _, a := range []struct{ name, property, usual string }{
		{"open", "begChr", "("}, {"close", "endChr", ")"}, {"separators", "sepChr", "|"},
	} {
		value, ok := r.property(n, "dPr", a.property)
		if !ok {
			value = a.usual
		}
		fence.Attrs = append(fence.Attrs, mathml.Attr{Name: a.name, Value: value})
	}
	for c := r.t.First(n); c != 0; c = r.t.Next(c) {
		if !r.t.IsText(c) && r.t.Name(c).Local == "e" {
			fence.Children = append(fence.Children, row(r.children(c)))
		}
	}
	return fence
}

// matrix returns a matrix (22.1.2.60).
func (r reader) matrix(n xmlread.NodeID) *mathml.Node {
	table := &mathml.Node{Name: "mtable"}
	for c := r.t.First(n); c != 0; c = r.t.Next(c) {
		if r.t.IsText(c) || r.t.Name(c).Local != "mr" {
			continue
		}
		line := &mathml.Node{Name: "mtr"}
		for e := r.t.First(c); e != 0; e = r.t.Next(e) {
			if !r.t.IsText(e) && r.t.Name(e).Local == "e" {
				line.Children = append(line.Children, node("mtd", r.children(e)...))
			}
		}
		table.Children = append(table.Children, line)
	}
	return table
}

// equations returns equations below one another (22.1.2.34), each a row.
func (r reader) equations(n xmlread.NodeID) *mathml.Node {
	table := &mathml.Node{Name: "mtable", Attrs: []mathml.Attr{{Name: "columnalign", Value: "right"}}}
	for c := r.t.First(n); c != 0; c = r.t.Next(c) {
		if !r.t.IsText(c) && r.t.Name(c).Local == "e" {
			table.Children = append(table.Children, node("mtr", node("mtd", aligned(r.children(c))...)))
		}
	}
	if len(table.Children) == 1 {
		return row(table.Children[0].Children[0].Children)
	}
	return table
}

// aligned leaves out the marks of alignment, which are ampersands.
func aligned(nodes []*mathml.Node) []*mathml.Node {
	out := nodes[:0]
	for _, n := range nodes {
		if n.Name != "mo" || n.Text != "&" {
			out = append(out, n)
		}
	}
	return out
}

// decorated returns what has a mark above, below or around it.
func (r reader) decorated(n xmlread.NodeID, name string) *mathml.Node {
	inner := r.arg(n, "e")
	switch name {
	case "acc": // 22.1.2.1
		mark, ok := r.property(n, "accPr", "chr")
		if !ok {
			mark = "\u0302"
		}
		return node("mover", inner, leaf("mo", spacing(mark)))
	case "bar": // 22.1.2.7
		if pos, _ := r.property(n, "barPr", "pos"); pos == "top" {
			return node("mover", inner, leaf("mo", "‾"))
		}
		return node("munder", inner, leaf("mo", "_"))
	case "groupChr": // 22.1.2.41
		mark, ok := r.property(n, "groupChrPr", "chr")
		if !ok {
			mark = "⏟"
		}
		if pos, _ := r.property(n, "groupChrPr", "pos"); pos == "top" {
			return node("mover", inner, leaf("mo", mark))
		}
		return node("munder", inner, leaf("mo", mark))
	case "borderBox": // 22.1.2.11
		box := node("menclose", inner)
		box.Attrs = []mathml.Attr{{Name: "notation", Value: "box"}}
		return box
	}
	if r.isUnseen(n) {
		return node("mphantom", inner)
	}
	return inner
}

// isUnseen reports whether an element is a phantom that only takes room
// (22.1.2.81).
func (r reader) isUnseen(n xmlread.NodeID) bool {
	_, ok := r.property(n, "phantPr", "show")
	return ok && !r.is(n, "phantPr", "show")
}
