package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// inlines returns the inline content of a leaf.
func (r *reader) inlines(n scan.NodeID) []document.Inline { return r.leaf(n).done() }

// leaf reads the inline content of a leaf that is not divided.
func (r *reader) leaf(n scan.NodeID) *inliner {
	w := r.inliner(n)
	for w.part() { // few are so long, and none of these is written in parts
		r.fail(r.env.Spend(converters.LimitNodes, leafHeld*int64(len(w.from.Nodes)), w.pos))
		w.from.Next()
	}
	return w
}

// inliner returns what reads the inline content of a leaf, in the memory of the
// leaf before.
func (r *reader) inliner(n scan.NodeID) *inliner {
	w := &r.leaves.inliner
	if w.r == nil {
		w.runs, w.inner = r.env.Runs(), r.env.Runs()
	}
	*w = inliner{r: r, pos: r.pos(n), from: &r.leaves.look, runs: w.runs, inner: w.inner, displays: w.displays[:0], skip: r.ends.name, inside: r.ends.inside}
	r.ends = hider{}
	if n != r.leaves.looked {
		w.from = &r.leaves.read
		r.tree.InlineParts(n, w.from, partTokens)
		if !r.isOver(n) {
			w.from.Next()
		}
	}
	return w
}

// part adds the part that was read, and reports whether there is another one.
func (w *inliner) part() bool {
	w.nodes(0, len(w.from.Nodes))
	return w.from.More() && w.r.err == nil
}

// nodes adds the nodes from one index to another.
func (w *inliner) nodes(from, to int) {
	for i := from; i < to; {
		in := &w.from.Nodes[i]
		next := int(in.Skip)
		switch {
		case w.skip != "" && in.Kind != scan.KindHTML:
			w.r.showSkipped(in.Text, w.pos)
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
		w.runs.Inline(converters.Make(w.r.env, &document.Break{Soft: true}), w.styles)
	case scan.KindHardBreak:
		w.runs.Inline(converters.Make(w.r.env, &document.Break{}), w.styles)
	case scan.KindCodeSpan:
		w.runs.Inline(converters.Make(w.r.env, &document.Code{Value: w.r.spaced(in.Text)}), w.styles)
	case scan.KindEmphasis:
		w.styled(i, document.Emphasis)
	case scan.KindStrong:
		w.styled(i, document.Strong)
	case scan.KindStrike:
		w.styled(i, document.Strike)
	case scan.KindLink:
		w.link(i, &w.from.Links[in.Link])
	case scan.KindImage:
		w.runs.Inline(converters.Make(w.r.env, &document.Image{Alt: w.from.Plain(i)}), w.styles)
	case scan.KindAutolink, scan.KindBareLink:
		link := &w.from.Links[in.Link]
		text := []document.Inline{converters.Make(w.r.env, &document.Text{Value: w.r.spaced(in.Text)})}
		w.runs.Inline(converters.Make(w.r.env, &document.Link{URL: link.Dest, Inlines: text}), w.styles)
	case scan.KindHTML:
		w.html(in)
	case scan.KindFootnoteRef:
		w.runs.Inline(converters.Make(w.r.env, &document.NoteRef{ID: noteID(w.from.Links[in.Link].Label)}), w.styles)
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
	w.runs, w.inner, w.outer = w.inner, w.r.env.Runs(), nil
	w.nodes(i+1, int(w.from.Nodes[i].Skip))
	for len(w.outer) > 0 {
		w.closeOuter()
	}
	inside := w.runs.Inlines()
	w.runs, w.inner, w.outer = runs, w.runs, outer
	w.runs.Inline(converters.Make(w.r.env, &document.Link{URL: link.Dest, Title: link.Title, Inlines: inside}), w.styles)
}

// noteID returns the identity of a footnote's label (labels match as link
// labels do, CommonMark 4.7).
func noteID(label string) string {
	return strings.ToLower(strings.Join(strings.Fields(label), " "))
}
