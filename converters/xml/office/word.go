package office

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/numeral"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// IsWord reports whether the root element is that of a document of Word 2003.
func IsWord(root xmlread.Name) bool { return root.Is(vocab.NsWord, "wordDocument") }

// Package is a document of Word 2003 as the package that says the same.
type Package struct {
	name  string
	meta  document.Meta
	parts []part
}

// PackWord reads a document of Word 2003, which may be let go before the package is
// converted. It returns nil where the document has no body. The errors are those of the
// scanner.
func PackWord(ctx context.Context, name string, env *converters.Env, source xmlread.Source) (*Package, error) {
	w := &word{s: xmlread.New(ctx, env, source), env: env}
	w.body.Grow(min(2*len(source.Text), int(env.Limits.Input))) // it is nearly all of the document
	err := w.each(w.document)
	if err != nil || w.body.Len() == 0 {
		return nil, err
	}
	return &Package{name, w.meta, w.parts()}, nil
}

// Convert reads the package, once. Places in the result are paragraphs and tables of its
// "body", "footnotes" and so on. The errors are those of docx.
func (p *Package) Convert(ctx context.Context, env *converters.Env) (*document.Document, error) {
	parts := p.parts
	p.parts = nil // what was written may go once it is packed
	doc, err := convert(ctx, env, p.name, ".docx", parts)
	if err == nil {
		doc.Meta = p.meta
	}
	return doc, err
}

// word writes a document of Word 2003 as the parts of a docx.
type word struct {
	s         *xmlread.Scanner
	env       *converters.Env
	meta      document.Meta
	ground    string // the background of the page, as an element
	body      text   // the main part
	styles    text
	numbering text
	settings  text
	footnotes text
	endnotes  text
	comments  text
	heads     []head
	headSize  int // of all heads
	count     int // of notes and comments
}

// text is XML that is being written.
type text struct{ strings.Builder }

// head is a header or a footer.
type head struct{ kind, content string }

// each calls visit for each start tag below the element that is the event, or at
// the start for those below the root. A visit ends at the end tag.
func (w *word) each(visit func() error) error {
	depth := max(w.s.Depth(), 1)
	for {
		kind, err := w.s.Next()
		switch {
		case err != nil:
			return err
		case kind == xmlread.EOF, kind == xmlread.End && w.s.Depth() == depth && depth > 1:
			return nil
		case kind == xmlread.Start && w.s.Depth() > depth:
			if err := visit(); err != nil {
				return err
			}
		}
	}
}

// document reads a child of the root.
func (w *word) document() error {
	switch {
	case w.s.Name().Is(vocab.NsOffice, "DocumentProperties"):
		return w.each(w.property)
	case w.s.Space() != vocab.NsWord:
		return w.s.Skip()
	}
	switch w.s.Local() {
	case "body":
		w.body.WriteString("<w:document" + spaces + ">" + w.ground)
		err := w.copy(&w.body, "w:body")
		w.body.close("w:document")
		return err
	case "styles":
		return w.content(&w.styles)
	case "lists":
		return w.content(&w.numbering)
	case "docPr":
		return w.content(&w.settings)
	case "bgPict":
		var ground text
		err := w.content(&ground)
		w.ground = ground.String()
		return err
	}
	return w.s.Skip()
}

// property reads what the file says of the document.
func (w *word) property() error {
	var to *string
	switch w.s.Local() {
	case "Title":
		to = &w.meta.Title
	case "Author":
		to = &w.meta.Author
	case "Subject":
		to = &w.meta.Subject
	case "Keywords":
		to = &w.meta.Keywords
	case "Created":
		to = &w.meta.Created
	case "LastSaved":
		to = &w.meta.Modified
	default:
		return w.s.Skip()
	}
	tree, err := w.s.ReadElement(0)
	if err == nil {
		*to = xmlread.Collapse(tree.All(xmlread.Root))
	}
	return err
}

// content writes what is in the element that is the event.
func (w *word) content(to *text) error {
	depth := w.s.Depth()
	for {
		kind, err := w.s.Next()
		switch {
		case err != nil:
		case kind == xmlread.EOF, kind == xmlread.End && w.s.Depth() == depth:
			return nil
		case kind == xmlread.Start:
			if err = w.element(to); err == nil {
				err = w.env.Check(converters.LimitInput, int64(w.written(to)), document.Pos{}) // of what is read next
			}
		case kind == xmlread.Text:
			var said string
			if said, err = w.s.Text(); err == nil {
				_, err = escaper.WriteString(to, said)
			}
		}
		if err != nil {
			return err
		}
	}
}

// written returns how long the text and the parts are together: they are one file, which
// is held beside the source.
func (w *word) written(to *text) int {
	size := to.Len()
	for _, part := range [...]*text{&w.body, &w.styles, &w.numbering, &w.settings, &w.footnotes, &w.endnotes, &w.comments} {
		if part != to {
			size += part.Len()
		}
	}
	return size + w.headSize
}

// escaper writes text and values of attributes.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// copy writes an element under a name.
func (w *word) copy(to *text, name string) error {
	to.WriteString("<" + name)
	for i := range w.s.Attrs() {
		value, err := w.s.AttrValue(i)
		if err != nil {
			return err
		}
		switch n := w.s.AttrName(i); n.Space {
		case vocab.NsWord:
			to.attribute("w:"+today(n.Local, attributeNames), value)
		case vocab.NsOffice:
			to.attribute("o:"+n.Local, value)
		case xmlread.None:
			if n.Full == n.Local {
				to.attribute(n.Local, value)
			}
		}
	}
	to.WriteByte('>')
	err := w.content(to)
	to.close(name)
	return err
}

// open writes a start tag with attributes, each a name and a value.
func (t *text) open(name string, attributes ...string) {
	t.WriteString("<" + name)
	for i := 0; i < len(attributes); i += 2 {
		t.attribute(attributes[i], attributes[i+1])
	}
	t.WriteByte('>')
}

func (t *text) close(name string) { t.WriteString("</" + name + ">") }

// empty writes an empty element.
func (t *text) empty(name string, attributes ...string) {
	t.open(name, attributes...)
	t.close(name)
}

// attribute writes an attribute.
func (t *text) attribute(name, value string) {
	t.WriteString(" " + name + `="`)
	_, _ = escaper.WriteString(t, value) // it is memory
	t.WriteByte('"')
}

// today returns what a name of Word 2003 is since 2006.
func today(name string, names map[string]string) string {
	if new, ok := names[name]; ok {
		return new
	}
	for {
		before, after, hyphen := strings.Cut(name, "-")
		if !hyphen || after == "" {
			return name
		}
		name = before + strings.ToUpper(after[:1]) + after[1:]
	}
}

// element writes an element. Of what others put around content, such as elements
// of the author's own, the content alone.
func (w *word) element(to *text) error {
	switch w.s.Space() {
	case vocab.NsWord:
		return w.ours(to)
	case vocab.NsAnnotation:
		if w.s.Local() == "annotation" {
			return w.annotation(to)
		}
	case vocab.NsVML:
		return w.copy(to, "v:"+w.s.Local())
	case vocab.NsOffice:
		return w.copy(to, "o:"+w.s.Local())
	case vocab.NsWordAux:
		if w.s.Local() == "t" { // of a list's marker
			shown, _ := w.s.Attr(vocab.NsWordAux, "val")
			return w.instead(to, "w:shown", "w:val", shown)
		}
	}
	return w.content(to)
}

// instead writes an empty element with attributes in place of one.
func (w *word) instead(to *text, name string, attributes ...string) error {
	to.empty(name, attributes...)
	return w.s.Skip()
}

// ours writes an element of Word.
func (w *word) ours(to *text) error {
	value, _ := w.s.Attr(vocab.NsWord, "val")
	switch w.s.Local() {
	case "binData", "docOleData", "footnotePr", "endnotePr": // the latter have what is between text and notes
		return w.s.Skip()
	case "cfChunk":
		return w.content(to)
	case "hlink":
		return w.link(to)
	case "footnote":
		return w.beside(to, &w.footnotes, "w:footnote")
	case "endnote":
		return w.beside(to, &w.endnotes, "w:endnote")
	case "hdr":
		return w.head(to, "header")
	case "ftr":
		return w.head(to, "footer")
	case "name": // LibreOffice writes its own names of styles
		return w.instead(to, "w:name", "w:val", strings.ReplaceAll(value, "_20_", " "))
	case "highlight":
		return w.instead(to, "w:highlight", "w:val", today(value, nil))
	case "nfc":
		n, err := strconv.Atoi(value)
		if err != nil {
			n = -1
		}
		return w.instead(to, "w:numFmt", "w:val", numeral.WordFormat(n))
	}
	return w.copy(to, "w:"+today(w.s.Local(), elementNames))
}

// quote writes the address of a link.
var quote = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// link writes a link as the field that says the same, which needs no
// relationship.
func (w *word) link(to *text) error {
	target, _ := w.s.Attr(vocab.NsWord, "dest")
	code := `HYPERLINK "` + quote.Replace(target) + `"`
	if place, _ := w.s.Attr(vocab.NsWord, "bookmark"); place != "" {
		code += ` \l "` + quote.Replace(place) + `"`
	}
	to.open("w:fldSimple", "w:instr", code)
	err := w.content(to)
	to.close("w:fldSimple")
	return err
}

// annotation writes what is marked as a change, a bookmark or a comment.
func (w *word) annotation(to *text) error {
	switch kind, _ := w.s.Attr(vocab.NsWord, "type"); kind {
	case "Word.Insertion":
		return w.copy(to, "w:ins")
	case "Word.Deletion":
		return w.copy(to, "w:del")
	case "Word.Bookmark.Start":
		name, _ := w.s.Attr(vocab.NsWord, "name")
		return w.instead(to, "w:bookmarkStart", "w:name", name)
	case "Word.Comment":
		author, _ := w.s.Attr(vocab.NsAnnotation, "author")
		date, _ := w.s.Attr(vocab.NsAnnotation, "createdate")
		initials, _ := w.s.Attr(vocab.NsWord, "initials")
		return w.beside(to, &w.comments, "w:comment", "w:author", author, "w:date", date, "w:initials", initials)
	}
	return w.s.Skip() // how the text looked before a change, and ends
}

// beside writes an element with what is in the event to a part of its own, and a
// reference to it where it was.
func (w *word) beside(to, part *text, name string, attributes ...string) error {
	w.count++
	id := strconv.Itoa(w.count)
	var own text // those inside of it come first
	own.open(name, append(attributes, "w:id", id)...)
	if err := w.content(&own); err != nil {
		return err
	}
	own.close(name)
	part.WriteString(own.String())
	to.empty(name+"Reference", "w:id", id)
	return nil
}

// head writes a header or a footer to its part, and a reference to it.
func (w *word) head(to *text, kind string) error {
	which, _ := w.s.Attr(vocab.NsWord, "type")
	if which == "odd" {
		which = "default"
	}
	var own text
	if err := w.content(&own); err != nil {
		return err
	}
	w.heads = append(w.heads, head{kind, own.String()})
	w.headSize += own.Len()
	to.empty("w:"+kind+"Reference", "w:type", which, "r:id", "h"+strconv.Itoa(len(w.heads)))
	return nil
}

// The names that parts are found by.
const (
	officeType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	mainKind   = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
	relsKind   = "application/vnd.openxmlformats-package.relationships+xml"
	relsOpen   = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	spaces     = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml"` +
		` xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
)

// parts returns the parts of the package.
func (w *word) parts() []part {
	wrapped := func(name, content string) string { return "<w:" + name + spaces + ">" + content + "</w:" + name + ">" }
	parts := []part{{"body", mainKind, w.body.String()}}
	rels := relsOpen
	add := func(id, kind, name, content string) {
		parts = append(parts, part{name: name, kind: "application/xml", content: content})
		rels += fmt.Sprintf(`<Relationship Id="%s" Type="%s%s" Target="/%s"/>`, id, officeType, kind, name)
	}
	for _, p := range []struct {
		name string
		text *text
	}{
		{"styles", &w.styles},
		{"numbering", &w.numbering},
		{"settings", &w.settings},
		{"footnotes", &w.footnotes},
		{"endnotes", &w.endnotes},
		{"comments", &w.comments},
	} {
		if p.text.Len() > 0 {
			add(p.name, p.name, p.name, wrapped(p.name, p.text.String()))
		}
	}
	for i, h := range w.heads {
		n := strconv.Itoa(i + 1)
		add("h"+n, h.kind, h.kind+n, wrapped("hdr", h.content))
	}
	return append(parts,
		part{"_rels/.rels", relsKind, relsOpen + `<Relationship Id="m" Type="` + officeType + `officeDocument" Target="/body"/></Relationships>`},
		part{"_rels/body.rels", relsKind, rels + "</Relationships>"})
}
