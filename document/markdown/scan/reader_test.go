package scan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readAll lists the blocks of a source, children first, as a reader of so many
// nodes at once gives them. A long block is read twice where twice is set.
func readAll(t *testing.T, src string, part int, twice bool) []string {
	t.Helper()
	opts := Options{Footnotes: true, FrontMatter: true, Part: part}
	r, err := NewReader(src, opts)
	if err != nil {
		t.Fatal(err)
	}
	var out, long []string
	again := false
	for r.Next() {
		for n := r.Tree.Nodes[0].First; n != 0 && n != r.Open(); n = r.Tree.Nodes[n].Next {
			out = append(out, long...)
			out, long, again = readList(&r.Tree, n, out), nil, false
		}
		if r.Open() == 0 || r.Open() != r.Tree.Nodes[0].First {
			continue
		}
		r.Fold(func(_, child NodeID) { long = readList(&r.Tree, child, long) }, nil)
		if twice && !again && len(long) > 3 {
			again, long = true, nil
			r.Again()
		}
	}
	return out
}

// readList appends a block and what is in it.
func readList(t *Tree, n NodeID, out []string) []string {
	for c := t.Nodes[n].First; c != 0; c = t.Nodes[c].Next {
		out = readList(t, c, out)
	}
	d := &t.Nodes[n]
	if d.Kind == KindFolded {
		return out
	}
	var in Inlines
	t.Inlines(n, &in)
	links := ""
	for _, l := range in.Links {
		links += fmt.Sprintf(" %s %q %t", l.Dest, l.Title, l.Def != 0)
	}
	return append(out, fmt.Sprintf("%s %d-%d lines %d-%d tight=%t mark=%q task=%d %q%s",
		d.Kind, d.Start, d.End, d.Line, d.LastLine, d.Tight, d.Mark, d.Task, t.Text(n), links))
}

// A reader gives what a tree of the whole source gives, however little it reads
// at once, and also if it reads a block again.
func TestReaderReadsWhatScanReads(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 1))
	rests := slices.Concat(scanLineRests, scanGitHubRests, []string{"a|b", "-|-", "|c|", "| d"})
	for i := range 5_000 {
		src := scanRandomBlocks(r, rests)
		if i%2 == 0 {
			src = strings.Repeat(src, 1+r.IntN(4))
		}
		tree := Parse(src, Options{Footnotes: true, FrontMatter: true})
		var want []string
		for n := tree.Nodes[0].First; n != 0; n = tree.Nodes[n].Next {
			want = readList(tree, n, want)
		}
		if d := cmp.Diff(want, readAll(t, src, 1+r.IntN(8), i%3 == 0)); d != "" {
			t.Fatalf("%q:\n%s", src, d)
		}
	}
}

// The parts of a leaf are together what the leaf is at once, unless one was torn.
func TestInlinePartsAreTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 3))
	parts := slices.Concat(scanInlineParts, scanGitHubParts, []string{"www.a.bc", "http://d.e", "f@g.hi", "<http://j.k>", "[l](m)", "*n*", "**o** "})
	var whole, part Inlines
	whole.Nodes = nil
	torn, divided := 0, 0
	for range 20_000 {
		src := scanRandomInlines(r, parts) + "\n\n[^a]: x\n"
		tree := Parse(src, Options{Footnotes: true})
		for n := range tree.Nodes {
			tree.Inlines(NodeID(n), &whole)
			var got Inlines
			tree.InlineParts(NodeID(n), &part, 1+r.IntN(3))
			for part.Next() {
				nodes, links := int32(len(got.Nodes)), int32(len(got.Links))
				for _, in := range part.Nodes {
					in.Skip += nodes
					if in.Link >= 0 {
						in.Link += links
					}
					got.Nodes = append(got.Nodes, in)
				}
				got.Links = append(got.Links, part.Links...)
				divided++
			}
			if part.Torn {
				torn++
				continue
			}
			if d := cmp.Diff(inlineList(&whole), inlineList(&got)); d != "" {
				t.Fatalf("%q:\n%s", src, d)
			}
		}
	}
	t.Logf("%d leaves of %d parts were torn", torn, divided)
}

// What is open for long is torn, so that parts are bounded; the work is linear.
func TestPartsAreBounded(t *testing.T) {
	const tokens = 64
	for _, c := range scanHostile {
		var steps [2]int
		for i, size := range [...]int{1 << 14, 1 << 16} {
			src := c.make(size)
			tree := Parse(src, Options{Footnotes: true})
			var in Inlines
			for n := range tree.Nodes {
				tree.InlineParts(NodeID(n), &in, tokens)
				for in.Next() {
					if len(in.Nodes) > 3*scanTear*tokens {
						t.Fatalf("%s: %d nodes in a part", c.name, len(in.Nodes))
					}
				}
			}
			steps[i] = in.reader.text.steps + in.reader.tokens.steps + tree.steps
		}
		if steps[1] > 5*steps[0]+1000 {
			t.Errorf("%s: %d steps, and %d for four times as much", c.name, steps[0], steps[1])
		}
	}
}

// inlineList lists nodes with their links; texts without a gap between them are
// one.
func inlineList(in *Inlines) []string {
	var out []string
	var texts []Inline // with those joined that the end of a part divides
	for _, n := range in.Nodes {
		if last := len(texts) - 1; last >= 0 && n.Kind == KindText && texts[last].Kind == KindText && texts[last].End == n.Start {
			texts[last].Text += n.Text
			texts[last].End = n.End
			continue
		}
		texts = append(texts, n)
	}
	for _, n := range texts {
		link := ""
		if n.Link >= 0 {
			link = fmt.Sprintf("%+v", in.Links[n.Link])
		}
		out = append(out, fmt.Sprintf("%s %d %d-%d %q %s", n.Kind, n.Form, n.Start, n.End, n.Text, link))
	}
	return out
}
