package document_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

// packRows returns tables with the same rows, packed and not.
func packRows(source string, n int, keep func(i int) bool) (plain, packed *document.Table) {
	p := document.NewRowPacker(new(gate.Gate), source)
	plain, packed = &document.Table{Columns: 3}, &document.Table{Columns: 3}
	for len(plain.Rows) < n {
		plain.Rows = append(plain.Rows, everyRow(source)...)
		for _, row := range everyRow(source) {
			if p.Add(row); keep(p.Len()) {
				p.Keep(p.Len() - 1)
			}
			p.Settle(p.Len())
		}
	}
	p.Finish(packed)
	return plain, packed
}

func TestPackedRowsAreTheSame(t *testing.T) {
	source := strings.Repeat("some words that rows share ", 3)
	for name, keep := range map[string]func(i int) bool{
		"all":  func(int) bool { return false },
		"some": func(i int) bool { return i%7 < 2 },
		"none": func(int) bool { return true },
	} {
		plain, packed := packRows(source, 3000, keep)
		rows, ok := packed.Source.(*document.PackedRows)
		if !ok || packed.Rows != nil {
			t.Fatalf("%s: nothing is packed", name)
		}
		if n, bytes := rows.Size(); n != int64(len(plain.Rows)) || bytes < n {
			t.Errorf("%s: %d rows of %d bytes, not %d", name, n, bytes, len(plain.Rows))
		}
		for range 2 {
			if diff := cmp.Diff(document.Dump(&document.Document{Blocks: []document.Block{plain}}), document.Dump(&document.Document{Blocks: []document.Block{packed.Plain()}})); diff != "" {
				t.Fatalf("%s: %s", name, diff)
			}
		}
		i := 0
		for row, err := range rows.Rows() {
			if err != nil || len(row.Cells) != len(plain.Rows[i].Cells) || row.Pos != plain.Rows[i].Pos {
				t.Fatalf("%s: row %d is %v, %v", name, i, row, err)
			}
			i++
		}
		words := func(b *document.Table) (out []string) {
			document.Walk([]document.Block{b}, func(b document.Block) bool {
				out = append(out, fmt.Sprintf("%T", b))
				return true
			})
			return out
		}
		if want, got := words(plain), words(packed); !slices.Equal(want, got) {
			t.Errorf("%s: %d blocks are walked, not %d", name, len(got), len(want))
		}
		unpacked := document.Unpack([]document.Block{packed})[0].(*document.Table)
		if unpacked.Source != nil || len(unpacked.Rows) != len(plain.Rows) {
			t.Errorf("%s: %d rows are unpacked", name, len(unpacked.Rows))
		}
	}
}

func TestRowsOfAShortTableAreNotPacked(t *testing.T) {
	plain, packed := packRows(strings.Repeat("words ", 10), 256, func(int) bool { return false })
	if diff := cmp.Diff(plain, packed); diff != "" {
		t.Error(diff)
	}
}

// A row may be changed until it is settled, however many come behind it.
func TestRowsThatAreOpenCanBeChanged(t *testing.T) {
	p := document.NewRowPacker(new(gate.Gate), "")
	for i := range 2000 {
		p.Add(document.Row{Cells: []document.Cell{{Text: "x"}}})
		open := i / 500 * 500
		p.Row(open).Cells[0].RowSpan++
		p.Settle(open)
	}
	var table document.Table
	p.Finish(&table)
	for i, row := range table.Plain().Rows {
		want := 0
		if i%500 == 0 {
			want = 500
		}
		if row.Cells[0].RowSpan != want {
			t.Errorf("row %d covers %d rows, not %d", i, row.Cells[0].RowSpan, want)
		}
	}
}

func TestPackedRowsHavePassedTheGateOnce(t *testing.T) {
	var one, other gate.Gate
	p := document.NewRowPacker(&one, "")
	var want []document.Row
	for i := range 600 {
		row := func() document.Row { return document.Row{Cells: []document.Cell{{Text: "a\u202eb\u0378\u2028c"}}} }
		if p.Add(row()); i%5 == 0 {
			p.Keep(i)
		}
		p.Settle(i)
		want = append(want, row())
	}
	table := &document.Table{Columns: 1}
	p.Finish(table)
	document.Clean(&one, &document.Document{Blocks: []document.Block{table}})
	plain := &document.Document{Blocks: []document.Block{&document.Table{Columns: 1, Rows: want}}}
	document.Clean(&other, plain)
	if diff := cmp.Diff(document.Dump(plain), document.Dump(&document.Document{Blocks: []document.Block{table.Plain()}})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(other.Findings(), one.Findings()); diff != "" || one.Unassigned() != other.Unassigned() {
		t.Errorf("%s, %d characters are not assigned, not %d", diff, one.Unassigned(), other.Unassigned())
	}
}

func TestNotesInPackedRowsAreKnown(t *testing.T) {
	for _, keep := range []bool{false, true} {
		p := document.NewRowPacker(new(gate.Gate), "")
		for i := range 300 {
			cell := document.Cell{Text: "x"}
			if i == 299 {
				cell = document.Cell{Blocks: []document.Block{&document.Quote{Blocks: []document.Block{&document.Note{ID: "1"}}}}}
			}
			if p.Add(document.Row{Cells: []document.Cell{cell}}); keep {
				p.Keep(i)
			}
		}
		var table document.Table
		p.Settle(300)
		p.Finish(&table)
		if !table.Source.(*document.PackedRows).HasNotes() {
			t.Error("the note is not known")
		}
	}
}

// What is packed takes little memory, also where runs are short, and tables and
// lists have just so many rows and items that some are packed.
func TestShortRunsTakeLittleMemory(t *testing.T) {
	p, _ := pack("")
	for range 1000 {
		p.Add(document.PlainParagraph(document.Pos{}, "twenty bytes of text"))
		p.Add(&document.Table{Columns: 1, Source: noRows{}})
	}
	if size := p.Size() / 1000; size > 40 {
		t.Errorf("a run of one paragraph takes %d bytes", size)
	}
	items := document.NewItemPacker(new(gate.Gate), "")
	rows := document.NewRowPacker(new(gate.Gate), "")
	for range 300 {
		items.Add(document.Item{Blocks: []document.Block{document.PlainParagraph(document.Pos{}, "twenty bytes of text")}})
		rows.Add(document.Row{Cells: []document.Cell{{Text: "twenty bytes of text"}}})
	}
	var table document.Table
	rows.Settle(300)
	rows.Finish(&table)
	if list := items.List(document.Pos{}).Packed.Size(); list > 4<<10 {
		t.Errorf("44 items take %d bytes", list)
	}
	if size := table.Source.(*document.PackedRows).Room(); size > 16<<10 {
		t.Errorf("300 rows take %d bytes", size)
	}
}

// Blocks, items and rows that are large are packed, however few they are.
func TestFewThatAreLargeArePacked(t *testing.T) {
	var cells []document.Cell
	var bold []document.Inline
	for range 5000 {
		cells = append(cells, document.Cell{Blocks: []document.Block{document.PlainParagraph(document.Pos{}, "x")}})
		bold = append(bold, &document.Styled{Style: document.Strong, Inlines: document.Plain("x")})
	}
	rows, items := document.NewRowPacker(new(gate.Gate), ""), document.NewItemPacker(new(gate.Gate), "")
	blocks := document.NewPacker(new(gate.Gate), "")
	for i := range 10 {
		rows.Add(document.Row{Cells: slices.Clone(cells)})
		rows.Settle(i + 1)
		if i == 0 && len(rows.Row(0).Cells) != 5000 {
			t.Error("the first row is not there any more")
		}
		paragraph := &document.Paragraph{Inlines: bold}
		items.Add(document.Item{Blocks: []document.Block{paragraph}})
		blocks.Add(paragraph, &document.Quote{Blocks: []document.Block{&document.Section{Blocks: []document.Block{paragraph}}}})
	}
	var table document.Table
	rows.Finish(&table)
	if n := len(table.Plain().Rows); table.Source == nil || n != 10 {
		t.Errorf("%d rows are held as they are", n)
	}
	if list := items.List(document.Pos{}); len(list.Items) > 2 || len(slices.Collect(list.All())) != 10 {
		t.Errorf("%d items are held as they are", len(list.Items))
	}
	if all := blocks.Blocks(); len(all) > 3 || len(document.Unpack(all)) != 20 {
		t.Errorf("%d blocks are held as they are", len(all))
	}
}
