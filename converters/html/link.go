package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/head"
	"github.com/seed353dc258/backstory/document"
)

// Target returns where the link that a format makes leads, and its title.
func (b *builder) Target(id int32) (url, title string) {
	href, _ := b.t.FormatAttr(id, dom.AttrHref)
	title, _ = b.t.FormatAttr(id, dom.AttrTitle)
	return head.Resolve(b.base, href), strings.TrimSpace(title)
}

// LinkStyles returns the styles that the link of a format is in.
func (b *builder) LinkStyles(id int32) document.Styles { return b.looks(id).linkStyles }

// isPermalink reports whether the text of a link is but a sign, with which a
// page lets its readers copy the address of a heading.
func (b *builder) isPermalink(id, format int32, text string) bool {
	switch strings.TrimSpace(text) {
	case "¶", "#", "§", "🔗", "⚓", "\uf0c1":
		href, _ := b.t.FormatAttr(format, dom.AttrHref)
		return strings.HasPrefix(href, "#") && !b.linked(id-1, -1, format) && !b.linked(id+1, 1, format)
	}
	return false
}

// linked reports whether the next text in a direction is in a link, too.
func (b *builder) linked(id, step, format int32) bool {
	const most = 16 // elements between two texts of a link
	for range most {
		if id <= dom.Root || id >= b.t.Nodes.Len() {
			return false
		}
		if n := b.t.Node(id); n.IsText {
			link := b.looks(n.Format).link
			return link != 0 && b.t.Formats.At(link).Data == b.t.Formats.At(format).Data && strings.TrimSpace(b.t.Text(id)) != ""
		}
		id += step
	}
	return false
}

// Apart reports whether two links are side by side. A style sheet mostly
// sets such links apart, which is in no page; no one writes one word in two.
func (b *builder) Apart(a, z int32) bool {
	return a != 0 && z != 0 && a != z && b.t.Formats.At(a).Data != b.t.Formats.At(z).Data
}
