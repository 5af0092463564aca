package judge

import (
	"strings"
)

// Leaf is a block without blocks inside it, or the start of an item or a row.
type Leaf struct {
	Path string // the containers: ">" a quote, "-" an item, "^" a note, "|" a table
	Kind string // "h1" to "h6", "p", "code", "item", "row", "cell", "rule", "html"
	Text string // with white space made single spaces, of code as it is
	Link string // the targets of links in it, in order; those of a row are with the row
}

// Heading is a heading of an outline.
type Heading struct {
	Level int
	Text  string
}

// Page is what is compared of a text.
type Page struct {
	Leaves []Leaf
	Math   bool     // the model has mathematics, which readers show in many ways
	links  []string // of the next leaf; autolinks that show their target are text
}

// leaf adds a leaf.
func (p *Page) leaf(path, kind, text string) {
	p.Leaves = append(p.Leaves, Leaf{path, kind, text, strings.Join(p.links, " ")})
	p.links = nil
}

// space makes all white space single spaces.
func space(s string) string { return strings.Join(strings.Fields(s), " ") }

// codeText is code without what readers do not agree on: white space on empty
// lines, and empty lines at the end.
func codeText(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.TrimSpace(l) == "" {
			lines[i] = ""
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
