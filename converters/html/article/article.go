// Package article finds the main content of a page.
package article

import (
	"iter"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// parts are elements that a page tells apart by their names or by what they say they are.
type parts struct{ names, roles []string }

var (
	mains    = parts{[]string{"main"}, []string{"main"}}
	articles = parts{[]string{"article"}, []string{"article"}}
	aparts   = parts{
		[]string{"nav", "aside", "footer", "form", "dialog", "menu"},
		[]string{"navigation", "complementary", "contentinfo", "search", "banner", "menu", "dialog"},
	}
	proses   = parts{names: []string{"p", "pre", "blockquote", "td", "dd", "li", "figcaption"}}
	headings = parts{names: []string{"h1"}}
)

// has reports whether an element is one of the parts.
func (p *parts) has(n *Node) bool {
	return n.Name != "" && slices.Contains(p.names, n.Name) || n.Role != "" && slices.Contains(p.roles, n.Role)
}

// Node is an element or a text of a page, of what shows.
type Node struct {
	ID     int32
	Name   string // of an element
	Role   string
	Text   string
	Linked bool // a text that leads somewhere
	parent *Node
	inside []*Node
}

// Add puts a node into an element, behind what is in it.
func (n *Node) Add(inner *Node) {
	inner.parent = n
	n.inside = append(n.inside, inner)
}

// around are the elements around a node, from the inside out.
func (n *Node) around() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := n.parent; n != nil && yield(n); n = n.parent {
		}
	}
}

// below are all nodes in an element, in their order.
func (n *Node) below() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.visit(yield) }
}

func (n *Node) visit(yield func(*Node) bool) bool {
	for _, inner := range n.inside {
		if !yield(inner) || !inner.visit(yield) {
			return false
		}
	}
	return true
}

// find returns the elements in another that are one of some parts, in their order.
func (n *Node) find(p *parts) (found []*Node) {
	for inner := range n.below() {
		if p.has(inner) {
			found = append(found, inner)
		}
	}
	return found
}

// isIn reports whether an element is in one of some parts.
func (n *Node) isIn(p *parts) bool {
	for outer := range n.around() {
		if p.has(outer) {
			return true
		}
	}
	return false
}

// Article is the main content of a page: where it is, and what in it and around
// it is none.
type Article struct {
	Tops   []int32 // none for the whole page
	Title  int32   // a heading outside it that names it, or 0
	Apart  map[int32]bool
	Words  int      // outside
	Places []string // where those are
}

// Find looks for the main content: what the page itself calls main or article,
// else the element around most of the prose. The texts are those of the page.
func Find(t *dom.Tree, page *Node, texts []int32) *Article {
	a := &Article{Apart: map[int32]bool{}}
	tops := named(page)
	if top := densest(page); len(tops) == 0 && top != nil {
		tops = []*Node{top}
	}
	titled := false
	for _, top := range tops {
		a.Tops = append(a.Tops, top.ID)
		for _, n := range top.find(&aparts) {
			a.Apart[n.ID] = true
		}
		titled = titled || len(top.find(&headings)) > 0
	}
	if len(a.Tops) == 0 {
		return a // no prose: the whole page
	}
	if h := page.find(&headings); !titled && len(h) == 1 && h[0].ID < a.Tops[0] {
		a.Title = h[0].ID
	}
	a.measureOutside(t, texts)
	return a
}

// named returns the elements that a page calls its main content: one main, or
// the articles, if they have most of the prose.
func named(page *Node) []*Node {
	if found := page.find(&mains); len(found) == 1 {
		if inner := found[0].find(&articles); len(inner) == 1 && 2*prose(inner[0]) > prose(found[0]) {
			return inner
		}
		return found
	}
	list, said := page.find(&articles), 0
	list = slices.DeleteFunc(list, func(n *Node) bool { return n.isIn(&articles) || n.isIn(&aparts) })
	for _, n := range list {
		said += prose(n)
	}
	if n := len(list); n > 0 && n <= maxArticles && 2*said > prose(page) {
		return list
	}
	return nil
}

// maxArticles is how many articles a page of articles may have: what has more
// is a list of other things.
const maxArticles = 64

// prose returns how much running text there is in an element.
func prose(in *Node) int {
	total := 0
	for _, n := range in.find(&proses) {
		total += n.weight()
	}
	return total
}

// weight is how much an element says that has no other prose in it: its text
// without that of its links. A short text is a label, not prose.
func (n *Node) weight() int {
	var text strings.Builder
	linked := 0
	for c := range n.below() {
		if proses.has(c) {
			return 0
		}
		text.WriteString(c.Text)
		if c.Linked {
			linked += len(c.Text)
		}
	}
	if said := len(strings.TrimSpace(text.String())) - linked; said >= 25 {
		return said
	}
	return 0
}

// densest returns the element around most of the prose: each piece of prose
// counts for the element around it, and half for the next one out.
func densest(page *Node) *Node {
	scores := map[*Node]float64{}
	var order []*Node
	add := func(n *Node, score float64) {
		if n == nil || n.Name == "" {
			return
		}
		if _, ok := scores[n]; !ok {
			order = append(order, n)
		}
		scores[n] += score
	}
	for _, n := range page.find(&proses) {
		if w := n.weight(); w > 0 && !aparts.has(n) && !n.isIn(&aparts) {
			add(n.parent, float64(w))
			add(n.parent.parent, float64(w)/2)
		}
	}
	var best *Node
	for _, n := range order {
		if best == nil || scores[n] > scores[best] {
			best = n
		}
	}
	return best
}

// measureOutside counts the words that are left out, and names their places.
func (a *Article) measureOutside(t *dom.Tree, texts []int32) {
	seen := map[string]bool{}
	at := 0
	for _, id := range texts {
		for at < len(a.Tops)-1 && id >= t.Node(a.Tops[at]).End {
			at++
		}
		top := a.Tops[at]
		if id >= top && id < t.Node(top).End && !a.isApart(t, id, top) || a.Title != 0 && id > a.Title && id < t.Node(a.Title).End {
			continue
		}
		before := a.Words
		for range strings.FieldsSeq(t.Text(id)) {
			a.Words++
		}
		if a.Words > before {
			if place := placeName(t, id); !seen[place] && len(a.Places) < 8 {
				seen[place] = true
				a.Places = append(a.Places, place)
			}
		}
	}
}

// isApart reports whether a node in an article is in a part that is left out.
func (a *Article) isApart(t *dom.Tree, id, top int32) bool {
	for ; id != dom.Root && id != top; id = t.Node(id).Parent {
		if a.Apart[id] {
			return true
		}
	}
	return false
}

// placeName returns the name of the part of a page that a node is in.
func placeName(t *dom.Tree, id int32) string {
	for p := t.Node(id).Parent; p != dom.Root; p = t.Node(p).Parent {
		switch tag := t.Node(p).Tag; tag {
		case dom.TagNav, dom.TagAside, dom.TagFooter, dom.TagHeader, dom.TagForm, dom.TagMain, dom.TagArticle, dom.TagDialog, dom.TagMenu:
			return tag.String()
		}
	}
	return "body"
}
