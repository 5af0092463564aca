// Package section finds out which paragraphs of a document are headings, and of
// which level, from how they look, from their numbers and from the outline.
//
// Files, in reading order: section.go (the parts of it, and how a heading looks),
// title.go (the title of the document, and levels).
package section

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

const (
	headingLarger = 1.12 // than the body, where nothing else says that it is one
	headingChars  = 220
	headingLines  = 4
	boldChars     = 110
)

// numbered matches the number of a heading.
var numbered = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(([0-9]{1,2}\.)*[0-9]{1,2}\.?|[A-Z]\.([0-9]{1,2}\.?)*|[IVX]{1,5}\.)\s+\p{Lu}`)
})

// look is how a heading looks.
type look struct {
	size float64 // in half points
	bold bool
}

// Body returns the size that most of the text has.
func Body(paras []layout.Para) float64 {
	count := map[float64]int{}
	for i := range paras {
		for j := range paras[i].Lines {
			l := &paras[i].Lines[j]
			if l.Table == nil && !paras[i].Code {
				count[half(l.Size)] += l.Chars
			}
		}
	}
	best, most := 10.0, 0
	for size, n := range count {
		if n > most || n == most && size < best {
			best, most = size, n
		}
	}
	return best
}

func half(x float64) float64 { return math.Round(x*2) / 2 }

// Mark gives paragraphs that look like headings their level: the larger
// the higher, and as the outline says where it names them.
func Mark(paras []layout.Para, outline []pdfium.Bookmark) {
	if structured(paras) {
		return
	}
	body := Body(paras)
	named := outlineLevels(outline)
	looks := map[look]int{}
	var heads []*layout.Para
	capitals := hasCapitals(paras, body)
	for i := range paras {
		p := &paras[i]
		if isNoHeading(p) {
			continue
		}
		if level, ok := named[layout.OutlineKey(p.Text())]; ok && p.Size >= body*.95 && len(p.Lines) <= headingLines && p.Marker != "-" {
			p.Level = level
			p.Marker = ""
			heads = append(heads, p)
			continue
		}
		if isHeading(p, body, i == 0 || paras[i-1].Page != p.Page) || capitals && p.Gap > .25*p.Size && smallCapitals(p, body) > 0 {
			p.Level, p.Size = -1, max(p.Size, smallCapitals(p, body))
			heads = append(heads, p)
			looks[lookOf(p)]++
		}
	}
	heads = dropTitlePage(dropNames(paras, heads, looks), looks)
	title, rest := titleOf(paras, heads, body)
	setLevels(title, rest, looks, len(named) > 0)
}

// isNoHeading reports whether a paragraph is something else, however it looks.
func isNoHeading(p *layout.Para) bool {
	return p.Table != nil || p.Code || p.Picture || p.Aside || p.GoesOn || p.Labelled
}

// hasCapitals reports whether a document has a heading with a number in small capitals.
func hasCapitals(paras []layout.Para, body float64) bool {
	return slices.ContainsFunc(paras, func(p layout.Para) bool {
		return !isNoHeading(&p) && smallCapitals(&p, body) > 0 && numbered().MatchString(p.Text()) && isHeading(&p, body, false)
	})
}

// byNumber gives headings that begin with a number the levels that their numbers say,
// below that of most of the first depth: 1., 1.1, or I., A., 1. An outline knows better.
func byNumber(heads []*layout.Para, outlined bool) {
	if outlined {
		return
	}
	roman := slices.ContainsFunc(heads, func(p *layout.Para) bool { return strings.HasPrefix(p.Text(), "I. ") })
	var levels [7]int
	deeper := 6
	for _, p := range heads {
		switch depthOf(p.Text(), roman) {
		case 0:
		case 1:
			levels[p.Level]++
		default:
			deeper = min(deeper, p.Level)
		}
	}
	base := min(slices.Index(levels[:], slices.Max(levels[:])), deeper)
	for _, p := range heads {
		if depth := depthOf(p.Text(), roman); depth > 0 && base > 0 {
			p.Level = min(base+depth-1, 6)
		}
	}
}

// depthOf returns how deep the number is that a heading begins with; 0 for none. Beside
// Roman numbers, letters are the second depth, and figures the third.
func depthOf(text string, roman bool) int {
	if !numbered().MatchString(text) {
		return 0
	}
	number, _, _ := strings.Cut(text, " ")
	number = strings.TrimSuffix(number, ".")
	depth := strings.Count(number, ".") + 1
	switch {
	case !roman, depth > 1:
		return depth
	case script.HasDigit(number):
		return 3
	case strings.Trim(number, "IVX") == "":
		return 1
	}
	return 2
}

// dropNames takes out of the headings the lines right below the title that look like
// one another, such as names and a date: no text comes between them, so they are
// headings of nothing.
func dropNames(paras []layout.Para, heads []*layout.Para, looks map[look]int) []*layout.Para {
	at := slices.IndexFunc(paras, func(p layout.Para) bool { return p.Level != 0 })
	if at < 0 || paras[at].Level > 0 {
		return heads
	}
	title := &paras[at]
	for at < len(paras) && paras[at].Level < 0 && lookOf(&paras[at]) == lookOf(title) {
		at++
	}
	names := alikeFrom(paras, at, title.Page)
	counted := !slices.ContainsFunc(names, func(p layout.Para) bool { return !script.HasDigit(p.Lines[0].Words[0].Text) })
	if len(names) < 2 || counted || lookOf(&names[0]).bold || names[0].Size > .95*title.Size {
		return heads
	}
	l := lookOf(&names[0])
	if looks[l] -= len(names); looks[l] == 0 {
		delete(looks, l)
	}
	for i := range names {
		names[i].Level = 0
	}
	return slices.DeleteFunc(heads, func(p *layout.Para) bool { return p.Level == 0 })
}

// alikeFrom returns the headings of a page, from one on, that look like that one.
func alikeFrom(paras []layout.Para, from, page int) []layout.Para {
	end := from
	for end < len(paras) && paras[end].Level < 0 && paras[end].Page == page && lookOf(&paras[end]) == lookOf(&paras[from]) {
		end++
	}
	return paras[from:end]
}

// dropTitlePage takes out of the headings what is on the first page beside
// the title, as large as a heading: names, dates, places. It looks like nothing
// on other pages, has no number, and the outline does not name it.
func dropTitlePage(heads []*layout.Para, looks map[look]int) []*layout.Para {
	if len(heads) == 0 {
		return nil
	}
	page, title := heads[0].Page, heads[0]
	on := map[look]int{}
	for _, p := range heads {
		if p.Page == page {
			on[lookOf(p)]++
			if p.Size > title.Size {
				title = p
			}
		}
	}
	last := heads[len(heads)-1].Page
	return slices.DeleteFunc(heads, func(p *layout.Para) bool {
		l := lookOf(p)
		if p.Page != page || last == page || p == title || p.Level > 0 || looks[l] > on[l] || p.Size > .95*title.Size || script.HasDigit(p.Lines[0].Words[0].Text) {
			return false
		}
		if looks[l]--; looks[l] == 0 {
			delete(looks, l)
		}
		p.Level = 0
		return true
	})
}

// Join joins headings that are lines of one: they look the same and follow
// one another as closely as lines do.
func Join(paras []layout.Para) []layout.Para {
	const close = 1.6 // of the size, from one baseline to the next
	var out []layout.Para
	for _, p := range paras {
		if n := len(out); n > 0 && p.Level > 0 && out[n-1].Level == p.Level && !p.Tagged && p.Page == out[n-1].Page && p.Region == out[n-1].Region {
			last := &out[n-1]
			end := last.Last()
			step := p.Lines[0].Base - end.Base
			if lookOf(last) == lookOf(&p) && step > 0 && step < close*p.Size && !script.Ends(end.Text()) && !startsNumbered(&p) && len(last.Lines)+len(p.Lines) <= headingLines {
				last.Lines = append(last.Lines, p.Lines...)
				last.Box = last.Box.Union(p.Box)
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// startsNumbered reports whether a heading begins with a number, or a word that
// has one after it, as Chapter 3 has.
func startsNumbered(p *layout.Para) bool {
	ws := p.Lines[0].Words
	return script.HasDigit(ws[0].Text) || len(ws) > 1 && script.HasDigit(ws[1].Text) || numbered().MatchString(p.Text())
}

// structured reports whether the structure of the document names its headings,
// on nearly all of its pages.
func structured(paras []layout.Para) bool {
	tagged, named := 0, 0
	for i := range paras {
		if paras[i].Tagged {
			tagged++
			named += script.Flag(paras[i].Level > 0)
		}
	}
	return named > 0 && tagged*10 >= len(paras)*8
}

// rank gives the headings that the outline does not name their levels.
func rank(heads []*layout.Para, looks map[look]int) {
	known := map[look]int{}
	for _, p := range heads {
		if p.Level > 0 {
			if old, ok := known[lookOf(p)]; !ok || p.Level < old {
				known[lookOf(p)] = p.Level
			}
		}
	}
	var order []look
	for l := range looks {
		order = append(order, l)
	}
	slices.SortFunc(order, func(a, b look) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(script.Flag(b.bold), script.Flag(a.bold)))
	})
	levels := map[look]int{}
	next := 1
	for _, l := range order {
		level, ok := known[l]
		if !ok {
			level = next
		}
		levels[l] = min(level, 6)
		next = min(level+1, 6)
	}
	for _, p := range heads {
		if p.Level < 0 {
			p.Level = levels[lookOf(p)]
			p.Marker = ""
		}
	}
}

func lookOf(p *layout.Para) look { return look{half(p.Size), p.All(document.Strong)} }

// candidate is a paragraph that may be a heading.
type candidate struct {
	*layout.Para
	text  string
	chars int
	bold  bool
	body  float64 // the size of most text
	first bool    // of its page
}

// isHeading reports whether a paragraph looks like a heading.
func isHeading(p *layout.Para, body float64, first bool) bool {
	c := candidate{Para: p, text: p.Text(), bold: p.All(document.Strong), body: body, first: first}
	c.chars = script.RuneCount(c.text)
	switch {
	case !c.isTitle():
		return false
	case p.Size >= body*headingLarger:
		return !(p.Marker == "-" && !c.bold) && (c.bold || p.Size >= body*1.18 || !script.Ends(c.text))
	}
	return (c.bold || c.isNumbered() && (c.isCapital() || c.isSlanted())) && c.standsOut()
}

// isSlanted reports whether a text is in italics on a line of its own, behind the letter
// or the numbers of a part of a section.
func (c *candidate) isSlanted() bool {
	number, _, _ := strings.Cut(c.text, " ")
	return c.All(document.Emphasis) && len(c.Lines) == 1 && c.Gap > .25*c.Size && (!script.HasDigit(number) || strings.Contains(strings.TrimSuffix(number, "."), "."))
}

// smallCapitals returns the size of the capitals of a line in small capitals, about that of
// the body; 0 for other text.
func smallCapitals(p *layout.Para, body float64) float64 {
	if len(p.Lines) != 1 || p.Size > .9*body || p.Size < .6*body || strings.ContainsFunc(p.Text(), unicode.IsLower) {
		return 0
	}
	words, size := p.Lines[0].Words, 0.0
	for i := range words {
		if w := &words[i]; unicode.IsUpper(script.FirstRune(w.Text)) {
			if next := i + 1; next < len(words) && words[next].Glued && words[next].Size < .9*w.Size {
				size = w.Size
			} else if w.Size > .9*body && !numbered().MatchString(w.Text+" A") {
				return 0
			}
		}
	}
	if math.Abs(size-body) > .06*body {
		return 0
	}
	return size
}

// isCapital reports whether a text has capital letters alone, as headings in small
// capitals have.
func (c *candidate) isCapital() bool {
	const least = 4 // letters
	n := 0
	for _, r := range c.text {
		if unicode.IsLower(r) {
			return false
		}
		n += script.Flag(unicode.IsUpper(r))
	}
	return n >= least && c.Gap > .25*c.Size
}

// isTitle reports whether a text can be a heading, however it is set: short, with words,
// and neither an entry of a table of contents nor a sentence.
func (c *candidate) isTitle() bool {
	if c.Entry || c.chars == 0 || c.chars > headingChars || len(c.Lines) > headingLines || c.bold && isPair(c.Para) {
		return false
	}
	if !isWorded(c.text) || strings.Contains(c.text, ". . .") || strings.Contains(c.text, "....") {
		return false
	}
	return script.LastRune(c.text) != '.' || c.chars <= boldChars || c.isNumbered()
}

// standsOut reports whether a text that is bold, and no larger than others, is a
// heading.
func (c *candidate) standsOut() bool {
	if c.chars > boldChars || len(c.Lines) > 2 || c.Size < c.body*.97 && smallCapitals(c.Para, c.body) == 0 || c.Marker == "-" && !c.isNumbered() {
		return false
	}
	switch script.LastRune(c.text) {
	case '：', '。', '.', ',', ';':
		return false
	case ':':
		return c.isNumbered()
	}
	return c.isNumbered() || c.Marker == "" && (c.first || c.Gap > .25*c.Size)
}

// isNumbered reports whether a text begins with the number of a heading.
func (c *candidate) isNumbered() bool { return numbered().MatchString(c.text) }

// isPair reports whether a paragraph that is bold, as far as it has letters, is a
// name and a number that is not bold.
func isPair(p *layout.Para) bool {
	words := p.Last().Words
	last := &words[len(words)-1]
	return !last.Styles.Has(document.Strong) && script.HasDigit(last.Text)
}

// isWorded reports whether a text has a word: two letters, or one of a script
// without spaces.
func isWorded(text string) bool {
	n := 0
	for _, r := range text {
		if n += script.Flag(unicode.IsLetter(r)); n > 1 || n == 1 && script.IsWide(r) {
			return true
		}
	}
	return false
}

// outlineLevels returns the level of each title of the outline that is
// there once.
func outlineLevels(outline []pdfium.Bookmark) map[string]int {
	levels := map[string]int{}
	for _, b := range outline {
		key := layout.OutlineKey(b.Title)
		if len(key) < 3 {
			continue
		}
		if old, ok := levels[key]; !ok || b.Level < old {
			levels[key] = min(b.Level, 6)
		}
	}
	return levels
}
