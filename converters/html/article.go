package html

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/article"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// copied copies the tree for goquery, without what does not show.
func (b *builder) copied() *article.Copy {
	out := &article.Copy{Page: &html.Node{Type: html.DocumentNode}, IDs: map[*html.Node]int32{}}
	var fill func(parent *html.Node, id int32, st state)
	fill = func(parent *html.Node, id int32, st state) {
		for c := range b.t.Children(id) {
			n := b.t.Node(c)
			inner := st
			switch how := b.shows(c, &inner); {
			case how != visible.Shown && b.lost.When(how) == converters.DropHidden:
			case n.IsText:
				out.Texts = append(out.Texts, c)
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
				out.IDs[m] = c
				parent.AppendChild(m)
				fill(m, c, inner)
			}
		}
	}
	fill(out.Page, dom.Root, b.stateAt(dom.Root))
	return out
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

// article returns the blocks of the main content.
func (b *builder) article() []document.Block {
	steps := b.sheet.Matcher.Steps
	page := b.copied()
	b.sheet.Matcher.Steps = steps // the page itself has as many
	a := article.Find(b.t, page)
	if len(a.Tops) == 0 {
		return b.content(dom.Root, b.stateAt(dom.Root))
	}
	b.left = a.Apart
	f := b.newFlow()
	parts := a.Tops
	if a.Title != 0 {
		parts = append([]int32{a.Title}, parts...)
	}
	for _, id := range parts {
		st := b.stateAt(b.t.Node(id).Parent)
		f.node(id, &st)
		f.flush()
	}
	if a.Words > 0 {
		b.env.Warn(document.Warning{
			Code:    warnOutside,
			Message: fmt.Sprintf("words outside the article were left out, in: %s", strings.Join(a.Places, ", ")),
			Count:   a.Words,
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
