package sheet

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
)

// plain is a format that hides cells that say so.
type plain struct{ sh *Sheet }

func (plain) Inlines(_ *Cell, text string) []document.Inline {
	return []document.Inline{&document.Text{Value: text}}
}

func (f plain) Judge(_ Place, c *Cell) visible.Way {
	if f.sh.Book.Texts.Of(c) == "HIDE" {
		return visible.Size
	}
	return visible.Shown
}

// area is a range that a test names.
func area(t *testing.T, ref string) Area {
	t.Helper()
	a, ok := ReadArea(ref)
	if !ok {
		t.Fatal(ref)
	}
	return a
}

// filled returns a sheet with a line for each row, whose cells are between bars. Digits
// alone are a value.
func filled(t *testing.T, env *converters.Env, text string) *Sheet {
	t.Helper()
	book := NewBook(t.Context(), env, lost.NewTally(env))
	sh := book.NewSheet("S", nil)
	sh.Format = plain{sh}
	for i, line := range strings.Split(text, "\n") {
		var cells []Cell
		for col, cell := range strings.Split(line, "|") {
			if cell == "" {
				continue
			}
			at, err := book.Texts.Add([]byte(cell))
			if err != nil {
				t.Fatal(err)
			}
			flags := Plain
			if strings.Trim(cell, "0123456789") == "" {
				flags |= Value
			}
			if cell == "HIDE" {
				flags |= Unsure
			}
			cells = append(cells, Cell{At: at, Col: uint16(col), Flags: flags})
		}
		if len(cells) == 0 {
			continue
		}
		if err := sh.Add(Row{Number: uint32(i + 1)}, cells); err != nil {
			t.Fatal(err)
		}
	}
	return sh
}

// shown returns the blocks of a sheet as text, and a line for each warning.
func shown(t *testing.T, sh *Sheet) string {
	t.Helper()
	if err := sh.Cover(); err != nil {
		t.Fatal(err)
	}
	sh.Hide()
	blocks, err := sh.Blocks()
	if err != nil {
		t.Fatal(err)
	}
	sh.Book.Tally.Warn(sh.Book.Env)
	out := documenttest.Dump(&document.Document{Blocks: blocks})
	for _, w := range sh.Book.Env.Warnings() {
		out += fmt.Sprintf("warning %s %d\n", w.Code, w.Count)
	}
	return out
}

// sheetCase is the text of a sheet, what is done with it, and what is shown.
type sheetCase struct {
	name, text string
	do         func(t *testing.T, sh *Sheet)
	want       string
}

func hold(t *testing.T, cases []sheetCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			sh := filled(t, converters.NewEnv(nil, converters.Limits{}, converters.Options{}), c.text)
			if c.do != nil {
				c.do(t, sh)
			}
			got := shown(t, sh)
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestTablesAreFound(t *testing.T) {
	hold(t, []sheetCase{
		{"a row of texts above numbers heads them", "Port|Miles\nSkarv|12\nBergen|30", nil, `
table columns=2 header=1 streamed @S!A1:B3,rows 1-3
  row @S!A1:B3,row 1
    cell "Port"
    cell "Miles"
  row @S!A1:B3,row 2
    cell "Skarv"
    cell "12"
  row @S!A1:B3,row 3
    cell "Bergen"
    cell "30"
`},
		{"numbers above numbers: the first row is at the top", "1|2\n3|4\n5|6", nil, `
table columns=2 header=1 streamed @S!A1:B3,rows 1-3
  row @S!A1:B3,row 1
    cell "1"
    cell "2"
  row @S!A1:B3,row 2
    cell "3"
    cell "4"
  row @S!A1:B3,row 3
    cell "5"
    cell "6"
`},
		{"a line above a table is its title", "Trips of 1951\n\nPort|Miles\nSkarv|12", nil, `
paragraph @S!A1,row 1
  text "Trips of 1951"
table columns=2 header=1 streamed @S!A3:B4,rows 3-4
  row @S!A3:B4,row 3
    cell "Port"
    cell "Miles"
  row @S!A3:B4,row 4
    cell "Skarv"
    cell "12"
`},
		{"blank rows divide, and a part without a header continues the one above", "Port|Miles\nSkarv|12\n\nBergen|30", nil, `
table columns=2 header=1 streamed @S!A1:B4,rows 1-4
  row @S!A1:B4,row 1
    cell "Port"
    cell "Miles"
  row @S!A1:B4,row 2
    cell "Skarv"
    cell "12"
  row @S!A1:B4,row 4
    cell "Bergen"
    cell "30"
warning row-blank 1
`},
	})
}

func TestTablesAreDividedByBlankCells(t *testing.T) {
	hold(t, []sheetCase{
		{"tables beside one another are apart", "Port|Miles||Name|Age\nSkarv|12||Ida|30\nBergen|30||Noa|40", nil, `
table columns=2 header=1 streamed @S!A1:B3,rows 1-3
  row @S!A1:B3,row 1
    cell "Port"
    cell "Miles"
  row @S!A1:B3,row 2
    cell "Skarv"
    cell "12"
  row @S!A1:B3,row 3
    cell "Bergen"
    cell "30"
table columns=2 header=1 streamed @S!D1:E3,rows 1-3
  row @S!D1:E3,row 1
    cell "Name"
    cell "Age"
  row @S!D1:E3,row 2
    cell "Ida"
    cell "30"
  row @S!D1:E3,row 3
    cell "Noa"
    cell "40"
`},
		{"blank columns and rows at the edges are left out", "||\n|Port|Miles\n|Skarv|12", nil, `
table columns=2 header=1 streamed @S!B2:C3,rows 2-3
  row @S!B2:C3,row 2
    cell "Port"
    cell "Miles"
  row @S!B2:C3,row 3
    cell "Skarv"
    cell "12"
`},
	})
}

func TestWhatIsNoTableIsFound(t *testing.T) {
	hold(t, []sheetCase{
		{"lines of text are paragraphs", "First line\nSecond line", nil, `
paragraph @S!A1:A2,row 1
  text "First line"
paragraph @S!A1:A2,row 2
  text "Second line"
`},
		{"cells far apart are a list", "a\n\n\n\n||||||||||||||||||||b\n\n\n\n\n|||||||||c", nil, `
paragraph @S!A1,row 1
  text "a"
paragraph @S!U5,row 5
  text "b"
paragraph @S!J10,row 10
  text "c"
`},
		{"what a table object says is a table, whatever it looks like", "1|2\n3|4", func(t *testing.T, sh *Sheet) {
			sh.Tables = []Table{{Filter: Filter{Area: area(t, "A1:B2")}, Headers: 1}}
		}, `
table columns=2 header=1 streamed @S!A1:B2,rows 1-2
  row @S!A1:B2,row 1
    cell "1"
    cell "2"
  row @S!A1:B2,row 2
    cell "3"
    cell "4"
`},
		{"a filter says what heads the rows", "a|b\nc|d\ne|f", func(t *testing.T, sh *Sheet) { sh.Filters = []Filter{{Area: area(t, "A1:B3")}} }, `
table columns=2 header=1 streamed @S!A1:B3,rows 1-3
  row @S!A1:B3,row 1
    cell "a"
    cell "b"
  row @S!A1:B3,row 2
    cell "c"
    cell "d"
  row @S!A1:B3,row 3
    cell "e"
    cell "f"
`},
	})
}

func TestHeadersAndMergedRangesAreKept(t *testing.T) {
	hold(t, []sheetCase{
		{"frozen rows are the header", "1951|1952\n3|4\n5|6", func(_ *testing.T, sh *Sheet) { sh.Frozen = Place{Row: 1} }, `
table columns=2 header=1 streamed @S!A1:B3,rows 1-3
  row @S!A1:B3,row 1
    cell "1951"
    cell "1952"
  row @S!A1:B3,row 2
    cell "3"
    cell "4"
  row @S!A1:B3,row 3
    cell "5"
    cell "6"
`},
		{"a merged range is one cell", "Port||Miles\nSkarv|x|12", func(t *testing.T, sh *Sheet) { sh.Merges = []Area{area(t, "A1:B1")} }, `
table columns=3 header=1 streamed @S!A1:C2,rows 1-2
  row @S!A1:C2,row 1
    cell colspan=2 "Port"
    cell "Miles"
  row @S!A1:C2,row 2
    cell "Skarv"
    cell "x"
    cell "12"
`},
		{"ranges that overlap one before them are passed over", "Port|b|Miles\nSkarv|x|12", func(t *testing.T, sh *Sheet) { sh.Merges = []Area{area(t, "A1:B1"), area(t, "B1:C1")} }, `
table columns=3 header=1 streamed @S!A1:C2,rows 1-2
  row @S!A1:C2,row 1
    cell colspan=2 "Port"
    cell "Miles"
  row @S!A1:C2,row 2
    cell "Skarv"
    cell "x"
    cell "12"
warning hidden-cell 1
warning merge-overlapping 1
`},
	})
}

func TestHiddenCellsAreLeftOut(t *testing.T) {
	hold(t, []sheetCase{
		{"a hidden row is left out, and counted", "Port|Miles\nSkarv|12\nBergen|30", func(_ *testing.T, sh *Sheet) { sh.Rows[1].Flags |= RowHidden }, `
table columns=2 header=1 streamed @S!A1:B3,rows 1-3
  row @S!A1:B3,row 1
    cell "Port"
    cell "Miles"
  row @S!A1:B3,row 3
    cell "Bergen"
    cell "30"
warning hidden-row 1
`},
		{"a row that a filter hides is kept, and labelled", "Port|Miles\nSkarv|12\nBergen|30", func(_ *testing.T, sh *Sheet) { sh.Rows[1].Flags |= RowFiltered }, `
table columns=2 header=1 streamed @S!A1:B3,rows 1-3
  row @S!A1:B3,row 1
    cell "Port"
    cell "Miles"
  row @S!A1:B3,row 2
    cell
      paragraph
        hidden
          text "Skarv"
    cell
      paragraph
        hidden
          text "12"
  row @S!A1:B3,row 3
    cell "Bergen"
    cell "30"
warning row-filtered 1
`},
		{"a hidden column is left out", "Port|Miles|Why\nSkarv|12|fog", func(_ *testing.T, sh *Sheet) { sh.Columns = []Columns{{First: 1, Last: 1}} }, `
table columns=2 header=1 streamed @S!A1:C2,rows 1-2
  row @S!A1:C2,row 1
    cell "Port"
    cell "Why"
  row @S!A1:C2,row 2
    cell "Skarv"
    cell "fog"
warning hidden-column 1
`},
		{"a cell whose format hides it is left out", "Port|Miles\nSkarv|HIDE", nil, `
table columns=2 header=1 streamed @S!A1:B2,rows 1-2
  row @S!A1:B2,row 1
    cell "Port"
    cell "Miles"
  row @S!A1:B2,row 2
    cell "Skarv"
warning hidden-size 1
`},
		{"a hidden row is no gap", "Port|Miles\nSkarv|12\nBergen|30\nTana|7", func(_ *testing.T, sh *Sheet) { sh.Rows[2].Flags |= RowHidden }, `
table columns=2 header=1 streamed @S!A1:B4,rows 1-4
  row @S!A1:B4,row 1
    cell "Port"
    cell "Miles"
  row @S!A1:B4,row 2
    cell "Skarv"
    cell "12"
  row @S!A1:B4,row 4
    cell "Tana"
    cell "7"
warning hidden-row 1
`},
	})
}

func TestPlacesAreFound(t *testing.T) {
	sh := filled(t, converters.NewEnv(nil, converters.Limits{}, converters.Options{}), "Port|Miles\nSkarv|12\n\nBergen|30")
	if got := sh.TextAt(Place{Row: 4, Col: 0}); got != "Bergen" {
		t.Errorf("A4 is %q", got)
	}
	for _, p := range []Place{{Row: 3, Col: 0}, {Row: 4, Col: 2}, {Row: 9, Col: 0}} {
		if _, _, ok := sh.Cell(p); ok || sh.TextAt(p) != "" {
			t.Errorf("%s has text", p)
		}
	}
	if got := rowIndex(sh.Rows, 3); got != 2 {
		t.Errorf("row 3 is at %d", got)
	}
	var texts []string
	for _, cells := range sh.In(area(t, "B1:B4")) {
		for i := range cells {
			texts = append(texts, sh.Book.Texts.Of(&cells[i]))
		}
	}
	if want := []string{"Miles", "12", "30"}; !slices.Equal(texts, want) {
		t.Errorf("B1:B4 has %q", texts)
	}
	if got, want := sh.At(Place{Row: 2, Col: 1}), (document.Pos{Part: "S!B2"}); got.Part != want.Part {
		t.Errorf("B2 is at %+v", got)
	}
}

// Equal texts are stored once where they are near, and what is stored counts against
// the limit of text.
func TestTextsAreStoredOnceAndCounted(t *testing.T) {
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{})
	texts := &NewBook(t.Context(), env, lost.NewTally(env)).Texts
	for len(texts.chunks) < 3 { // texts of small workbooks are not looked up
		if _, err := texts.Put(make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
	}
	first, err := texts.Add([]byte("1951-03-02"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := texts.Add([]byte("1951-03-02"))
	if err != nil || again != first || texts.Get(again) != "1951-03-02" {
		t.Errorf("%d and %d, %q, %v", first, again, texts.Get(again), err)
	}
	long := strings.Repeat("x", maxRecent+1)
	one, _ := texts.Add([]byte(long))
	if two, err := texts.Add([]byte(long)); err != nil || one == two || texts.Get(one) != long || texts.Get(two) != long {
		t.Errorf("%d and %d, %v", one, two, err)
	}
	var limit *converters.LimitError
	if err := texts.Spend(texts.max); !errors.As(err, &limit) || limit.Limit != converters.LimitText {
		t.Errorf("the error is %v", err)
	}
}

func TestColumnsHaveLetters(t *testing.T) {
	for col, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 701: "ZZ", 702: "AAA", MaxColumns - 1: "XFD"} {
		if got := ColumnName(col); got != want {
			t.Errorf("%d is %s, want %s", col, got, want)
		}
		if got, size := ReadColumn(want + "7"); got != col || size != len(want) {
			t.Errorf("%s is %d, %d letters", want, got, size)
		}
	}
	if _, size := ReadColumn("7"); size != 0 {
		t.Error("a number has a column")
	}
}

func TestFactsAreBounded(t *testing.T) {
	var list []string
	for i := range MaxFacts + 7 {
		list = append(list, fmt.Sprint("n", i))
	}
	parts := AppendFacts(nil, "Names", list[:MaxFacts], len(list))
	if got := strings.Join(parts, "; "); !strings.HasPrefix(got, "Names: n0") || !strings.Contains(got, "7") || strings.Contains(got, "n50") {
		t.Errorf("%q", got)
	}
	if FactsBlock(nil, "S", nil) != nil {
		t.Error("nothing is a block")
	}
}
