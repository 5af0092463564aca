package mathml

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scripts returns a base with its subscript and superscript.
func (w *writer) scripts(n *Node) string {
	base := w.base(n)
	switch n.Name {
	case "msub":
		return base + "_" + script(w.child(n, 1))
	case "msup":
		return base + superscript(w.child(n, 1))
	}
	return base + "_" + script(w.child(n, 1)) + superscript(w.child(n, 2))
}

// superscript returns an exponent; primes need none.
func superscript(s string) string {
	if s != "" && strings.Trim(s, "'") == "" {
		return s
	}
	return "^" + script(s)
}

// base returns the first child as what scripts may follow.
func (w *writer) base(n *Node) string {
	if len(n.Children) == 0 {
		return "{}"
	}
	s := w.node(n.Children[0])
	switch first := n.Children[0]; {
	case s == "":
		return "{}"
	case first.Name == "mi" || first.Name == "mn" || first.Name == "mo" || first.Name == "mtext":
		return s
	case first.Name == "mrow" && len(first.Children) == 1 || len(s) == 1:
		return s
	case strings.HasPrefix(s, `\left`) || strings.HasPrefix(s, `\begin`) || strings.HasPrefix(s, `\sqrt`) || strings.HasPrefix(s, "("):
		return s
	}
	return braced(s)
}

// limits returns a base with the text below and above it.
func (w *writer) limits(n *Node) string {
	if len(n.Children) < 2 {
		return w.content(n)
	}
	base := n.Children[0]
	under, over := "", ""
	underNode, overNode := n.Children[1], n.Children[1]
	switch n.Name {
	case "munder":
		under, overNode = w.node(underNode), nil
	case "mover":
		over, underNode = w.node(overNode), nil
	default:
		under = w.node(underNode)
		overNode = nil
		if len(n.Children) > 2 {
			overNode = n.Children[2]
			over = w.node(overNode)
		}
	}
	if takesLimits(base) {
		s := w.node(base)
		if under != "" {
			s += "_" + script(under)
		}
		if over != "" {
			s += "^" + script(over)
		}
		return s
	}
	s := w.node(base)
	if overNode != nil {
		s = above(s, overNode, over)
	}
	if underNode != nil {
		s = below(s, underNode, under)
	}
	return s
}

// takesLimits reports whether scripts below and above a base are its limits.
func takesLimits(n *Node) bool {
	for len(n.Children) == 1 && (n.Name == "mrow" || n.Name == "mstyle") {
		n = n.Children[0]
	}
	s := strings.TrimSpace(n.Text)
	switch {
	case len(n.Children) > 0:
		return false
	case n.Name == "mo":
		first, _ := utf8.DecodeRuneInString(s)
		return limitFunctions[s] || unicode.Is(largeOperators, first)
	}
	return (n.Name == "mi" || n.Name == "mtext") && limitFunctions[s]
}

// largeOperators are products, sums, integrals and their like.
var largeOperators = &unicode.RangeTable{R16: []unicode.Range16{{0x220F, 0x2211, 1}, {0x222B, 0x2233, 1}, {0x22C0, 0x22C3, 1}, {0x2A00, 0x2A1C, 1}}}

func above(base string, n *Node, over string) string {
	if cmd, ok := accents[strings.TrimSpace(text(n))]; ok && len(n.Children) == 0 {
		return cmd + braced(base)
	}
	return `\overset` + braced(over) + braced(base)
}

func below(base string, n *Node, under string) string {
	if cmd, ok := underAccents[strings.TrimSpace(text(n))]; ok && len(n.Children) == 0 {
		return cmd + braced(base)
	}
	return `\underset` + braced(under) + braced(base)
}

// multiscripts returns a base with scripts on both sides.
func (w *writer) multiscripts(n *Node) string {
	if len(n.Children) == 0 {
		return ""
	}
	var before, after strings.Builder
	to := &after
	rest := n.Children[1:]
	for len(rest) > 0 {
		if rest[0].Name == "mprescripts" {
			to, rest = &before, rest[1:]
			continue
		}
		sub, sup := w.node(rest[0]), ""
		if len(rest) > 1 && rest[1].Name != "mprescripts" {
			sup = w.node(rest[1])
			rest = rest[1:]
		}
		rest = rest[1:]
		if sub != "" {
			to.WriteString("_" + script(sub))
		}
		if sup != "" {
			to.WriteString("^" + script(sup))
		}
	}
	s := w.base(n) + after.String()
	if before.Len() > 0 {
		s = "{}" + before.String() + s
	}
	return s
}
