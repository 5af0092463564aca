package markdown_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// packedAndNot returns a random document twice: with blocks in front, so many
// that what follows is packed in the second.
func packedAndNot(n uint64) (plain, packed *document.Document) {
	make1 := func() *document.Document {
		d := newGenerator(7, n).document()
		var front []document.Block
		for range 256 {
			front = append(front, document.PlainParagraph(document.LineSpan(1, 1), "front"))
		}
		d.Blocks = append(front, d.Blocks...)
		return d
	}
	plain, packed = make1(), make1()
	var one, two document.Gate
	one.Clean(plain)
	p := document.NewPacker(&two, "")
	p.Add(packed.Blocks...)
	packed.Blocks = p.Blocks()
	two.Clean(packed)
	return plain, packed
}

// What is packed is written as what is not, down to the places and warnings.
func TestPackedBlocksAreWrittenAlike(t *testing.T) {
	seen := 0
	for n := range uint64(500) {
		plain, packed := packedAndNot(n)
		for _, b := range packed.Blocks {
			if _, ok := b.(*document.Packed); ok {
				seen++
			}
		}
		if diff := cmp.Diff(document.Dump(plain), document.Dump(packed)); diff != "" {
			t.Fatalf("%d: %s", n, diff)
		}
		opts := forgeOptions(newGenerator(7, n))
		var texts [2]strings.Builder
		var chapters [2]*markdown.Chapter
		for i, d := range []*document.Document{plain, packed} {
			var err error
			if chapters[i], err = markdown.Write(&texts[i], d, opts); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(texts[0].String(), texts[1].String()); diff != "" {
			t.Fatalf("%d: %s", n, diff)
		}
		if diff := cmp.Diff(chapters[0], chapters[1]); diff != "" {
			t.Fatalf("%d: %s", n, diff)
		}
	}
	if seen < 400 {
		t.Errorf("only %d runs were packed", seen)
	}
}

// A block of a Markdown source may follow, with the mark of a list in front.
func TestPackedListsKeepApartFromWhatFollows(t *testing.T) {
	list := func() *document.List {
		return &document.List{Items: []document.Item{{Marker: "-", Blocks: []document.Block{document.PlainParagraph(document.Pos{}, "x")}}}}
	}
	var blocks, again []document.Block
	for range 300 {
		blocks, again = append(blocks, list()), append(again, list())
	}
	var gate document.Gate
	p := document.NewPacker(&gate, "")
	p.Add(again...)
	p.Add(&document.Verbatim{Text: "- y"})
	want, _ := write(t, &document.Document{Blocks: append(blocks, &document.Verbatim{Text: "- y"})}, markdown.WriteOptions{})
	got, _ := write(t, &document.Document{Blocks: p.Blocks()}, markdown.WriteOptions{})
	if diff := cmp.Diff(want, got); diff != "" || len(p.Blocks()) >= 300 {
		t.Errorf("%d blocks: %s", len(p.Blocks()), diff)
	}
}

// Items that are packed are written as those that are not, also where their
// kind changes, a list is in another one, or at the end of a long text.
func TestPackedItemsAreWrittenAlike(t *testing.T) {
	markers := []string{"-", "-", "-", "-", "1.", "2)", "a)", ""}
	for n := range uint64(60) {
		var lists [2]*document.List
		var gates [2]document.Gate
		for i := range lists {
			g := newGenerator(11, n)
			p := document.NewItemPacker(&gates[i], "")
			list := &document.List{Pos: document.LineSpan(1, 9)}
			for k := range 256 + g.IntN(300) {
				item := document.Item{Marker: markers[g.IntN(len(markers))], Task: document.Task(g.IntN(3)), Blocks: []document.Block{document.PlainParagraph(document.LineSpan(k, k), "word")}}
				if k > 250 && k < 280 {
					g.nodes = 5
					item.Blocks = append(item.Blocks, g.inner(2)...)
				}
				list.Items = append(list.Items, item)
				p.Add(item)
			}
			if lists[i] = list; i == 1 {
				lists[i] = p.List(list.Pos)
				if lists[i].Packed == nil || len(lists[i].Items) != 256 {
					t.Fatal("nothing is packed")
				}
			}
			if n%3 == 0 {
				lists[i] = &document.List{Items: []document.Item{{Marker: "-", Blocks: []document.Block{lists[i]}}, {Marker: "-", Blocks: []document.Block{document.PlainParagraph(document.Pos{}, "x")}}}}
			}
		}
		var texts [2]string
		var chapters [2]*markdown.Chapter
		for i, list := range lists {
			d := &document.Document{Blocks: []document.Block{list, document.PlainParagraph(document.Pos{}, "end")}}
			gates[i].Clean(d)
			texts[i], chapters[i] = write(t, d, forgeOptions(newGenerator(7, n)))
		}
		if diff := cmp.Diff(texts[0], texts[1]); diff != "" {
			t.Fatalf("%d: %s", n, diff)
		}
		if diff := cmp.Diff(chapters[0], chapters[1]); diff != "" {
			t.Fatalf("%d: %s", n, diff)
		}
		plain := document.Unpack([]document.Block{lists[1]})
		if diff := cmp.Diff(document.Dump(&document.Document{Blocks: []document.Block{lists[0]}}), document.Dump(&document.Document{Blocks: plain})); diff != "" {
			t.Fatalf("%d: %s", n, diff)
		}
		document.Walk(plain, func(b document.Block) bool {
			if l, ok := b.(*document.List); ok && l.Packed != nil {
				t.Errorf("%d: a list is still packed", n)
			}
			return true
		})
	}
}
