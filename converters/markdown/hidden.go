package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// inHidden reads a top-level block inside an element that hides, by the policy.
func (r *reader) inHidden(out []document.Block, n scan.NodeID) []document.Block {
	node := &r.tree.Nodes[n]
	if node.Kind == scan.KindHTMLBlock {
		return r.endHidden(out, n)
	}
	v := r.hides
	ends := node.Kind == scan.KindParagraph && hasFold(r.source[node.Start:node.End], "</"+v.name)
	if v.drops && !ends {
		return out
	}
	if r.hides = (hider{}); v.drops {
		r.ends = v
		return r.block(out, n)
	}
	blocks := r.block(nil, n)
	if !ends {
		r.hides = v
	}
	return append(out, v.label.LabelBlocks(blocks)...)
}

// endHidden looks for the end of the element in a block of HTML, and reads what is
// behind it.
func (r *reader) endHidden(out []document.Block, n scan.NodeID) []document.Block {
	text, v, end := r.text(n), r.hides, -1
	eachTag(text, func(name string, in *scan.Inline, behind int) bool {
		switch {
		case name != v.name:
		case in.Form == scan.FormOpenTag:
			v.inside++
		case v.inside > 0:
			v.inside--
		default:
			end = behind
		}
		return end < 0
	})
	shown := len(text)
	if r.hides = v; end >= 0 {
		r.hides, shown = hider{}, end
	}
	if !v.drops {
		out = append(out, v.label.LabelBlocks(r.htmlText(nil, n, text[:shown], 0))...)
	}
	if strings.TrimSpace(text[shown:]) == "" {
		return out
	}
	return r.htmlBlock(out, n, text[shown:], strings.Count(text[:shown], "\n"))
}
