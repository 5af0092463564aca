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
			tree.Inlines(scan.NodeID(i), &in)
			sound = !hasHeading(in.Nodes, base)
		}
		if !sound {
			return false
		}
	}
	return tree.Rest == len(text) && !tree.Truncated
}

// hasHeading reports whether there is the tag of such a heading among inlines.
func hasHeading(nodes []scan.Inline, base int) bool {
	return slices.ContainsFunc(nodes, func(n scan.Inline) bool { return n.Kind == scan.KindHTML && hasHeadingTag(n.Text, base) })
}

// hasHeadingTag reports whether HTML has the tag of a heading that belongs to
// the output.
func hasHeadingTag(html string, base int) bool {
	html = strings.ToLower(html)
	for level := range base {
		if strings.Contains(html, "<h"+strconv.Itoa(level+1)) {
			return true
		}
	}
	return false
}
