package omml

import (
	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

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

// limitBase returns what a limit is at: a function's name is one word.
func (r reader) limitBase(n xmlread.NodeID) *mathml.Node {
	base := r.arg(n, "e")
	if base.Name == "mrow" {
		word := ""
		for _, c := range base.Children {
			if c.Name != "mi" || len(c.Children) > 0 {
				return base
			}
			word += c.Text
		}
		return leaf("mi", word)
	}
	return base
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
