package section

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	titleLarger = 1.3   // than the body, a title that no outline is below
	titleApart  = .95   // of the title's size, what is smaller than it
	titlePage   = 1_500 // characters of a page that has hardly more than the title
	proseLines  = 3     // of a paragraph, from which it is text
	settledOnes = 3     // headings with a number, or that the outline names, which tell the title apart
)

// titleOf parts the headings of a document into its title and the others. The title is
// the largest of the headings before the text begins, whatever is around it, on their
// first page, that the outline does not name and that have no number. No other heading
// looks like it, but for those with numbers below a title that names follow; larger ones
// may be in the outline, or on the pages behind one that has hardly more than the title.
func (f *finder) titleOf() (title, rest []*layout.Para) {
	front := f.front()
	if len(front) == 0 {
		return nil, f.heads.list
	}
	at := 0
	for i, p := range front {
		if p.Size > front[at].Size {
			at = i
		}
	}
	end := at + 1
	for end < len(front) && lookOf(front[end]) == lookOf(front[at]) {
		end++
	}
	if !f.isTitle(front[at], f.namesFollow(front[end-1]), f.heads.list[end:]) {
		return nil, f.heads.list
	}
	return slices.Clone(f.heads.list[at:end]), slices.Delete(slices.Clone(f.heads.list), at, end)
}

// isTitle reports whether a heading is the title above others: it is larger than those on its page
// which the outline does not name, or names follow it, and then numbered headings.
func (f *finder) isTitle(top *layout.Para, names bool, others []*layout.Para) bool {
	settled, outlined := 0, false
	for _, p := range others {
		settled += script.Flag(f.heads.isSettled(p))
		outlined = outlined || f.heads.named[p]
	}
	named := names && settled >= settledOnes && !isPart(top.Text())
	if !outlined && !named && top.Size < titleLarger*f.body {
		return false
	}
	alone := f.charsOn(top.At.Page) < titlePage
	return !slices.ContainsFunc(others, func(p *layout.Para) bool {
		if f.heads.named[p] || named && (f.heads.isSettled(p) || isPart(p.Text())) {
			return false
		}
		return lookOf(p) == lookOf(top) || p.Size >= titleApart*top.Size && (p.At.Page == top.At.Page || !alone)
	})
}

// namesFollow reports whether what is below a heading, on its page, is short, and no heading: names
// and addresses.
func (f *finder) namesFollow(head *layout.Para) bool {
	for i := range f.paras {
		if &f.paras[i] == head {
			return i+1 < len(f.paras) && f.paras[i+1].At.Page == head.At.Page && f.paras[i+1].Level == 0 && !isProse(&f.paras[i+1])
		}
	}
	return false
}

func isProse(p *layout.Para) bool { return len(p.Lines) >= proseLines && p.Table == nil }

// front returns the headings before the text of a document, on one page.
func (f *finder) front() []*layout.Para {
	n := 0
	for i := range f.paras {
		p := &f.paras[i]
		switch {
		case n == len(f.heads.list):
			return f.heads.list
		case p == f.heads.list[n]:
			if f.heads.isSettled(p) && (n > 0 || !f.heads.isWhole(p)) || p.At.Page != f.heads.list[0].At.Page {
				return f.heads.list[:n]
			}
			n++
		case n > 0 && isProse(p):
			return f.heads.list[:n]
		}
	}
	return f.heads.list[:n]
}

// isWhole reports whether the first heading is the title, though the outline names it: it
// has no number, and is larger than all others.
func (h *headings) isWhole(first *layout.Para) bool {
	return !isNumbered(first.Text()) && !slices.ContainsFunc(h.list, func(p *layout.Para) bool {
		return p != first && p.Size > titleApart*first.Size
	})
}

// charsOn returns how many characters a page has.
func (f *finder) charsOn(page int) (n int) {
	for i := range f.paras {
		if f.paras[i].At.Page == page {
			for j := range f.paras[i].Lines {
				n += f.paras[i].Lines[j].Chars
			}
		}
	}
	return n
}
