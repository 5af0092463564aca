package html

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
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

var proseNames = strings.Split(proseParts, ", ")

// articleOf is the main content of a page: where it is, and what in it and
// around it is none.
type articleOf struct {
	tops   []int32 // none for the whole page
	title  int32   // a heading outside it that names it, or 0
	apart  map[int32]bool
	texts  []int32 // those of the page that show
	words  int     // outside
	places []string
}

// findArticle looks for the main content: what the page itself calls main or
// article, else the element around most of the prose. It works on a copy of
// the tree, on which goquery's selectors run.
func (b *builder) findArticle() *articleOf {
	a := &articleOf{apart: map[int32]bool{}}
	steps := b.sheet.Matcher.Steps
	page, ids := b.mirror(a)
	b.sheet.Matcher.Steps = steps // the page itself has as many
	tops := named(page)
	if top := densest(page); len(tops) == 0 && top != nil {
		tops = []*html.Node{top}
	}
	titled := false
	for _, top := range tops {
		a.tops = append(a.tops, ids[top])
		inside := goquery.NewDocumentFromNode(top)
		inside.Find(apartParts).Each(func(_ int, s *goquery.Selection) { a.apart[ids[s.Nodes[0]]] = true })
		titled = titled || inside.Find("h1").Length() > 0
	}
	if len(a.tops) == 0 {
		return a // no prose: the whole page
	}
	if h := page.Find("h1"); !titled && h.Length() == 1 && ids[h.Nodes[0]] < a.tops[0] {
		a.title = ids[h.Nodes[0]]
	}
	b.measureOutside(a)
	return a
}

// mirror copies the tree for goquery, without what does not show, and notes
// the texts that do.
func (b *builder) mirror(a *articleOf) (*goquery.Document, map[*html.Node]int32) {
	ids := map[*html.Node]int32{}
	top := &html.Node{Type: html.DocumentNode}
	var fill func(parent *html.Node, id int32, st state)
	fill = func(parent *html.Node, id int32, st state) {
		for c := range b.t.Children(id) {
			n := b.t.Node(c)
			inner := st
			switch how := b.shows(c, &inner); {
			case how != visible.Shown && b.hidden.When(how) == converters.DropHidden:
			case n.IsText:
				a.texts = append(a.texts, c)
				text := &html.Node{Type: html.TextNode, Data: b.t.Text(c)}
				if b.looks(n.Format).link != 0 {
					link := &html.Node{Type: html.ElementNode, Data: "a"}
					link.AppendChild(text)
					text = link
				}
				parent.AppendChild(text)
			case dom.LeftOut(n.Tag):
			default:
				m := &html.Node{Type: html.ElementNode, Data: b.t.Name(c)}
				for _, key := range []dom.Attr{dom.AttrRole, dom.AttrClass, dom.AttrId} {
					if v, ok := b.t.Attr(c, key); ok {
						m.Attr = append(m.Attr, html.Attribute{Key: dom.Attrs[key], Val: v})
					}
				}
				ids[m] = c
				parent.AppendChild(m)
				fill(m, c, inner)
			}
		}
	}
	fill(top, dom.Root, b.stateAt(dom.Root))
	return goquery.NewDocumentFromNode(top), ids
}

// shows returns how a node is hidden, and takes over what its style says.
func (b *builder) shows(id int32, st *state) visible.Way {
	if n := b.t.Node(id); n.IsText {
		how, _ := b.hides(st, n.Format)
		return how
	}
	_, how := b.enter(id, st)
	return how
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
	if n := list.Length(); n > 0 && n <= mostArticles && 2*prose(list) > prose(page.Selection) {
		return list.Nodes
	}
	return nil
}

// mostArticles is how many articles a page of articles may have: what has more
// is a list of other things.
const mostArticles = 64

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

// holdsProse reports whether an element has one of the parts that prose stands
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
func (b *builder) measureOutside(a *articleOf) {
	seen := map[string]bool{}
	at := 0
	for _, id := range a.texts {
		for at < len(a.tops)-1 && id >= b.t.Node(a.tops[at]).End {
			at++
		}
		top := a.tops[at]
		if id >= top && id < b.t.Node(top).End && !b.isApart(a, id, top) || a.title != 0 && id > a.title && id < b.t.Node(a.title).End {
			continue
		}
		before := a.words
		for range strings.FieldsSeq(b.t.Text(id)) {
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

// isApart reports whether a node in an article stands in a part that is left out.
func (b *builder) isApart(a *articleOf, id, top int32) bool {
	for ; id != dom.Root && id != top; id = b.t.Node(id).Parent {
		if a.apart[id] {
			return true
		}
	}
	return false
}

// placeName returns the name of the part of a page that a node stands in.
func (b *builder) placeName(id int32) string {
	for p := b.t.Node(id).Parent; p != dom.Root; p = b.t.Node(p).Parent {
		switch t := b.t.Node(p).Tag; t {
		case dom.TagNav, dom.TagAside, dom.TagFooter, dom.TagHeader, dom.TagForm, dom.TagMain, dom.TagArticle, dom.TagDialog, dom.TagMenu:
			return t.String()
		}
	}
	return "body"
}

// article returns the blocks of the main content.
func (b *builder) article() []document.Block {
	a := b.findArticle()
	if len(a.tops) == 0 {
		return b.content(dom.Root, b.stateAt(dom.Root))
	}
	b.left = a.apart
	f := b.newFlow()
	parts := a.tops
	if a.title != 0 {
		parts = append([]int32{a.title}, parts...)
	}
	for _, id := range parts {
		st := b.stateAt(b.t.Node(id).Parent)
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
	if id == dom.Root {
		return b.pageState()
	}
	st := b.stateAt(b.t.Node(id).Parent)
	b.enter(id, &st)
	return st
}
