package xml

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/mathml"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
)

// formulas reads formulas in LaTeX and in MathML.
type formulas struct {
	of     *elements
	unseen tally.Count // parts of them
}

// tex returns the formula in an element, which is in LaTeX or in MathML: ""
// where nobody sees anything of it. It is not ok where it is words.
func (f *formulas) tex(n xmlread.NodeID) (tex string, ok bool) {
	if f.of.Name(n).Space == vocab.NsMathML {
		room, unseen := maxMath, f.unseen
		if node := f.mathNode(n, &room); room > 0 {
			return mathml.TeX(node), true
		}
		f.unseen = unseen // what is in it is read again
		return "", false
	}
	if f.of.Name(n).Local == "tex-math" {
		tex = bareTeX(f.of.All(n))
		return tex, tex != ""
	}
	inner := f.of.named(n, "alternatives")
	if inner == 0 {
		inner = n
	}
	best := f.of.named(inner, "tex-math")
	if best == 0 {
		best = f.of.named(inner, "math")
	}
	if best == 0 || best == n {
		return "", false
	}
	return f.tex(best)
}

// bareTeX returns the formula in a LaTeX document, without its delimiters.
func bareTeX(text string) string {
	if _, body, ok := strings.Cut(text, `\begin{document}`); ok {
		text, _, _ = strings.Cut(body, `\end{document}`)
	}
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "$"))
	if strings.IndexByte(text, '%') >= 0 {
		return text // a comment ends with its line
	}
	return strings.Join(strings.Fields(text), " ")
}

// countUnseen counts an element of a formula that takes room and is not seen.
func (f *formulas) countUnseen(n xmlread.NodeID) {
	if strings.EqualFold(f.of.Name(n).Local, "mphantom") {
		f.unseen.Add(f.of.Pos(n), 1)
	}
}

// mathNode returns an element of MathML as the writer of LaTeX wants it, as long as
// there is room for its elements.
func (f *formulas) mathNode(n xmlread.NodeID, room *int) *mathml.Node {
	node := &mathml.Node{Name: strings.ToLower(f.of.Name(n).Local)}
	for i := range f.of.Attrs(n) {
		name, value := f.of.AttrAt(n, i)
		node.Attrs = append(node.Attrs, mathml.Attr{Name: name.Local, Value: value})
	}
	var text strings.Builder
	for c := f.of.First(n); c != 0 && *room > 0; c = f.of.Next(c) {
		if f.of.IsText(c) {
			text.WriteString(f.of.Text(c))
			continue
		}
		*room--
		f.countUnseen(c)
		node.Children = append(node.Children, f.mathNode(c, room))
	}
	node.Text = text.String()
	return node
}
