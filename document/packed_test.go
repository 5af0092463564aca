package document_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

// everyBlock returns a block of every kind, and an inline of every kind in one,
// with text from a source where it may be.
func everyBlock(source string) []document.Block {
	word := func(n int) string { return source[n : n+5] }
	pos := document.Pos{Part: "p", Page: 3, Box: document.Rect{X0: 1.5, Y1: -2}, Rows: document.Span{First: 4, Last: 9}, Lines: document.Span{First: 7, Last: 1}}
	inlines := func() []document.Inline {
		return []document.Inline{
			&document.Text{Value: word(10)},
			&document.Styled{Style: document.Superscript, Inlines: document.Plain("own")},
			&document.Code{Value: word(0)},
			&document.Link{URL: "https://e.org/", Title: word(3), Inlines: document.Plain("é\nö")},
			&document.Image{Alt: ""},
			&document.Image{Alt: strings.Repeat("long", 100)},
			&document.Break{Soft: true},
			&document.NoteRef{ID: "n"},
			&document.Math{TeX: `\alpha`},
		}
	}
	p := func() []document.Block {
		return []document.Block{&document.Paragraph{Pos: document.LineSpan(2, 2), Inlines: inlines()}}
	}
	return []document.Block{
		&document.Heading{Pos: pos, Level: 3, ID: word(1), Inlines: inlines()},
		&document.Paragraph{},
		&document.List{Pos: document.LineSpan(100000, 100001), Loose: true, Items: []document.Item{
			{Marker: "a)", Task: document.TaskDone, Blocks: p()}, {}, {Marker: "-", Blocks: []document.Block{&document.List{}}},
		}},
		&document.CodeBlock{Lang: "go", Text: "x\n"},
		&document.Quote{Blocks: p()},
		&document.ThematicBreak{Pos: document.Pos{Page: 1}},
		&document.DefinitionList{Definitions: []document.Definition{{Terms: [][]document.Inline{inlines(), nil}, Details: [][]document.Block{p(), nil}}, {}}},
		&document.Annotation{Author: "a", Date: "d", Resolved: true, Blocks: p()},
		&document.MathBlock{TeX: "x"},
		&document.Verbatim{Pos: document.LineSpan(5, 6), Text: word(2)},
		&document.Section{Kind: document.SectionSlide, Number: 300, Title: word(6), Blocks: p()},
		&document.Table{Pos: pos, Caption: inlines(), Columns: 3, Header: 1, Align: []document.Align{document.AlignNone, document.AlignRight}, Rows: everyRow(source)},
	}
}

// everyRow returns rows with every kind of cell.
func everyRow(source string) []document.Row {
	nested := &document.Table{Columns: 1, Rows: []document.Row{{Cells: []document.Cell{{Text: "in"}}}}}
	return []document.Row{
		{Pos: document.LineSpan(3, 4), Plain: true, Cells: []document.Cell{{Text: source[4:9]}, {Text: ""}, {Text: "own\nlines"}}},
		{},
		{Cells: []document.Cell{
			{ColSpan: 2, Text: "wide"},
			{RowSpan: 3, Blocks: []document.Block{document.PlainParagraph(document.LineSpan(5, 5), source[:7]), nested}},
		}},
		{Cells: []document.Cell{{Blocks: []document.Block{}}}},
	}
}

// pack packs blocks behind so many that these are packed. Those are left out of
// what it returns.
func pack(source string, blocks ...document.Block) (*document.Packer, []document.Block) {
	p := document.NewPacker(new(gate.Gate), source)
	for range 256 {
		p.Add(&document.ThematicBreak{})
	}
	p.Add(blocks...)
	return p, p.Blocks()[256:]
}

func TestPackedBlocksAreTheSame(t *testing.T) {
	source := strings.Repeat("some words that blocks share ", 3)
	for _, share := range []string{source, "", "another source than the blocks have"} {
		var want, blocks []document.Block
		for range 200 { // more than a chunk
			want, blocks = append(want, everyBlock(source)...), append(blocks, everyBlock(source)...)
		}
		_, packed := pack(share, blocks...)
		if len(packed) != 1 {
			t.Fatalf("%d blocks, not one that is packed", len(packed))
		}
		for range 2 {
			got := &document.Document{Blocks: document.Unpack(append([]document.Block{}, packed...))}
			if diff := cmp.Diff(document.Dump(&document.Document{Blocks: want}), document.Dump(got)); diff != "" {
				t.Fatal(diff)
			}
			if diff := cmp.Diff(want[2:10], got.Blocks[2:10], cmpopts.EquateEmpty()); diff != "" {
				t.Fatal(diff)
			}
		}
		if diff := cmp.Diff(document.Dump(&document.Document{Blocks: want}), document.Dump(&document.Document{Blocks: packed})); diff != "" {
			t.Error(diff)
		}
		if packed[0].(*document.Packed).HasNotes() {
			t.Error("there are no notes")
		}
	}
}

func TestPackedBlocksAreMadeAgainAtTheirPlaces(t *testing.T) {
	source := strings.Repeat("some words that blocks share ", 3)
	_, packed := pack(source, slices.Repeat(everyBlock(source), 300)...)
	count := 0
	for _, b := range packed {
		run, ok := b.(*document.Packed)
		if !ok {
			continue
		}
		for place, want := range run.Places() {
			count++
			if d := cmp.Diff(want, run.Block(place)); d != "" {
				t.Fatalf("block %d (-in order +at its place): %s", count, d)
			}
		}
	}
	if count < 300 {
		t.Errorf("%d blocks are packed", count)
	}
}

func TestWhatCannotBePackedStaysInItsPlace(t *testing.T) {
	text := func() document.Block { return document.PlainParagraph(document.Pos{}, "x") }
	table := &document.Table{Columns: 1, Source: noRows{}}
	around := &document.Quote{Blocks: []document.Block{table}}
	p, _ := pack("", text(), text(), table, text(), &document.Note{ID: "1"}, around)
	kept := text()
	p.Keep(kept)
	p.Add(text())
	got := p.Blocks()[256:]
	if len(got) != 6 || got[1] != document.Block(table) || got[3] != document.Block(around) || got[4] != kept {
		t.Fatalf("%d blocks: %T", len(got), got)
	}
	if got[0].(*document.Packed).HasNotes() || !got[2].(*document.Packed).HasNotes() {
		t.Error("the note is not known")
	}
	want := []document.Block{text(), text(), table, text(), &document.Note{ID: "1"}, around, kept, text()}
	if diff := cmp.Diff(document.Dump(&document.Document{Blocks: want}), document.Dump(&document.Document{Blocks: got})); diff != "" {
		t.Error(diff)
	}
	inside := document.Unpack([]document.Block{&document.Section{Blocks: got}})
	if n := len(inside[0].(*document.Section).Blocks); n != len(want) {
		t.Errorf("%d blocks are unpacked in a section, not %d", n, len(want))
	}
}

func TestWhatIsPackedHasPassedTheGateOnce(t *testing.T) {
	one := new(gate.Gate)
	p := document.NewPacker(one, "")
	var want []document.Block
	for range 300 {
		p.Add(document.PlainParagraph(document.Pos{}, "a\u202eb\u0378\u2028c"))
		want = append(want, document.PlainParagraph(document.Pos{}, "a\u202eb\u0378\u2028c"))
	}
	got := &document.Document{Blocks: p.Blocks()}
	document.Clean(one, got)
	var other gate.Gate
	plain := &document.Document{Blocks: want}
	document.Clean(&other, plain)
	if diff := cmp.Diff(document.Dump(plain), document.Dump(got)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(other.Findings(), one.Findings()); diff != "" || one.Unassigned() != other.Unassigned() {
		t.Errorf("%s, %d characters are not assigned, not %d", diff, one.Unassigned(), other.Unassigned())
	}
}

func TestPackedBlocksTakeLittleMemory(t *testing.T) {
	source := strings.Repeat("A paragraph of a few words. ", 20_000)
	bytes := func(share string) float64 {
		p := document.NewPacker(new(gate.Gate), share)
		for at := 0; at < len(source); at += 28 {
			p.Add(&document.Paragraph{Pos: document.LineSpan(at/28+1, at/28+1), Inlines: []document.Inline{&document.Text{Value: source[at : at+27]}}})
		}
		return float64(p.Size()) / 20_000
	}
	if own, shared := bytes(""), bytes(source); own > 27+12 || shared > 12 {
		t.Errorf("a paragraph takes %.1f bytes, and %.1f where its text is shared", own, shared)
	}
}
