package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// isModule reports whether a block of an MDX file is program text: an import,
// an export, or a component, whose name begins with a capital letter.
func (r *reader) isModule(n scan.NodeID) bool {
	node := &r.tree.Nodes[n]
	switch node.Kind {
	case scan.KindParagraph, scan.KindHTMLBlock:
	default:
		return false
	}
	if node.Parent != 0 {
		return false
	}
	text := r.source[node.Start:node.End]
	if strings.HasPrefix(text, "import ") || strings.HasPrefix(text, "export ") {
		return true
	}
	return isComponent(text)
}

// isComponent reports whether a text begins with the tag of a component or of
// a fragment (<>).
func isComponent(text string) bool {
	name := strings.TrimPrefix(strings.TrimPrefix(text, "<"), "/")
	if len(name) == len(text) || name == "" {
		return false
	}
	return name[0] >= 'A' && name[0] <= 'Z' || name[0] == '>'
}
