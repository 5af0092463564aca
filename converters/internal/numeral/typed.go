package numeral

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// Untype takes the numbers out of the text of items where each of them begins with the
// number that is its marker, as in lists that were pasted: "1. 1. First".
func Untype(items []document.Item) {
	for i := range items {
		if _, _, ok := typed(&items[i]); !ok {
			return
		}
	}
	for i := range items {
		if p, rest, _ := typed(&items[i]); rest != "" {
			p.Inlines[0].(*document.Text).Value = rest
		} else {
			p.Inlines = p.Inlines[1:]
		}
	}
}

// typed returns the paragraph that an item begins with, and what is behind the item's
// marker in its first text. It is not ok for one that does not begin with the marker.
func typed(item *document.Item) (p *document.Paragraph, rest string, ok bool) {
	number := strings.TrimSuffix(item.Marker, ".")
	if len(item.Blocks) == 0 || number == item.Marker {
		return nil, "", false
	}
	if p, ok = item.Blocks[0].(*document.Paragraph); !ok || len(p.Inlines) == 0 {
		return nil, "", false
	}
	text, ok := p.Inlines[0].(*document.Text)
	if !ok {
		return nil, "", false
	}
	behind, ok := strings.CutPrefix(text.Value, number)
	if !ok || behind == "" || behind[0] != '.' && behind[0] != ')' {
		return nil, "", false
	}
	rest = strings.TrimLeft(behind[1:], " \u00a0")
	return p, rest, rest != behind[1:] && rest != "" || rest == "" && len(p.Inlines) > 1 // "1.5 metres" is none
}
