package html

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/article"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// copied copies the tree without what does not show, and lists its texts.
func (b *builder) copied() (page *article.Node, texts []int32) {
	page = &article.Node{}
	var fill func(parent *article.Node, id int32, st state)
	fill = func(parent *article.Node, id int32, st state) {
		for c := range b.t.Children(id) {
			n := b.t.Node(c)
			inner := st
			switch how := b.shows(c, &inner); {
			case how != visible.Shown && b.lost.When(how) == converters.DropHidden:
			case n.IsText:
				texts = append(texts, c)
				linked := b.looks(n.Format).link != 0 || b.t.Node(id).Tag == dom.TagA
				parent.Add(&article.Node{ID: c, Text: b.t.Text(c), Linked: linked})
			case dom.LeftOut(n.Tag):
			default:
				m := &article.Node{ID: c, Name: b.t.Name(c)}
				m.Role, _ = b.t.Attr(c, dom.AttrRole)
				parent.Add(m)
				fill(m, c, inner)
			}
		}
	}
	fill(page, dom.Root, b.stateAt(dom.Root))
	return page, texts
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
	page, texts := b.copied()
	b.sheet.Matcher.Steps = steps // the page itself has as many
	a := article.Find(b.t, page, texts)
	if len(a.Tops) == 0 {
		return b.content(dom.Root, b.stateAt(dom.Root))
	}
	b.at.left = a.Apart
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
