package html

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/css"
	"github.com/seed353dc258/backstory/converters/html/line"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// flow collects the blocks of one container.
type flow struct {
	b      *builder
	line   line.Line
	blocks []document.Block
	levels levels
	anchor string // the id that is before what comes next
	covers []span // that lie over others in the element around
	single bool   // one line of text only
}

// newFlow returns a flow for blocks of their own. What it takes to collect a
// line is that of one that is finished, where there is one.
func (b *builder) newFlow() *flow {
	f := b.flows.take()
	if f == nil {
		f = &flow{line: line.New(b.env)}
	}
	f.b, f.line.Page = b, b
	return f
}

// flows are those that are finished.
type flows struct{ done []*flow }

func (s *flows) take() *flow {
	n := len(s.done) - 1
	if n < 0 {
		return nil
	}
	f := s.done[n]
	s.done = s.done[:n]
	return f
}

// put takes a flow whose line is empty, and which nobody uses any more.
func (s *flows) put(f *flow) {
	f.line.Single = false
	*f = flow{line: f.line, levels: f.levels[:0]}
	s.done = append(s.done, f)
}

// content returns the blocks of an element's content.
func (b *builder) content(id int32, st state) []document.Block {
	f := b.newFlow()
	f.children(id, &st)
	return f.finish()
}

// inlines returns an element's content as one line of text.
func (b *builder) inlines(id int32, st state) ([]document.Inline, document.Pos) {
	f := b.newFlow()
	f.single, f.line.Single = true, true
	f.children(id, &st)
	inlines, pos := f.line.Take()
	b.flows.put(f)
	return inlines, pos
}

// finish returns the blocks, and ends the use of the flow.
func (f *flow) finish() []document.Block {
	f.flush()
	blocks := f.blocks
	f.b.flows.put(f)
	return blocks
}

// flush ends the paragraph.
func (f *flow) flush() {
	if f.single {
		f.line.Gap()
		return
	}
	if inlines, pos := f.line.Take(); len(inlines) > 0 {
		f.add(converters.Make(f.b.env, &document.Paragraph{Pos: pos, Inlines: inlines}))
	}
}

// add appends a block. The text between lists keeps them apart.
func (f *flow) add(b document.Block) {
	f.levels = f.levels[:0]
	f.anchor = ""
	f.blocks = append(f.blocks, b)
}

func (f *flow) children(id int32, st *state) {
	for c := range f.b.t.Children(id) {
		if f.b.err != nil {
			return
		}
		inner := *st
		if css.Leaves(f.b.sheet, id, c) && f.b.hasContent(c) && !f.b.uncover(c, &inner, visible.Element) {
			continue
		}
		f.node(c, &inner)
	}
}

// end ends a line inside a paragraph; two in a row end the paragraph, as they
// look.
func (f *flow) end() {
	f.line.End()
	f.breakUp()
}

func (f *flow) breakUp() {
	if f.line.Wide > 1 && !f.single {
		f.flush()
	}
}

// blockOf reads an element that is on lines of its own.
func (f *flow) blockOf(id int32, st *state) {
	f.flush()
	blocks, notes := len(f.blocks), len(f.b.noteBlocks)
	f.children(id, st)
	f.flush()
	if !f.single && len(f.b.noteBlocks) > notes && onlyFrame(f.blocks[blocks:]) {
		f.blocks = f.blocks[:blocks]
	}
}

// pos returns the lines of an element.
func (b *builder) pos(id int32) document.Pos {
	n := b.t.Node(id)
	return document.LineSpan(int(n.Line), int(max(n.Line, n.Last)))
}

// veiling returns how an element with content of its own is hidden. Pictures
// do not hide as letters do.
func (b *builder) veiling(id int32, st *state, picture bool) (visible.Way, int32) {
	format := b.t.Node(id).Format
	how, by := b.hides(st, format)
	if picture && (how == visible.Color || how == visible.Size || how == visible.Opacity && by != 0) && mayShow(b.looks(format).hides) {
		return visible.Shown, 0
	}
	return how, by
}

// say adds a piece of text that an attribute holds.
func (f *flow) say(id int32, st *state, text string) {
	n := f.b.t.Node(id)
	if text = strings.TrimSpace(text); text != "" {
		f.put(id, st, false, func(sh line.Shade) { f.line.Text(text, sh, int(n.Line)) })
	}
}

// sayToReaders adds what an attribute holds for screen readers alone.
func (f *flow) sayToReaders(id int32, st *state, text string) {
	inner := *st
	if strings.TrimSpace(text) != "" && !st.inHidden {
		f.b.count(visible.ForEyes, int(f.b.t.Node(id).Line))
		inner.label = f.b.lost.Label(visible.ForEyes)
	}
	f.say(id, &inner, text)
}

// show adds an element with content of its own; a picture shows where letters
// do not.
func (f *flow) show(id int32, st *state, node document.Inline) {
	_, picture := node.(*document.Image)
	f.put(id, st, picture, func(sh line.Shade) { f.line.Node(node, sh, int(f.b.t.Node(id).Line)) })
}

// put adds content, by the policy if it is hidden.
func (f *flow) put(id int32, st *state, picture bool, add func(line.Shade)) {
	n := f.b.t.Node(id)
	sh := f.b.shade(st, n.Format)
	how, by := f.b.veiling(id, st, picture)
	if how == visible.Shown || f.b.showHidden(how, by, int(n.Line)) {
		sh.Label(f.b.lost.Label(how))
		add(sh)
	}
}

// nest enters a list, a quote or a table, unless too many are around.
func (b *builder) nest() bool {
	if b.at.nested >= maxNested {
		return false
	}
	b.at.nested++
	return true
}

// onlyFrame reports whether blocks are nothing but what sets notes apart: a
// rule, or a title for screen readers.
func onlyFrame(blocks []document.Block) bool {
	for _, b := range blocks {
		switch b := b.(type) {
		case *document.ThematicBreak:
		case *document.Heading:
			if !isLabel(b.Inlines) {
				return false
			}
		case *document.Paragraph:
			if !isLabel(b.Inlines) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isLabel reports whether inlines are a label and nothing else.
func isLabel(inlines []document.Inline) bool {
	styled, ok := inlines[0].(*document.Styled)
	return ok && len(inlines) == 1 && styled.Style.IsLabel()
}

// level is a list that what follows may continue or nest in: some programs
// write the levels of a list as lists, or paragraphs, beside one another.
type level struct {
	list   *document.List
	depth  float64 // pixels of indentation, or a number
	family string  // what items of one list have in common
	next   int     // the number of the next item
}

// node reads one node. The state is that around it.
func (f *flow) node(id int32, around *state) {
	f.b.step()
	if id >= f.b.at.skip && id < f.b.at.skipEnd {
		return
	}
	f.read(id, around)
}
