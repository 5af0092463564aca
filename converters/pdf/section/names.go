package section

import (
	"cmp"
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// dropFront takes out of the headings what is between the title and the first heading
// with a number, or that the outline names, on one page and before any text, and looks like
// none of those: names and addresses.
func (f *finder) dropFront() {
	first := slices.IndexFunc(f.heads.list, f.heads.isSettled)
	if first < 1 {
		return
	}
	looks := map[look]bool{}
	for _, p := range f.heads.list[first:] {
		if f.heads.isSettled(p) {
			looks[lookOf(p)] = true
		}
	}
	front := f.front()
	largest := slices.MaxFunc(f.heads.list[:first], func(a, b *layout.Para) int { return cmp.Compare(a.Size, b.Size) })
	f.heads.drop(func(p *layout.Para) bool {
		return p != largest && lookOf(p) != lookOf(largest) && slices.Contains(front, p) && !looks[lookOf(p)] && !isPart(p.Text())
	})
}

// dropNames takes out of the headings the lines right below the title that look like
// one another, such as names and a date: no text comes between them, so they are
// headings of nothing.
func (f *finder) dropNames() {
	at := slices.IndexFunc(f.paras, func(p layout.Para) bool { return p.Level != 0 })
	if at < 0 || f.paras[at].Level > 0 {
		return
	}
	title := &f.paras[at]
	for at < len(f.paras) && f.paras[at].Level < 0 && lookOf(&f.paras[at]) == lookOf(title) {
		at++
	}
	end := at
	for end < len(f.paras) && f.paras[end].Level < 0 && f.paras[end].At.Page == title.At.Page && lookOf(&f.paras[end]) == lookOf(&f.paras[at]) {
		end++
	}
	names := f.paras[at:end]
	counted := !slices.ContainsFunc(names, func(p layout.Para) bool { return !script.HasDigit(p.Lines[0].Words[0].Text) })
	if len(names) < 2 || counted || lookOf(&names[0]).bold || names[0].Size > titleApart*title.Size {
		return
	}
	for i := range names {
		f.heads.forget(&names[i])
		names[i].Level = 0
	}
	f.heads.list = slices.DeleteFunc(f.heads.list, func(p *layout.Para) bool { return p.Level == 0 })
}

// dropTitlePage takes out of the headings what is on the first page beside
// the title, as large as a heading: names, dates, places. It looks like nothing
// on other pages, has no number, and the outline does not name it.
func (f *finder) dropTitlePage() {
	if len(f.heads.list) == 0 {
		return
	}
	page, title := f.heads.list[0].At.Page, f.heads.list[0]
	on := map[look]int{}
	for _, p := range f.heads.list {
		if p.At.Page == page {
			on[lookOf(p)]++
			if p.Size > title.Size {
				title = p
			}
		}
	}
	last := f.heads.list[len(f.heads.list)-1].At.Page
	f.heads.drop(func(p *layout.Para) bool {
		l := lookOf(p)
		return p.At.Page == page && last != page && p != title && p.Level < 0 && f.heads.looks[l] <= on[l] &&
			p.Size <= titleApart*title.Size && !script.HasDigit(p.Lines[0].Words[0].Text)
	})
}
