// Package draw shows a model's answer in a terminal while it comes: Markdown in
// colours, tables in their columns, lines broken between words.
//
//   - block.go, inline.go: the signs of Markdown, of blocks and in a line
//   - link.go, table.go: links and tables, which are held until they end
//   - answer.go: an answer, and how it is drawn
//   - lines.go: lines that are broken between words
package draw

import (
	"io"
	"strings"
)

// Options are those of an [Answer]. The zero value writes the Markdown as it is.
type Options struct {
	Colored bool // the terminal knows colours
	Links   bool // and links
	Width   int  // in columns; 0 breaks no lines and draws no tables
}

// Answer writes an answer as it comes: Markdown in colours for a terminal, the
// same bytes otherwise. Neither lets through what a terminal would obey.
//
// It works line by line and within a line as soon as it can: what a line is,
// shows at its start; what a delimiter is, shows at the sign behind it. It is
// no CommonMark parser: an answer that it draws plainly is not a loss.
type Answer struct {
	to *Lines
	Options

	rest  []byte // of a sign that is not whole yet
	head  []rune // of a line whose kind is not known yet
	known bool   // the kind of the line is
	pen   pen
	held  heldTable
}

// NewAnswer returns an answer that is written to w.
func NewAnswer(w io.Writer, opts Options) *Answer {
	return &Answer{to: NewLines(w, opts.Width), Options: opts, pen: pen{links: opts.Links}}
}

// openFence is the code block that is open.
type openFence struct {
	sign  rune // 0 where none is
	depth int  // how long the fence is
	level int  // in how many quotes it is
}

// pen writes text in the styles that are open.
type pen struct {
	links bool // the terminal knows them
	quote int  // in how many quotes the line is
	fence openFence
	link  heldLink

	out                       strings.Builder // of one Write
	last                      rune            // the sign written last, 0 at the start of a line
	mark                      []rune          // a run of delimiters that waits for the next sign
	strong, emph, code, title bool
	ticks                     int // how long the run is that closes the code
}

// heldTable is the lines of what may be a table.
type heldTable struct {
	may     bool // the line may be one of it
	rows    []string
	size    int  // in bytes
	quoted  bool // it is in a quote, whose sign is written for its first line alone
	pending bool // the sign of the quote that the line is in is not written yet
}

// heldLink is what may be a link.
type heldLink struct {
	text   []rune
	end    int  // where the text of it ends; 0 before that
	parens int  // that are open in its address
	barred bool // no link begins here
}

// The attributes of a terminal (ECMA-48, 8.3.117).
const (
	Faint = "\x1b[2m"
	Red   = "\x1b[31m"

	attrReset  = "\x1b[0m"
	attrStrong = "\x1b[1m"
	attrEmph   = "\x1b[3m"
	attrCode   = "\x1b[36m"
)

// Paint returns a text with an attribute that ends with it.
func Paint(attr, text string) string { return attr + text + attrReset }

// maxHead is how long the start of a line may be before it is text.
const maxHead = 16

func (p *pen) put(r rune) {
	p.out.WriteRune(r)
	p.last = r
}

// run returns how often a text repeats its first byte at its start.
func run(s string) int {
	n := 0
	for n < len(s) && s[n] == s[0] {
		n++
	}
	return n
}
