// Package doc reads the binary format of Word ([MS-DOC]), as Word 6 and 95, Word 97 to
// 2003 and LibreOffice write it.
//
//   - [x] text of all pieces, also of documents that were saved fast; code pages of fonts
//     in Word 6 and 95; fonts of symbols
//   - [x] headings: outline levels of paragraphs and of styles, and styles with a known name
//   - [x] lists with their markers, their overrides, and the numbered paragraphs of Word 6
//   - [x] quotations by style or indent; code by style or by a font of fixed width
//   - [x] tables: cells merged across and down, nested tables, header rows
//   - [x] bold, italic, struck, raised and lowered text
//   - [x] fields: links, symbols, check boxes, lists of forms, EQ as LaTeX; the result of
//     the others as text
//   - [x] footnotes, endnotes, comments, bookmarks, text boxes
//   - [x] headers and footers: each text once, at the end; not page numbers alone
//   - [x] hidden and deleted text, text in the colour of its ground, smaller than 2 points,
//     squeezed, in a hidden shape or off the page: left out and counted
//   - [x] pictures by their description
//   - [-] embedded documents: packages of Office, workbooks and files, by their formats, at
//     the end; the others counted
//   - [-] grounds: of characters, paragraphs, cells of tables that are in no other, boxes
//   - [x] encryption with a password, by RC4
//   - [ ] documents of Word 95 that are locked with a password; Word 1 and 2
//   - [ ] positions of frames, columns, page breaks; embedded equations
//
// The package word reads the structures. Here doc.go joins what there is, story.go reads
// a text, special.go and field.go the characters that are none; text.go and hide.go take
// characters, table.go ends rows, para.go paragraphs, and reader.go holds what there is.
package doc

import (
	"context"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/rooted"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter for doc files.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes doc.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "doc",
		Title:      "Word 6 to 2003 document",
		Version:    4,
		Extensions: []string{"doc", "dot"},
		Isolated:   true,
		MediaTypes: []string{"application/msword"},
		Calls:      []string{converters.EveryFormat},
		Limits: append(cfb.Limits(), converters.LimitNodes, converters.LimitDepth, converters.LimitCells,
			converters.LimitColumns, converters.LimitText),
		Warnings: append(visible.Warnings(visible.Text, visible.Deleted, visible.Shape, visible.Note, visible.OffPage, visible.Size, visible.Color, visible.Cell, visible.Unsure),
			lost.Warnings(lost.Object, lost.Furniture, lost.Ragged, lost.End)...),
	}
}

// Sniff implements [converters.Sniffer].
func (converter) Sniff(content *io.SectionReader) bool { return cfb.Holds(content, "WordDocument") }

// Convert returns the document of a file.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	container, err := cfb.Open(ctx, env, in.SectionReader)
	if err != nil {
		return nil, err
	}
	file, err := word.Open(ctx, env, container)
	if err != nil {
		return nil, err
	}
	meta, err := container.Meta()
	if err != nil {
		return nil, err
	}
	r := &reader{env: env, file: file, losses: lost.NewTally(env), embedding: embedding{ctx: ctx, container: container, seen: map[string]bool{}}}
	r.build = wordtext.Builder{Env: env, Fail: r.fail, Mono: file.Fonts.Of(file.Styles.UsualFont()).Mono}
	blocks := r.read()
	if r.failed() {
		return nil, r.err
	}
	if container.IsCut() {
		r.losses.Lose(lost.End, document.Pos{})
	}
	r.losses.Warn(env)
	if len(blocks) == 0 {
		return nil, env.Empty("the document holds no text")
	}
	return &document.Document{Meta: meta, Blocks: blocks}, nil
}

// read reads the body, with what belongs to its places, then headers and footers.
func (r *reader) read() []document.Block {
	r.findPlaces()
	if r.failed() {
		return nil
	}
	from, to := r.file.Texts.Range(word.Body)
	body := r.newStory("")
	body.read(from, to)
	for _, b := range r.file.Shapes.Loose() {
		body.addBox(b, visible.Shown)
	}
	body.par.putBeside(body.flow)
	r.readHeaders()
	out := append(body.flow.Blocks(), r.furniture.Sections(r.env)...)
	out = append(out, r.objects...)
	r.mendLinks()
	return r.build.Finish(append(out, r.notes...))
}

// stepsToRoot is from how many steps up on a link may come from the root of a disk.
const stepsToRoot = 2

// mendLinks returns addresses of sites to what they were before LibreOffice wrote them.
func (r *reader) mendLinks() {
	if !r.file.IsOfLibreOffice() {
		return
	}
	var ways rooted.Ways
	for _, l := range r.build.Links() {
		ways.Add(l.URL)
	}
	root := ways.Root(stepsToRoot)
	for _, l := range r.build.Links() {
		l.URL, _ = rooted.Site(l.URL, root)
	}
}

// findPlaces notes where notes, comments and bookmarks are.
func (r *reader) findPlaces() {
	r.refs, r.comments, r.bookmarks = map[word.Place]reference{}, map[word.Place][]word.Note{}, map[word.Place][]string{}
	for _, kind := range [...]struct {
		story word.Story
		note  document.NoteKind
	}{{word.Footnotes, document.Footnote}, {word.Endnotes, document.Endnote}} {
		notes, err := r.file.Notes(kind.story)
		if err != nil {
			r.fail(err)
			return
		}
		for _, n := range notes {
			r.refs[n.Ref] = reference{n, kind.note}
		}
	}
	comments, err := r.file.Comments()
	if err != nil {
		r.fail(err)
		return
	}
	for _, c := range comments {
		r.comments[c.Ref] = append(r.comments[c.Ref], c)
	}
	marks, err := r.file.Bookmarks()
	if err != nil {
		r.fail(err)
		return
	}
	for _, m := range marks {
		if len(r.bookmarks[m.At]) < maxMarks {
			r.bookmarks[m.At] = append(r.bookmarks[m.At], m.Name)
		}
	}
}

// readHeaders reads the headers and footers of all sections.
func (r *reader) readHeaders() {
	all, err := r.file.Headers()
	if err != nil {
		r.fail(err)
	}
	for _, h := range all {
		st := r.newStory("headers and footers")
		st.furniture = true
		st.read(h.From, h.To)
		if r.furniture.Add(h.Footer, st.paged, st.flow.Blocks()) {
			r.losses.Lose(lost.Furniture, document.Pos{Part: st.part})
		}
	}
}
