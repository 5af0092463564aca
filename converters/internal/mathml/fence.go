package mathml

import "strings"

// fence returns content between fences. Tall content needs fences that grow.
func fence(open, end, content string, tall bool) string {
	if !tall {
		return join([]string{operator(open), content, operator(end)})
	}
	return join([]string{`\left` + delimiter(open), content, `\right` + delimiter(end)})
}

// delimiter returns what may follow \left or \right; a dot is none.
func delimiter(s string) string {
	if s == "" {
		return "."
	}
	return operator(s)
}

// closing returns the fence that closes another one.
func closing(open string) string {
	switch open {
	case "(":
		return ")"
	case "[":
		return "]"
	case "{":
		return "}"
	case "⟨", "〈", "<":
		return "⟩"
	case "⌊":
		return "⌋"
	case "⌈":
		return "⌉"
	case "|":
		return "|"
	case "‖", "∥":
		return "‖"
	}
	return ""
}

// isTall reports whether an element is higher than a line.
func isTall(n *Node) bool {
	switch n.Name {
	case "mfrac", "mtable", "munderover", "munder", "mroot", "msqrt":
		return true
	case "mrow", "mstyle", "mpadded", "msup", "msub", "msubsup", "semantics", "mfenced":
		for i, c := range n.Children {
			if i > 8 {
				break
			}
			if c.Name == "mfrac" || c.Name == "mtable" || c.Name == "munderover" {
				return true
			}
		}
	}
	return false
}

// fenced reads fences around tall content or a table, from the first of the
// nodes on, and returns how many nodes it took; 0 for none.
func (w *writer) fenced(nodes []*Node) (string, int) {
	open := fenceOf(nodes[0])
	if open == "" || closing(open) == "" || len(nodes) < 2 {
		return "", 0
	}
	const most = 32 // nodes between fences that are looked at
	tall, depth := false, 0
	for i := 1; i < len(nodes) && i <= most; i++ {
		end := fenceOf(nodes[i])
		switch {
		case end == open && closing(open) != open:
			depth++
		case end == "" || !closes(open, end):
			tall = tall || isTall(nodes[i])
		case depth > 0:
			depth--
		case i == 2:
			if s, ok := w.matrix(open, end, nodes[1]); ok {
				return s, 3
			}
			fallthrough
		default:
			if !tall {
				return "", 0
			}
			return fence(open, end, w.row(nodes[1:i]), true), i + 1
		}
	}
	if open == "{" && nodes[1].Name == "mtable" {
		return w.table(nodes[1], "cases"), 2
	}
	return "", 0
}

func closes(open, end string) bool {
	return end == closing(open) || strings.ContainsAny(open, "([") && (end == ")" || end == "]")
}

// fenceOf returns the fence that an operator is, or "".
func fenceOf(n *Node) string {
	if n.Name != "mo" {
		return ""
	}
	switch s := strings.TrimSpace(n.Text); s {
	case "(", ")", "[", "]", "{", "}", "⟨", "⟩", "〈", "〉", "⌊", "⌋", "⌈", "⌉", "|", "‖", "∥":
		if s == "∥" {
			return "‖"
		}
		return s
	}
	return ""
}

// matrix returns a table between fences as the matrix that they make of it.
func (w *writer) matrix(open, end string, n *Node) (string, bool) {
	for (n.Name == "mrow" || n.Name == "mstyle") && len(n.Children) == 1 {
		n = n.Children[0]
	}
	if n.Name != "mtable" {
		return "", false
	}
	switch open + end {
	case "()":
		return w.table(n, "pmatrix"), true
	case "[]":
		return w.table(n, "bmatrix"), true
	case "{}":
		return w.table(n, "Bmatrix"), true
	case "||":
		return w.table(n, "vmatrix"), true
	case "‖‖":
		return w.table(n, "Vmatrix"), true
	case "{":
		return w.table(n, "cases"), true
	}
	return "", false
}

// table returns a table as an environment.
func (w *writer) table(n *Node, environment string) string {
	var rows []string
	for _, r := range n.Children {
		if r.Name != "mtr" && r.Name != "mlabeledtr" {
			continue
		}
		var cells []string
		for i, c := range r.Children {
			if r.Name == "mlabeledtr" && i == 0 {
				continue // its label
			}
			cells = append(cells, w.node(c))
		}
		rows = append(rows, strings.Join(cells, " & "))
	}
	if environment == "matrix" && strings.HasPrefix(n.attr("columnalign"), "right") {
		environment = "aligned"
	}
	return `\begin` + braced(environment) + strings.Join(rows, ` \\ `) + `\end` + braced(environment)
}
