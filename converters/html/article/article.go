// Package article finds the main content of a page.
package article

import (
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// What a page says of its parts, as selectors.
const (
	mainParts  = "main, [role=main]"
	articles   = "article, [role=article]"
	apartParts = "nav, aside, footer, form, dialog, menu, " +
		"[role=navigation], [role=complementary], [role=contentinfo], [role=search], [role=banner], [role=menu], [role=dialog]"
	proseParts = "p, pre, blockquote, td, dd, li, figcaption"
)

var proseNames = strings.Split(proseParts, ", ")

// Copy is a copy of a page for goquery's selectors, of what shows.
type Copy struct {
	Page  *html.Node
	IDs   map[*html.Node]int32 // the nodes of the elements
	Texts []int32              // the texts
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
// else the element around most of the prose.
func Find(t *dom.Tree, c *Copy) *Article {
	a := &Article{Apart: map[int32]bool{}}
	page := goquery.NewDocumentFromNode(c.Page)
	tops := named(page)
	if top := densest(page); len(tops) == 0 && top != nil {
		tops = []*html.Node{top}
	}
	titled := false
	for _, top := range tops {
		a.Tops = append(a.Tops, c.IDs[top])
		inside := goquery.NewDocumentFromNode(top)
		inside.Find(apartParts).Each(func(_ int, s *goquery.Selection) { a.Apart[c.IDs[s.Nodes[0]]] = true })
		titled = titled || inside.Find("h1").Length() > 0
	}
	if len(a.Tops) == 0 {
		return a // no prose: the whole page
	}
	if h := page.Find("h1"); !titled && h.Length() == 1 && c.IDs[h.Nodes[0]] < a.Tops[0] {
		a.Title = c.IDs[h.Nodes[0]]
	}
	a.measureOutside(t, c.Texts)
	return a
}

// named returns the elements that a page calls its main content: one main, or
// the articles, if they have most of the prose.
func named(page *goquery.Document) []*html.Node {
	mains := page.Find(mainParts)
	if mains.Length() == 1 {
		if inner := mains.Find(articles); inner.Length() == 1 && 2*prose(inner) > prose(mains) {
			return inner.Nodes
		}
		return mains.Nodes
	}
	list := page.Find(articles).FilterFunction(func(_ int, s *goquery.Selection) bool {
		return s.ParentsFiltered(articles).Length() == 0 && s.ParentsFiltered(apartParts).Length() == 0
	})
	if n := list.Length(); n > 0 && n <= maxArticles && 2*prose(list) > prose(page.Selection) {
		return list.Nodes
	}
	return nil
}

// maxArticles is how many articles a page of articles may have: what has more
// is a list of other things.
const maxArticles = 64

// prose returns how much running text there is in a selection.
func prose(s *goquery.Selection) int {
	total := 0
	s.Find(proseParts).Each(func(_ int, p *goquery.Selection) { total += weight(p.Nodes[0]) })
	return total
}

// weight is how much an element says that has no other prose in it: its text
// without that of its links. A short text is a label, not prose.
func weight(n *html.Node) int {
	if holdsProse(n) {
		return 0
	}
	var text strings.Builder
	linked := 0
	for c := range n.Descendants() {
		if c.Type != html.TextNode {
			continue
		}
		text.WriteString(c.Data)
		if c.Parent.Data == "a" {
			linked += len(c.Data)
		}
	}
	if said := len(strings.TrimSpace(text.String())) - linked; said >= 25 {
		return said
	}
	return 0
}

// holdsProse reports whether an element has one of the parts that prose is
// in.
func holdsProse(n *html.Node) bool {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && slices.Contains(proseNames, c.Data) {
			return true
		}
	}
	return false
}

// densest returns the element around most of the prose: each piece of prose
// counts for the element around it, and half for the next one out.
func densest(page *goquery.Document) *html.Node {
	scores := map[*html.Node]float64{}
	var order []*html.Node
	add := func(n *html.Node, score float64) {
		if n == nil || n.Type != html.ElementNode {
			return
		}
		if _, ok := scores[n]; !ok {
			order = append(order, n)
		}
		scores[n] += score
	}
	apart := map[*html.Node]bool{}
	page.Find(apartParts).Each(func(_ int, s *goquery.Selection) { apart[s.Nodes[0]] = true })
	page.Find(proseParts).Each(func(_ int, p *goquery.Selection) {
		n := p.Nodes[0]
		if w := weight(n); w > 0 && !under(n, apart) {
			add(n.Parent, float64(w))
			if n.Parent != nil {
				add(n.Parent.Parent, float64(w)/2)
			}
		}
	})
	var best *html.Node
	for _, n := range order {
		if best == nil || scores[n] > scores[best] {
			best = n
		}
	}
	return best
}

// under reports whether a node or one around it is in a set.
func under(n *html.Node, set map[*html.Node]bool) bool {
	for ; n != nil; n = n.Parent {
		if set[n] {
			return true
		}
	}
	return false
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
