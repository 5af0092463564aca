package html

import (
	"fmt"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/seed353dc258/backstory/document"
)

// What a page says of its parts, as selectors.
const (
	mainParts  = "main, [role=main]"
	articles   = "article, [role=article]"
	apartParts = "nav, aside, footer, form, dialog, menu, " +
		"[role=navigation], [role=complementary], [role=contentinfo], [role=search], [role=banner], [role=menu], [role=dialog]"
	proseParts = "p, pre, blockquote, td, dd, li, figcaption"
)

// articleOf is the main content of a page: where it is, and what in it and
// around it is none.
type articleOf struct {
	top    int32
	title  int32 // a heading outside it that names it, or 0
	apart  map[int32]bool
	words  int // outside
	places []string
}

// findArticle looks for the main content: what the page itself calls main or
// article, else the element around most of the prose. It works on a copy of
// the tree, on which goquery's selectors run.
func (b *builder) findArticle() *articleOf {
	page, ids := b.mirror()
	a := &articleOf{apart: map[int32]bool{}}
	top := named(page)
	if top == nil {
		top = densest(page)
	}
	if top == nil {
		return a // no prose: the whole page
	}
	a.top = ids[top]
	inside := goquery.NewDocumentFromNode(top)
	inside.Find(apartParts).Each(func(_ int, s *goquery.Selection) { a.apart[ids[s.Nodes[0]]] = true })
	if inside.Find("h1").Length() == 0 {
		if h := page.Find("h1"); h.Length() == 1 && ids[h.Nodes[0]] < a.top {
			a.title = ids[h.Nodes[0]]
		}
	}
	b.measureOutside(a)
	return a
}

// mirror copies the tree for goquery, without what does not show.
func (b *builder) mirror() (*goquery.Document, map[*html.Node]int32) {
	ids := map[*html.Node]int32{}
	top := &html.Node{Type: html.DocumentNode}
	var fill func(parent *html.Node, id int32)
	fill = func(parent *html.Node, id int32) {
		for c := range b.t.children(id) {
			n := b.t.node(c)
			switch {
			case n.isText:
				text := &html.Node{Type: html.TextNode, Data: b.t.text(c)}
				if b.looks(n.format).link != 0 {
					link := &html.Node{Type: html.ElementNode, Data: "a"}
					link.AppendChild(text)
					text = link
				}
				parent.AppendChild(text)
			case leftOut(n.tag):
			default:
				m := &html.Node{Type: html.ElementNode, Data: b.t.name(c)}
				for _, key := range []attr{attrRole, attrClass, attrId} {
					if v, ok := b.t.attr(c, key); ok {
						m.Attr = append(m.Attr, html.Attribute{Key: attrs[key], Val: v})
					}
				}
				ids[m] = c
				parent.AppendChild(m)
				fill(m, c)
			}
		}
	}
	fill(top, root)
	return goquery.NewDocumentFromNode(top), ids
}

// named returns the element that a page calls its main content: one main, or
// one article with most of the prose.
func named(page *goquery.Document) *html.Node {
	mains := page.Find(mainParts)
	if mains.Length() == 1 {
		if inner := mains.Find(articles); inner.Length() == 1 && 2*prose(inner) > prose(mains) {
			return inner.Nodes[0]
		}
		return mains.Nodes[0]
	}
	list := page.Find(articles)
	if list.Length() == 1 && 2*prose(list) > prose(page.Selection) {
		return list.Nodes[0]
	}
	return nil
}

// prose returns how much running text there is in a selection.
func prose(s *goquery.Selection) int {
	total := 0
	s.Find(proseParts).Each(func(_ int, p *goquery.Selection) {
		if p.Find(proseParts).Length() == 0 {
			total += weight(p)
		}
	})
	return total
}

// weight is how much an element says: its text without that of its links. A
// short text is a label, not prose.
func weight(p *goquery.Selection) int {
	n := len(strings.TrimSpace(p.Text())) - len(p.Find("a").Text())
	if n < 25 {
		return 0
	}
	return n
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
		if w := weight(p); w > 0 && !under(n, apart) && p.Find(proseParts).Length() == 0 {
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
func (b *builder) measureOutside(a *articleOf) {
	end := b.t.node(a.top).end
	seen := map[string]bool{}
	for id := int32(1); id < b.t.nodes.len(); id++ {
		n := b.t.node(id)
		switch {
		case !n.isText && leftOut(n.tag):
			id = n.end - 1
			continue
		case !n.isText:
			continue
		case id >= a.top && id < end && !b.isApart(a, id), a.title != 0 && id > a.title && id < b.t.node(a.title).end:
			continue
		}
		before := a.words
		for range strings.FieldsSeq(b.t.text(id)) {
			a.words++
		}
		if a.words > before {
			if place := b.placeName(id); !seen[place] && len(a.places) < 8 {
				seen[place] = true
				a.places = append(a.places, place)
			}
		}
	}
}

func (b *builder) isApart(a *articleOf, id int32) bool {
	for ; id != root && id != a.top; id = b.t.node(id).parent {
		if a.apart[id] {
			return true
		}
	}
	return false
}

// placeName returns the name of the part of a page that a node stands in.
func (b *builder) placeName(id int32) string {
	for p := b.t.node(id).parent; p != root; p = b.t.node(p).parent {
		switch t := b.t.node(p).tag; t {
		case tagNav, tagAside, tagFooter, tagHeader, tagForm, tagMain, tagArticle, tagDialog, tagMenu:
			return t.String()
		}
	}
	return "body"
}

// article returns the blocks of the main content.
func (b *builder) article() []document.Block {
	a := b.findArticle()
	if a.top == 0 {
		return b.content(root, b.stateAt(root))
	}
	b.left = a.apart
	f := b.newFlow()
	for _, id := range []int32{a.title, a.top} {
		if id == 0 {
			continue
		}
		st := b.stateAt(b.t.node(id).parent)
		f.node(id, &st)
		f.flush()
	}
	if a.words > 0 {
		b.env.Warn(document.Warning{
			Code:    warnOutside,
			Message: fmt.Sprintf("words outside the article were left out, in: %s", strings.Join(a.places, ", ")),
			Count:   a.words,
		})
	}
	return f.finish()
}

// stateAt returns the state inside an element.
func (b *builder) stateAt(id int32) state {
	if id == root {
		return b.pageState()
	}
	st := b.stateAt(b.t.node(id).parent)
	b.enter(id, &st)
	return st
}
