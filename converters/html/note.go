package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// notes are the footnotes of a page, found by what they are: a short link to a
// place in the page from which a link leads back, or by the roles of DPUB-ARIA
// and EPUB.
type notes struct {
	links  []int32          // by format: the innermost link, 0 for none
	bodies map[int32]string // by node: the note's id
	marks  map[int32]string // by format of a link: the id of its note
	back   map[int32]bool   // by format: a link back to a mark
	said   map[int32]bool   // marks that stand in the document
}

// localLink is a link to a place in the page.
type localLink struct {
	format int32
	node   int32 // its first text
	text   string
	to     string
}

// mostMark is how many bytes a footnote's mark may have.
const mostMark = 12

// findNotes looks for footnotes.
func (b *builder) findNotes() {
	b.notes = notes{}
	links := b.localLinks()
	if len(links) == 0 {
		return
	}
	places := b.places(links)
	backs := map[string][]int32{} // by the id that is linked to: nodes that link to it
	for _, l := range links {
		if len(backs[l.to]) < 64 {
			backs[l.to] = append(backs[l.to], l.node)
		}
	}
	for i := range links {
		l := &links[i]
		place, ok := places[l.to]
		if !ok || !b.marksNote(l) {
			continue
		}
		body := b.noteBody(place) // it stands behind its mark
		if body == dom.Root || l.node >= body {
			continue
		}
		if b.isNoteRole(l, body) || b.linksBack(l, body, backs) {
			dom.Put(&b.notes.bodies, body, l.to)
			dom.Put(&b.notes.marks, l.format, l.to)
		}
	}
	b.findBacklinks(links, places)
}

// localLinks returns the links to places in the page, each at its first text.
func (b *builder) localLinks() []localLink {
	n := b.t.Formats.Len()
	b.notes.links = make([]int32, n)
	local := false
	for i := int32(1); i < n; i++ {
		f := b.t.Formats.At(i)
		b.notes.links[i] = b.notes.links[f.Outer]
		if f.Tag == dom.TagA {
			if href, ok := b.t.FormatAttr(i, dom.AttrHref); ok {
				b.notes.links[i] = i
				local = local || strings.HasPrefix(href, "#")
			}
		}
	}
	if !local {
		return nil
	}
	var out []localLink
	at := map[int32]int{}
	for id := int32(1); id < b.t.Nodes.Len(); id++ {
		node := b.t.Node(id)
		link := b.notes.links[node.Format]
		if link == 0 || !node.IsText {
			continue
		}
		href, _ := b.t.FormatAttr(link, dom.AttrHref)
		to, ok := strings.CutPrefix(cleanAddress(href), "#")
		if !ok || to == "" {
			continue
		}
		i, known := at[link]
		if !known {
			i = len(out)
			at[link] = i
			out = append(out, localLink{format: link, node: id, to: to})
		}
		if len(out[i].text) <= mostMark {
			out[i].text += strings.TrimSpace(b.t.Text(id))
		}
	}
	return out
}

// places returns the nodes that links lead to.
func (b *builder) places(links []localLink) map[string]int32 {
	wanted := make(map[string]int32, len(links))
	for _, l := range links {
		wanted[l.to] = -1
	}
	for id := int32(1); id < b.t.Nodes.Len(); id++ {
		if b.t.Node(id).IsText {
			continue
		}
		for _, key := range []dom.Attr{dom.AttrId, dom.AttrName} {
			if at, ok := wanted[b.t.Value(id, key)]; ok && at < 0 {
				wanted[b.t.Value(id, key)] = id
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
func (b *builder) marksNote(l *localLink) bool {
	text := strings.Trim(l.text, "[]() \u00a0")
	if text == "" || len(text) > mostMark-4 {
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
func (b *builder) isNoteRole(l *localLink, body int32) bool {
	role, _ := b.t.FormatAttr(l.format, dom.AttrRole)
	kind, _ := b.t.FormatAttr(l.format, dom.AttrEpubType)
	return dom.HasWord(role, "doc-noteref") || dom.HasWord(kind, "noteref") ||
		dom.HasWord(b.t.Value(body, dom.AttrRole), "doc-footnote") || dom.HasWord(b.t.Value(body, dom.AttrEpubType), "footnote")
}

// linksBack reports whether a link in the note leads to where the mark is.
func (b *builder) linksBack(l *localLink, body int32, backs map[string][]int32) bool {
	end := b.t.Node(body).End
	for _, id := range b.around(l) {
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
func (b *builder) around(l *localLink) []string {
	var ids []string
	for _, key := range []dom.Attr{dom.AttrId, dom.AttrName} {
		if v, ok := b.t.FormatAttr(l.format, key); ok {
			ids = append(ids, v)
		}
	}
	p := b.t.Node(l.node).Parent
	for range 3 {
		if p == dom.Root || b.t.Node(p).Tag.Is(dom.Block) {
			break
		}
		if v := b.t.Value(p, dom.AttrId); v != "" {
			ids = append(ids, v)
		}
		p = b.t.Node(p).Parent
	}
	return ids
}

// noteBody returns the element that is a note whose place a link leads to:
// the nearest item, aside or paragraph around it, or root for none.
func (b *builder) noteBody(place int32) int32 {
	for id := place; id != dom.Root; id = b.t.Node(id).Parent {
		switch n := b.t.Node(id); n.Tag {
		case dom.TagLi, dom.TagAside, dom.TagDd, dom.TagDiv, dom.TagTd, dom.TagSection:
			if n.End == id+1 {
				continue
			}
			return id
		case dom.TagP:
			if p := n.Parent; p != dom.Root && b.onlyNote(p, id) {
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
func (b *builder) onlyNote(parent, first int32) bool {
	n := b.t.Node(parent)
	if n.Tag != dom.TagLi && n.Tag != dom.TagAside && !(n.Tag == dom.TagDiv && (b.t.Has(parent, dom.AttrId) || b.oneLinked(parent, first))) {
		return false
	}
	for c := range b.t.Children(parent) {
		if !b.t.Node(c).IsText {
			return c == first
		}
	}
	return false
}

// oneLinked reports whether an element has nothing but paragraphs, and only
// the first of them a link: a note or a remark as Google Docs writes them.
func (b *builder) oneLinked(parent, first int32) bool {
	const most = 200 // nodes
	end := b.t.Node(parent).End
	if end-parent > most {
		return false
	}
	for c := range b.t.Children(parent) {
		if n := b.t.Node(c); n.Tag != dom.TagP && (!n.IsText || strings.TrimSpace(b.t.Text(c)) != "") {
			return false
		}
	}
	for c := b.t.Node(first).End; c < end; c++ {
		if b.notes.links[b.t.Node(c).Format] != 0 {
			return false
		}
	}
	return true
}

// findBacklinks finds the links from notes to their marks.
func (b *builder) findBacklinks(links []localLink, places map[string]int32) {
	targets := map[string]bool{}
	for i := range links {
		if _, ok := b.notes.marks[links[i].format]; ok {
			for _, id := range b.around(&links[i]) {
				targets[id] = true
			}
		}
	}
	for i := range links {
		l := &links[i]
		role, _ := b.t.FormatAttr(l.format, dom.AttrRole)
		if _, mark := b.notes.marks[l.format]; !mark && (targets[l.to] && b.inNote(l.node) || dom.HasWord(role, "doc-backlink")) {
			dom.Put(&b.notes.back, l.format, true)
		}
	}
}

// inNote reports whether a node stands in the body of a note. Other links to a
// mark are what the page says.
func (b *builder) inNote(id int32) bool {
	for ; id != dom.Root; id = b.t.Node(id).Parent {
		if b.isNote(id) {
			return true
		}
	}
	return false
}

// isNote reports whether a node is the body of a note.
func (b *builder) isNote(id int32) bool {
	_, ok := b.notes.bodies[id]
	return ok
}

// note reads the body of a note.
func (f *flow) note(id int32, st *state) bool {
	name, ok := f.b.notes.bodies[id]
	if !ok {
		return false
	}
	delete(f.b.notes.bodies, id) // its content is read as usual
	inner := f.b.newFlow()
	l := css.Look{}
	if f.b.t.Node(id).Tag == dom.TagLi {
		inner.children(id, st)
	} else {
		inner.element(id, st, &l)
	}
	blocks := trimNote(inner.finish())
	dom.Put(&f.b.notes.bodies, id, name)
	n := &document.Note{Pos: f.b.pos(id), ID: name, Blocks: blocks}
	f.b.noteBlocks = append(f.b.noteBlocks, n)
	return true
}

// noteMark reads the text of a link that marks a note, or leads back from one.
func (b *builder) noteMark(f *flow, id int32, st *state) bool {
	n := b.t.Node(id)
	link := b.notes.links[n.Format]
	if link == 0 {
		return false
	}
	if b.notes.back[link] {
		return true
	}
	name, ok := b.notes.marks[link]
	if !ok {
		return false
	}
	if how, _ := b.hides(st, n.Format); how != visible.Shown && b.hidden.When(how) == converters.DropHidden {
		return false
	}
	if strings.TrimSpace(b.t.Text(id)) != "" && !b.notes.said[link] {
		dom.Put(&b.notes.said, link, true)
		f.line.space = false
		f.line.node(&document.NoteRef{ID: name}, shade{}, int(n.Line))
	}
	return true
}

// trimNote removes what a link back leaves behind at the start of a note.
func trimNote(blocks []document.Block) []document.Block {
	if len(blocks) == 0 {
		return blocks
	}
	p, ok := blocks[0].(*document.Paragraph)
	for ok && len(p.Inlines) > 0 {
		t, isText := p.Inlines[0].(*document.Text)
		if !isText {
			break
		}
		t.Value = strings.TrimLeft(t.Value, "^↑[]:. \u00a0")
		if t.Value != "" {
			break
		}
		p.Inlines = p.Inlines[1:]
	}
	if ok && len(p.Inlines) == 0 {
		return blocks[1:]
	}
	return blocks
}
