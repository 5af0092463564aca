package pdf

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
)

const (
	pagesMost    = 20_000
	unknownShare = .3 // of a page's characters without a meaning, from which it is a picture
	shownFor     = 3  // characters and objects that a byte of a file shows at most; pages that share their content show more
	nodesAbove   = 4  // nodes that each above that counts as
	pictureShare = .3 // of a page that a picture covers, for a page without text
)

// reader reads one document.
type reader struct {
	ctx    context.Context
	env    *converters.Env
	doc    *pdfium.Document
	sheets []*sheet
	nodes  int64
	shown  int64               // characters and objects of all pages
	size   int64               // of the file
	pinned []pdfium.Attachment // files on pages
	lost   losses
	labels labels
	ink    map[*pdfium.Font]*inkTally

	producer string // the program that wrote the file, as that says
}

// sheet is what is kept of a page until all are read.
type sheet struct {
	number   int
	width    float64
	height   float64
	view     view // in which it is read
	lines    []line
	asides   []aside // what goes in other directions
	actual   int
	blocks   []block // where the structure of the page is used
	links    []pdfium.Link
	frame    pdfium.Frame
	comments []pdfium.Comment
	pictures []picture // that no structure names
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
	files, err := r.attachments(r.pinned)
	if err != nil {
		return nil, err
	}
	r.labels = labelsOf(r.doc, pages)
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
	if n > pagesMost {
		r.lost.pagesCut = n - pagesMost
		n = pagesMost
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
	dropAreas(p)
	orderUpended(p)
	v := viewOf(p)
	turnPage(p, v)
	readTexSigns(p)
	r.misled(p)
	composeAccents(p)
	settleSpaces(p)
	turnGlyphs(p)
	r.pinned = append(r.pinned, p.Files...)
	r.nodes += int64(len(p.Chars)/8 + len(p.Objects.Lines) + len(p.Objects.Fills))
	r.shown += int64(len(p.Chars) + p.Objects.Count)
	if err := r.env.Check(converters.LimitNodes, r.nodes+nodesAbove*max(r.shown-shownFor*r.size, 0), document.Pos{Page: number}); err != nil {
		return err
	}
	render := func(part pdfium.Box, without ...pdfium.Run) (*pdfium.Pixels, error) {
		return r.doc.RenderPart(number, pixelStep, part, without...)
	}
	hidden, err := hideText(p, v, render, r.env.Options.WhenHidden())
	if err != nil {
		return err
	}
	if hidden.doubt && !hidden.keep {
		r.lost.doubtful = append(r.lost.doubtful, number)
	}
	for how, n := range hidden.counts {
		r.lost.hide(hiding(how), n, number)
	}
	v = lay(p, v)
	uprightChars(p)
	w := readWords(p, hidden)
	words, recognized := w.out, false
	if r.lost.page(p, w) {
		var read []word
		if read, recognized, err = r.recognize(p); err != nil {
			return err
		}
		if recognized {
			words, w.asides = read, nil
			turnPage(p, view{turn: (4 - v.turn) & 3, width: p.Width, height: p.Height})
			v = view{}
		} else {
			r.lost.unrecognized(number, w)
		}
	}
	if !recognized {
		words = r.fieldWords(p, words)
	}
	s := &sheet{view: v, pictures: picturesOf(p, words), number: number, width: p.Width, height: p.Height, links: p.Links, frame: p.Frame, comments: p.Comments}
	if recognized || !s.tagged(p, words) {
		s.plain(p, words)
	}
	r.lost.hide(hiddenActual, w.actual+s.actual, number)
	shortenLeaders(s.lines)
	s.layAsides(p, w.asides)
	r.sheets = append(r.sheets, s)
	return r.env.Step(r.ctx, int64(len(words)), document.Pos{Page: number})
}

// tagged takes a page as its structure says; false where that is of no use.
func (s *sheet) tagged(p *pdfium.Page, words []word) bool {
	if !isTagged(p) {
		return false
	}
	blocks, rest, hidden := readBlocks(p, words, s.pictures)
	if blocks == nil {
		return false
	}
	s.blocks, s.actual = blocks, hidden
	s.lines = taggedLines(blocks, rest, s.number)
	s.pictures = loosePictures(s.pictures, blocks)
	return true
}

// plain takes a page as it looks.
func (s *sheet) plain(p *pdfium.Page, words []word) {
	levelBullets(words)
	tables, words := ruledTables(p, drawnBullets(p, words))
	railed, words := railTables(p, words)
	tables = append(tables, railed...)
	s.lines = joinEntries(makeLines(words, s.number))
	for i := range tables {
		t := &tables[i]
		t.mirror()
		s.lines = append(s.lines, line{box: t.box, base: t.box.Y0 + 1, size: 10, page: s.number, table: t})
	}
	if len(tables) > 0 {
		s.lines = joinRows(s.lines)
	}
}

// blocks makes the blocks of all pages.
func (r *reader) blocks(outline []pdfium.Bookmark) []document.Block {
	r.lost.furniture = furniture(r.sheets, r.labels) + dropRepeatedAsides(r.sheets)
	dropRepeated(r.sheets)
	words, whole := lexicon{}, lexicon{}
	var paras []para
	region := 0
	for _, s := range r.sheets {
		words.learn(s.lines)
		whole.learnWhole(s.lines)
		first := len(paras)
		if s.blocks != nil {
			paras = append(paras, s.assemble(&region)...)
		}
		for _, part := range s.parts() {
			region++
			part.page = s.width
			paras = append(paras, paragraphs(part, region)...)
		}
		paras = append(paras[:first], s.placeAsides(slices.Clone(paras[first:]), &region)...)
		paras = append(paras[:first], placePictures(paras[first:], s)...)
		for i := first; i < len(paras); i++ {
			paras[i].view = s.view
		}
	}
	headings(paras, outline)
	paras = joinHeads(paras)
	settleLinks(r.sheets, paras)
	quotes(paras)
	paras, notes := takeNotes(paras)
	b := &builder{traits: &traits{
		words: words, whole: whole, links: linksOf(r.sheets), labels: r.labels, notes: map[noteKey]bool{}, rights: rightsOf(paras),
		breaks: breaksWords(r.sheets, words), trails: spacesTrail(r.sheets, r.producer), spaced: spacesScripts(r.sheets),
	}}
	for i := range notes {
		b.notes[noteKey{notes[i].page, noteMark(&notes[i].lines[0])}] = true
	}
	paras, r.lost.pictures = dropUnnamed(tieCaptions(joinTables(joinParas(paras, b.rights))))
	out := b.build(paras)
	return slices.Concat(out, b.notesOf(notes), r.extras())
}

// rightsOf returns where the text of each page ends to the right, apart from
// listings and tables.
func rightsOf(paras []para) map[int]float64 {
	const least = 4 // words of a line
	out := map[int]float64{}
	for i := range paras {
		if paras[i].code || paras[i].table != nil || paras[i].aside {
			continue
		}
		for j := range paras[i].lines {
			if l := &paras[i].lines[j]; len(l.words) >= least {
				out[l.page] = max(out[l.page], l.box.X1)
			}
		}
	}
	return out
}

// parts returns the regions of a page whose structure is not used.
func (s *sheet) parts() []region {
	if s.blocks != nil {
		return nil
	}
	return readingOrder(s.lines)
}

// extras returns the notes of people.
func (r *reader) extras() []document.Block {
	var out []document.Block
	for _, s := range r.sheets {
		for _, c := range s.comments {
			pos := r.labels.pos(s.number, c.Box)
			out = append(out, &document.Annotation{
				Pos: pos, Author: c.Author, Date: dateOf(c.Date),
				Blocks: []document.Block{document.PlainParagraph(pos, strings.ReplaceAll(c.Text, "\r", "\n"))},
			})
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

// numbers writes page numbers, runs of them as ranges.
func numbers(pages []int) string {
	var parts []string
	for i := 0; i < len(pages); {
		j := i
		for j+1 < len(pages) && pages[j+1] == pages[j]+1 {
			j++
		}
		if j > i {
			parts = append(parts, fmt.Sprintf("%d-%d", pages[i], pages[j]))
		} else {
			parts = append(parts, strconv.Itoa(pages[i]))
		}
		if len(parts) == 20 && j+1 < len(pages) {
			parts = append(parts, "…")
			break
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
