// Package section finds out which paragraphs of a document are headings, and of
// which level, from how they look, from their numbers and from the outline.
//
// Files, in reading order: section.go (the steps), runin.go (headings that paragraphs begin
// with), names.go (what is beside the title), title.go (the title), level.go (levels), outline.go
// (what the outline names), look.go (how a heading looks), finder.go (what all of them know), part.go
// (what parts of papers and books are called) and number.go (how headings are numbered).
package section

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// Mark gives paragraphs that look like headings their level: the larger the higher, as
// their numbers say, and as the outline says where it names them. A heading that a
// paragraph begins with becomes one of its own.
func Mark(paras []layout.Para, outline []pdfium.Bookmark) []layout.Para {
	if structured(paras) {
		return paras
	}
	f := finder{body: Body(paras), titles: titlesOf(outline), heads: headings{named: map[*layout.Para]bool{}, looks: map[look]int{}}}
	f.learn(paras)
	f.paras = f.splitRunIns(paras)
	f.find()
	if f.covers() {
		f.dropUnnamed()
	}
	f.dropFront()
	f.dropNames()
	f.dropTitlePage()
	f.setLevels(f.titleOf())
	return f.paras
}

// find collects what the outline names, or what looks like a heading.
func (f *finder) find() {
	capitals := f.hasCapitals()
	for i := range f.paras {
		p := &f.paras[i]
		if isNoHeading(p) {
			continue
		}
		level := f.level(p)
		if level > 0 {
			f.heads.named[p] = true
		} else if p.Level < 0 || f.isHeading(p, i == 0 || f.paras[i-1].At.Page != p.At.Page) || capitals && p.Gap > .25*p.Size && smallCapitals(p, f.body) > 0 {
			level = -1
			p.Size = max(p.Size, smallCapitals(p, f.body))
			f.heads.looks[lookOf(p)]++
		}
		if level != 0 {
			p.Level, p.Item.Marker = level, ""
			f.heads.list = append(f.heads.list, p)
		}
	}
}

// hasCapitals reports whether a document has a heading with a number in small capitals.
func (f *finder) hasCapitals() bool {
	return slices.ContainsFunc(f.paras, func(p layout.Para) bool {
		return !isNoHeading(&p) && smallCapitals(&p, f.body) > 0 && isNumbered(p.Text()) && f.isHeading(&p, false)
	})
}

// Join joins headings that are lines of one, and the numbers of chapters with their
// titles.
func Join(paras []layout.Para) []layout.Para {
	var out []layout.Para
	for _, p := range paras {
		if n := len(out); n > 0 && (isNumber(&out[n-1], &p) || isLine(&out[n-1], &p)) {
			last := &out[n-1]
			last.Lines, last.Level = append(last.Lines, p.Lines...), p.Level
			last.At.Box = last.At.Box.Union(p.At.Box)
			continue
		}
		out = append(out, p)
	}
	return out
}

// isLine reports whether a heading is a line of the one above it: they look the same and
// follow one another as closely as lines do.
func isLine(last, p *layout.Para) bool {
	const close = 1.6 // of the size, from one baseline to the next
	if p.Level <= 0 || last.Level != p.Level || p.Tag.Tagged || p.At.Page != last.At.Page || p.At.Region != last.At.Region || lookOf(last) != lookOf(p) {
		return false
	}
	end := last.Last()
	step := p.Lines[0].Base - end.Base
	return step > 0 && step < close*p.Size && !script.Ends(end.Words.Text()) && !startsNumbered(p) && len(last.Lines)+len(p.Lines) <= headingLines
}

// isNumber reports whether a heading is the number of the one below it, such as Chapter 3.
func isNumber(p, next *layout.Para) bool {
	if p.Level == 0 || next.Level == 0 || p.Tag.Tagged || p.At.Page != next.At.Page || len(p.Lines) > 1 || p.Size > 1.05*next.Size && !lookOf(p).bold {
		return false
	}
	ws := p.Lines[0].Words
	return len(ws) == 2 && isChapter(ws[0].Text) && numeral().MatchString(ws[1].Text) && !startsNumbered(next)
}

// startsNumbered reports whether a heading begins with a number, or a word that
// has one after it, as Chapter 3 has.
func startsNumbered(p *layout.Para) bool {
	ws := p.Lines[0].Words
	return script.HasDigit(ws[0].Text) || len(ws) > 1 && script.HasDigit(ws[1].Text) || isNumbered(p.Text())
}
