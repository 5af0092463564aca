package glyph

import (
	"slices"
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
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
	ocr    bool // the invisible text is what was recognised in a picture
	raster int  // when the picture that is the page is painted; -1 for none
	policy Policy
	view   View // of the page
	doubt  bool // what seems to be hidden is more than half of the page's text: it is shown, and said to be hidden
}

// Policy says what becomes of text that is hidden in each way.
type Policy [HidingCount]converters.HiddenPolicy

// PolicyOf returns the policy of options.
func PolicyOf(o converters.Options) (p Policy) {
	for how := range p {
		p[how] = o.WhenHidden(HiddenKinds[how].Code)
	}
	return p
}

// hideText looks at a page's text. The policy may keep hidden text; it is counted
// all the same.
func hideText(p *pdfium.Page, v View, render painter, policy Policy) (*hider, error) {
	h := &hider{page: p, view: v, how: make([]Hiding, len(p.Chars)), policy: policy}
	h.ocr = h.isOCR()
	h.bands = makeBands(p)
	var sights []sight
	for i := range p.Chars {
		if p.Chars[i].Run < 0 {
			continue
		}
		if h.how[i] = h.plain(i); h.how[i] != shown || unicode.IsSpace(p.Chars[i].Rune) {
			continue
		}
		if s := h.suspect(i); s != trusted {
			sights = append(sights, sight{int32(i), s == maybeCovered})
		}
	}
	var unseen []int
	for _, s := range scenes(p.Objects.Count, sights, h.place) {
		chars, err := h.look(s, render)
		if err != nil {
			return nil, err
		}
		unseen = append(unseen, chars...)
	}
	slices.Sort(unseen)
	h.hideWords(unseen)
	h.doubt = h.seemsShown()
	h.count()
	return h, nil
}

// look compares characters with what the page shows in their places: text
// without contrast is not seen. It returns those without which the page looks the
// same.
func (h *hider) look(s scene, render painter) (unseen []int, err error) {
	const edge = 4 // points around what is looked at
	part := h.view.Upright(pdfium.Box{X0: s.box.X0 - edge, Y0: s.box.Y0 - edge, X1: s.box.X1 + edge, Y1: s.box.Y1 + edge})
	px, err := render(part)
	if err != nil || px == nil {
		return nil, err
	}
	var rest []int
	var runs []pdfium.Run
	last := int32(-1)
	for _, c := range s.chars {
		b, run := h.place(c.char), h.page.Chars[c.char].Run
		switch {
		case b.W() < .5 || b.H() < .5 || h.page.Chars[c.char].Bodiless: // too small to be judged by its pixels, or without any
		case contrast(px, h.view.Upright(b)) < faintest:
			h.how[c.char] = hiddenInk
		case c.covered:
			rest = append(rest, int(c.char))
			if run != last {
				runs = append(runs, h.page.Runs[run])
				last = run
			}
		}
	}
	if len(rest) == 0 {
		return nil, nil
	}
	bare, err := render(part, runs...)
	if err != nil || bare == nil {
		return nil, err
	}
	return slices.DeleteFunc(rest, func(i int) bool {
		place := h.view.Upright(h.page.Chars[i].Box)
		return difference(px, bare, place) >= h.leastTrace(i, lightness(bare, place))
	}), nil
}

// place returns where a character is seen. The box of a letter that is a drawing is
// what the file says, which may be none.
func (h *hider) place(i int32) pdfium.Box {
	c := &h.page.Chars[i]
	if r := &h.page.Runs[c.Run]; r.Font.Name == "" && (c.Box.W() < .5 || c.Box.H() < .5) {
		return pdfium.Box{X0: c.X, Y0: c.Y - .7*r.Size, X1: c.X + .5*r.Size, Y1: c.Y}
	}
	return c.Box
}

// leastTrace returns the contrast that a character must leave on a page that is so light
// without it. Where it would be plain to see, what is between thin lines that lie over it
// is not enough.
func (h *hider) leastTrace(i int, ground float64) float64 {
	const size, plain = 4, 4.5 // points, contrast to the ground
	r := &h.page.Runs[h.page.Chars[i].Run]
	if r.Size >= size && ratio(luminance(r.Fill), ground) >= plain {
		return clearlySeen
	}
	return faintest
}

// hideWords hides characters, but not those of words of which others are seen:
// what lies over a letter or two leaves a word readable.
func (h *hider) hideWords(chars []int) {
	for _, i := range chars {
		h.how[i] = hiddenInk
	}
	for _, i := range chars {
		if h.isSeenBeside(i, -1) || h.isSeenBeside(i, 1) {
			h.how[i] = shown
		}
	}
}

// isSeenBeside reports whether another character of a word is seen, on one side.
func (h *hider) isSeenBeside(i, step int) bool {
	const longest = 40 // characters that are looked at
	for k := i + step; k >= 0 && k < len(h.how) && max(k-i, i-k) <= longest; k += step {
		c := &h.page.Chars[k]
		if c.Run < 0 || !script.IsAlnum(c.Rune) || script.IsWide(c.Rune) {
			return false
		}
		if h.how[k] == shown {
			return true
		}
	}
	return false
}

// keeps reports whether the policy is to keep a character that is hidden.
func (h *hider) keeps(i int) bool { return h.policy[h.how[i]] != converters.DropHidden }

// hides reports whether a character is left out.
func (h *hider) hides(i int) bool {
	return h.how[i] != shown && !h.keeps(i) && (!h.doubt || !h.isInferred(i))
}

// label returns the label of a character that is not left out, or 0.
func (h *hider) label(i int) document.Style {
	if h.how[i] != shown && (h.policy[h.how[i]] == converters.MarkHidden || h.doubt && !h.keeps(i) && h.isInferred(i)) {
		return document.Hidden
	}
	r := &h.page.Runs[h.page.Chars[i].Run]
	if (r.Around.Inverse || r.Around.Actual != nil && r.Around.Actual.Unsure) && h.policy[shown] != converters.KeepHidden {
		return document.MayBeHidden
	}
	return 0
}

// isInferred reports whether a character is hidden by what its page looks like,
// and not since the file says so, as with a layer that is off.
func (h *hider) isInferred(i int) bool {
	r := &h.page.Runs[h.page.Chars[i].Run]
	switch h.how[i] {
	case hiddenInk, hiddenClip, hiddenSmall:
		return !r.Around.Layer && !(r.Around.Form && h.page.Objects.MayLayer)
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
		if how != shown && how != last && (h.keeps(i) || h.hides(i)) {
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
		if r := &h.page.Runs[c.Run]; r.Mode == pdfium.ModeInvisible || r.Around.Order < h.raster {
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
	case r.Around.Clip != nil && !(pdfium.Box{X0: r.Around.Clip.X0 - 1, Y0: r.Around.Clip.Y0 - 1, X1: r.Around.Clip.X1 + 1, Y1: r.Around.Clip.Y1 + 1}).Holds(x, y):
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
	switch {
	case h.ocr && r.Mode == pdfium.ModeInvisible:
		return trusted
	case r.Around.Veiled || r.Around.Layer || r.Around.Form && o.MayLayer || h.bands.cut || o.Cut:
		return maybeCovered
	}
	if r.Font.Name == "" {
		return maybeFaint // its letters are drawings (PDF 32000-1, 9.6.5), of any colour or nothing
	}
	x, y := (c.Box.X0+c.Box.X1)/2, (c.Box.Y0+c.Box.Y1)/2
	fills, covers := h.bands.at(y)
	ground, covered := h.ground(fills, r, x, y)
	if covered {
		return maybeCovered
	}
	out := h.under(covers, r, ground.Order, x, y)
	if out == trusted && isFaint(r, &ground) {
		out = maybeFaint
	}
	return out
}

// ground returns the filled box on which a text is painted at a place, or the page,
// and whether another one is painted over it.
func (h *hider) ground(fills []int32, r *pdfium.Run, x, y float64) (ground pdfium.Fill, covered bool) {
	ground.Color = pdfium.Color{R: 255, G: 255, B: 255, A: 255}
	for _, k := range fills {
		f := &h.page.Objects.Fills[k]
		switch {
		case !f.Holds(x, y):
		case f.Order > r.Around.Order:
			return ground, true
		case f.Order >= ground.Order && f.Color.A > clearest:
			ground = *f
		}
	}
	return ground, false
}

// under says of a text at a place what the shapes there make of it, which are painted
// over it, or between it and its ground.
func (h *hider) under(covers []int32, r *pdfium.Run, ground int, x, y float64) suspicion {
	out := trusted
	for _, i := range covers {
		k := &h.bands.shapes[i]
		if !k.Holds(x, y) {
			continue
		}
		over := k.Order > r.Around.Order
		if over && !(h.ocr && k.Order == h.raster) {
			return maybeCovered
		}
		if over || isLight(r.Fill) && k.Order > ground {
			out = maybeFaint
		}
	}
	return out
}

// isFaint reports whether a text may have no contrast to its ground.
func isFaint(r *pdfium.Run, ground *pdfium.Fill) bool {
	return r.Mode == 1 || r.Mode == 5 || near(ground.Color, r.Fill) || isLight(r.Fill) && !ground.Plain ||
		ratio(luminance(r.Fill), luminance(ground.Color)) < clearlySeen
}

// isLight reports whether a colour is nearly white.
func isLight(c pdfium.Color) bool { return int(c.R)+int(c.G)+int(c.B) > 3*200 }

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
