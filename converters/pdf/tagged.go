package pdf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
)

const (
	tagShare  = .9 // of a page's text that a structure tree must hold to be believed
	tagUpward = .2 // of the steps from block to block that may lead up the same column
)

// block is a block that the structure of a page names: what a paragraph made
// of its lines is told.
type block struct {
	level  int    // of a heading
	depth  int    // of lists around it
	item   bool   // begins an item
	marker string // of that item; empty where the text has it
	bare   bool   // the item has no label
	before bool   // it began on an earlier page
	quote  bool
	loose  bool   // only a container says that it is one: the eye decides
	note   bool   // of a kind that never goes on with what is before it
	alt    string // of a picture
	table  *table
	words  []word

	picture bool
	box     pdfium.Box // of a picture, where that is known
}

// isTagged reports whether the structure tree of a page holds nearly all of
// its text. What the file says is no content does not count.
func isTagged(p *pdfium.Page) bool {
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
		if run < 0 || p.Runs[run].Artifact {
			continue
		}
		all++
		if known[p.Runs[run].MCID] {
			held++
		}
	}
	return all > 0 && float64(held) >= tagShare*float64(all)
}

// readBlocks returns the blocks of a tagged page in the order of its
// structure, and the words that are in none of them; nil where the structure
// says nothing of use or contradicts the eye.
func readBlocks(p *pdfium.Page, words []word, pictures []picture) (blocks []block, rest []word, hidden int) {
	w := newTagWalk(words, pictures)
	for _, e := range p.Tree {
		w.element(e, block{loose: true})
	}
	w.flush(block{loose: true})
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
func begin(blocks []block) {
	first := true
	for i := range blocks {
		b := &blocks[i]
		b.before = b.before && first && b.table == nil
		first = first && !b.hasText()
	}
}

// hasText reports whether there are words in a block.
func (b *block) hasText() bool { return len(b.words) > 0 || b.table != nil }

// inOrder reports whether blocks follow one another as they stand on the page:
// hardly ever up the same column.
func inOrder(blocks []block) bool {
	up, steps := 0, 0
	var last *pdfium.Box
	for i := range blocks {
		b := &blocks[i]
		if len(b.words) == 0 {
			continue
		}
		box := b.words[0].box
		for j := range b.words {
			box = box.Union(b.words[j].box)
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
	words []word
	byID  map[int][]int // the words of each piece of marked content
	taken []bool

	pictures map[int]pdfium.Box // by marked content

	run    []int // words that wait for their block
	out    []block
	styles document.Styles
	code   bool
	hidden int  // texts that the file gives instead of what it shows, and that say something else
	rest   bool // the words that wait began on an earlier page
	begun  bool // there is text before this
	named  bool // something is said besides that there is content
}

func newTagWalk(words []word, pictures []picture) *tagWalk {
	w := &tagWalk{words: words, pictures: map[int]pdfium.Box{}, byID: map[int][]int{}, taken: make([]bool, len(words))}
	for _, p := range pictures {
		w.pictures[p.mcid] = p.box
	}
	delete(w.pictures, -1)
	for i := range words {
		if id := words[i].mcid; id >= 0 {
			w.byID[id] = append(w.byID[id], i)
		}
	}
	return w
}

// element takes an element that may hold blocks.
func (w *tagWalk) element(e *pdfium.Element, b block) {
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
func (w *tagWalk) inline(e *pdfium.Element, b block) {
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
		w.stands(e.Actual, start)
	}
}

// stands puts a text in the place of the words that wait, from start on, where
// it says the same.
func (w *tagWalk) stands(text string, start int) {
	var b strings.Builder
	unmapped := false
	for _, i := range w.run[start:] {
		b.WriteString(w.words[i].text)
		unmapped = unmapped || w.words[i].unmapped
	}
	switch {
	case start == len(w.run) || !unmapped && !agree(text, b.String()):
		w.hidden++
	case strings.TrimSpace(text) != "":
		w.words[w.run[start]].text = strings.Join(strings.Fields(text), " ")
		w.run = w.run[:start+1]
	}
}

// enter returns what an element says of the text in it, and whether that is a
// block of its own.
func (w *tagWalk) enter(e *pdfium.Element, b block) (inner block, own bool) {
	b.before = e.Before
	switch {
	case isContainer(e.Type):
		b.before = false
	case e.Type == "H" || e.Type == "Title":
		b.level, b.loose, w.named = 1, false, true
	case len(e.Type) == 2 && e.Type[0] == 'H' && e.Type[1] >= '1' && e.Type[1] <= '9':
		b.level, b.loose, w.named = min(int(e.Type[1]-'0'), 6), false, true
	case e.Type == "P" || e.Type == "Caption":
		b.loose, w.named = false, true
	case e.Type == "Note" || e.Type == "FENote" || e.Type == "Footnote":
		b.loose, b.note, w.named = false, true, true
	case e.Type == "BlockQuote":
		b.quote, w.named = true, true
	case e.Type == "L" || e.Type == "TOC":
		b.depth++
		b.marker, b.loose, b.before, w.named = "", false, false, true
	case e.Type == "LBody" || e.Type == "NonStruct" || e.Type == "Private":
		return b, holdsBlocks(e)
	default:
		return b, holdsBlocks(e)
	}
	return b, true
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
	case "P", "H", "Title", "Table", "L", "LI", "TOC", "TOCI", "BlockQuote", "Caption", "Div", "Sect", "Part", "Art", "Note", "FENote", "Aside":
		return true
	}
	return len(t) == 2 && t[0] == 'H' && t[1] >= '1' && t[1] <= '9'
}

// children takes what is in an element.
func (w *tagWalk) children(e *pdfium.Element, b block) {
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
			w.words[i].styles |= w.styles
			w.words[i].fixed = w.words[i].fixed || w.code
		}
	}
}

// flush makes a block of the words that wait.
func (w *tagWalk) flush(b block) {
	if len(w.run) == 0 {
		return
	}
	b.words = w.take()
	b.before, w.rest = b.before || w.rest, false
	b.table, b.alt, b.picture = nil, "", false
	b.quote = b.quote || isQuoted(b.words)
	fixFallback(b.words)
	w.add(b)
}

// add adds a block.
func (w *tagWalk) add(b block) {
	w.out = append(w.out, b)
	w.begun = w.begun || b.hasText()
}

// take returns the words that wait, in the order of the structure. A word that
// followed another one in the file follows a space.
func (w *tagWalk) take() []word {
	out := make([]word, len(w.run))
	for k, i := range w.run {
		out[k] = w.words[i]
		if k > 0 && w.run[k-1] != i-1 {
			out[k].glued = abs(out[k].base-out[k-1].base) < .1*out[k].size && abs(out[k].box.X0-out[k-1].box.X1) < .12*out[k].size
			out[k].jump = !out[k].glued
		}
	}
	w.run = w.run[:0]
	turnNumbers(out)
	return out
}

// turnNumbers puts the pieces of a number in order that stand in the order of
// a text from right to left: "09", "/", "1403" for what shows as 1403/09.
func turnNumbers(words []word) {
	for i := 0; i < len(words); {
		end := i + 1
		for end < len(words) && leftOf(&words[end], &words[end-1]) {
			end++
		}
		if end-i > 1 {
			glued := words[i].glued
			slices.Reverse(words[i:end])
			for j := i; j < end; j++ {
				words[j].glued, words[j].jump = j > i || glued, false
			}
		}
		i = end
	}
}

// leftOf reports whether a word without letters stands right before another
// such word.
func leftOf(a, b *word) bool {
	return !hasLetter(a.text) && !hasLetter(b.text) && abs(a.base-b.base) < .1*a.size && abs(b.box.X0-a.box.X1) < .2*a.size
}

// item takes an item of a list: its label is its marker where it looks like
// one, and its text else.
func (w *tagWalk) item(e *pdfium.Element, b block) {
	w.flush(b)
	w.named = true
	b.loose, b.before = false, false
	b.depth = max(b.depth, 1)
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
	if len(w.out) > start && w.out[start].depth == b.depth && !rest {
		w.out[start].item, w.out[start].marker, w.out[start].bare = true, marker, bare
	}
}

// label takes the label of an item. It returns its marker, or nothing where
// its words are text: they wait then.
func (w *tagWalk) label(e *pdfium.Element) string {
	before := len(w.run)
	content(e, w.mark)
	var b strings.Builder
	for _, i := range w.run[before:] {
		b.WriteString(w.words[i].text)
	}
	text := turnMarker(b.String())
	switch {
	case text == "" || isBullet(text) || runeCount(text) == 1 && !hasLetter(text) && !hasDigit(text):
		text = "-"
	case !markerForm().MatchString(text) && !(runeCount(text) <= 4 && hasDigit(text)):
		return ""
	}
	w.run = w.run[:before]
	return text
}

// figure takes a figure: what it is said to show, and the text in it, which a
// reader sees, too.
func (w *tagWalk) figure(e *pdfium.Element, b block) {
	if e.Alt == "" && e.Type == "Formula" {
		content(e, w.mark) // stands in its line
		return
	}
	w.flush(b)
	b.loose = true
	w.children(e, b)
	image := b
	image.alt, image.words, image.item = strings.TrimSpace(e.Alt), nil, false
	if image.alt != "" && sameText(image.alt, w.words, w.run) {
		image.alt = ""
	}
	image.box, image.picture = w.pictureOf(e)
	if image.alt != "" || image.picture {
		image.picture = true
		w.add(image)
		w.named = w.named || image.alt != ""
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
func sameText(text string, words []word, run []int) bool {
	var b strings.Builder
	for _, i := range run {
		b.WriteString(words[i].text)
	}
	return outlineKey(text) == outlineKey(b.String())
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
