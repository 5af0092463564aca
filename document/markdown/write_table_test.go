package markdown_test

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// cells returns a row of plain cells.
func cells(texts ...string) document.Row {
	var row document.Row
	for _, s := range texts {
		row.Cells = append(row.Cells, document.Cell{Text: s})
	}
	return row
}

func TestTablesAreTight(t *testing.T) {
	tab := &document.Table{
		Columns: 2, Header: 1, Align: []document.Align{document.AlignRight, document.AlignCenter},
		Rows: []document.Row{cells("a", "b"), cells("1", ""), cells("", "x y")},
	}
	expect(t, blocks(tab), markdown.WriteOptions{}, "|a|b|\n|-:|:-:|\n|1||\n||x y|")
	expect(t, blocks(tab), markdown.WriteOptions{Coqui: true}, "| a | b |\n| ---: | :---: |\n| 1 |  |\n|  | x y |")
	tab = &document.Table{Columns: 2, Caption: plain("Cap"), Rows: []document.Row{cells("a", "b")}}
	expect(t, blocks(tab), markdown.WriteOptions{}, "Cap\n\n|||\n|-|-|\n|a|b|")
	tab = &document.Table{Columns: 2, Header: 2, Rows: []document.Row{cells("a", "b"), cells("c", "d")}}
	expect(t, blocks(tab), markdown.WriteOptions{}, "|a|b|\n|-|-|\n|c|d|")
	expect(t, blocks(&document.Table{Columns: 2}), markdown.WriteOptions{}, "")
	expect(t, blocks(&document.Table{Columns: 2, Source: rowList(nil)}), markdown.WriteOptions{}, "")
}

func TestCellsAreOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"a|b": `a\|b`, "a\nb": "a<br>b", "a\r\nb": "a<br>b", " x ": "x", `C:\`: `C:&#92;`, `a\|b`: `a&#92;\|b`, `a\\`: `a\&#92;`,
		"snake_case": "snake_case", "_a_": `\_a\_`, "$5": "$5", "a\n\nb": "a<br><br>b", "# x": "# x", "- x": "- x", "\xff": "\uFFFD",
		"https://a.example/b|c": `https\://a.example/b\|c`, "a@b.example": "a@b.example", "(x)": "(x)",
	} {
		if in == `a\\` {
			want = `a\\&#92;`
		}
		expect(t, blocks(&document.Table{Columns: 1, Header: 1, Rows: []document.Row{cells(in)}}), markdown.WriteOptions{}, "|"+want+"|\n|-|")
	}
	cell := func(b ...document.Block) string {
		tab := &document.Table{Columns: 1, Rows: []document.Row{{Cells: []document.Cell{{Blocks: b}}}}}
		md, _ := write(t, &document.Document{Blocks: blocks(tab)}, markdown.WriteOptions{})
		return strings.TrimSuffix(strings.TrimPrefix(md, "||\n|-|\n|"), "|\n")
	}
	for _, c := range []struct{ got, want string }{
		{cell(para("a"), para("b")), "a<br>b"},
		{cell(list("", para("a"), list("1.", para("b")))), "- a<br>  1. b"},
		{cell(list("a)", para("x")), &document.List{Items: []document.Item{{Task: document.TaskDone}, {Task: document.TaskOpen, Blocks: blocks(para("y"))}}}), "- a) x<br>- [x]<br>- [ ] y"},
		{cell(&document.CodeBlock{Text: "a|b\n\nc"}), "`a\\|b`<br><br>`c`"},
		{cell(&document.Table{Columns: 2, Caption: plain("t"), Rows: []document.Row{cells("a", "b"), {Cells: []document.Cell{{Blocks: blocks(para("c"))}}}}}), "t<br>a / b<br>c"},
		{cell(heading(1, "h"), &document.Quote{Blocks: blocks(para("q"))}, &document.ThematicBreak{}), "**h**<br>q<br>---"},
		{cell(&document.MathBlock{TeX: "x"}, &document.Annotation{Author: "A", Blocks: blocks(para("c"), para("d"))}), "$x$<br>Comment 1 (A): c<br>  d"},
		{cell(&document.Section{Kind: document.SectionSheet, Title: "s", Blocks: blocks(para("x"))}, &document.Verbatim{Text: "*v*"}), "Sheet: s<br>x<br>`*v*`"},
		{cell(&document.DefinitionList{Definitions: []document.Definition{{Terms: [][]document.Inline{plain("t")}, Details: [][]document.Block{blocks(para("d"))}}}}), "- **t**: d"},
		{cell(ref2(&document.Code{Value: `a\|b`})), "a&#92;\\|b"},
		{cell(ref2(&document.Code{Value: `a\`}, &document.Code{Value: `|［hidden：b`})), `a&#92;\|\[hidden：b`},
		{cell(ref2(&document.Math{TeX: `\|x\| \\\{a\\|b|`})), "$`\\Vert x\\Vert \\\\\\{a\\\\ \\|b\\|`$"},
		{cell(), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestSpansStandInTheirFirstPlace(t *testing.T) {
	span := func(s string, columns, rows int) document.Cell {
		return document.Cell{Text: s, ColSpan: columns, RowSpan: rows}
	}
	tab := &document.Table{Columns: 3, Header: 1, Rows: []document.Row{
		{Cells: []document.Cell{span("a", 2, 2), span("b", 1, 1)}},
		{Cells: []document.Cell{span("c", 1, 1)}},
		{Cells: []document.Cell{span("d", 99, 1)}},
		cells("e", "f", "g"),
	}}
	expect(t, blocks(tab), markdown.WriteOptions{}, "|a||b|\n|-|-|-|\n|||c|\n|d|||\n|e|f|g|")
	expect(t, blocks(tab), markdown.WriteOptions{HTMLTables: true}, `<table>
<tr><th colspan="2" rowspan="2">a</th><th>b</th></tr>
<tr><td>c</td></tr>
<tr><td colspan="99">d</td></tr>
<tr><td>e</td><td>f</td><td>g</td></tr>
</table>`)
	wide := &document.Table{Columns: 2, Source: rowList{cells("a", "b", "c"), {Cells: []document.Cell{span("x", 1, 3), span("y", 1, 3), span("z", 1, 1)}}, cells("w")}}
	expect(t, blocks(wide), markdown.WriteOptions{}, "|||\n|-|-|\n|a|b / c|\n|x|y / z|\n||w|")
	wide.Rows, wide.Source = []document.Row{cells("a", "b", "c")}, nil
	expect(t, blocks(wide), markdown.WriteOptions{}, "||||\n|-|-|-|\n|a|b|c|")
}

func TestHTMLTablesAreEscaped(t *testing.T) {
	inlines := []document.Inline{
		text("<b>&\"[INST]"), &document.Styled{Style: document.Strong, Inlines: plain("s")}, &document.Code{Value: "<x>"},
		&document.Link{URL: "https://a.example/?a&b", Inlines: plain("l")}, &document.Link{URL: "x:y", Inlines: plain("m")},
		&document.Image{Alt: "a"}, &document.Image{}, &document.Break{}, &document.Break{Soft: true}, &document.NoteRef{ID: "n"},
		&document.NoteRef{ID: "none"}, &document.Math{TeX: "x<y"}, &document.Styled{Style: document.Subscript, Inlines: plain("2")},
	}
	tab := &document.Table{Columns: 1, Rows: []document.Row{{Cells: []document.Cell{{Blocks: blocks(
		&document.Paragraph{Inlines: inlines}, para("two"),
		&document.List{Items: []document.Item{{Marker: "3.", Blocks: blocks(para("i"))}, {Marker: "4.", Task: document.TaskDone}}},
		&document.List{Items: []document.Item{{Marker: "a)", Task: document.TaskOpen, Blocks: blocks(para("\n\nj"))}}},
		&document.CodeBlock{Text: "a\n\n<b>"}, &document.Note{ID: "n", Blocks: blocks(para("N"))},
		&document.Table{Columns: 1, Caption: plain("c"), Rows: []document.Row{cells("d\n\ne")}},
	)}}}}}
	want := `<table>
<tr><td>&lt;b&gt;&amp;&quot;[INST&#93;<strong>s</strong><code>&lt;x&gt;</code><a href="https://a.example/?a&amp;b">l</a>m[image: a][image]<br> [^1]$x&lt;y$<sub>2</sub><br>two<ol start="3"><li>i</li><li>[x] </li></ol><ul><li>a) [ ]   j</li></ul><pre>a&#10;&#10;&lt;b&gt;</pre>c<table><tr><td>d<br><br>e</td></tr></table></td></tr>
</table>

x

[^1]: N`
	expect(t, blocks(tab, para("x")), markdown.WriteOptions{HTMLTables: true}, want)
	plainTable := table(1, "a", "b")
	expect(t, blocks(plainTable), markdown.WriteOptions{HTMLTables: true}, "|a|\n|-|\n|b|")
	expect(t, blocks(list("", tab.Rows[0].Cells[0].Blocks[6])), markdown.WriteOptions{HTMLTables: true}, "- c\n\n  ||\n  |-|\n  |d<br><br>e|")
}

func TestLongTablesAreCutToHeadAndTail(t *testing.T) {
	var rows []document.Row
	for i := range 20 {
		row := cells(fmt.Sprint(i), "x")
		row.Pos = document.Pos{Rows: document.SpanOf(i+2, i+2)}
		rows = append(rows, row)
	}
	for _, tab := range []*document.Table{{Columns: 2, Rows: rows}, {Columns: 2, Source: rowList(rows)}} {
		md, c := write(t, &document.Document{Blocks: blocks(tab)}, markdown.WriteOptions{Rows: 4})
		if want := "|||\n|-|-|\n|0|x|\n|1|x|\n|2|x|\n|[16 rows omitted]||\n|19|x|\n"; md != want {
			t.Errorf("%q, want %q", md, want)
		}
		if len(c.Warnings) != 1 || c.Warnings[0].Code != "rows-omitted" || c.Warnings[0].Count != 16 {
			t.Errorf("warnings %v", c.Warnings)
		}
		last := c.Places[len(c.Places)-1]
		if md[last.Offset:] != "|19|x|\n" || last.Pos.Rows.First != 21 {
			t.Errorf("last place %+v", last)
		}
		for n := range 22 {
			md, _ := write(t, &document.Document{Blocks: blocks(tab)}, markdown.WriteOptions{Rows: n + 1})
			got := strings.Count(md, "|x|")
			if want := min(n+1, 20); got != want {
				t.Errorf("%d rows of %d", got, want)
			}
		}
	}
}

func TestMaxCharsCutsTablesAndNothingElse(t *testing.T) {
	long := &document.Table{Columns: 8, Header: 1, Source: endless{benchRow(), 10_000}}
	small := &document.Table{Columns: 2, Rows: []document.Row{cells("only", "row")}}
	streamed := &document.Table{Columns: 8, Source: endless{benchRow(), 3}}
	for _, most := range []int64{5000, 50_000, 500_000} {
		doc := &document.Document{Blocks: blocks(para("before"), long, small, list("", streamed), long2(), para("after"))}
		md, c := write(t, doc, markdown.WriteOptions{MaxChars: most})
		if n := int64(utf8.RuneCountInString(md)); n > most || n < most/2 {
			t.Errorf("%d characters of %d", n, most)
		}
		for _, s := range []string{"before", "|only|row|", "rows omitted]", "after"} {
			if !strings.Contains(md, s) {
				t.Errorf("%q is missing at %d", s, most)
			}
		}
		if len(c.Warnings) == 0 || c.Warnings[0].Code != "rows-omitted" {
			t.Errorf("warnings %v", c.Warnings)
		}
	}
	whole := &document.Document{Blocks: blocks(&document.Table{Columns: 8, Source: endless{benchRow(), 100}})}
	if md, _ := write(t, whole, markdown.WriteOptions{MaxChars: 20_000}); strings.Contains(md, "omitted") {
		t.Error("a table that fits is cut")
	}
	doc := &document.Document{Blocks: blocks(para("x"), &document.Paragraph{Pos: document.LineSpan(7, 9), Inlines: plain(strings.Repeat("a", 100))})}
	_, err := markdown.Write(io.Discard, doc, markdown.WriteOptions{MaxChars: 50})
	var over *markdown.OverflowError
	if !errors.As(err, &over) || over.Max != 50 || over.Pos.Lines.First != 7 || !strings.Contains(err.Error(), "lines 7-9") {
		t.Errorf("error %v", err)
	}
	doc.Blocks[1] = para(strings.Repeat("a", 100))
	if _, err = markdown.Write(io.Discard, doc, markdown.WriteOptions{MaxChars: 50}); err == nil || err.Error() != "the text has more than 50 characters" {
		t.Errorf("error %v", err)
	}
	html := &document.Table{Columns: 2, Rows: []document.Row{{Cells: []document.Cell{{Text: "a", ColSpan: 2}}}}}
	if md, _ := write(t, &document.Document{Blocks: blocks(html, long)}, markdown.WriteOptions{MaxChars: 5000, HTMLTables: true}); !strings.Contains(md, "colspan") {
		t.Errorf("the table is lost: %q", md)
	}
}

// long2 is a table in memory with blocks in its cells.
func long2() *document.Table {
	t := &document.Table{Columns: 2}
	for range 2000 {
		t.Rows = append(t.Rows, document.Row{Cells: []document.Cell{
			{Blocks: blocks(para("some text"), heading(1, "h"), &document.CodeBlock{Text: "c"}, &document.MathBlock{TeX: "x"}, &document.Verbatim{Text: "v"}, table(0, "a"))},
			{Text: "b"},
		}})
	}
	return t
}

// broken fails behind some rows.
type broken struct{ n int }

var errRows = errors.New("no more rows")

func (b broken) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		for range b.n {
			if !yield(cells("a"), nil) {
				return
			}
		}
		yield(document.Row{}, errRows)
	}
}

func TestErrorsOfRowsArrive(t *testing.T) {
	bad := &document.Table{Columns: 1, Source: broken{2}}
	for _, b := range [][]document.Block{
		blocks(bad), blocks(list("", bad)), blocks(bad, bad),
		blocks(&document.Table{Columns: 1, Rows: []document.Row{{Cells: []document.Cell{{Blocks: blocks(bad)}}}}}),
		blocks(&document.Table{Columns: 1, Rows: []document.Row{{Cells: []document.Cell{{ColSpan: 2, Blocks: blocks(para("x"), bad)}}}}}),
	} {
		for _, opts := range []markdown.WriteOptions{{}, {MaxChars: 1000}, {HTMLTables: true}} {
			if _, err := markdown.Write(io.Discard, &document.Document{Blocks: b}, opts); !errors.Is(err, errRows) {
				t.Errorf("error %v", err)
			}
		}
	}
}

// TestMemoryDoesNotGrowWithRows writes a table of 1 GB.
func TestMemoryDoesNotGrowWithRows(t *testing.T) {
	rows := 10_000_000
	if testing.Short() {
		rows = 200_000
	}
	before, peak := heap(), uint64(0)
	count := 0
	source := watched{endless{benchRow(), rows}, func() {
		if count++; count%(rows/20) == 0 {
			peak = max(peak, heap())
		}
	}}
	doc := &document.Document{Blocks: blocks(&document.Table{Columns: 8, Header: 1, Source: source})}
	c, err := markdown.Write(io.Discard, doc, markdown.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if grown := int64(peak) - int64(before); grown > 8<<20 {
		t.Errorf("%d bytes for a text of %d", grown, c.Length)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// watched calls see for each row.
type watched struct {
	document.RowSource
	see func()
}

func (w watched) Rows() iter.Seq2[document.Row, error] {
	return func(yield func(document.Row, error) bool) {
		for row, err := range w.RowSource.Rows() {
			w.see()
			if !yield(row, err) {
				return
			}
		}
	}
}
