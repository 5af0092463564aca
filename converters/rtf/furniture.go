package rtf

import (
	"bytes"
	"crypto/sha256"

	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/tally"
	"github.com/seed353dc258/backstory/document"
)

// furniture is what headers, or footers, say, each text once.
type furniture struct {
	said    map[[sha256.Size]byte]bool // by the digests of their texts
	stories []sealed
	again   tally.Count // those that were left out
}

// headerCost is what a header that says something new counts as: no document
// that people write has thousands.
const headerCost = 256

// add adds a header or a footer; paged ones have a page number.
func (f *furniture) add(r *reader, s sealed, paged bool) {
	text, said := r.digest(s)
	if len(text) == 0 {
		return
	}
	pages := paged && len(text) < pagedMost && prose.OnlyPages(string(text))
	if pages || f.said[said] {
		f.again.Add(lineAt(r.lineOf(s)), 1)
		return
	}
	if f.said == nil {
		f.said = map[[sha256.Size]byte]bool{}
	}
	f.said[said] = true
	f.stories = append(f.stories, s)
	r.hold(headerCost)
}

// pagedMost is how long a header with no more than the number of its page is, in
// bytes.
const pagedMost = 1 << 10

// digest returns the words of a story, up to pagedMost bytes, and the digest of
// all of them.
func (r *reader) digest(s sealed) (words []byte, sum [sha256.Size]byte) {
	var text []byte
	all := sha256.New()
	for it := range r.each(s, false) {
		text = r.appendText(text[:0], it)
		for word := range bytes.FieldsSeq(text) {
			all.Write(word)
			all.Write([]byte{' '})
			if len(words) < pagedMost {
				words = append(append(words, word[:min(len(word), pagedMost)]...), ' ')
			}
		}
	}
	return words, [sha256.Size]byte(all.Sum(nil))
}

// furniture returns a section of headers or footers with a title.
func (b *builder) furniture(title string, f *furniture) []document.Block {
	b.lost[lostPage].Add(f.again.Pos, f.again.N)
	if len(f.stories) == 0 {
		return nil
	}
	section := &document.Section{Pos: lineAt(b.lineOf(f.stories[0])), Kind: document.SectionPart, Title: title}
	packer := document.NewPacker(&b.env.Gate, "")
	for _, s := range f.stories {
		b.pour(s, packer)
	}
	if section.Blocks = packer.Blocks(); len(section.Blocks) == 0 {
		return nil
	}
	return []document.Block{section}
}

// lineOf returns where a story begins.
func (r *reader) lineOf(s sealed) int {
	for it := range r.each(s, false) {
		return it.line()
	}
	return 1
}

// line returns where a paragraph or a table begins.
func (it *item) line() int {
	if it.para != nil {
		return max(int(it.para.line), 1)
	}
	return max(it.table.line, 1)
}

// itemsText returns the text of paragraphs and tables.
func (r *reader) itemsText(items []item) string {
	if len(items) == 1 && items[0].para != nil {
		return items[0].para.text
	}
	var out []byte
	for _, it := range items {
		out = r.appendText(out, it)
	}
	return string(out)
}

func (r *reader) appendText(out []byte, it item) []byte {
	if it.para != nil {
		return append(append(out, it.para.text...), '\n')
	}
	h := r.reading(false)
	defer r.read(h)
	for row := range h.rows(it.table) {
		for i := range row.cells {
			out = append(out, row.cells[i].text...)
			for _, it := range row.cells[i].items {
				out = r.appendText(out, it)
			}
		}
	}
	return out
}

// cellText returns the text of a cell.
func (r *reader) cellText(c *cell) string {
	if c.text != "" {
		return c.text
	}
	return r.itemsText(c.items)
}
