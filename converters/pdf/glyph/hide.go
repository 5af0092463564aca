package glyph

import (
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// Hiding says how text is kept from a reader's eyes.
type Hiding uint8

const (
	shown Hiding = iota
	hiddenMode
	HiddenOffPage
	hiddenSmall
	hiddenClear
	hiddenClip
	hiddenInk
	HiddenActual
	HidingCount
)

const (
	smallest  = visible.MinSize // points
	faintest  = 1.2             // contrast below which ink is not seen
	ocrShare  = .9              // of a page's text that is invisible over a picture
	ocrRaster = .8              // of the page that the picture covers
	clearest  = 8               // opacity of 255 that is none
	PixelStep = 1.5             // pixels a point for a look at what is shown
)

// hider knows which characters of a page no reader sees.
type hider struct {
	page   *pdfium.Page
	how    []Hiding
	counts [HidingCount]int
	bands  bands
	sights []sight
	ocr    bool // the invisible text is what was recognised in a picture
	raster int  // when the picture that is the page is painted; -1 for none
	keep   bool // hidden text is shown
	mark   bool // and said to be hidden
	view   View // of the page
	doubt  bool // what seems to be hidden is more than half of the page's text: it is shown, and said to be hidden
}

// hideText looks at a page's text. The policy keeps hidden text where keep is
// set; it is counted all the same.
func hideText(p *pdfium.Page, v View, render painter, policy converters.HiddenPolicy) (*hider, error) {
	h := &hider{page: p, view: v, how: make([]Hiding, len(p.Chars)), keep: policy != converters.DropHidden, mark: policy == converters.MarkHidden}
	h.ocr = h.isOCR()
	h.bands = makeBands(p)
	for i := range p.Chars {
		if p.Chars[i].Run < 0 {
			continue
		}
		if h.how[i] = h.plain(i); h.how[i] != shown || unicode.IsSpace(p.Chars[i].Rune) {
			continue
		}
		if s := h.suspect(i); s != trusted {
			h.sights = append(h.sights, sight{int32(i), s == maybeCovered})
		}
	}
	for _, s := range h.scenes() {
		if err := h.look(s, render); err != nil {
			return nil, err
		}
	}
	h.doubt = h.seemsShown()
	h.count()
	return h, nil
}

// hides reports whether a character is left out.
func (h *hider) hides(i int) bool {
	return h.how[i] != shown && !h.keep && (!h.doubt || !h.isInferred(i))
}

// marks reports whether a character is said to be hidden.
func (h *hider) marks(i int) bool {
	return h.how[i] != shown && (h.mark || h.doubt && !h.keep && h.isInferred(i))
}

// isInferred reports whether a character is hidden by what its page looks like,
// and not since the file says so, as with a layer that is off.
func (h *hider) isInferred(i int) bool {
	r := &h.page.Runs[h.page.Chars[i].Run]
	switch h.how[i] {
	case hiddenInk, hiddenClip, hiddenSmall:
		return !r.Layer && !(r.Form && h.page.Objects.MayLayer)
	}
	return false
}

// seemsShown reports whether more of a page would go by what it looks like than
// would stay: then the look may be wrong.
func (h *hider) seemsShown() bool {
	const least = 150 // characters
	inferred, stays := 0, 0
	for i, how := range h.how {
		if c := &h.page.Chars[i]; c.Run < 0 || unicode.IsSpace(c.Rune) {
			continue
		}
		if how == shown {
			stays++
		} else if h.isInferred(i) {
			inferred++
		}
	}
	return inferred >= least && inferred > stays
}

// count counts stretches of hidden text, each once.
func (h *hider) count() {
	last := shown
	for i, how := range h.how {
		if h.page.Chars[i].Run < 0 || unicode.IsSpace(h.page.Chars[i].Rune) {
			continue
		}
		if how != shown && how != last && (h.keep || h.hides(i)) {
			h.counts[how]++
		}
		last = how
	}
}

// isOCR reports whether the invisible text of the page is what was recognised
// in a picture of the page: it is not painted, or before the picture.
func (h *hider) isOCR() bool {
	whole := pdfium.Box{X1: h.page.Width, Y1: h.page.Height}
	h.raster = -1
	for _, image := range h.page.Objects.Images {
		if image.Overlap(whole) >= ocrRaster*h.page.Width*h.page.Height {
			h.raster = max(h.raster, image.Order)
		}
	}
	if h.raster < 0 {
		return false
	}
	invisible, all := 0, 0
	for i := range h.page.Chars {
		c := &h.page.Chars[i]
		if c.Run < 0 {
			continue
		}
		all++
		if r := &h.page.Runs[c.Run]; r.Mode == pdfium.ModeInvisible || r.Order < h.raster {
			invisible++
		}
	}
	return invisible > 0 && float64(invisible) >= ocrShare*float64(all)
}

// plain returns what a character's own looks and place say.
func (h *hider) plain(i int) Hiding {
	c := &h.page.Chars[i]
	r := &h.page.Runs[c.Run]
	x, y := (c.Box.X0+c.Box.X1)/2, (c.Box.Y0+c.Box.Y1)/2
	switch {
	case (r.Mode == pdfium.ModeInvisible || r.Mode == pdfium.ModeClip) && !h.ocr:
		return hiddenMode
	case x < 0 || y < 0 || x > h.page.Width || y > h.page.Height:
		return HiddenOffPage
	case r.Size < smallest:
		return hiddenSmall
	case r.Fill.A <= clearest && r.Mode != 1 && !h.ocr:
		return hiddenClear
	case r.Clip != nil && !(pdfium.Box{X0: r.Clip.X0 - 1, Y0: r.Clip.Y0 - 1, X1: r.Clip.X1 + 1, Y1: r.Clip.Y1 + 1}).Holds(x, y):
		return hiddenClip
	}
	return shown
}

// suspicion is why a character is looked at on the painted page.
type suspicion uint8

const (
	trusted      suspicion = iota
	maybeFaint             // it may have no contrast to its ground
	maybeCovered           // something may be seen in its place
)

// suspect says why a character is looked at on the painted page: it may be in
// optional content or masked, is under something, or has no contrast to what is
// known to be under it.
func (h *hider) suspect(i int) suspicion {
	c := &h.page.Chars[i]
	r := &h.page.Runs[c.Run]
	o := &h.page.Objects
	if h.ocr && r.Mode == pdfium.ModeInvisible {
		return trusted
	}
	if r.Veiled || r.Layer || r.Form && o.MayLayer || h.bands.cut || o.Cut {
		return maybeCovered
	}
	x, y := (c.Box.X0+c.Box.X1)/2, (c.Box.Y0+c.Box.Y1)/2
	ground := pdfium.Fill{Color: pdfium.Color{R: 255, G: 255, B: 255, A: 255}}
	fills, covers := h.bands.at(y)
	for _, k := range fills {
		f := &o.Fills[k]
		if !f.Holds(x, y) {
			continue
		}
		if f.Order > r.Order {
			return maybeCovered
		}
		if f.Order >= ground.Order && f.Color.A > clearest {
			ground = *f
		}
	}
	out := trusted
	light := int(r.Fill.R)+int(r.Fill.G)+int(r.Fill.B) > 3*200
	for _, i := range covers {
		k := &h.bands.shapes[i]
		if !k.Holds(x, y) {
			continue
		}
		if k.Order > r.Order && !(h.ocr && k.Order == h.raster) {
			return maybeCovered
		}
		if k.Order > r.Order || light && k.Order > ground.Order {
			out = maybeFaint
		}
	}
	if r.Mode == 1 || r.Mode == 5 || near(ground.Color, r.Fill) || light && !ground.Plain || ratio(luminance(r.Fill), luminance(ground.Color)) < clearlySeen {
		out = maybeFaint
	}
	return out
}

// clearlySeen is the contrast from which text need not be looked at.
const clearlySeen = 1.5

// near reports whether two colours can hardly be told apart.
func near(a, b pdfium.Color) bool {
	const step = 40
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return d(a.R, b.R) < step && d(a.G, b.G) < step && d(a.B, b.B) < step
}

// HiddenKinds says how each way of hiding is reported.
var HiddenKinds = [HidingCount]struct{ Code, Title string }{
	hiddenMode:    {"hidden-invisible", "text that is painted without ink (text render modes 3 and 7)"},
	HiddenOffPage: {"hidden-off-page", "moved out of the page"},
	hiddenSmall:   {"hidden-size", "too small to see: below 2 points"},
	hiddenClear:   {"hidden-opacity", "transparent: opacity 0"},
	hiddenClip:    {"hidden-clipped", "cut off by a clipping path"},
	hiddenInk:     {"hidden-color", "not seen on the page: in the colour of its background, covered, or in a layer that is off"},
	HiddenActual:  {"hidden-actual-text", "text that the file gives instead of what the page shows, and that says something else"},
}
