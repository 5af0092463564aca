package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// inHidden reads a top-level block inside an element that hides, by the policy.
func (b *builder) inHidden(out []document.Block, n scan.NodeID) []document.Block {
	node := &b.tree.Nodes[n]
	if node.Kind == scan.KindHTMLBlock {
		return b.endHidden(out, n)
	}
	v := b.html.hides
	ends := node.Kind == scan.KindParagraph && hasFold(b.source[node.Start:node.End], "</"+v.name)
	if v.drops && !ends {
		return out
	}
	if b.html.hides = (hider{}); v.drops {
		b.html.ends = v
		return b.block(out, n)
	}
	blocks := b.block(nil, n)
	if !ends {
		b.html.hides = v
	}
	return append(out, v.label.LabelBlocks(blocks)...)
}

// endHidden looks for the end of the element in a block of HTML, and reads what is
// behind it.
func (b *builder) endHidden(out []document.Block, n scan.NodeID) []document.Block {
	text, v, end := b.text(n), b.html.hides, -1
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
	if b.html.hides = v; end >= 0 {
		b.html.hides, shown = hider{}, end
	}
	if !v.drops {
		out = append(out, v.label.LabelBlocks(b.htmlText(nil, n, text[:shown], 0))...)
	}
	if strings.TrimSpace(text[shown:]) == "" {
		return out
	}
	return b.htmlBlock(out, n, text[shown:], strings.Count(text[:shown], "\n"))
}
