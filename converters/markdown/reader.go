package markdown

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// reader turns Markdown into a document, some blocks at a time: those that may stay as
// they are, in runs, and between them those that are made anew.
type reader struct {
	in      input
	account account
	clean   cleaner
	build   builder
	blocks  *scan.Reader
	long    long
	deep    bool // the warning of depth was given

	out     []document.Block
	run     run
	scratch []document.Block // of topBlock
}

// input is what is read.
type input struct {
	source string
	tree   *scan.Tree // the part of it that is held
	mdx    bool
	odd    bool // characters are in it that end a line elsewhere, and none of Markdown's
}

// account is what the document takes of the limits, and the error that ends the reading.
type account struct {
	ctx     context.Context
	env     *converters.Env
	err     error
	count   textCount
	made    int64 // nodes
	stepped int   // offset in the source up to which steps are counted
}

// cleaner looks for what has to change. A pass over inline content has one buffer for
// the whole tree: it counts what references add to the text, and stops resolving them
// when that is too much.
type cleaner struct {
	*input
	account *account
	look    scan.Inlines
	looked  scan.NodeID // the leaf that look holds, 0 for none
}

// builder makes the blocks that must change.
type builder struct {
	*input
	account *account
	env     *converters.Env
	clean   *cleaner
	html    surroundings

	meta    document.Meta
	slugs   slugs
	read    scan.Inlines // of leaves that the cleaner does not hold
	memory  inliner      // for one leaf after the other
	folding folding
}

// slugs counts how often a heading's anchor was given.
type slugs map[string]int

// folding is what has been made of a block that is too long to be held.
type folding struct {
	held   map[scan.NodeID]*held // by block that is open
	sink   *[]document.Block     // takes the blocks of sinkOf
	sinkOf scan.NodeID
}

// run is a run of top-level blocks that may stay as they are.
type run struct {
	open        bool
	first, last scan.Node
}

// inliner builds nested inlines from the scanner's flat ones. HTML elements
// open and close styles around them, crossing where the source crosses them.
type inliner struct {
	b    *builder
	pos  document.Pos
	from *scan.Inlines

	runs   document.Runs
	inner  document.Runs // memory for those of a link
	styles document.Styles
	open   [document.Superscript + 1]int // HTML elements that are open, by style
	skip   string                        // the element whose content is dropped, or ""
	inside int                           // how many others of its name are open in it
	hidden hider                         // the element whose content is in a label, or none
	outer  []outerText

	displays []*document.Math // on lines of their own
	read     int              // nodes since the paragraph began
}

// outerText is the text before an HTML link or HTML code that is open.
type outerText struct {
	runs document.Runs
	name string
	url  string
}

// held is what has been made of the children of a block that were let go.
type held struct {
	blocks []document.Block // of a quote, an item, a footnote
	items  []document.Item
	grid   *document.Grid
}

// long is what is known of a block that is too long to be held as a tree. It is
// looked at first, part by part, and read again if it must change.
type long uint8

const (
	longNone    long = iota
	longClean        // nothing in it has to change so far
	longChanged      // it is read for the second time, and packed
)

// surroundings are what the HTML so far says of what is behind it.
type surroundings struct {
	account *account

	style string          // style elements so far
	open  []open          // elements around the next top-level block
	hides hider           // that is open
	ends  hider           // that ends in the next paragraph
	fates map[string]fate // of what is in an element, by its tag
}

// hider is an element that hides the blocks behind its tag, up to its end.
type hider struct {
	name   string // "" for none
	inside int    // how many of its name are open in it
	fate
}

// fate is what becomes of the text in an element: it is left out, or in a label, or
// neither.
type fate struct {
	drops bool
	label document.Style
}

// open is an element that a block of HTML opens and does not close.
type open struct{ name, tag string }

// textCount counts characters that the text of the document has at least, so that
// what is too much is known before it is made.
type textCount struct {
	chars  int64
	before int64 // of the long block
	upto   int   // offset in the source up to which what stays is counted
	table  bool  // in a table nothing counts
}

// source counts a part of the source that stays.
func (t *textCount) source(s string, from, to int) {
	if from = max(from, t.upto); from < to {
		t.chars += int64(utf8.RuneCountInString(s[from:to]))
		t.upto = to
	}
}

// add counts a text. White space may go where lines are joined.
func (t *textCount) add(s string) {
	if t.table {
		return
	}
	for i := range len(s) {
		if c := s[i]; c > ' ' && c&0xc0 != 0x80 {
			t.chars++
		}
	}
}

// spaced returns text of the source as it goes into the document.
func (i *input) spaced(s string) string {
	if !i.odd {
		return s
	}
	return plain.Spaced(s)
}

// text returns the text of a block as it goes into the document.
func (i *input) text(n scan.NodeID) string { return i.spaced(i.tree.Text(n)) }

func (i *input) span(s scan.Span) string { return i.source[s.Start:s.End] }

func (i *input) pos(n scan.NodeID) document.Pos {
	node := &i.tree.Nodes[n]
	return document.LineSpan(int(node.Line), int(node.LastLine))
}

func (a *account) warn(code, message string, pos document.Pos) {
	a.env.Warn(document.Warning{Code: code, Message: message, Pos: pos})
}

// fail ends the reading with an error, if there is one.
func (a *account) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// advance counts steps up to an offset in the source, and those of the nodes there.
func (a *account) advance(offset, nodes int, pos document.Pos) error {
	n := max(offset-a.stepped, 0)
	a.stepped += n
	return a.env.Step(a.ctx, int64(n+nodes), pos)
}

// holds counts nodes of the document, which are held until it is written.
func (a *account) holds(nodes int, pos document.Pos) {
	a.made += int64(nodes)
	a.fail(a.env.Check(converters.LimitNodes, a.made, pos))
}

// spent returns the error where the text is longer than its limit.
func (a *account) spent(pos document.Pos) error {
	a.fail(a.env.Check(converters.LimitText, a.count.chars, pos))
	return a.err
}

// isOver reports whether a leaf has more text than a source may give.
func (a *account) isOver(in *input, n scan.NodeID) bool {
	node := &in.tree.Nodes[n]
	if most := a.env.Limits.Get(converters.LimitText); int64(node.End-node.Start) > most {
		chars := int64(0)
		for _, s := range in.tree.Spans(n) {
			chars += int64(utf8.RuneCountInString(in.source[s.Start:s.End]))
		}
		a.fail(a.env.Check(converters.LimitText, chars, in.pos(n)))
	}
	return a.err != nil
}

// anchor returns what links in the same file call a heading: GitHub's rule,
// lower case, letters, digits, hyphens and underscores, spaces as hyphens, and
// a number from the second of a name on.
func (s slugs) anchor(text string) string {
	slug := markdown.Slug(text)
	n := s[slug]
	s[slug]++
	if n == 0 {
		return slug
	}
	return slug + "-" + strconv.Itoa(n)
}

const (
	// partTokens is how many tokens of a leaf are read at once, about, and
	// leafHeld how many nodes a part counts that stays in memory.
	partTokens = 1 << 12
	leafHeld   = 4
	// itemNodes is what an item takes beside its blocks.
	itemNodes = 2
	// packFrom is from how many bytes on the blocks of a container are packed.
	packFrom = 256 << 10
	// A paragraph ends at the first line end behind lineNodes, and at any place
	// behind maxNodes.
	lineNodes = 1 << 14
	maxNodes  = 1 << 16
)

// The warnings of this format.
const (
	warnTag     = "html-tag-dropped"
	warnComment = "html-comment-dropped"
	warnScript  = "html-script-dropped"
	warnModule  = "mdx-module-dropped"
	warnFront   = "front-matter-dropped"
	warnDepth   = "nesting-flattened"
	warnCells   = "row-ragged"
)

func (w *inliner) plain(s string) {
	if s != "" {
		w.b.account.count.add(s)
		w.runs.Share(strings.ReplaceAll(w.b.spaced(s), "\n", " "), w.styles)
	}
}

// inOuter reports whether an element is open that will become a link or code.
func inOuter(outer []outerText, name string) bool {
	return slices.ContainsFunc(outer, func(o outerText) bool { return o.name == name })
}

// closeOuter ends a link or code that an HTML tag began.
func (w *inliner) closeOuter() {
	n := len(w.outer) - 1
	inside, outer := w.runs.Inlines(), w.outer[n]
	w.outer, w.runs = w.outer[:n], outer.runs
	switch {
	case len(inside) == 0:
	case outer.name == "a":
		w.runs.Inline(converters.Make(w.b.env, &document.Link{URL: outer.url, Inlines: inside}), w.styles)
	case document.LabelIn(inside) != 0:
		for _, in := range inside {
			w.runs.Inline(in, w.styles) // code has no labels in it
		}
	default:
		w.runs.Inline(converters.Make(w.b.env, &document.Code{Value: document.InlineText(inside)}), w.styles)
	}
}

// done closes what is open and returns the inlines. Breaks at either end, left
// behind by HTML that went, are dropped.
func (w *inliner) done() []document.Inline {
	for len(w.outer) > 0 {
		w.closeOuter()
	}
	return trimmed(w.runs.Inlines())
}

// trimmed returns inlines without breaks and blanks at either end.
func trimmed(inlines []document.Inline) []document.Inline {
	for len(inlines) > 0 && isSpace(inlines[0]) {
		inlines = inlines[1:]
	}
	for len(inlines) > 0 && isSpace(inlines[len(inlines)-1]) {
		inlines = inlines[:len(inlines)-1]
	}
	return inlines
}

func isSpace(in document.Inline) bool {
	switch in := in.(type) {
	case *document.Break:
		return true
	case *document.Text:
		return strings.TrimSpace(in.Value) == ""
	default:
		return false
	}
}

func isBreak(in *scan.Inline) bool {
	return in.Kind == scan.KindSoftBreak || in.Kind == scan.KindHardBreak
}
