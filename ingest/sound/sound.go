// Package sound judges texts that somebody else may have made: whether our writer could have
// written them.
package sound

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// Chapter reports whether a text is one that our writer could have written as a
// chapter whose footnotes have a prefix, under a heading of a level. Somebody else may
// have made it: a chapter must not hold a heading that belongs to the output, reach beyond
// its end, or define what others refer to. Its characters are for the gate.
func Chapter(text, prefix string, base int) bool {
	if strings.ContainsRune(text, '\r') || strings.HasSuffix(text, "\n") {
		return false
	}
	tree := scan.Parse(text, scan.Options{Footnotes: true})
	var in scan.Inlines
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		sound := true
		switch n.Kind {
		case scan.KindHeading:
			sound = int(n.Level) > base
		case scan.KindDefinition:
			sound = false
		case scan.KindFootnote:
			sound = strings.HasPrefix(text[n.Info.Start:n.Info.End], prefix)
		case scan.KindCodeBlock:
			sound = n.Mark == 0 || n.Closed
		case scan.KindHTMLBlock:
			sound = (n.Level > 5 || n.Closed) && !hasHeadingTag(text[n.Start:n.End], base)
		case scan.KindParagraph, scan.KindTableCell:
			sound = !hasHeading(tree, scan.NodeID(i), &in, base)
		}
		if !sound {
			return false
		}
	}
	return tree.Rest == len(text) && !tree.Truncated
}

// hasHeading reports whether there is the tag of such a heading among the inlines of a
// leaf. Few have such a text, if only in code: the others need not be read closely.
func hasHeading(tree *scan.Tree, id scan.NodeID, in *scan.Inlines, base int) bool {
	if text := tree.Source[tree.Nodes[id].Start:tree.Nodes[id].End]; !hasHeadingTag(text, base) {
		return false
	}
	tree.Inlines(id, in)
	return slices.ContainsFunc(in.Nodes, func(n scan.Inline) bool { return n.Kind == scan.KindHTML && hasHeadingTag(n.Text, base) })
}

// hasHeadingTag reports whether HTML has the tag of a heading that belongs to
// the output.
func hasHeadingTag(html string, base int) bool {
	if !strings.Contains(html, "<") {
		return false
	}
	html = strings.ToLower(html)
	for level := range base {
		if strings.Contains(html, "<h"+strconv.Itoa(level+1)) {
			return true
		}
	}
	return false
}
