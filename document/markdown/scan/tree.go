package scan

import (
	"math"
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// DefaultMaxDepth is how deep containers may nest when
// [Options].MaxDepth is zero.
const DefaultMaxDepth = 100

// Options says which dialect [Parse] reads. The zero value is CommonMark
// 0.31.2 with GitHub's tables, task items, strikethrough and bare links.
type Options struct {
	Footnotes   bool // [^label] references and definitions
	FrontMatter bool // YAML (---), TOML (+++) or JSON ({) front matter on the first line
	CommonMark  bool // CommonMark alone: none of GitHub's extensions
	MaxDepth    int  // deepest nesting of quotes, items and footnotes; 0 is DefaultMaxDepth
	MaxHeld     int  // of a [Reader]: lines of one block, and some for each label; 0 is 4 Mi
	Part        int  // of a [Reader]: nodes that are read at once, about; 0 is 4 Ki
}

// Tree is Markdown that has been read into blocks. Its nodes lie in one
// slice in document order, so a node's descendants follow it directly.
//
// A Tree is not changed after [Parse] and may be shared.
type Tree struct {
	Source string
	Nodes  []Node // Nodes[0] is the document
	// Truncated says that containers nested deeper than the limit: their
	// markers were left in the text of a paragraph.
	Truncated bool
	// Rest is where reading stopped: the length of Source, unless that is 2 GiB
	// or more, which int32 offsets cannot express.
	Rest int

	opts   Options
	spans  []Span
	defs   []Definition
	labels map[string]int32  // normalised label to index in defs
	notes  map[string]NodeID // normalised label to footnote definition
	steps  int               // work done, counted for the tests of linearity
}

// newTree returns a tree with the document alone.
func newTree(src string, opts Options) Tree {
	if opts.MaxDepth <= 0 {
		opts.MaxDepth = DefaultMaxDepth
	}
	if len(src) >= math.MaxInt32 {
		src = src[:strings.LastIndexByte(src[:math.MaxInt32-1], '\n')+1]
	}
	return Tree{
		Source: src, Rest: len(src), opts: opts,
		Nodes: []Node{{Kind: KindDocument, Extent: Extent{End: int32(len(src)), Line: 1}}},
	}
}

// Lookup returns the link reference definition that label, the text between
// the brackets, resolves to (CommonMark 4.7: the first definition wins).
func (t *Tree) Lookup(label string) (Definition, bool) {
	if len(t.labels) == 0 {
		return Definition{}, false
	}
	i, ok := t.labels[lexical.Label(label)]
	if !ok {
		return Definition{}, false
	}
	return t.defs[i], true
}

// Footnote returns the footnote definition that label, without its caret,
// resolves to; 0 if there is none. The first definition wins.
func (t *Tree) Footnote(label string) NodeID {
	if len(t.notes) == 0 {
		return 0
	}
	return t.notes[lexical.Label(label)]
}

// Spans returns the content of a leaf as pieces of the source, without the
// markers and indentation of the containers around it. There is one piece
// per line, without its line end; a table cell has one piece, or several
// around the backslashes that escaped a pipe. The result is shared: it must
// not be changed.
func (t *Tree) Spans(n NodeID) []Span {
	d := &t.Nodes[n]
	return t.spans[d.spanAt : d.spanAt+d.spanLen : d.spanAt+d.spanLen]
}

// Text returns the content of a leaf as it is in the source, its lines
// joined by line feeds. In code blocks and HTML blocks each line ends with
// a line feed, and the columns that are left of a tab split by an
// indentation are spaces.
func (t *Tree) Text(n NodeID) string {
	spans := t.Spans(n)
	switch t.Nodes[n].Kind {
	case KindTableCell:
		return t.join(spans, "")
	case KindCodeBlock, KindHTMLBlock, KindFrontMatter:
		if len(spans) == 0 {
			return ""
		}
		return t.join(spans, "\n") + "\n"
	}
	return t.join(spans, "\n")
}

// join joins pieces of the source, without copying if they lie together.
func (t *Tree) join(spans []Span, sep string) string {
	if len(spans) == 0 {
		return ""
	}
	if scanTogether(spans, len(sep)) {
		return t.Source[spans[0].Start:spans[len(spans)-1].End]
	}
	size := 0
	for _, p := range spans {
		size += int(p.End-p.Start) + int(p.Pad) + len(sep)
	}
	var b strings.Builder
	b.Grow(size)
	for i, p := range spans {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString("   "[:p.Pad])
		b.WriteString(t.Source[p.Start:p.End])
	}
	return b.String()
}

// scanTogether reports whether the pieces are one piece of the source, with
// gap bytes (the line end) between one and the next.
func scanTogether(spans []Span, gap int) bool {
	for i, p := range spans {
		if p.Pad > 0 || i > 0 && int(p.Start-spans[i-1].End) != gap {
			return false
		}
	}
	return true
}

// Info returns the info string of a fenced code block with its escapes and
// entities decoded, or the label of a footnote definition as written.
func (t *Tree) Info(n NodeID) string {
	d := &t.Nodes[n]
	raw := t.Source[d.Info.Start:d.Info.End]
	if d.Kind == KindCodeBlock {
		return lexical.Unescape(raw)
	}
	return raw
}
