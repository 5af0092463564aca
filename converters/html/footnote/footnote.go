// Package footnote finds the footnotes of a page.
package footnote

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/html/head"
)

// Notes are the footnotes of a page, found by what they are: a short link to a
// place in the page from which a link leads back, or by the roles of DPUB-ARIA
// and EPUB.
type Notes struct {
	Links  []int32          // by format: the innermost link, 0 for none
	Bodies map[int32]string // by node: the note's id
	Marks  map[int32]string // by format of a link: the id of its note
	Back   map[int32]bool   // by format: a link back to a mark

	t *dom.Tree
}

// localLink is a link to a place in the page.
type localLink struct {
	format int32
	node   int32 // its first text
	text   string
	to     string
}

// maxMark is how many bytes a footnote's mark may have.
const maxMark = 12

// Find looks for the footnotes of a page.
func Find(t *dom.Tree) *Notes {
	n := &Notes{t: t}
	links := n.localLinks()
	if len(links) == 0 {
		return n
	}
	places := n.places(links)
	backs := map[string][]int32{} // by the id that is linked to: nodes that link to it
	for _, l := range links {
		if len(backs[l.to]) < 64 {
			backs[l.to] = append(backs[l.to], l.node)
		}
	}
	for i := range links {
		l := &links[i]
		place, ok := places[l.to]
		if !ok || !n.marksNote(l) {
			continue
		}
		body := n.noteBody(place) // it is behind its mark
		if body == dom.Root || l.node >= body {
			continue
		}
		if n.isNoteRole(l, body) || n.linksBack(l, body, backs) {
			dom.Put(&n.Bodies, body, l.to)
			dom.Put(&n.Marks, l.format, l.to)
		}
	}
	n.findBacklinks(links, places)
	return n
}

// localLinks returns the links to places in the page, each at its first text.
func (n *Notes) localLinks() []localLink {
	size := n.t.Formats.Len()
	n.Links = make([]int32, size)
	local := false
	for i := int32(1); i < size; i++ {
		f := n.t.Formats.At(i)
		n.Links[i] = n.Links[f.Outer]
		if f.Tag == dom.TagA {
			if href, ok := n.t.FormatAttr(i, dom.AttrHref); ok {
				n.Links[i] = i
				local = local || strings.HasPrefix(href, "#")
			}
		}
	}
	if !local {
		return nil
	}
	var out []localLink
	at := map[int32]int{}
	for id := int32(1); id < n.t.Nodes.Len(); id++ {
		node := n.t.Node(id)
		link := n.Links[node.Format]
		if link == 0 || !node.IsText {
			continue
		}
		href, _ := n.t.FormatAttr(link, dom.AttrHref)
		to, ok := strings.CutPrefix(head.CleanAddress(href), "#")
		if !ok || to == "" {
			continue
		}
		i, known := at[link]
		if !known {
			i = len(out)
			at[link] = i
			out = append(out, localLink{format: link, node: id, to: to})
		}
		if len(out[i].text) <= maxMark {
			out[i].text += strings.TrimSpace(n.t.Text(id))
		}
	}
	return out
}

// places returns the nodes that links lead to.
func (n *Notes) places(links []localLink) map[string]int32 {
	wanted := make(map[string]int32, len(links))
	for _, l := range links {
		wanted[l.to] = -1
	}
	for id := int32(1); id < n.t.Nodes.Len(); id++ {
		if n.t.Node(id).IsText {
			continue
		}
		for _, key := range []dom.Attr{dom.AttrId, dom.AttrName} {
			name := n.t.Value(id, key)
			if name == "" {
				continue
			}
			if at, ok := wanted[name]; ok && at < 0 {
				wanted[name] = id
			}
		}
	}
	for k, id := range wanted {
		if id < 0 {
			delete(wanted, k)
		}
	}
	return wanted
}

// marksNote reports whether a link's text can be a footnote's mark, or the
// link says that it is one.
func (n *Notes) marksNote(l *localLink) bool {
	text := strings.Trim(l.text, "[]() \u00a0")
	if text == "" || len(text) > maxMark-4 {
		return false
	}
	letters := 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9', strings.ContainsRune("*†‡§¶#", r):
		case dom.IsLetter(byte(r)) && r < 0x80, r == ' ':
			letters++
		default:
			return false
		}
	}
	return letters <= 2 || strings.HasPrefix(text, "note ") || strings.HasPrefix(text, "nb ")
}

// isNoteRole reports whether roles say that a link marks a note.
func (n *Notes) isNoteRole(l *localLink, body int32) bool {
	role, _ := n.t.FormatAttr(l.format, dom.AttrRole)
	kind, _ := n.t.FormatAttr(l.format, dom.AttrEpubType)
	return dom.HasWord(role, "doc-noteref") || dom.HasWord(kind, "noteref") ||
		dom.HasWord(n.t.Value(body, dom.AttrRole), "doc-footnote") || dom.HasWord(n.t.Value(body, dom.AttrEpubType), "footnote")
}

// linksBack reports whether a link in the note leads to where the mark is.
func (n *Notes) linksBack(l *localLink, body int32, backs map[string][]int32) bool {
	end := n.t.Node(body).End
	for _, id := range n.around(l) {
		for _, from := range backs[id] {
			if from >= body && from < end {
				return true
			}
		}
	}
	return false
}

// around returns the ids by which a link back can call a mark: its own, and
// those of the elements that hold nothing else.
func (n *Notes) around(l *localLink) []string {
	var ids []string
	for _, key := range []dom.Attr{dom.AttrId, dom.AttrName} {
		if v, ok := n.t.FormatAttr(l.format, key); ok {
			ids = append(ids, v)
		}
	}
	p := n.t.Node(l.node).Parent
	for range 3 {
		if p == dom.Root || n.t.Node(p).Tag.Is(dom.Block) {
			break
		}
		if v := n.t.Value(p, dom.AttrId); v != "" {
			ids = append(ids, v)
		}
		p = n.t.Node(p).Parent
	}
	return ids
}

// noteBody returns the element that is a note whose place a link leads to:
// the nearest item, aside or paragraph around it, or root for none.
func (n *Notes) noteBody(place int32) int32 {
	for id := place; id != dom.Root; id = n.t.Node(id).Parent {
		switch node := n.t.Node(id); node.Tag {
		case dom.TagLi, dom.TagAside, dom.TagDd, dom.TagDiv, dom.TagTd, dom.TagSection:
			if node.End == id+1 {
				continue
			}
			return id
		case dom.TagP:
			if p := node.Parent; p != dom.Root && n.onlyNote(p, id) {
				return p
			}
			return id
		case dom.TagBlockquote, dom.TagTable, dom.TagUl, dom.TagOl, dom.TagArticle, dom.TagMain, dom.TagH1, dom.TagH2, dom.TagH3, dom.TagH4, dom.TagH5, dom.TagH6:
			return dom.Root
		}
	}
	return dom.Root
}

// onlyNote reports whether an element is a note that begins with a paragraph.
func (n *Notes) onlyNote(parent, first int32) bool {
	tag := n.t.Node(parent).Tag
	if tag != dom.TagLi && tag != dom.TagAside && !(tag == dom.TagDiv && (n.t.Has(parent, dom.AttrId) || n.oneLinked(parent, first))) {
		return false
	}
	for c := range n.t.Children(parent) {
		if !n.t.Node(c).IsText {
			return c == first
		}
	}
	return false
}

// oneLinked reports whether an element has nothing but paragraphs, and only
// the first of them a link: a note or a remark as Google Docs writes them.
func (n *Notes) oneLinked(parent, first int32) bool {
	const most = 200 // nodes
	end := n.t.Node(parent).End
	if end-parent > most {
		return false
	}
	for c := range n.t.Children(parent) {
		if node := n.t.Node(c); node.Tag != dom.TagP && (!node.IsText || strings.TrimSpace(n.t.Text(c)) != "") {
			return false
		}
	}
	for c := n.t.Node(first).End; c < end; c++ {
		if n.Links[n.t.Node(c).Format] != 0 {
			return false
		}
	}
	return true
}

// findBacklinks finds the links from notes to their marks.
func (n *Notes) findBacklinks(links []localLink, places map[string]int32) {
	targets := map[string]bool{}
	for i := range links {
		if _, ok := n.Marks[links[i].format]; ok {
			for _, id := range n.around(&links[i]) {
				targets[id] = true
			}
		}
	}
	for i := range links {
		l := &links[i]
		role, _ := n.t.FormatAttr(l.format, dom.AttrRole)
		if _, mark := n.Marks[l.format]; !mark && (targets[l.to] || dom.HasWord(role, "doc-backlink")) && n.inNote(l.node) {
			dom.Put(&n.Back, l.format, true)
		}
	}
}

// inNote reports whether a node is in the body of a note. Other links to a
// mark are what the page says.
func (n *Notes) inNote(id int32) bool {
	for ; id != dom.Root; id = n.t.Node(id).Parent {
		if n.IsNote(id) {
			return true
		}
	}
	return false
}

// IsNote reports whether a node is the body of a note.
func (n *Notes) IsNote(id int32) bool {
	_, ok := n.Bodies[id]
	return ok
}
