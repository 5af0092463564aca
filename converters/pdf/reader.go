package pdf

import (
	"context"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/section"
	"github.com/seed353dc258/backstory/converters/pdf/tagged"
	"github.com/seed353dc258/backstory/converters/pdf/write"
	"github.com/seed353dc258/backstory/document"
)

const (
	maxPages   = 20_000
	shownFor   = 3 // characters and objects that a byte of a file shows at most; pages that share their content show more
	nodesAbove = 4 // nodes that each above that counts as
)

// reader reads one document.
type reader struct {
	ctx    context.Context
	env    *converters.Env
	doc    *pdfium.Document
	sheets []*layout.Sheet
	nodes  int64
	shown  int64               // characters and objects of all pages
	size   int64               // of the file
	pinned []pdfium.Attachment // files on pages
	lost   losses
	labels write.Labels
	ink    glyph.InkReader
	claims *glyph.Claims

	producer string // the program that wrote the file, as that says
}

// read makes the document.
func (r *reader) read() (*document.Document, error) {
	pages, err := r.pages()
	if err != nil {
		return nil, err
	}
	tell, _ := converters.Service[converters.Progress](r.env)
	for i, number := range pages {
		if tell != nil {
			tell(i+1, len(pages))
		}
		if err := r.page(number); err != nil {
			return nil, err
		}
	}
	outline, err := r.doc.Bookmarks()
	if err != nil {
		return nil, err
	}
	out := &document.Document{Meta: r.meta()}
	if err := r.doc.Err(); err != nil {
		return nil, err
	}
	r.producer = r.doc.Meta("Producer")
	r.lost.copying = !r.doc.Copying()
	files, err := readAttachments(r.ctx, r.env, r.doc, r.pinned)
	if err != nil {
		return nil, err
	}
	r.labels = write.LabelsOf(r.doc, pages)
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	out.Blocks = append(r.blocks(outline), files...)
	r.lost.warn(r.env, r.labels)
	return out, nil
}

// pages returns the numbers of the pages to read.
func (r *reader) pages() ([]int, error) {
	n := r.doc.Pages()
	if err := r.doc.Err(); err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, converters.Corrupt(document.Pos{}, "the document has no pages")
	}
	if n > maxPages {
		r.lost.pagesCut = n - maxPages
		n = maxPages
	}
	wanted := r.env.Options.PageRanges()
	var out []int
	for i := 1; i <= n; i++ {
		if wanted.Has(i) {
			out = append(out, i)
		}
	}
	if len(out) == 0 {
		return nil, converters.Corrupt(document.Pos{}, "there is no page %s: the document has %d", r.env.Options.Pages, n)
	}
	return out, nil
}

// page reads a page.
func (r *reader) page(number int) error {
	p, err := r.doc.Read(number)
	if err != nil {
		return err
	}
	if p.Bad {
		r.lost.bad = append(r.lost.bad, number)
		return nil
	}
	write.DropAreas(p)
	v, misled, err := glyph.Mend(p, r.ink, r.claims)
	if err != nil {
		return err
	}
	if misled {
		r.lost.misled = append(r.lost.misled, number)
	}
	r.pinned = append(r.pinned, p.Files...)
	r.nodes += int64(len(p.Chars)/8 + len(p.Objects.Lines) + len(p.Objects.Fills))
	r.shown += int64(len(p.Chars) + p.Objects.Count)
	if err := r.env.Check(converters.LimitNodes, r.nodes+nodesAbove*max(r.shown-shownFor*r.size, 0), document.Pos{Page: int32(number)}); err != nil {
		return err
	}
	render := func(part pdfium.Box, without ...pdfium.Run) (*pdfium.Pixels, error) {
		return r.doc.Render(number, glyph.PixelStep, part, without...)
	}
	w, err := glyph.ReadPage(p, v, render, glyph.PolicyOf(r.env.Options))
	if err != nil {
		return err
	}
	if w.Doubtful {
		r.lost.doubtful = append(r.lost.doubtful, number)
	}
	for how, n := range w.Hidden {
		r.lost.hide(glyph.Hiding(how), n, number)
	}
	v = w.View
	words, recognized := w.Words, false
	if r.lost.page(p, w) {
		var read []glyph.Word
		if read, recognized, err = recognize(r.ctx, r.env, r.doc, p, &r.lost); err != nil {
			return err
		}
		if recognized {
			words, w.Asides = read, nil
			glyph.TurnPage(p, glyph.View{Turn: (4 - v.Turn) & 3, Width: p.Width, Height: p.Height})
			v = glyph.View{}
		} else {
			r.lost.unrecognized(p, w)
		}
	}
	if !recognized {
		var hidden, cut int
		words, hidden, cut = fieldWords(p, words)
		r.lost.hide(glyph.HiddenOffPage, hidden, number)
		r.lost.cut(cut, number)
	}
	s := &layout.Sheet{View: v, Pictures: picturesOf(p, words), Number: number, Width: p.Width, Height: p.Height, Links: p.Links, Frame: p.Frame, Comments: p.Comments}
	if recognized || !readTagged(s, p, words) {
		levelBullets(words)
		s.Plain(p, drawnBullets(p, words))
		splitColumns(s)
	}
	r.lost.hide(glyph.HiddenActual, s.Actual, number)
	layout.ShortenLeaders(s.Lines)
	layAsides(s, p, w.Asides)
	r.sheets = append(r.sheets, s)
	return r.env.Step(r.ctx, int64(len(words)), document.Pos{Page: int32(number)})
}

// readTagged takes a page as its structure says; false where that is of no use.
func readTagged(s *layout.Sheet, p *pdfium.Page, words []glyph.Word) bool {
	if !tagged.IsTagged(p) {
		return false
	}
	blocks, rest, hidden := tagged.ReadBlocks(p, words, s.Pictures)
	if blocks == nil {
		return false
	}
	s.Blocks, s.Actual = blocks, hidden
	s.Lines = taggedLines(blocks, rest, s.Number)
	s.Pictures = loosePictures(s.Pictures, blocks)
	return true
}

// blocks makes the blocks of all pages.
func (r *reader) blocks(outline []pdfium.Bookmark) []document.Block {
	r.lost.furniture = furniture(r.sheets, r.labels) + dropRepeatedAsides(r.sheets)
	dropRepeated(r.sheets)
	typed(r.sheets)
	words, whole := write.Lexicon{}, write.Lexicon{}
	var paras []layout.Para
	region := 0
	for _, s := range r.sheets {
		words.Learn(s.Lines)
		whole.LearnWhole(s.Lines)
		first := len(paras)
		if s.Blocks != nil {
			paras = append(paras, assemble(s, &region)...)
		}
		for _, part := range parts(s) {
			region++
			part.Page = s.Width
			paras = append(paras, layout.Paragraphs(part, region)...)
		}
		paras = append(paras[:first], placeAsides(s, slices.Clone(paras[first:]), &region)...)
		paras = append(paras[:first], placePictures(paras[first:], s)...)
		for i := first; i < len(paras); i++ {
			paras[i].At.View = s.View
		}
	}
	paras = section.Join(section.Mark(paras, outline))
	write.SettleLinks(r.sheets, paras)
	quotes(paras)
	paras, notes := write.TakeNotes(paras)
	b := &write.Builder{Traits: &write.Traits{
		Env:   r.env,
		Words: words, Whole: whole, Links: write.LinksOf(r.sheets), Labels: r.labels, Notes: map[write.NoteKey]bool{}, Rights: rightsOf(paras),
		Breaks: write.BreaksWords(r.sheets, words), Trails: write.SpacesTrail(r.sheets, r.producer), Spaced: write.SpacesScripts(r.sheets),
	}}
	for i := range notes {
		b.Notes[write.NoteKey{Page: notes[i].At.Page, Mark: layout.NoteMark(&notes[i].Lines[0])}] = true
	}
	paras, r.lost.pictures = dropUnnamed(tieCaptions(joinTables(joinParas(paras, b.Rights))))
	out := b.Build(paras)
	return slices.Concat(out, b.NotesOf(notes), r.extras())
}

// rightsOf returns where the text of each page ends to the right, apart from
// listings and tables.
func rightsOf(paras []layout.Para) map[int]float64 {
	const least = 4 // words of a line
	out := map[int]float64{}
	for i := range paras {
		if paras[i].Code || paras[i].Table != nil || paras[i].At.Aside {
			continue
		}
		for j := range paras[i].Lines {
			if l := &paras[i].Lines[j]; len(l.Words) >= least {
				out[l.Page] = max(out[l.Page], l.Box.X1)
			}
		}
	}
	return out
}

// parts returns the regions of a page whose structure is not used.
func parts(s *layout.Sheet) []layout.Region {
	if s.Blocks != nil {
		return nil
	}
	return s.Order(s.Lines)
}

// extras returns the notes of people.
func (r *reader) extras() []document.Block {
	var out []document.Block
	for _, s := range r.sheets {
		for _, c := range s.Comments {
			pos := r.labels.Pos(s.Number, c.Box)
			out = append(out, converters.Make(r.env, &document.Annotation{
				Pos: pos, Author: c.Author, Date: dateOf(c.Date),
				Blocks: []document.Block{r.env.PlainParagraph(pos, strings.ReplaceAll(c.Text, "\r", "\n"))},
			}))
		}
	}
	return out
}

// meta returns what the document says of itself.
func (r *reader) meta() document.Meta {
	d := r.doc
	return document.Meta{
		Title: d.Meta("Title"), Author: d.Meta("Author"), Subject: d.Meta("Subject"), Keywords: d.Meta("Keywords"),
		Created: d.Meta("CreationDate"), Modified: d.Meta("ModDate"), Language: d.Language(),
	}
}
