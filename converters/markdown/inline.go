package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// inlines returns the inline content of a leaf that is not divided.
func (b *builder) inlines(n scan.NodeID) []document.Inline {
	w := b.inliner(n)
	for w.part() { // few are so long, and none of these is written in parts
		b.account.fail(b.env.Spend(converters.LimitNodes, leafHeld*int64(len(w.from.Nodes)), w.pos))
		w.from.Next()
	}
	return w.done()
}

// inliner returns what reads the inline content of a leaf, in the memory of the
// leaf before.
func (b *builder) inliner(n scan.NodeID) *inliner {
	w := &b.memory
	if w.b == nil {
		w.runs, w.inner = b.env.Runs(), b.env.Runs()
	}
	*w = inliner{b: b, pos: b.pos(n), from: &b.clean.look, runs: w.runs, inner: w.inner, displays: w.displays[:0], skip: b.html.ends.name, inside: b.html.ends.inside}
	b.html.ends = hider{}
	if n != b.clean.looked {
		w.from = &b.read
		b.tree.InlineParts(n, w.from, partTokens)
		if !b.account.isOver(b.input, n) {
			w.from.Next()
		}
	}
	return w
}

// part adds the part that was read, and reports whether there is another one.
func (w *inliner) part() bool {
	w.nodes(0, len(w.from.Nodes))
	return w.from.More() && w.b.account.err == nil
}

// nodes adds the nodes from one index to another.
func (w *inliner) nodes(from, to int) {
	for i := from; i < to; {
		in := &w.from.Nodes[i]
		next := int(in.Skip)
		switch {
		case w.skip != "" && in.Kind != scan.KindHTML:
			w.b.env.Show(warnScript, w.pos, in.Text)
		case in.Kind == scan.KindText:
			next = w.text(i, to)
		default:
			w.node(i, in)
		}
		i = next
	}
}

func (w *inliner) node(i int, in *scan.Inline) {
	switch in.Kind {
	case scan.KindEntity, scan.KindEscape:
		w.plain(in.Text)
	case scan.KindSoftBreak:
		w.runs.Inline(converters.Make(w.b.env, &document.Break{Soft: true}), w.styles)
	case scan.KindHardBreak:
		w.runs.Inline(converters.Make(w.b.env, &document.Break{}), w.styles)
	case scan.KindCodeSpan:
		w.runs.Inline(converters.Make(w.b.env, &document.Code{Value: w.b.spaced(in.Text)}), w.styles)
	case scan.KindEmphasis:
		w.styled(i, document.Emphasis)
	case scan.KindStrong:
		w.styled(i, document.Strong)
	case scan.KindStrike:
		w.styled(i, document.Strike)
	case scan.KindLink:
		w.link(i, &w.from.Links[in.Link])
	case scan.KindImage:
		w.runs.Inline(converters.Make(w.b.env, &document.Image{Alt: w.from.Plain(i)}), w.styles)
	case scan.KindAutolink, scan.KindBareLink:
		link := &w.from.Links[in.Link]
		text := []document.Inline{converters.Make(w.b.env, &document.Text{Value: w.b.spaced(in.Text)})}
		w.runs.Inline(converters.Make(w.b.env, &document.Link{URL: link.Dest, Inlines: text}), w.styles)
	case scan.KindHTML:
		w.html(in)
	case scan.KindFootnoteRef:
		w.runs.Inline(converters.Make(w.b.env, &document.NoteRef{ID: noteID(w.from.Links[in.Link].Label)}), w.styles)
	default:
		panic("markdown: unknown inline " + in.Kind.String())
	}
}

// styled adds a node's content in one more style.
func (w *inliner) styled(i int, style document.Style) {
	before := w.styles
	w.styles = w.styles.With(style)
	w.nodes(i+1, int(w.from.Nodes[i].Skip))
	w.styles = before
}

// link adds a link with its content.
func (w *inliner) link(i int, link *scan.Link) {
	runs, outer := w.runs, w.outer
	w.runs, w.inner, w.outer = w.inner, w.b.env.Runs(), nil
	w.nodes(i+1, int(w.from.Nodes[i].Skip))
	for len(w.outer) > 0 {
		w.closeOuter()
	}
	inside := w.runs.Inlines()
	w.runs, w.inner, w.outer = runs, w.runs, outer
	w.runs.Inline(converters.Make(w.b.env, &document.Link{URL: link.Dest, Title: link.Title, Inlines: inside}), w.styles)
}

// noteID returns the identity of a footnote's label (labels match as link
// labels do, CommonMark 4.7).
func noteID(label string) string {
	return strings.ToLower(strings.Join(strings.Fields(label), " "))
}
