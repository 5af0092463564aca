package docx

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// passes reports whether an error ends the whole document: a limit that is
// exceeded, or a cancelled call. Any other costs one part of it.
func passes(ctx context.Context, err error) bool {
	return errors.Is(err, converters.ErrLimit) || ctx.Err() != nil
}

// chunk reads a document inside of the document, which programs that make
// documents of pages leave to Word to read (17.17.2.1).
func (f *flow) chunk() error {
	st := f.story
	id, _ := st.s.Attr(wordml.NsR, "id")
	if err := st.s.Skip(); err != nil {
		return err
	}
	rel, ok := st.rels.ByID(id)
	if !ok || rel.External || !st.doc.pkg.Has(rel.Target) || st.deleted > 0 || !st.doc.others.once(rel.Target) {
		st.doc.Lose(lost.Chunk, st.pos)
		return nil
	}
	doc, err := st.doc.chunkDocument(rel.Target)
	if err != nil {
		if passes(st.doc.ctx, err) {
			return err
		}
		st.doc.Lose(lost.Chunk, document.Pos{Part: rel.Target})
		st.doc.others.unread = cmp.Or(st.doc.others.unread, &converters.CorruptError{
			Pos: document.Pos{Part: rel.Target}, What: "the document holds no text but a document inside of it that could not be read: " + err.Error(),
			Remedy: "open it in a word processor and save it again",
		})
		return nil
	}
	st.doc.others.chunks++
	for i, b := range inner.FitDocument(doc.Blocks, "c"+strconv.Itoa(st.doc.others.chunks)+"-", document.Pos{Part: rel.Target}) {
		if i == 0 {
			f.text.PutApart(b)
		} else {
			f.text.Put(b)
		}
	}
	return nil
}

// chunkDocument reads a part that is a document.
func (r *reader) chunkDocument(part string) (*document.Document, error) {
	kind, err := r.pkg.ContentType(part)
	if err != nil {
		return nil, err
	}
	extension, ok := chunkKinds[kind]
	if !ok {
		extension = converters.Extension(part)
	}
	content, err := r.pkg.Read(part)
	if err != nil {
		return nil, err
	}
	in := converters.Input{Name: "chunk." + extension, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	switch extension {
	case "mht", "mhtml":
		in.Name = "chunk.eml" // an archive of a page is written as a message
	case "dotx", "dotm": // a template is a document, too
		in.Name = "chunk.docx"
	case "html", "htm", "xhtml", "rtf", "txt", "text", "docx", "docm", "xml": // those that Format.Calls names, and our own
	default:
		return nil, converters.ErrUnsupported
	}
	return r.env.Convert(r.ctx, in)
}

// graphic reads a chart or a diagram, which an attribute names. It is
// beside the paragraph.
func (d *drawn) graphic(attr string) error {
	id, _ := d.st.s.Attr(wordml.NsR, attr)
	if err := d.st.s.Skip(); err != nil {
		return err
	}
	if how := d.st.hides(&wordml.Chars{}, d.x); how != visible.Shown && d.st.doc.Drops(how) {
		d.st.doc.Hide(how, d.st.pos)
		return nil
	}
	if d.x.aside.isFull() {
		return nil
	}
	rel, ok := d.st.rels.ByID(id)
	if !ok || rel.External {
		d.st.doc.Lose(lost.ChartUnread, d.st.pos)
		return nil
	}
	blocks, known := d.st.doc.others.graphics[rel.Target]
	if !known {
		var err error
		if blocks, err = (&graphic{d.st.doc, d.st.rels, d.st.pos}).read(rel.Target, attr == "dm"); err != nil {
			return err
		}
	}
	if len(blocks) == 0 {
		d.st.doc.Lose(lost.ChartUnread, d.st.pos)
		return nil
	}
	d.text = true
	d.x.aside.add(extra{blocks: blocks})
	return nil
}

// graphic reads charts and diagrams of a part at a place.
type graphic struct {
	doc  *reader
	rels *ooxml.Relations
	pos  document.Pos
}

// read reads a chart or a diagram once, however often it is shown. One
// that cannot be read has no blocks.
func (g *graphic) read(part string, diagram bool) ([]document.Block, error) {
	read := g.chart
	if diagram {
		read = g.diagram
	}
	blocks, err := read(part)
	if err != nil {
		if passes(g.doc.ctx, err) {
			return nil, err
		}
		blocks = nil
	}
	if g.doc.others.graphics == nil {
		g.doc.others.graphics = map[string][]document.Block{}
	}
	g.doc.others.graphics[part] = blocks
	return blocks, nil
}

// once reports whether a part is asked for the first time.
func (o *others) once(part string) bool {
	if o.asked[part] {
		return false
	}
	if o.asked == nil {
		o.asked = map[string]bool{}
	}
	o.asked[part] = true
	return true
}

// chart returns the title and the values of a chart.
func (g *graphic) chart(part string) ([]document.Block, error) {
	text, err := g.doc.pkg.Text(part)
	if err != nil {
		return nil, err
	}
	c, err := drawing.ReadChart(g.doc.ctx, g.doc.env, xmlread.Source{Part: part, Text: text}, document.Pos{Part: part, Page: g.pos.Page})
	if err != nil {
		return nil, err
	}
	return c.Blocks(g.doc.env), nil
}

// diagram returns the text of a diagram as a list.
func (g *graphic) diagram(part string) ([]document.Block, error) {
	blocks, err := g.diagramPart(part, drawing.ReadDiagram)
	if err == nil && len(blocks) == 0 {
		if beside := g.doc.pkg.Part(g.rels, "diagramDrawing"); beside != "" {
			return g.diagramPart(beside, drawing.ReadDiagramDrawing)
		}
	}
	return blocks, err
}

func (g *graphic) diagramPart(part string, read drawing.DiagramReader) ([]document.Block, error) {
	text, err := g.doc.pkg.Text(part)
	if err != nil {
		return nil, err
	}
	return read(g.doc.ctx, g.doc.env, xmlread.Source{Part: part, Text: text}, drawing.Text{TeX: g.tex}, document.Pos{Part: part, Page: g.pos.Page})
}

// tex returns an equation in LaTeX, and counts what nobody sees of it.
func (g *graphic) tex(tree *xmlread.Tree, n xmlread.NodeID, hides func(run xmlread.NodeID) bool) string {
	for _, words := range omml.Phantoms(tree, n) {
		g.doc.Tell(g.doc.env, lost.Phantom, g.pos, words)
	}
	return omml.Seen(tree, n, hides)
}

// chunkKinds are the extensions of documents inside of a document by their content
// types (ECMA-376, part 4, 15.2.1.1). Where a type is not here the name of the part
// tells.
var chunkKinds = map[string]string{
	"application/rtf":           "rtf",
	"application/x-mimearchive": "mht",
	"application/xhtml+xml":     "xhtml",
	"message/rfc822":            "mht",
	"multipart/related":         "mht",
	"text/html":                 "html",
	"text/plain":                "txt",
	"text/rtf":                  "rtf",
}
