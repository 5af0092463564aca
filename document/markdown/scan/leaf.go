package scan

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// open opens a leaf.
func (f *scanLeaf) open(n Node) {
	n.Line, n.LastLine = f.l.lineNo, f.l.lineNo
	f.node = n
	f.span = len(f.l.t.spans)
}

// isVerbatim reports whether the open leaf takes lines as they are.
func (f *scanLeaf) isVerbatim() bool {
	return f.node.Kind == KindCodeBlock || f.node.Kind == KindHTMLBlock
}

// continueVerbatim gives the line to the open code or HTML block, and reports
// false if the block ends before it.
func (f *scanLeaf) continueVerbatim(in *scanOpen) bool {
	switch {
	case f.node.Kind == KindHTMLBlock:
		return f.continueHTML(in)
	case f.node.Mark != 0:
		f.continueFence(in)
		return true
	}
	indent := f.l.nscol - f.l.col
	if indent < 4 && f.l.ns < f.l.eol {
		f.close(in)
		return false
	}
	f.l.advance(min(indent, 4))
	f.addVerbatim()
	return true
}

// continueFence adds the line to the open fenced code block, or closes it.
func (f *scanLeaf) continueFence(in *scanOpen) {
	indent := f.l.nscol - f.l.col
	if indent < 4 && f.l.ns < f.l.eol && f.l.src[f.l.ns] == f.node.Mark {
		i := f.l.ns
		for i < f.l.eol && f.l.src[i] == f.node.Mark {
			i++
		}
		f.l.t.steps += f.l.eol - f.l.ns
		if from, _ := lexical.Trim(f.l.src, i, f.l.eol); from == f.l.eol && i-f.l.ns >= int(f.node.Number) {
			f.node.Closed = true
			f.node.End, f.node.LastLine = int32(f.l.eol), f.l.lineNo
			f.close(in)
			return
		}
	}
	f.l.advance(min(indent, f.indent))
	f.addVerbatim()
}

// continueHTML adds the line to the open HTML block.
func (f *scanLeaf) continueHTML(in *scanOpen) bool {
	kind := f.node.Level
	if kind >= 6 && f.l.ns == f.l.eol {
		f.close(in)
		return false
	}
	f.addVerbatim()
	if kind < 6 {
		f.l.t.steps += f.l.eol - f.l.pos
		if lexical.HTMLEnds(kind, f.l.src[f.l.pos:f.l.eol]) {
			f.node.Closed = true
			f.close(in)
		}
	}
	return true
}

// addVerbatim adds the rest of the line to the open leaf.
func (f *scanLeaf) addVerbatim() {
	p := Span{Start: int32(f.l.pos), End: int32(f.l.eol)}
	if f.l.partial {
		p.Start++
		p.Pad = int32(4 - f.l.col&3)
	}
	f.node.End, f.node.LastLine = p.End, f.l.lineNo
	if f.sparing && f.joins(p) {
		f.l.t.spans[len(f.l.t.spans)-1].End = p.End
		return
	}
	f.l.t.spans = append(f.l.t.spans, p)
}

// addText adds a line to the open paragraph.
func (f *scanLeaf) addText(from, to int) {
	t, p := f.l.t, Span{Start: int32(from), End: int32(to)}
	if f.sparing && f.joins(p) {
		t.spans[len(t.spans)-1].End = p.End
		return
	}
	t.spans = append(t.spans, p)
}

// joins reports whether a line of a block lies right behind the one before it, so
// that both are one piece. The lines of indented code and of what may be
// definitions are parted again.
func (f *scanLeaf) joins(p Span) bool {
	spans := f.l.t.spans
	n := len(spans)
	if n == f.span || p.Pad > 0 || spans[n-1].End+1 != p.Start {
		return false
	}
	if f.node.Kind == KindParagraph {
		return f.l.src[spans[f.span].Start] != '['
	}
	return f.node.Kind != KindCodeBlock || f.node.Mark != 0
}

// lines returns how many lines spans are.
func (f *scanLeaf) lines(spans []Span) int32 {
	n := len(spans)
	if f.sparing {
		for _, p := range spans {
			n += strings.Count(f.l.src[p.Start:p.End], "\n")
		}
	}
	return int32(n)
}

// close makes the node of the open leaf.
func (f *scanLeaf) close(in *scanOpen) {
	switch f.node.Kind {
	case KindDocument:
		return
	case KindParagraph:
		f.closeText(in, 0, 0)
		return
	case KindTable: // its nodes are made as its rows are read
		f.node = Node{}
		return
	}
	if f.node.Kind == KindCodeBlock && f.node.Mark == 0 {
		f.trimIndented()
	}
	f.finish(in, f.node)
}

// finish makes the node n of the spans since the leaf was opened.
func (f *scanLeaf) finish(in *scanOpen, n Node) {
	n.spanAt = int32(f.span)
	n.spanLen = int32(len(f.l.t.spans) - f.span)
	f.l.t.addTo(in, n)
	f.node = Node{}
}

// trimIndented drops the blank lines at the end of an indented code block.
func (f *scanLeaf) trimIndented() {
	spans := f.l.t.spans
	for {
		last := spans[len(spans)-1]
		rest := f.l.src[last.Start:last.End]
		f.l.t.steps += len(rest) + 1
		if strings.Trim(rest, " \t") != "" {
			f.node.End = last.End
			break
		}
		spans = spans[:len(spans)-1]
		f.node.LastLine--
	}
	f.l.t.spans = spans
}

// closeText closes the open paragraph: definitions at its start become nodes
// of their own, and what remains is a paragraph, or the heading that the
// leaf was made. It reports whether anything remained. A heading ends at end
// and has more lines than its text.
func (f *scanLeaf) closeText(in *scanOpen, end, more int32) bool {
	n := f.node
	if f.l.src[f.l.t.spans[f.span].Start] == '[' {
		taken := f.takeDefinitions(in, n.Line)
		f.span += taken
		n.Line += int32(taken)
	}
	spans := f.l.t.spans[f.span:]
	if len(spans) == 0 {
		f.node = Node{}
		return false
	}
	last := &spans[len(spans)-1]
	from, to := lexical.Trim(f.l.src, int(last.Start), int(last.End))
	f.l.t.steps += int(last.End) - to + 1
	last.Start, last.End = int32(from), int32(to)
	n.Start = spans[0].Start
	n.End, n.LastLine = max(end, last.End), n.Line+f.lines(spans)-1+more
	f.finish(in, n)
	return true
}

// place makes room for a block that starts here: it closes what does not go
// on, and a list, which holds items only.
func (s *scanBlocks) place() {
	s.closeTo(s.stack.matched)
	if s.stack.top().kind == KindList {
		s.stack.pop()
	}
	s.stack.matched = len(s.stack.open)
	s.stack.top().child = true
}

// closeTo closes the leaf, and containers until n are open.
func (s *scanBlocks) closeTo(n int) {
	s.leaf.close(s.stack.top())
	for len(s.stack.open) > n {
		s.stack.pop()
	}
}
