package markdown_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
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
	var one, two gate.Gate
	document.Clean(&one, plain)
	p := document.NewPacker(&two, "")
	p.Add(packed.Blocks...)
	packed.Blocks = p.Blocks()
	document.Clean(&two, packed)
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

// A block of a Markdown source may follow, with the mark of a list in front,
// whichever of the two is packed.
func TestPackedListsKeepApartFromWhatFollows(t *testing.T) {
	list := func() *document.List {
		return &document.List{Items: []document.Item{{Marker: "-", Blocks: []document.Block{document.PlainParagraph(document.Pos{}, "x")}}}}
	}
	p := document.NewPacker(new(gate.Gate), "")
	var plain []document.Block
	for range 300 {
		plain = append(plain, list())
		p.Add(list())
	}
	r := rand.New(rand.NewPCG(18, 5))
	for range 300 {
		v := &document.Verbatim{Text: []string{"- y", "* y", "y", "1. y\n\ny"}[r.IntN(4)]}
		switch r.IntN(3) {
		case 0:
			plain = append(plain, list())
			p.Add(list())
		case 1:
			plain = append(plain, list())
			p.Keep(list())
		default:
			plain = append(plain, v)
			p.Add(&document.Verbatim{Text: v.Text})
		}
	}
	if n := len(p.Blocks()); n > 256+2*300/2 {
		t.Errorf("%d blocks, so that those of the source are not packed", n)
	}
	want, _ := write(t, &document.Document{Blocks: plain}, markdown.WriteOptions{})
	got, _ := write(t, &document.Document{Blocks: p.Blocks()}, markdown.WriteOptions{})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Items that are packed are written as those that are not, also where their
// kind changes, a list is in another one, or at the end of a long text.
func TestPackedItemsAreWrittenAlike(t *testing.T) {
	markers := []string{"-", "-", "-", "-", "1.", "2)", "a)", ""}
	for n := range uint64(60) {
		var lists [2]*document.List
		var gates [2]gate.Gate
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
			document.Clean(&gates[i], d)
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

// Rows that are packed are written as those that are not.
func TestPackedRowsAreWrittenAlike(t *testing.T) {
	for n := range uint64(60) {
		var docs [2]*document.Document
		var gates [2]gate.Gate
		for i := range docs {
			g := newGenerator(13, n)
			table := &document.Table{Columns: 6, Header: g.IntN(3), Align: []document.Align{document.AlignNone, document.AlignCenter}}
			grid := document.Grid{Table: *table}
			if i == 1 {
				grid.Packer = document.NewRowPacker(&gates[i], "")
			}
			for k := range 257 + g.IntN(300) {
				row := document.Row{Pos: document.LineSpan(k, k)}
				for range 1 + g.IntN(4) {
					row.Cells = append(row.Cells, g.cell())
				}
				grid.Row(row)
			}
			table = &grid.Table
			if i == 1 {
				if grid.Packer.Finish(table); table.Source == nil {
					t.Fatal("nothing is packed")
				}
			}
			docs[i] = &document.Document{Blocks: []document.Block{table, document.PlainParagraph(document.Pos{}, "end")}}
			document.Clean(&gates[i], docs[i])
		}
		opts := forgeOptions(newGenerator(7, n))
		opts.HTMLTables, opts.Rows = n%3 == 0, int(n%2)*100
		if n%5 == 0 {
			opts.MaxChars = 6000
		}
		writtenAlike(t, n, docs, opts)
	}
}

// writtenAlike compares what is written of two documents.
func writtenAlike(t *testing.T, n uint64, docs [2]*document.Document, opts markdown.WriteOptions) {
	t.Helper()
	var texts [2]strings.Builder
	var chapters [2]*markdown.Chapter
	var failed [2]error
	for i, d := range docs {
		chapters[i], failed[i] = markdown.Write(&texts[i], d, opts)
	}
	if (failed[0] == nil) != (failed[1] == nil) {
		t.Fatalf("%d: %v, and %v", n, failed[0], failed[1])
	}
	if failed[0] != nil {
		return
	}
	if diff := cmp.Diff(texts[0].String(), texts[1].String()); diff != "" {
		t.Fatalf("%d: %s", n, diff)
	}
	if diff := cmp.Diff(chapters[0], chapters[1]); diff != "" {
		t.Fatalf("%d: %s", n, diff)
	}
}

// Tables that are packed share what a chapter may have as others do: long ones
// are cut to the same length.
func TestPackedTablesShareTheRoom(t *testing.T) {
	cut := false
	for n := range uint64(40) {
		var docs [2]*document.Document
		for i := range docs {
			g := newGenerator(17, n)
			var blocks []document.Block
			for range 256 {
				blocks = append(blocks, &document.ThematicBreak{})
			}
			for k := range 20 {
				table := &document.Table{Pos: document.LineSpan(k, k), Columns: 2, Header: 1}
				for range g.IntN(100) {
					table.Rows = append(table.Rows, document.Row{Cells: []document.Cell{{Text: "some"}, {Text: strings.Repeat("text ", g.IntN(20))}}})
				}
				blocks = append(blocks, table)
				if g.IntN(4) == 0 {
					blocks = append(blocks, &document.Quote{Blocks: []document.Block{&document.Table{Columns: 1, Rows: table.Rows}}})
				}
				if k == 15 {
					blocks = []document.Block{&document.Section{Title: "Tables", Blocks: blocks}}
				}
			}
			docs[i] = &document.Document{Blocks: blocks}
		}
		packed := func(blocks []document.Block) []document.Block {
			p := document.NewPacker(new(gate.Gate), "")
			p.Add(blocks...)
			return p.Blocks()
		}
		section := docs[1].Blocks[0].(*document.Section)
		section.Blocks = packed(section.Blocks)
		opts := markdown.WriteOptions{MaxChars: int64(4000 + 2000*n), HTMLTables: n%4 == 3}
		writtenAlike(t, n, docs, opts)
		var text strings.Builder
		if _, err := markdown.Write(&text, docs[1], opts); err == nil {
			cut = cut || strings.Contains(text.String(), "rows omitted")
		}
	}
	if !cut {
		t.Error("nothing was cut")
	}
}

// Notes that are packed are found where they are, however they are called and in
// whatever order they are marked.
func TestPackedNotesAreWrittenAlike(t *testing.T) {
	const count = 2000
	for name, call := range map[string]func(i int) string{
		"by their numbers": func(i int) string { return strconv.Itoa(i + 1) },
		"by names":         func(i int) string { return "n" + strconv.Itoa(i) },
		"mixed":            func(i int) string { return strings.Repeat("0", i/1500) + strconv.Itoa(i+1) },
	} {
		var blocks []document.Block
		for i := range count {
			mark := (i*7 + 3) % (count + 5) // some have no body, some bodies no mark
			blocks = append(blocks, &document.Paragraph{Inlines: []document.Inline{
				&document.Text{Value: "text"}, &document.NoteRef{ID: call(mark)}, &document.NoteRef{ID: call(i)},
			}}, &document.Note{ID: call(i), Blocks: []document.Block{
				document.PlainParagraph(document.LineSpan(i, i), "note "+strconv.Itoa(i)),
			}})
		}
		blocks = append(blocks, &document.Note{ID: "inside", Blocks: []document.Block{&document.Note{ID: "deep", Blocks: []document.Block{
			document.PlainParagraph(document.Pos{}, "a note in a note"),
		}}}})
		packer := document.NewPacker(&gate.Gate{}, "")
		packer.Add(blocks...)
		if len(packer.Blocks()) > 300 {
			t.Fatal("the notes are not packed")
		}
		var plain, packed bytes.Buffer
		for out, b := range map[*bytes.Buffer][]document.Block{&plain: blocks, &packed: packer.Blocks()} {
			if _, err := markdown.Write(out, &document.Document{Blocks: b}, markdown.WriteOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(plain.String(), packed.String()); d != "" {
			t.Errorf("%s (-plain +packed): %.2000s", name, d)
		}
		if !strings.Contains(plain.String(), "note 1999") || !strings.Contains(plain.String(), "a note in a note") {
			t.Errorf("%s: notes are missing", name)
		}
	}
}

// Of a table that is cut, the rows in the middle are passed over where their
// number is known, with the same text as where each is read.
func TestCutRowsArePassedOver(t *testing.T) {
	link := &document.Link{URL: "javascript:x", Inlines: plain("link")} // is dropped, with a warning
	for _, most := range []int{1, 2, 3, 7, 100, 599, 600, 601, 1000} {
		for _, span := range []int{1, 400} {
			var rows []document.Row
			p := document.NewRowPacker(new(gate.Gate), "")
			for i := range 600 {
				row := document.Row{Cells: []document.Cell{{Text: "row " + strconv.Itoa(i)}}}
				if i == 300 {
					row.Cells[0] = document.Cell{RowSpan: span, Blocks: blocks(ref2(link))}
				}
				rows = append(rows, row)
				p.Add(row)
			}
			packed := document.Table{Columns: 2}
			p.Finish(&packed)
			want, read := write(t, &document.Document{Blocks: blocks(&document.Table{Columns: 2, Source: rowList(rows)})}, markdown.WriteOptions{Rows: most})
			for _, table := range []*document.Table{&packed, {Columns: 2, Rows: rows}} {
				got, c := write(t, &document.Document{Blocks: blocks(table)}, markdown.WriteOptions{Rows: most})
				if d := cmp.Diff(want, got); d != "" {
					t.Fatalf("%d rows: %s", most, d)
				}
				if passed := most < 300 && span == 1; passed == (len(c.Warnings) == len(read.Warnings)) {
					t.Errorf("%d rows, span %d: %v, and of all that are read %v", most, span, c.Warnings, read.Warnings)
				}
			}
		}
	}
}
