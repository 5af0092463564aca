package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown"
)

// stays reports whether a top-level block may stand in the backstory byte for
// byte. The first block of a run must also not join what stands before it: it
// begins at the margin, and is neither a rule, which at the head of a file
// would open front matter, nor indented code, which after a list would belong
// to its last item.
func (r *reader) stays(n markdown.NodeID, first bool) bool {
	node := &r.tree.Nodes[n]
	if r.tree.Truncated || r.mdx && r.isModule(n) {
		return false
	}
	indented := node.Start > 0 && r.source[node.Start-1] != '\n'
	if first && (indented || node.Kind == markdown.KindThematicBreak) {
		return false
	}
	return r.clean(n)
}

// clean reports whether nothing in a block has to change.
func (r *reader) clean(n markdown.NodeID) bool {
	node := &r.tree.Nodes[n]
	switch node.Kind {
	case markdown.KindParagraph, markdown.KindTableCell:
		return r.cleanInlines(n)
	case markdown.KindThematicBreak:
		return true
	case markdown.KindCodeBlock:
		return node.Mark == 0 || node.Closed && plainInfo(r.tree.Info(n)) && !markdown.HasChatToken(r.tree.Text(n))
	case markdown.KindTableRow:
		if node.Excess {
			return false
		}
	case markdown.KindBlockQuote, markdown.KindList, markdown.KindItem, markdown.KindTable:
	default:
		return false
	}
	for c := node.First; c != 0; c = r.tree.Nodes[c].Next {
		if !r.clean(c) {
			return false
		}
	}
	return true
}

// plainInfo reports whether an info string is a language's name, with nothing
// behind it that could be more than a hint.
func plainInfo(info string) bool {
	return strings.Trim(info, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#._-") == "" && len(info) <= 32
}

// cleanInlines reports whether the text of a leaf may stay: it has no image,
// HTML, reference or footnote, and its links lead where links may lead.
func (r *reader) cleanInlines(n markdown.NodeID) bool {
	if r.hasChatToken(n) {
		return false
	}
	r.tree.Inlines(n, &r.look)
	r.looked = n
	for i := range r.look.Nodes {
		in := &r.look.Nodes[i]
		switch in.Kind {
		case markdown.KindHTML, markdown.KindImage, markdown.KindFootnoteRef:
			return false
		case markdown.KindLink, markdown.KindAutolink, markdown.KindBareLink:
			if link := &r.look.Links[in.Link]; link.Def != 0 || !markdown.IsTarget(link.Dest) {
				return false
			}
		}
	}
	return true
}

// hasChatToken reports whether the text of a leaf holds a special token. None
// goes over a line's end, so that the source tells as much as the text; but in
// a cell a backslash before a pipe goes.
func (r *reader) hasChatToken(n markdown.NodeID) bool {
	node := &r.tree.Nodes[n]
	if node.Kind == markdown.KindTableCell {
		return markdown.HasChatToken(r.tree.Text(n))
	}
	return markdown.HasChatToken(r.source[node.Start:node.End])
}
