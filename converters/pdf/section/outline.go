package section

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// titles are the entries of the outline by their titles, with and without a number.
type titles struct {
	entries map[string][]pdfium.Bookmark
	count   int
	deep    bool            // an entry is below another one
	exact   map[string]bool // titles that are a whole paragraph
}

// titlesOf returns the titles of an outline.
func titlesOf(outline []pdfium.Bookmark) titles {
	const least = 3 // bytes that tell a title
	t := titles{entries: map[string][]pdfium.Bookmark{}, exact: map[string]bool{}}
	for _, b := range outline {
		key := layout.OutlineKey(b.Title)
		if len(key) < least {
			continue
		}
		t.count++
		t.deep = t.deep || b.Level > 1
		t.entries[key] = append(t.entries[key], b)
		if bare := layout.OutlineKey(withoutLabel(b.Title)); bare != key && len(bare) >= least {
			t.entries[bare] = append(t.entries[bare], b)
		}
	}
	return t
}

// withoutLabel returns a title without its number.
func withoutLabel(text string) string { return text[len(label().FindString(text)):] }

// level returns the level that the outline gives a paragraph: an entry has its text, with
// or without a number, and leads to about its page. It returns 0 for no heading.
func (f *finder) level(p *layout.Para) int {
	const smaller = .8 // than the body, at most
	if f.count == 0 || p.Size < smaller*f.body || len(p.Lines) > headingLines || p.Item.Marker == "-" {
		return 0
	}
	return f.levelOf(p.Text(), p.At.Page)
}

// levelOf returns the level of a title that is on a page; 0 for none. What is a number and
// a title that another paragraph is as a whole is an item of a list of contents.
func (t *titles) levelOf(text string, page int) int {
	key := layout.OutlineKey(text)
	bare := layout.OutlineKey(withoutLabel(text))
	if t.exact[bare] {
		bare = key
	}
	for _, k := range []string{key, bare} {
		for _, b := range t.entries[k] {
			if b.Page == 0 || b.Page-page <= 1 && page-b.Page <= 1 {
				return min(b.Level, 6)
			}
		}
	}
	return 0
}

// learn notes the titles that are a whole paragraph.
func (t *titles) learn(paras []layout.Para) {
	if t.count == 0 {
		return
	}
	for i := range paras {
		if p := &paras[i]; p.IsFlow() && len(p.Lines) <= headingLines {
			if key := layout.OutlineKey(p.Text()); t.entries[key] != nil {
				t.exact[key] = true
			}
		}
	}
}

// covers reports whether the outline names the headings of a document, those below
// others, too: most of its entries are found.
func (f *finder) covers() bool {
	const least = 4 // headings
	return f.deep && len(f.heads.named) >= least && len(f.heads.named)*5 >= f.count*3
}

// dropUnnamed takes out of the headings what the outline leaves out, behind the first one that it
// names. What has a number, or looks like a heading that it names, is one all the same, and so
// are those of one look that are twice as many: a level that it leaves out.
func (f *finder) dropUnnamed() {
	looks := map[look]bool{}
	for p := range f.heads.named {
		looks[lookOf(p)] = true
	}
	for l, n := range f.heads.looks {
		looks[l] = looks[l] || n >= 2*len(f.heads.named)
	}
	first := slices.IndexFunc(f.heads.list, func(p *layout.Para) bool { return f.heads.named[p] })
	known := map[*layout.Para]bool{}
	for _, p := range f.heads.list[:first] {
		known[p] = true
	}
	f.heads.drop(func(p *layout.Para) bool {
		return !known[p] && !f.heads.isSettled(p) && !looks[lookOf(p)] && !isPart(p.Text())
	})
}
