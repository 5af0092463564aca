package text

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

const (
	// nestMost is how deep lists nest; a deeper item is text of the item
	// around it.
	nestMost = 16
	// nestFrom is by how many columns an item has to be indented to be inside
	// the one before it.
	nestFrom = 2
)

// parser makes blocks of lines. It looks at each line once.
type parser struct {
	lines lines
	cur   line
	more  bool
	ctx   context.Context
	env   *converters.Env
	err   error

	texts  []document.Text // cut into nodes, so that a line costs no allocation of its own
	breaks []document.Break
}

// blocks reads the whole text.
func (p *parser) blocks() ([]document.Block, error) {
	var out []document.Block
	p.advance()
	afterList := true
	for p.more {
		m, ok := markerOf(p.cur.text)
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
	if err == nil && p.more {
		err = p.env.Spend(converters.LimitNodes, 1, document.LineSpan(p.cur.number, p.cur.number))
	}
	if err != nil {
		p.err, p.more = err, false
	}
}

// paragraph reads lines up to a blank one or to an item of a list.
func (p *parser) paragraph() *document.Paragraph {
	run := []line{p.cur}
	for p.advance(); p.more && !p.cur.apart; p.advance() {
		if m, ok := markerOf(p.cur.text); ok && m.opens() {
			break
		}
		run = append(run, p.cur)
	}
	return p.build(run)
}

// list reads a list whose first item is the current line. Items that are
// indented less than floor belong to a list around it.
func (p *parser) list(depth, floor int) *document.List {
	list := &document.List{}
	first, last := p.cur, 0
	kind, indent := rune(0), p.cur.indent
	for p.more {
		m, ok := markerOf(p.cur.text)
		sibling := p.cur.indent >= floor && p.cur.indent < indent+nestFrom
		if !ok || len(list.Items) > 0 && (m.kind != kind || !sibling) {
			break
		}
		if len(list.Items) > 0 && p.cur.apart {
			list.Loose = true
		}
		kind, indent = m.kind, p.cur.indent
		item, loose, end := p.item(m, depth)
		list.Items = append(list.Items, item)
		list.Loose = list.Loose || loose
		last = end
	}
	list.Pos = document.LineSpan(first.number, last)
	return list
}

// item reads the item on the current line with all that is indented below it.
// It reports whether blank lines stand in it, and its last line.
func (p *parser) item(m marker, depth int) (item document.Item, loose bool, last int) {
	indent := p.cur.indent
	item.Marker = m.text
	p.cur.text, p.cur.lead = p.cur.text[m.size:], ""
	item.Task, p.cur.text = task(m, p.cur.text)
	run := []line{p.cur}
	last = p.cur.number
	flush := func() {
		if len(run) > 0 {
			item.Blocks = append(item.Blocks, p.build(run))
			run = nil
		}
	}
	for p.advance(); p.more; {
		_, isItem := markerOf(p.cur.text)
		inside := p.cur.indent > indent
		from := indent + nestFrom
		if p.cur.apart {
			from = indent + m.size // it could as well be the first of a list that is set in
		}
		switch {
		case isItem && p.cur.indent >= from && depth < nestMost:
			loose = loose || p.cur.apart
			flush()
			nested := p.list(depth+1, indent+nestFrom)
			item.Blocks = append(item.Blocks, nested)
			last = nested.Lines.Last
			continue
		case isItem && !inside, isItem && depth < nestMost:
			flush()
			return item, loose, last
		case !inside && (len(run) == 0 || !wrapped(run[len(run)-1], p.cur)):
			flush()
			return item, loose, last
		}
		if p.cur.apart {
			loose = true
			flush()
		}
		last = p.cur.number
		p.cur.lead = ""
		run = append(run, p.cur)
		p.advance()
	}
	flush()
	return item, loose, last
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

// slab is how many nodes are allocated at once.
const slab = 512

// build makes a paragraph of lines. They lose the indentation that they share,
// the first line all of it.
func (p *parser) build(run []line) *document.Paragraph {
	shared := len(run[0].lead)
	for _, l := range run[1:] {
		shared = commonPrefix(run[0].lead[:shared], l.lead)
	}
	inlines := make([]document.Inline, 0, 2*len(run)-1)
	for i, l := range run {
		if len(p.texts) == 0 {
			p.texts, p.breaks = make([]document.Text, slab), make([]document.Break, slab)
		}
		if i > 0 {
			p.breaks[0].Soft = true
			inlines = append(inlines, &p.breaks[0])
			p.breaks = p.breaks[1:]
			if len(l.lead) > shared {
				l.text = l.raw[shared:]
			}
		}
		p.texts[0].Value = l.text
		inlines = append(inlines, &p.texts[0])
		p.texts = p.texts[1:]
	}
	return &document.Paragraph{
		Pos:     document.LineSpan(run[0].number, run[len(run)-1].number),
		Inlines: inlines,
	}
}

// commonPrefix returns how many bytes two strings begin with alike.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
