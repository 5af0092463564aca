package word

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/xml/vocab"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// flow puts paragraphs and tables of one story after one another.
type flow struct {
	*word
	out   []document.Block
	lists []openList
	quote *document.Quote     // that the last paragraph is in
	code  *document.CodeBlock // that the last paragraph is in
	lines []byte              // of code
	whole bool                // the last paragraph of code has many lines

	settled *document.Packer // takes what will not change from out; nil for none
}

// openList is a list that may get more items.
type openList struct {
	list        *document.List
	level, left int
}

// children reads what stands in a story or in an element around parts of it.
func (f *flow) children(n xmlread.NodeID) error {
	return f.Elements(n, func(c xmlread.NodeID) error {
		switch name := f.Name(c); {
		case name.Is(vocab.NsWord, "p"):
			return f.paragraph(c)
		case name.Is(vocab.NsWord, "tbl"):
			return f.table(c)
		case name.Is(vocab.NsWord, "sectPr"):
			return f.section(c)
		case name.Is(vocab.NsAnnotation, "annotation"):
			return f.annotated(c, f.children)
		case name.Space == vocab.NsWord && strings.HasSuffix(name.Local, "Pr"):
			return nil
		default: // what Word adds, and elements of the author's own
			return f.children(c)
		}
	})
}

// section notes the headers and footers of a section.
func (f *flow) section(n xmlread.NodeID) error {
	return f.Elements(n, func(c xmlread.NodeID) error {
		switch name := f.Name(c); {
		case name.Is(vocab.NsWord, "hdr"):
			f.Pin(c)
			f.headers = append(f.headers, c)
		case name.Is(vocab.NsWord, "ftr"):
			f.Pin(c)
			f.footers = append(f.footers, c)
		}
		return nil
	})
}

// annotated reads a bookmark, or content that was inserted or deleted.
func (w *word) annotated(n xmlread.NodeID, content func(xmlread.NodeID) error) error {
	switch kind := w.Attr(n, vocab.NsWord, "type"); kind {
	case "Word.Bookmark.Start":
		if len(w.marks) < marks {
			w.marks = append(w.marks, w.Attr(n, vocab.NsWord, "name"))
		}
		return nil
	case "Word.Deletion":
		w.deleted++
		defer func() { w.deleted-- }()
	}
	return content(n)
}

// marks bounds the bookmarks at one paragraph.
const marks = 64

// end ends what the next paragraph could join.
func (f *flow) end() {
	if f.code != nil {
		f.code.Text = strings.Trim(f.Env.Gate.Code(string(f.lines)), "\n")
	}
	f.code, f.quote, f.whole = nil, nil, false
}

// put adds a block to the item that is open, or to the story.
func (f *flow) put(b document.Block) {
	f.end()
	if n := len(f.lists); n > 0 {
		items := f.lists[n-1].list.Items
		into := &items[len(items)-1].Blocks
		*into = append(*into, b)
		return
	}
	f.settle()
	f.out = append(f.out, b)
}

// settle gives away the blocks of which nothing is open. Links to bookmarks get
// their targets at the end.
func (f *flow) settle() {
	if f.settled == nil {
		return
	}
	for _, b := range f.out {
		if len(f.internal) > 0 && hasInternal(b) {
			f.settled.Keep(b)
		} else {
			f.settled.Add(b)
		}
	}
	clear(f.out)
	f.out = f.out[:0]
}

// hasInternal reports whether a link in a block leads to a bookmark.
func hasInternal(b document.Block) bool {
	found := false
	document.Walk([]document.Block{b}, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Heading:
			found = found || linksInside(b.Inlines)
		case *document.Paragraph:
			found = found || linksInside(b.Inlines)
		}
		return !found
	})
	return found
}

func linksInside(inlines []document.Inline) bool {
	return slices.ContainsFunc(inlines, func(in document.Inline) bool {
		switch in := in.(type) {
		case *document.Link:
			return strings.HasPrefix(in.URL, "#") || linksInside(in.Inlines)
		case *document.Styled:
			return linksInside(in.Inlines)
		}
		return false
	})
}

// paragraph reads a paragraph.
func (f *flow) paragraph(n xmlread.NodeID) error {
	properties := f.Child(n, vocab.NsWord, "pPr")
	p, err := f.props(properties)
	if err != nil {
		return err
	}
	if s := f.Child(properties, vocab.NsWord, "sectPr"); s != 0 {
		if err := f.section(s); err != nil {
			return err
		}
	}
	line, err := f.lineOf(n, &p)
	if err != nil {
		return err
	}
	beside := f.beside
	f.beside = nil
	if err := f.add(n, &p, line); err != nil {
		return err
	}
	if f.tables > 0 {
		f.rest = append(f.rest, beside...)
		return nil
	}
	for _, b := range beside {
		f.put(b)
	}
	return nil
}

// props returns the properties of a paragraph.
func (w *word) props(n xmlread.NodeID) (props, error) {
	id := w.val(w.Child(n, vocab.NsWord, "pStyle"))
	if id == "" {
		id = w.plain
	}
	p, err := w.style(id)
	if err != nil {
		return p, err
	}
	return p, w.readPars(&p, n)
}

// add adds a paragraph as what it is.
func (f *flow) add(n xmlread.NodeID, p *props, line *line) error {
	marker, err := f.marker(n, p, line)
	if err != nil {
		return err
	}
	if p.outline < noOutline && f.tables == 0 && line.any {
		f.heading(n, p, line, marker)
		return nil
	}
	if line.any || line.nodes {
		f.marks = nil
	}
	switch {
	case marker != "":
		f.begin(p, marker, f.Pos(n))
	case line.any || line.nodes || p.border || line.rule:
		f.leave(p)
	}
	switch {
	case f.isCode(p, line):
		f.addCode(f.Pos(n), line)
	case !line.any && !line.nodes:
		if p.border || line.rule {
			f.put(&document.ThematicBreak{Pos: f.Pos(n)})
		}
	case p.kind == quote && len(f.lists) == 0:
		f.addQuote(f.Pos(n), line)
	default:
		f.put(&document.Paragraph{Pos: f.Pos(n), Inlines: line.inlines()})
	}
	return nil
}

// marker returns the marker of an item, "" for a paragraph that is none. Word
// writes beside the list what marker it shows.
func (f *flow) marker(n xmlread.NodeID, p *props, line *line) (string, error) {
	if p.list == "" || p.list == "0" || line.isNote || !line.any && !line.nodes {
		return "", nil
	}
	l, err := f.list(p.list)
	if err != nil {
		return "", err
	}
	counted := ""
	if l != nil {
		counted = l.marker(p.level)
		if p.left == 0 {
			p.left = l.at(p.level).left
		}
		if at := l.at(p.level); at.known && at.format == bullet {
			return counted, nil
		}
	}
	shown := f.Child(f.Child(f.Child(n, vocab.NsWord, "pPr"), vocab.NsWord, "listPr"), vocab.NsWordAux, "t")
	if shown == 0 {
		return counted, nil
	}
	text := strings.TrimSpace(f.Attr(shown, vocab.NsWordAux, "val"))
	return strings.ToValidUTF8(text[:min(len(text), 64)], ""), nil
}

// heading adds a heading. Its look is not emphasis.
func (f *flow) heading(n xmlread.NodeID, p *props, line *line, marker string) {
	f.lists = f.lists[:0]
	h := &document.Heading{Pos: f.Pos(n), Level: p.outline + 1, Inlines: line.inlines()}
	if marker != "" && marker != "•" {
		if t, ok := h.Inlines[0].(*document.Text); ok {
			t.Value = marker + " " + t.Value
		} else {
			h.Inlines = append(document.Plain(marker+" "), h.Inlines...)
		}
	}
	for _, m := range f.marks {
		if h.ID == "" {
			h.ID = m
		}
		if _, known := f.headings[m]; !known {
			f.headings[m] = h.ID
		}
	}
	f.marks = nil
	f.put(h)
}

// begin begins an item in the open list of its level, or in a new one.
func (f *flow) begin(p *props, marker string, pos document.Pos) {
	for len(f.lists) > 0 && f.lists[len(f.lists)-1].level > p.level {
		f.lists = f.lists[:len(f.lists)-1]
	}
	if n := len(f.lists); n == 0 || f.lists[n-1].level < p.level {
		list := &document.List{Pos: pos}
		f.put(list)
		f.lists = append(f.lists, openList{list: list, level: p.level})
	}
	top := &f.lists[len(f.lists)-1]
	top.left = p.left
	f.end()
	top.list.Items = append(top.list.Items, document.Item{Marker: marker})
}

// leave ends the open lists whose text is set deeper than a paragraph.
func (f *flow) leave(p *props) {
	n := len(f.lists)
	if p.left <= 0 {
		n = 0
	}
	for n > 0 && p.left < f.lists[n-1].left {
		n--
	}
	if n < len(f.lists) {
		f.lists = f.lists[:n]
		f.end()
	}
}

// isCode reports whether a paragraph is code: by its style, or as all of its
// text is in a font of fixed width, in a document that is not set in one.
func (f *flow) isCode(p *props, line *line) bool {
	if p.kind == code {
		return line.any || f.code != nil
	}
	if f.tables > 0 || f.body.chars.on&mono != 0 || line.nodes || line.styled {
		return false
	}
	return line.any && !line.loose || !line.any && f.code != nil
}

// addCode adds lines of code, to the block of those before it. Where one
// paragraph is a line, many are a block; where two hold many lines, each is one.
func (f *flow) addCode(pos document.Pos, line *line) {
	text := strings.TrimRight(string(line.plain), " \t\n")
	whole := strings.Contains(text, "\n")
	if f.code != nil && !(f.whole && whole) {
		f.lines = append(append(f.lines, '\n'), text...)
		f.code.Lines.Last = max(f.code.Lines.Last, pos.Lines.Last)
		f.whole = whole
		return
	}
	block := &document.CodeBlock{Pos: pos}
	f.put(block)
	f.code, f.whole, f.lines = block, whole, append(f.lines[:0], text...)
}

// addQuote adds a paragraph of a quotation.
func (f *flow) addQuote(pos document.Pos, line *line) {
	block := &document.Paragraph{Pos: pos, Inlines: line.inlines()}
	if f.quote != nil {
		f.quote.Blocks = append(f.quote.Blocks, block)
		return
	}
	quote := &document.Quote{Pos: pos, Blocks: []document.Block{block}}
	f.put(quote)
	f.quote = quote
}
