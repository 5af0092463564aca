package pdf

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

// bodySize returns the size that most of the text has.
func bodySize(paras []layout.Para) float64 {
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

// headings gives paragraphs that look like headings their level: the larger
// the higher, and as the outline says where it names them.
func headings(paras []layout.Para, outline []pdfium.Bookmark) {
	if structured(paras) {
		return
	}
	body := bodySize(paras)
	named := outlineLevels(outline)
	looks := map[look]int{}
	var heads []*layout.Para
	for i := range paras {
		p := &paras[i]
		if p.Table != nil || p.Code || p.Picture || p.Aside || p.GoesOn || p.Labelled {
			continue
		}
		if level, ok := named[layout.OutlineKey(p.Text())]; ok && p.Size >= body*.95 && len(p.Lines) <= headingLines && p.Marker != "-" {
			p.Level = level
			p.Marker = ""
			heads = append(heads, p)
			continue
		}
		if isHeading(p, body, i == 0 || paras[i-1].Page != p.Page) {
			p.Level = -1
			heads = append(heads, p)
			looks[lookOf(p)]++
		}
	}
	rank(dropTitlePage(dropNames(paras, heads, looks), looks), looks)
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
	end, counted := at, true
	for end < len(paras) && paras[end].Level < 0 && paras[end].Page == title.Page && lookOf(&paras[end]) == lookOf(&paras[at]) {
		counted = counted && script.HasDigit(paras[end].Lines[0].Words[0].Text)
		end++
	}
	if end-at < 2 || counted || lookOf(&paras[at]).bold || paras[at].Size > .95*title.Size {
		return heads
	}
	l := lookOf(&paras[at])
	if looks[l] -= end - at; looks[l] == 0 {
		delete(looks, l)
	}
	for i := at; i < end; i++ {
		paras[i].Level = 0
	}
	return slices.DeleteFunc(heads, func(p *layout.Para) bool { return p.Level == 0 })
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

// joinHeads joins headings that are lines of one: they look the same and follow
// one another as closely as lines do.
func joinHeads(paras []layout.Para) []layout.Para {
	const close = 1.6 // of the size, from one baseline to the next
	var out []layout.Para
	for _, p := range paras {
		if n := len(out); n > 0 && p.Level > 0 && out[n-1].Level == p.Level && !p.Tagged && p.Page == out[n-1].Page && p.Region == out[n-1].Region {
			last := &out[n-1]
			end := &last.Lines[len(last.Lines)-1]
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

// isHeading reports whether a paragraph looks like a heading.
func isHeading(p *layout.Para, body float64, first bool) bool {
	text := p.Text()
	n := script.RuneCount(text)
	if p.Entry || n == 0 || n > headingChars || len(p.Lines) > headingLines || !isWorded(text) || strings.Contains(text, ". . .") || strings.Contains(text, "....") {
		return false
	}
	bold := p.All(document.Strong)
	if bold && isPair(p) {
		return false
	}
	if script.LastRune(text) == '.' && n > boldChars && !numbered().MatchString(text) {
		return false // a sentence
	}
	if p.Size >= body*headingLarger {
		return !(p.Marker == "-" && !bold) && (bold || p.Size >= body*1.18 || !script.Ends(text))
	}
	if !bold || n > boldChars || len(p.Lines) > 2 || p.Size < body*.97 || p.Marker == "-" {
		return false
	}
	if r := script.LastRune(text); r == '：' || r == '。' || r == '.' || r == ',' || r == ';' || r == ':' && !numbered().MatchString(text) {
		return false
	}
	if p.Marker != "" && !numbered().MatchString(text) {
		return false
	}
	return p.Gap > .25*p.Size || first || numbered().MatchString(text)
}

// isPair reports whether a paragraph that is bold, as far as it has letters, is a
// name and a number that is not bold.
func isPair(p *layout.Para) bool {
	words := p.Lines[len(p.Lines)-1].Words
	last := &words[len(words)-1]
	return !last.Styles.Has(document.Strong) && script.HasDigit(last.Text)
}

// isWorded reports whether a text has a word: two letters, or one of a script
// without spaces.
func isWorded(text string) bool {
	n := 0
	for _, r := range text {
		if n += script.Flag(unicode.IsLetter(r)); n > 1 || script.IsWide(r) {
			return true
		}
	}
	return false
}

// outlineLevels returns the level of each title of the outline that stands
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
