package pdf

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
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
func bodySize(paras []para) float64 {
	count := map[float64]int{}
	for i := range paras {
		for j := range paras[i].lines {
			l := &paras[i].lines[j]
			if l.table == nil && !paras[i].code {
				count[half(l.size)] += l.chars
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
func headings(paras []para, outline []pdfium.Bookmark) {
	if structured(paras) {
		return
	}
	body := bodySize(paras)
	named := outlineLevels(outline)
	looks := map[look]int{}
	var heads []*para
	for i := range paras {
		p := &paras[i]
		if p.table != nil || p.code || p.picture || p.aside || p.goesOn || p.labelled {
			continue
		}
		if level, ok := named[outlineKey(p.text())]; ok && p.size >= body*.95 && len(p.lines) <= headingLines && p.marker != "-" {
			p.level = level
			p.marker = ""
			heads = append(heads, p)
			continue
		}
		if isHeading(p, body, i == 0 || paras[i-1].page != p.page) {
			p.level = -1
			heads = append(heads, p)
			looks[lookOf(p)]++
		}
	}
	rank(dropTitlePage(heads, looks), looks)
}

// dropTitlePage takes out of the headings what stands on the first page beside
// the title, as large as a heading: names, dates, places. It looks like nothing
// on other pages, has no number, and the outline does not name it.
func dropTitlePage(heads []*para, looks map[look]int) []*para {
	if len(heads) == 0 {
		return nil
	}
	page, title := heads[0].page, heads[0]
	on := map[look]int{}
	for _, p := range heads {
		if p.page == page {
			on[lookOf(p)]++
			if p.size > title.size {
				title = p
			}
		}
	}
	last := heads[len(heads)-1].page
	return slices.DeleteFunc(heads, func(p *para) bool {
		l := lookOf(p)
		if p.page != page || last == page || p == title || p.level > 0 || looks[l] > on[l] || p.size > .95*title.size || hasDigit(p.lines[0].words[0].text) {
			return false
		}
		if looks[l]--; looks[l] == 0 {
			delete(looks, l)
		}
		p.level = 0
		return true
	})
}

// joinHeads joins headings that are lines of one: they look the same and follow
// one another as closely as lines do.
func joinHeads(paras []para) []para {
	const close = 1.6 // of the size, from one baseline to the next
	var out []para
	for _, p := range paras {
		if n := len(out); n > 0 && p.level > 0 && out[n-1].level == p.level && !p.tagged && p.page == out[n-1].page && p.region == out[n-1].region {
			last := &out[n-1]
			end := &last.lines[len(last.lines)-1]
			step := p.lines[0].base - end.base
			if lookOf(last) == lookOf(&p) && step > 0 && step < close*p.size && !ends(end.text()) && !startsNumbered(&p) && len(last.lines)+len(p.lines) <= headingLines {
				last.lines = append(last.lines, p.lines...)
				last.box = last.box.Union(p.box)
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// startsNumbered reports whether a heading begins with a number, or a word that
// has one after it, as Chapter 3 has.
func startsNumbered(p *para) bool {
	ws := p.lines[0].words
	return hasDigit(ws[0].text) || len(ws) > 1 && hasDigit(ws[1].text) || numbered().MatchString(p.text())
}

// structured reports whether the structure of the document names its headings,
// on nearly all of its pages.
func structured(paras []para) bool {
	tagged, named := 0, 0
	for i := range paras {
		if paras[i].tagged {
			tagged++
			named += flag(paras[i].level > 0)
		}
	}
	return named > 0 && tagged*10 >= len(paras)*8
}

// rank gives the headings that the outline does not name their levels.
func rank(heads []*para, looks map[look]int) {
	known := map[look]int{}
	for _, p := range heads {
		if p.level > 0 {
			if old, ok := known[lookOf(p)]; !ok || p.level < old {
				known[lookOf(p)] = p.level
			}
		}
	}
	var order []look
	for l := range looks {
		order = append(order, l)
	}
	slices.SortFunc(order, func(a, b look) int {
		return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(flag(b.bold), flag(a.bold)))
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
		if p.level < 0 {
			p.level = levels[lookOf(p)]
			p.marker = ""
		}
	}
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

func lookOf(p *para) look { return look{half(p.size), p.all(document.Strong)} }

// isHeading reports whether a paragraph looks like a heading.
func isHeading(p *para, body float64, first bool) bool {
	text := p.text()
	n := runeCount(text)
	if p.entry || n == 0 || n > headingChars || len(p.lines) > headingLines || !isWorded(text) || strings.Contains(text, ". . .") || strings.Contains(text, "....") {
		return false
	}
	bold := p.all(document.Strong)
	if lastRune(text) == '.' && n > boldChars && !numbered().MatchString(text) {
		return false // a sentence
	}
	if p.size >= body*headingLarger {
		return !(p.marker == "-" && !bold) && (bold || p.size >= body*1.18 || !ends(text))
	}
	if !bold || n > boldChars || len(p.lines) > 2 || p.size < body*.97 || p.marker == "-" {
		return false
	}
	if r := lastRune(text); r == '：' || r == '。' || r == '.' || r == ',' || r == ';' || r == ':' && !numbered().MatchString(text) {
		return false
	}
	if p.marker != "" && !numbered().MatchString(text) {
		return false
	}
	return p.gap > .25*p.size || first || numbered().MatchString(text)
}

// isWorded reports whether a text has a word: two letters, or one of a script
// without spaces.
func isWorded(text string) bool {
	n := 0
	for _, r := range text {
		if n += flag(unicode.IsLetter(r)); n > 1 || isWide(r) {
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
		key := outlineKey(b.Title)
		if len(key) < 3 {
			continue
		}
		if old, ok := levels[key]; !ok || b.Level < old {
			levels[key] = min(b.Level, 6)
		}
	}
	return levels
}

// outlineKey is a title without what differs between the outline and the page.
func outlineKey(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// all reports whether all of a paragraph has a style.
func (p *para) all(s document.Style) bool {
	for i := range p.lines {
		if !p.lines[i].all(s) {
			return false
		}
	}
	return true
}

// text returns the paragraph's text.
func (p *para) text() string {
	parts := make([]string, len(p.lines))
	for i := range p.lines {
		parts[i] = p.lines[i].text()
	}
	return strings.Join(parts, " ")
}
