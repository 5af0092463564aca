// Package tagged takes the blocks of a page from the structure tree that a tagged
// document has, where that tree holds nearly all of the page and does not
// contradict the eye.
package tagged

import (
	"math"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

const (
	tagShare  = .9 // of a page's text that a structure tree must hold to be believed
	tagUpward = .2 // of the steps from block to block that may lead up the same column
)

// IsTagged reports whether the structure tree of a page holds nearly all of
// its text. What the file says is not content does not count.
func IsTagged(p *pdfium.Page) bool {
	if len(p.Tree) == 0 {
		return false
	}
	known := map[int]bool{}
	for _, e := range p.Tree {
		content(e, func(id int) { known[id] = true })
	}
	held, all := 0, 0
	for i := range p.Chars {
		run := p.Chars[i].Run
		if run < 0 || p.Runs[run].Around.Artifact {
			continue
		}
		all++
		if known[p.Runs[run].MCID] {
			held++
		}
	}
	return all > 0 && float64(held) >= tagShare*float64(all)
}

// ReadBlocks returns the blocks of a tagged page in the order of its
// structure, and the words that are in none of them; nil where the structure
// says nothing of use or contradicts the eye.
func ReadBlocks(p *pdfium.Page, words []glyph.Word, pictures []layout.Picture) (blocks []layout.Block, rest []glyph.Word, hidden int) {
	w := newTagWalk(words, pictures)
	for _, e := range p.Tree {
		w.element(e, layout.Block{Loose: true})
	}
	w.flush(layout.Block{Loose: true})
	if !w.named || !inOrder(w.out) {
		return nil, nil, 0
	}
	for i := range words {
		if !w.taken[i] {
			rest = append(rest, words[i])
		}
	}
	begin(w.out)
	return w.out, rest, w.hidden
}

// begin leaves it to the first text of a page that it began on an earlier one.
func begin(blocks []layout.Block) {
	first := true
	for i := range blocks {
		b := &blocks[i]
		b.Before = b.Before && first && b.Table == nil
		first = first && !hasText(b)
	}
}

// hasText reports whether there are words in a block.
func hasText(b *layout.Block) bool { return len(b.Words) > 0 || b.Table != nil }

// inOrder reports whether blocks follow one another as they are on the page:
// hardly ever up the same column.
func inOrder(blocks []layout.Block) bool {
	up, steps := 0, 0
	var last *pdfium.Box
	for i := range blocks {
		b := &blocks[i]
		if len(b.Words) == 0 {
			continue
		}
		box := b.Words[0].Box
		for j := range b.Words {
			box = box.Union(b.Words[j].Box)
		}
		if last != nil {
			steps++
			shared := min(box.X1, last.X1) - max(box.X0, last.X0)
			if box.Y1 <= last.Y0 && shared > .5*min(box.W(), last.W()) {
				up++
			}
		}
		last = &box
	}
	return float64(up) <= max(1, tagUpward*float64(steps))
}

// tagWalk makes blocks of a structure tree.
type tagWalk struct {
	words []glyph.Word
	byID  map[int][]int // the words of each piece of marked content
	taken []bool

	pictures map[int]pdfium.Box // by marked content

	run    []int // words that wait for their block
	out    []layout.Block
	styles document.Styles
	code   bool
	hidden int  // texts that the file gives instead of what it shows, and that say something else
	rest   bool // the words that wait began on an earlier page
	begun  bool // there is text before this
	named  bool // something is said besides that there is content
}

func newTagWalk(words []glyph.Word, pictures []layout.Picture) *tagWalk {
	w := &tagWalk{words: words, pictures: map[int]pdfium.Box{}, byID: map[int][]int{}, taken: make([]bool, len(words))}
	for _, p := range pictures {
		w.pictures[p.MCID] = p.Box
	}
	delete(w.pictures, -1)
	for i := range words {
		if id := words[i].Source.MCID; id >= 0 {
			w.byID[id] = append(w.byID[id], i)
		}
	}
	return w
}

// element takes an element that may hold blocks.
func (w *tagWalk) element(e *pdfium.Element, b layout.Block) {
	switch e.Type {
	case "Table":
		w.flush(b)
		w.table(e, b)
		return
	case "Figure", "Formula":
		w.figure(e, b)
		return
	case "LI", "TOCI":
		w.item(e, b)
		return
	}
	inner, own := w.enter(e, b)
	if !own {
		w.inline(e, inner)
		return
	}
	w.flush(b)
	w.children(e, inner)
	w.flush(inner)
}

// inline takes an element inside a line.
func (w *tagWalk) inline(e *pdfium.Element, b layout.Block) {
	styles, code, start := w.styles, w.code, len(w.run)
	w.rest = w.rest || e.Before && start == 0
	switch e.Type {
	case "Em":
		w.styles = w.styles.With(document.Emphasis)
	case "Strong":
		w.styles = w.styles.With(document.Strong)
	case "Code":
		w.code = true
	}
	w.children(e, b)
	w.styles, w.code = styles, code
	if e.Actual != "" && start <= len(w.run) {
		w.replace(e.Actual, start)
	}
}

// replace puts a text in the place of the words that wait, from start on, where
// it says the same.
func (w *tagWalk) replace(text string, start int) {
	var b strings.Builder
	unmapped := false
	for _, i := range w.run[start:] {
		b.WriteString(w.words[i].Text)
		unmapped = unmapped || w.words[i].Source.Unmapped
	}
	switch {
	case start == len(w.run) || !unmapped && !glyph.Agree(text, b.String()):
		w.hidden++
	case strings.TrimSpace(text) != "":
		w.words[w.run[start]].Text = strings.Join(strings.Fields(text), " ")
		w.run = w.run[:start+1]
	}
}

// enter returns what an element says of the text in it, and whether that is a
// block of its own.
func (w *tagWalk) enter(e *pdfium.Element, b layout.Block) (inner layout.Block, own bool) {
	b.Before = e.Before
	if isContainer(e.Type) {
		b.Before = false
		return b, true
	}
	if level := levelOf(e.Type); level > 0 {
		b.Level, b.Loose, w.named = level, false, true
		return b, true
	}
	switch e.Type {
	case "P", "Caption":
		b.Loose = false
	case "Note", "FENote", "Footnote":
		b.Loose, b.Note = false, true
	case "BlockQuote":
		b.Quote = true
	case "L", "TOC":
		b.Depth++
		b.Marker, b.Loose, b.Before = "", false, false
	default:
		return b, holdsBlocks(e)
	}
	w.named = true
	return b, true
}

// levelOf returns the level of a heading by its type, 0 for what is none.
func levelOf(t string) int {
	switch {
	case t == "H" || t == "Title":
		return 1
	case len(t) == 2 && t[0] == 'H' && t[1] >= '1' && t[1] <= '9':
		return min(int(t[1]-'0'), 6)
	}
	return 0
}

// isContainer reports whether an element is there for what is in it alone.
func isContainer(t string) bool {
	switch t {
	case "Document", "Part", "Art", "Sect", "Div", "Aside", "Index":
		return true
	}
	return false
}

// holdsBlocks reports whether there is an element below one that is a block.
func holdsBlocks(e *pdfium.Element) bool {
	for _, c := range e.Children {
		if c.Element != nil && (isBlockTag(c.Element.Type) || holdsBlocks(c.Element)) {
			return true
		}
	}
	return false
}

func isBlockTag(t string) bool {
	switch t {
	case "P", "Table", "L", "LI", "TOC", "TOCI", "BlockQuote", "Caption", "Div", "Sect", "Part", "Art", "Note", "FENote", "Aside":
		return true
	}
	return levelOf(t) > 0
}

// children takes what is in an element.
func (w *tagWalk) children(e *pdfium.Element, b layout.Block) {
	for _, c := range e.Children {
		if c.Element != nil {
			w.element(c.Element, b)
			continue
		}
		w.mark(c.MCID)
	}
}

// mark takes the words of a piece of marked content.
func (w *tagWalk) mark(id int) {
	for _, i := range w.byID[id] {
		if !w.taken[i] {
			w.taken[i] = true
			w.run = append(w.run, i)
			w.words[i].Face.Styles |= w.styles
			w.words[i].Face.Fixed = w.words[i].Face.Fixed || w.code
		}
	}
}

// flush makes a block of the words that wait.
func (w *tagWalk) flush(b layout.Block) {
	if len(w.run) == 0 {
		return
	}
	b.Words = w.take()
	b.Before, w.rest = b.Before || w.rest, false
	b.Table, b.Alt, b.Picture = nil, "", false
	b.Quote = b.Quote || isQuoted(b.Words)
	fixFallback(b.Words)
	w.add(b)
}

// add adds a block.
func (w *tagWalk) add(b layout.Block) {
	w.out = append(w.out, b)
	w.begun = w.begun || hasText(&b)
}

// take returns the words that wait, in the order of the structure. A word that
// followed another one in the file follows a space.
func (w *tagWalk) take() []glyph.Word {
	out := make([]glyph.Word, len(w.run))
	for k, i := range w.run {
		out[k] = w.words[i]
		if k > 0 && w.run[k-1] != i-1 {
			out[k].Glued = math.Abs(out[k].Base-out[k-1].Base) < .1*out[k].Face.Size && math.Abs(out[k].Box.X0-out[k-1].Box.X1) < .12*out[k].Face.Size
			if out[k].Source.Gap = 0; !out[k].Glued {
				out[k].Source.Gap = glyph.Jump
			}
		}
	}
	w.run = w.run[:0]
	turnNumbers(out)
	return out
}

// turnNumbers puts the pieces of a number in order that are in the order of
// a text from right to left: "09", "/", "1403" for what shows as 1403/09.
func turnNumbers(words []glyph.Word) {
	for i := 0; i < len(words); {
		end := i + 1
		for end < len(words) && leftOf(&words[end], &words[end-1]) {
			end++
		}
		if end-i > 1 {
			glued := words[i].Glued
			slices.Reverse(words[i:end])
			for j := i; j < end; j++ {
				words[j].Glued, words[j].Source.Gap = j > i || glued, 0
			}
		}
		i = end
	}
}

// leftOf reports whether a word without letters is right before another
// such word, of other marked content.
func leftOf(a, b *glyph.Word) bool {
	return a.Source.Gap != glyph.Settled && !script.HasLetter(a.Text) && !script.HasLetter(b.Text) && math.Abs(a.Base-b.Base) < .1*a.Face.Size && math.Abs(b.Box.X0-a.Box.X1) < .2*a.Face.Size
}

// item takes an item of a list: its label is its marker where it looks like
// one, and its text else.
func (w *tagWalk) item(e *pdfium.Element, b layout.Block) {
	w.flush(b)
	w.named = true
	b.Loose, b.Before = false, false
	b.Depth = max(b.Depth, 1)
	rest := e.Before && !w.begun
	start := len(w.out)
	marker, bare := "", true
	for _, c := range e.Children {
		if c.Element == nil {
			w.mark(c.MCID)
			continue
		}
		if c.Element.Type == "Lbl" && marker == "" {
			bare = false
			if marker = w.label(c.Element); marker != "" {
				continue
			}
		}
		w.element(c.Element, b)
	}
	w.flush(b)
	if len(w.out) > start && w.out[start].Depth == b.Depth && !rest {
		w.out[start].Item, w.out[start].Marker, w.out[start].Bare = true, marker, bare
	}
}

// label takes the label of an item. It returns its marker, or nothing where
// its words are text: they wait then.
func (w *tagWalk) label(e *pdfium.Element) string {
	before := len(w.run)
	content(e, w.mark)
	var b strings.Builder
	for _, i := range w.run[before:] {
		b.WriteString(w.words[i].Text)
	}
	text := script.TurnMarker(b.String())
	switch {
	case text == "" || script.IsBullet(text) || script.RuneCount(text) == 1 && !script.HasLetter(text) && !script.HasDigit(text):
		text = "-"
	case !script.MarkerForm().MatchString(text) && !(script.RuneCount(text) <= 4 && script.HasDigit(text)):
		return ""
	}
	w.run = w.run[:before]
	return text
}

// figure takes a figure: what it is said to show, and the text in it, which a
// reader sees, too.
func (w *tagWalk) figure(e *pdfium.Element, b layout.Block) {
	if e.Alt == "" && e.Type == "Formula" {
		content(e, w.mark) // is in its line
		return
	}
	w.flush(b)
	b.Loose = true
	w.children(e, b)
	image := b
	image.Alt, image.Words, image.Item = strings.TrimSpace(e.Alt), nil, false
	if image.Alt != "" && sameText(image.Alt, w.words, w.run) {
		image.Alt = ""
	}
	image.Box, image.Picture = w.pictureOf(e)
	if image.Alt != "" || image.Picture {
		image.Picture = true
		w.add(image)
		w.named = w.named || image.Alt != ""
	}
	w.flush(b)
}

// pictureOf returns the place of a picture that an element holds, and whether
// there is one.
func (w *tagWalk) pictureOf(e *pdfium.Element) (box pdfium.Box, found bool) {
	content(e, func(id int) {
		if p, ok := w.pictures[id]; ok && !found {
			box, found = p, true
		}
	})
	return box, found
}

// sameText reports whether words say what a text does.
func sameText(text string, words []glyph.Word, run []int) bool {
	var b strings.Builder
	for _, i := range run {
		b.WriteString(words[i].Text)
	}
	return layout.OutlineKey(text) == layout.OutlineKey(b.String())
}

// content calls visit for the marked content of an element and of those below
// it.
func content(e *pdfium.Element, visit func(id int)) {
	for _, c := range e.Children {
		if c.Element != nil {
			content(c.Element, visit)
		} else {
			visit(c.MCID)
		}
	}
}

// isQuoted reports whether the style of most words is one for quotes.
func isQuoted(words []glyph.Word) bool {
	n := 0
	for i := range words {
		n += script.Flag(words[i].Face.Style == pdfium.StyleQuote)
	}
	return n*2 > len(words) || n > 0 && words[0].Face.Style == pdfium.StyleQuote
}

// fixFallback takes the words of a listing for code whose font lacks their
// characters: those of comments, often. All lines of a listing begin with a
// word of a font of fixed width, and none has letters of Latin in another one.
func fixFallback(words []glyph.Word) {
	other := false
	for i := range words {
		w := &words[i]
		if w.Face.Fixed {
			continue
		}
		if hasLatin(w.Text) || i == 0 || w.Base > words[i-1].Base+.5*w.Face.Size {
			return
		}
		other = true
	}
	if !other || len(words) < 3 || words[len(words)-1].Base < words[0].Base+.5*words[0].Face.Size {
		return
	}
	for i := range words {
		words[i].Face.Fixed = true
	}
}

// hasLatin reports whether a text has a letter of ASCII.
func hasLatin(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
}
