package canvas

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Stage is what is known of a page by the places in it.
type Stage struct {
	Off   map[int32]visible.Way // elements and texts that nobody sees by their place
	Lying map[int32]bool        // formats of which it is known what they lie over
	used  map[string]bool       // by id: what drawings show of their definitions
}

// Uses reports whether a drawing shows a definition, or a part of one.
func (s *Stage) Uses(t *dom.Tree, id int32) bool {
	if s.used == nil {
		s.used = map[string]bool{}
		for i := range t.Nodes.Len() {
			if !t.Node(i).IsText && t.Name(i) == "use" {
				href := t.Value(i, dom.AttrHref) + t.Value(i, dom.AttrXlinkHref)
				s.used[strings.TrimPrefix(strings.TrimSpace(href), "#")] = true
			}
		}
	}
	if s.used[t.Value(id, dom.AttrId)] {
		return true
	}
	for c := range t.Children(id) {
		if !t.Node(c).IsText && s.Uses(t, c) {
			return true
		}
	}
	return false
}
