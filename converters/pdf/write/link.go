package write

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

const (
	areaShare  = .2  // of a page's height, from which a link into the document is an area to click on
	maxAnchors = 400 // paragraphs of a page that a link may lead to
	anchorUp   = 3.0 // of the size, that a place is above its heading at most
	minTitle   = 2   // characters of a title that tell it from others
)

// DropAreas leaves out links into the document that cover much of a page, as
// slides have them that a click turns.
func DropAreas(p *pdfium.Page) {
	for i := range p.Links {
		if l := &p.Links[i]; l.URL == "" && l.H() > areaShare*p.Height {
			l.To = pdfium.Place{}
		}
	}
}

// anchors finds the headings that links into the document lead to.
type anchors struct {
	paras  []layout.Para
	keys   []string      // of the headings among them, what their titles are compared by
	pages  map[int][]int // the paragraphs of each page
	frames map[int]pdfium.Frame
}

// SettleLinks lets links into the document lead to headings, which get a name
// for it. A link that leads elsewhere keeps no target: it is text.
func SettleLinks(pages []*layout.Sheet, paras []layout.Para) {
	a := anchors{paras: paras, keys: make([]string, len(paras)), pages: map[int][]int{}, frames: map[int]pdfium.Frame{}}
	for _, s := range pages {
		a.frames[s.Number] = s.Frame
	}
	for i := range paras {
		if at := a.pages[paras[i].At.Page]; len(at) < maxAnchors {
			a.pages[paras[i].At.Page] = append(at, i)
		}
		if paras[i].Level > 0 {
			a.keys[i] = layout.OutlineKey(paras[i].Text())
		}
	}
	for _, s := range pages {
		texts := linkTexts(s)
		for i := range s.Links {
			l := &s.Links[i]
			if l.URL != "" || l.To.Page == 0 {
				continue
			}
			if texts[i] == "" {
				continue // a sign that leads back
			}
			if at := a.heading(l.To, texts[i]); at >= 0 {
				paras[at].ID = a.name(at)
				l.URL = "#" + paras[at].ID
			}
		}
	}
}

// name returns what links call a heading: its place and its words, so that those
// of a document inside another are not taken for one another.
func (a *anchors) name(at int) string {
	const most = 48 // bytes
	key := a.keys[at]
	return "h" + strconv.Itoa(at) + strings.ToValidUTF8(key[:min(len(key), most)], "")
}

// LinksOf returns the links of each page.
func LinksOf(pages []*layout.Sheet) map[int][]pdfium.Link {
	out := map[int][]pdfium.Link{}
	for _, s := range pages {
		if len(s.Links) > 0 {
			out[s.Number] = s.Links
		}
	}
	return out
}

// linkTexts returns the words on each of a page's links into the document,
// without the dots and the number of an entry of a table of contents.
func linkTexts(s *layout.Sheet) map[int]string {
	words := map[int][]string{}
	add := func(ws []glyph.Word) {
		for i := range ws {
			if at := ws[i].Link; at >= 0 && at < len(s.Links) && s.Links[at].URL == "" && !layout.IsDots(ws[i].Text) {
				words[at] = append(words[at], ws[i].Text)
			}
		}
	}
	for i := range s.Lines {
		add(s.Lines[i].Words)
		if t := s.Lines[i].Table; t != nil {
			for _, row := range t.Rows {
				for j := range row {
					add(row[j].Words)
				}
			}
		}
	}
	out := map[int]string{}
	for at, ws := range words {
		if n := len(ws); n > 1 && layout.PageLabel().MatchString(ws[n-1]) {
			ws = ws[:n-1]
		}
		out[at] = layout.OutlineKey(strings.Join(ws, " "))
	}
	return out
}

// heading returns the heading that a place is at, by its index, or -1: one that
// says what the link does, or that is right there.
func (a *anchors) heading(to pdfium.Place, text string) int {
	f := a.frames[to.Page]
	x, y := f.Point(to.X, to.Y)
	best := -1
	for _, i := range a.pages[to.Page] {
		p := &a.paras[i]
		if p.Level == 0 || !sameTitle(a.keys[i], text) {
			continue
		}
		if best < 0 || to.HasY && math.Abs(p.At.Box.Y0-y) < math.Abs(a.paras[best].At.Box.Y0-y) {
			best = i
		}
	}
	switch in := a.pages[to.Page]; {
	case best >= 0 || len(in) == 0:
		return best
	case to.HasY:
		return a.below(in, x, y, to.HasX)
	case a.paras[in[0]].Level > 0:
		return in[0]
	}
	return -1
}

// below returns the heading that is right below a point of a page, with nothing
// between them, or -1.
func (a *anchors) below(in []int, x, y float64, beside bool) int {
	best, most := -1, 1e9
	for _, i := range in {
		p := &a.paras[i]
		if p.At.View.Laid || p.At.Aside || top(p) < y || p.At.Box.Y0 > y+anchorUp*p.Size || beside && p.At.Box.X1 < x {
			continue
		}
		away := max(p.At.Box.Y0-y, 0)
		if beside {
			away += max(p.At.Box.X0-x, 0)
		}
		if away < most {
			best, most = i, away
		}
	}
	if best < 0 || a.paras[best].Level == 0 {
		return -1
	}
	return best
}

// top returns the height in a paragraph, a little above its first baseline, from
// which on a place is below its first line.
func top(p *layout.Para) float64 {
	if len(p.Lines) == 0 || p.Table != nil {
		return p.At.Box.Y1
	}
	return p.Lines[0].Base - .4*p.Size
}

// sameTitle reports whether two keys are of one title, but for a number that
// one of them begins with.
func sameTitle(a, b string) bool {
	if script.RuneCount(a) < minTitle || script.RuneCount(b) < minTitle {
		return false
	}
	const digits = "0123456789"
	return a == b || strings.TrimLeft(a, digits) == strings.TrimLeft(b, digits) && script.HasLetter(a)
}
