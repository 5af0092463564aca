package scan

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// scanCheck holds the invariants of a tree that any source must give.
func scanCheck(tb testing.TB, src string, opts Options) {
	tb.Helper()
	t := Parse(src, opts)
	lines := int32(strings.Count(src, "\n") + 1)
	var in Inlines
	for i := range t.Nodes {
		n := &t.Nodes[i]
		p := &t.Nodes[n.Parent]
		if n.Start < p.Start || n.End > p.End || n.Start > n.End {
			tb.Fatalf("%q: %s [%d,%d) is not in its %s [%d,%d)", src, n.Kind, n.Start, n.End, p.Kind, p.Start, p.End)
		}
		if n.Line < p.Line || n.LastLine > p.LastLine || n.Line > n.LastLine || n.LastLine > lines {
			tb.Fatalf("%q: %s on lines %d–%d is not in its %s on %d–%d", src, n.Kind, n.Line, n.LastLine, p.Kind, p.Line, p.LastLine)
		}
		if n.Next != 0 && (t.Nodes[n.Next].Start < n.End || t.Nodes[n.Next].Parent != n.Parent || int(n.Next) <= i) {
			tb.Fatalf("%q: %s ends at %d, its sibling begins at %d", src, n.Kind, n.End, t.Nodes[n.Next].Start)
		}
		if n.First != 0 && int(n.First) != i+1 {
			tb.Fatalf("%q: the first child of node %d is node %d", src, i, n.First)
		}
		at := n.Start
		for _, s := range t.Spans(NodeID(i)) {
			if s.Start < at && n.Kind != KindCodeBlock && n.Kind != KindHTMLBlock || s.End < s.Start || s.End > n.End {
				tb.Fatalf("%q: span [%d,%d) of %s [%d,%d)", src, s.Start, s.End, n.Kind, n.Start, n.End)
			}
			at = s.End
		}
		t.Text(NodeID(i))
		t.Inlines(NodeID(i), &in)
		scanCheckInlines(tb, t, NodeID(i), &in)
	}
	if work := scanWork(src); work > 200*(len(src)+20) {
		tb.Fatalf("%q: %d steps for %d bytes", src, work, len(src))
	}
}

// scanCheckInlines holds the invariants of a leaf's inline nodes: they cover
// its text without a gap but for markers, and nest.
func scanCheckInlines(tb testing.TB, t *Tree, id NodeID, in *Inlines) {
	tb.Helper()
	leaf := &t.Nodes[id]
	at := leaf.Start
	type open struct{ skip, end int32 }
	stack := []open{{int32(len(in.Nodes)), leaf.End}}
	for i, n := range in.Nodes {
		for int32(i) >= stack[len(stack)-1].skip && len(stack) > 1 {
			at = stack[len(stack)-1].end
			stack = stack[:len(stack)-1]
		}
		top := stack[len(stack)-1]
		if n.Start < at || n.End > top.end || n.End <= n.Start || n.Skip <= int32(i) || n.Skip > top.skip {
			tb.Fatalf("%q: %s [%d,%d) skip %d of node %d is behind %d or not before %d", t.Source, n.Kind, n.Start, n.End, n.Skip, i, at, top.end)
		}
		if n.Kind == KindText && leaf.Kind != KindTableCell && t.Source[n.Start:n.End] != n.Text {
			tb.Fatalf("%q: text %q is %q in the source", t.Source, n.Text, t.Source[n.Start:n.End])
		}
		if (n.Link >= 0) != scanHasLink(n.Kind) {
			tb.Fatalf("%q: %s has link %d", t.Source, n.Kind, n.Link)
		}
		if n.Kind == KindLink || n.Kind == KindImage {
			if l := in.Links[n.Link]; t.Source[l.TextEnd] != ']' || l.DestAt.Start > l.DestAt.End || l.DestAt.End > n.End {
				tb.Fatalf("%q: link %+v", t.Source, l)
			}
		}
		at = n.Start
		if n.Skip > int32(i)+1 {
			stack = append(stack, open{n.Skip, n.End})
		} else {
			at = n.End
		}
	}
}

// scanHasLink reports whether nodes of the kind have a link.
func scanHasLink(k Kind) bool {
	switch k {
	case KindLink, KindImage, KindAutolink, KindBareLink, KindFootnoteRef:
		return true
	}
	return false
}

func TestScanKeepsItsPromisesOnRandomDocuments(t *testing.T) {
	for _, c := range scanRandomCases {
		r := scanRand()
		for range *scanN / 20 {
			src := c.make(r)
			scanCheck(t, src, Options{Footnotes: true, FrontMatter: true, MaxDepth: 1 + r.IntN(4)})
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, h := range scanHostile {
		f.Add(h.make(200), byte(3))
	}
	for _, c := range scanFaults {
		f.Add(c.markdown, byte(0))
	}
	f.Add(scanReadme(2000), byte(7))
	f.Fuzz(func(t *testing.T, src string, opts byte) {
		if !utf8.ValidString(src) || len(src) > 1<<16 {
			return
		}
		scanCheck(t, src, Options{
			Footnotes: opts&1 != 0, FrontMatter: opts&2 != 0, CommonMark: opts&4 != 0, MaxDepth: int(opts >> 3),
		})
	})
}
