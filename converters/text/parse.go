package text

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

const (
	// maxNest is how deep lists nest; a deeper item is text of the item
	// around it.
	maxNest = 16
	// nestFrom is by how many columns an item has to be indented to be inside
	// the one before it.
	nestFrom = 2
	// nodesPerLine is the cost of a line in the limit of nodes, and nodesPerBlock
	// that of a paragraph or an item beside it: they take about 64 and 200 bytes,
	// even if they have one letter.
	nodesPerLine, nodesPerBlock = 2, 5
	// maxLines is how many lines a paragraph has. One that goes on, such as a
	// list of words, is cut in two: what is written at once is bounded.
	maxLines = 1 << 14
)

// parser makes blocks of lines. It looks at each line once.
type parser struct {
	lines lines
	cur   line
	more  bool
	ctx   context.Context
	env   *converters.Env
	err   error
	run   []line // of the paragraph that is being read
	runs  document.Runs
	wrap  *document.Break // where the source wraps a text
}

// blocks reads the whole text.
func (p *parser) blocks() ([]document.Block, error) {
	var out []document.Block
	p.advance()
	afterList := true
	for p.more {
		m, ok := markerOf(p.cur.text())
		if ok && (p.cur.apart || afterList || m.opens()) {
			out = append(out, p.list(0, 0))
			afterList = true
			continue
		}
		out = append(out, p.paragraph())
		afterList = false
	}
	return out, p.err
}

// advance goes to the next line. A budget that is spent ends the text; the
// error is the parser's.
func (p *parser) advance() {
	left := len(p.lines.rest)
	p.cur, p.more = p.lines.next()
	err := p.env.Step(p.ctx, int64(left-len(p.lines.rest)), document.Pos{})
	if err != nil {
		p.err, p.more = err, false
	}
	if p.more {
		p.spend(nodesPerLine)
	}
}

// spend charges the current line or the block that begins on it.
func (p *parser) spend(nodes int64) {
	if err := p.env.Spend(converters.LimitNodes, nodes, document.LineSpan(p.cur.number, p.cur.number)); err != nil {
		p.err, p.more = err, false
	}
}

// paragraph reads lines up to a blank one or to an item of a list.
func (p *parser) paragraph() document.Block {
	p.run = append(p.run[:0], p.cur)
	p.spend(nodesPerBlock)
	for p.advance(); p.more && !p.cur.apart && len(p.run) < maxLines; p.advance() {
		if m, ok := markerOf(p.cur.text()); ok && m.opens() {
			break
		}
		p.run = append(p.run, p.cur)
	}
	return p.flush(nil)[0]
}

// list reads a list whose first item is the current line. Items that are
// indented less than floor belong to a list around it.
func (p *parser) list(depth, floor int) *document.List {
	list := converters.Make(p.env, &document.List{})
	first, last := p.cur, 0
	kind, indent := rune(0), p.cur.indent
	for p.more {
		m, ok := markerOf(p.cur.text())
		sibling := p.cur.indent >= floor && p.cur.indent < indent+nestFrom
		if !ok || len(list.Items) > 0 && (m.kind != kind || !sibling) {
			break
		}
		list.Loose = list.Loose || len(list.Items) > 0 && p.cur.apart
		kind, indent = m.kind, p.cur.indent
		item, apart, end := p.item(m, depth)
		list.Items = append(list.Items, item)
		list.Loose = list.Loose || apart
		last = end
	}
	list.Pos = document.LineSpan(first.number, last)
	return list
}

// item reads the item on the current line with all that is indented below it.
// It reports whether blank lines are in it, and its last line.
func (p *parser) item(m marker, depth int) (item document.Item, loose bool, last int) {
	indent := p.cur.indent
	item.Marker = m.text
	item.Task, p.cur.raw = task(m, p.cur.text()[m.size:])
	p.cur.lead = 0
	p.run = append(p.run[:0], p.cur)
	last = p.cur.number
	p.spend(nodesPerBlock)
	for p.advance(); p.more; {
		what := p.relation(m, indent, depth)
		if what == outside {
			break
		}
		if p.cur.apart {
			loose = true
		}
		if p.cur.apart || what == nested || len(p.run) == maxLines {
			item.Blocks = p.flush(item.Blocks)
		}
		if what == nested {
			list := p.list(depth+1, indent+nestFrom)
			item.Blocks = append(item.Blocks, list)
			last = int(list.Lines.Last)
			continue
		}
		last = p.cur.number
		p.cur.raw, p.cur.lead = p.cur.text(), 0
		p.run = append(p.run, p.cur)
		p.advance()
	}
	item.Blocks = p.flush(item.Blocks)
	return item, loose, last
}

// relation is what a line is to the item before it.
type relation uint8

const (
	outside relation = iota
	inside           // text of the item
	nested           // an item of a list in it
)

// relation returns what the current line is to an item.
func (p *parser) relation(m marker, indent, depth int) relation {
	deeper := p.cur.indent > indent
	if _, ok := markerOf(p.cur.text()); ok {
		from := indent + nestFrom
		if p.cur.apart {
			from = indent + m.size // less could be a list of its own that is set in
		}
		switch {
		case depth < maxNest && p.cur.indent >= from:
			return nested
		case depth < maxNest || !deeper:
			return outside
		}
		return inside
	}
	if deeper || len(p.run) > 0 && wrapped(p.run[len(p.run)-1], p.cur) {
		return inside
	}
	return outside
}

// task takes a check box off an item's text.
func task(m marker, s string) (document.Task, string) {
	if m.ordered() || len(s) < 4 || s[0] != '[' || s[2] != ']' || s[3] != ' ' {
		return document.NoTask, s
	}
	rest := strings.TrimLeft(s[4:], " \t")
	switch {
	case rest == "":
		return document.NoTask, s
	case s[1] == ' ':
		return document.TaskOpen, rest
	case s[1] == 'x' || s[1] == 'X':
		return document.TaskDone, rest
	}
	return document.NoTask, s
}

// maxRun is for how many lines of a paragraph there is room at once.
const maxRun = 128

// lineLength is about how long the lines of a text are, in bytes.
const lineLength = 32

// flush adds the paragraph that has been read, if there is one. Its lines lose
// the indentation that they share, the first line all of it.
func (p *parser) flush(blocks []document.Block) []document.Block {
	if len(p.run) == 0 {
		return blocks
	}
	run := p.run
	shared := run[0].lead
	for i := 1; i < len(run) && shared > 0; i++ {
		shared = commonPrefix(run[0].raw[:shared], run[i].raw[:run[i].lead])
	}
	p.runs.Share(run[0].text(), 0)
	for i := range run[1:] {
		p.runs.Inline(p.wrap, 0)
		p.runs.Share(run[i+1].raw[shared:], 0)
	}
	p.run = run[:0]
	return append(blocks, converters.Make(p.env, &document.Paragraph{
		Pos:     document.LineSpan(run[0].number, run[len(run)-1].number),
		Inlines: p.runs.Inlines(),
	}))
}

// commonPrefix returns how many bytes two strings begin with alike.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
