package mathml

import (
	"strings"
)

// element returns one element by its name.
func (w *writer) element(n *Node) string {
	switch n.Name {
	case "mi", "mn", "mo", "mtext", "ms", "mspace":
		return w.token(n)
	case "mfrac":
		return w.fraction(n)
	case "msqrt":
		return `\sqrt` + braced(w.content(n))
	case "mroot":
		return `\sqrt[` + w.child(n, 1) + "]" + braced(w.child(n, 0))
	case "msub", "msup", "msubsup":
		return w.scripts(n)
	case "munder", "mover", "munderover":
		return w.limits(n)
	case "mmultiscripts":
		return w.multiscripts(n)
	case "mtable":
		return w.table(n, "matrix")
	case "mfenced":
		return w.mfenced(n)
	case "menclose":
		return w.enclose(n)
	case "semantics":
		return w.semantics(n)
	case "mphantom", "annotation", "annotation-xml", "none", "mprescripts", "maligngroup", "malignmark":
		return ""
	}
	return w.content(n)
}

// token returns an element without mathematics inside.
func (w *writer) token(n *Node) string {
	switch n.Name {
	case "mi":
		return identifier(n)
	case "mn":
		return variant(n, escape(strings.TrimSpace(n.Text)))
	case "mo":
		return operator(strings.TrimSpace(n.Text))
	case "mspace":
		return space(n)
	}
	return w.words(n)
}

// content returns what is in an element that groups others, or its text.
func (w *writer) content(n *Node) string {
	if len(n.Children) == 0 {
		return escape(strings.TrimSpace(n.Text))
	}
	return w.row(n.Children)
}

// child returns the child at a place, or "".
func (w *writer) child(n *Node, i int) string {
	if i >= len(n.Children) {
		return ""
	}
	return w.node(n.Children[i])
}

// words returns a text element: its text, and mathematics that is in it.
func (w *writer) words(n *Node) string {
	s := strings.Join(strings.Fields(n.Text), " ")
	var parts []string
	if s != "" || n.Text != "" && len(n.Children) == 0 {
		if s == "" {
			return `\ `
		}
		if strings.HasPrefix(n.Text, " ") || strings.HasPrefix(n.Text, "\u00a0") {
			s = " " + s
		}
		if strings.HasSuffix(n.Text, " ") || strings.HasSuffix(n.Text, "\u00a0") {
			s += " "
		}
		parts = append(parts, `\text`+braced(escapeText(s)))
	}
	for _, c := range n.Children {
		parts = append(parts, w.node(c))
	}
	return join(parts)
}

// space returns an mspace element as a space of about its width.
func space(n *Node) string {
	switch v := n.attr("width"); {
	case v == "", strings.HasPrefix(v, "0"), strings.HasPrefix(v, "-"):
		return ""
	case strings.HasSuffix(v, "em") && v[0] >= '2':
		return `\qquad `
	case strings.HasSuffix(v, "em"):
		return `\quad `
	}
	return `\,`
}

func (w *writer) fraction(n *Node) string {
	over, under := w.child(n, 0), w.child(n, 1)
	if t := n.attr("linethickness"); t == "0" || strings.HasPrefix(t, "0p") || strings.HasPrefix(t, "0e") {
		return `\genfrac{}{}{0pt}{}` + braced(over) + braced(under)
	}
	return `\frac` + braced(over) + braced(under)
}

// enclose returns a menclose element.
func (w *writer) enclose(n *Node) string {
	s := w.content(n)
	switch {
	case hasWord(n.attr("notation"), "box"), hasWord(n.attr("notation"), "roundedbox"):
		return `\boxed` + braced(s)
	case hasWord(n.attr("notation"), "radical"):
		return `\sqrt` + braced(s)
	case strings.Contains(n.attr("notation"), "strike"):
		return `\cancel` + braced(s)
	case hasWord(n.attr("notation"), "top"):
		return `\overline` + braced(s)
	case hasWord(n.attr("notation"), "bottom"):
		return `\underline` + braced(s)
	}
	return s
}

// semantics returns the TeX that an annotation holds, else the first child.
func (w *writer) semantics(n *Node) string {
	for _, c := range n.Children {
		if c.Name != "annotation" {
			continue
		}
		switch strings.ToLower(c.attr("encoding")) {
		case "application/x-tex", "application/x-latex", "tex", "latex", "text/x-tex", "application/tex":
			if s := strings.Join(strings.Fields(c.Text), " "); s != "" && !hasDollar(s) && says(s, n) {
				return s
			}
		}
	}
	for _, c := range n.Children {
		if c.Name != "annotation" && c.Name != "annotation-xml" {
			return w.node(c)
		}
	}
	return ""
}

// hasDollar reports whether TeX has a dollar sign that would end it.
func hasDollar(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '$':
			return true
		}
	}
	return false
}

func hasWord(s, word string) bool {
	for _, w := range strings.Fields(s) {
		if w == word {
			return true
		}
	}
	return false
}

// mfenced returns an mfenced element, whose fences are attributes.
func (w *writer) mfenced(n *Node) string {
	open, end, separators := "(", ")", ","
	for _, a := range n.Attrs {
		switch a.Name {
		case "open":
			open = strings.TrimSpace(a.Value)
		case "close":
			end = strings.TrimSpace(a.Value)
		case "separators":
			separators = strings.Join(strings.Fields(a.Value), "")
		}
	}
	marks := []rune(separators)
	var parts []string
	tall := false
	for i, c := range n.Children {
		if i > 0 && len(marks) > 0 {
			parts = append(parts, escape(string(marks[min(i-1, len(marks)-1)])))
		}
		parts = append(parts, w.node(c))
		tall = tall || isTall(c)
	}
	if len(n.Children) == 1 {
		if s, ok := w.matrix(open, end, n.Children[0]); ok {
			return s
		}
	}
	return fence(open, end, join(parts), tall)
}

// deepest is how many elements may be nested; of those inside, the text is
// kept.
const deepest = 64

type writer struct{ depth int }

// node returns one element.
func (w *writer) node(n *Node) string {
	if n == nil {
		return ""
	}
	if w.depth >= deepest {
		return escape(strings.TrimSpace(text(n)))
	}
	w.depth++
	defer func() { w.depth-- }()
	return w.element(n)
}

// row returns elements one after the other.
func (w *writer) row(nodes []*Node) string {
	var parts []string
	for i := 0; i < len(nodes); i++ {
		if s, used := w.fenced(nodes[i:]); used > 0 {
			parts = append(parts, s)
			i += used - 1
			continue
		}
		n := nodes[i]
		if i+1 < len(nodes) && nodes[i+1].Name == "mo" && strings.TrimSpace(nodes[i+1].Text) == applies {
			n = Function(n)
		}
		parts = append(parts, w.node(n))
	}
	return join(parts)
}

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
	at, tall := endOf(open, nodes)
	if at == 2 {
		if s, ok := w.matrix(open, fenceOf(nodes[at]), nodes[1]); ok {
			return s, 3
		}
	}
	switch {
	case at > 0 && tall:
		return fence(open, fenceOf(nodes[at]), w.row(nodes[1:at]), true), at + 1
	case at == 0 && open == "{" && nodes[1].Name == "mtable":
		return w.table(nodes[1], "cases"), 2
	}
	return "", 0
}

// maxFenced bounds the nodes between fences that are looked at.
const maxFenced = 32

// endOf returns where the fence ends that the first of the nodes opens, and
// whether there is tall content in it; 0 where it does not end.
func endOf(open string, nodes []*Node) (at int, tall bool) {
	depth := 0
	for i := 1; i < len(nodes) && i <= maxFenced; i++ {
		switch end := fenceOf(nodes[i]); {
		case end == open && closing(open) != open:
			depth++
		case end == "" || !closes(open, end):
			tall = tall || isTall(nodes[i])
		case depth > 0:
			depth--
		default:
			return i, tall
		}
	}
	return 0, tall
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
