package wordtext_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
)

// part is text of a paragraph, with its look.
type part struct {
	text string
	run  wordtext.Run
}

// para is a paragraph as a reader says that it is.
type para struct {
	is    wordtext.Paragraph
	parts []part
}

// flowCase is a story, and what becomes of it.
type flowCase struct {
	name  string
	paras []para
	want  string
}

var link = &wordtext.Link{URL: "https://example.org"}

func styles(some ...document.Style) (s document.Styles) {
	for _, one := range some {
		s = s.With(one)
	}
	return s
}

// builder returns a builder that has no errors.
func builder(t *testing.T) *wordtext.Builder {
	t.Helper()
	return &wordtext.Builder{Env: converters.NewEnv(nil, converters.Limits{}, converters.Options{}), Fail: func(err error) {
		if err != nil {
			t.Error(err)
		}
	}}
}

// told returns what a story becomes.
func told(t *testing.T, paras []para) string {
	t.Helper()
	b := builder(t)
	f := b.NewFlow(nil)
	for i, p := range paras {
		x := b.NewParagraph()
		x.Pos, x.Kind, x.Level, x.Item, x.Left = document.LineSpan(i+1, i+1), p.is.Kind, p.is.Level, p.is.Item, p.is.Left
		x.Border, x.Box, x.Marks = p.is.Border, p.is.Box, p.is.Marks
		for _, part := range p.parts {
			b.Text(x, part.text, part.run)
		}
		f.Add(x)
		b.Done(x)
	}
	return documenttest.Dump(&document.Document{Blocks: b.Finish(f.Blocks())})
}

func hold(t *testing.T, cases []flowCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := told(t, c.paras)
			if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestParagraphsBecomeBlocks(t *testing.T) {
	hold(t, []flowCase{
		{"a level of the outline makes a heading", []para{
			{wordtext.Paragraph{Level: 0}, []part{{"Log", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: 7}, []part{{"Deep", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: -1}, []part{{"Text.", wordtext.Run{}}}},
		}, `
heading 1 @line 1
  text "Log"
heading 8 @line 2
  text "Deep"
paragraph @line 3
  text "Text."
`},
		{"the runs of a paragraph have their looks", []para{
			{wordtext.Paragraph{Level: -1}, []part{{"a ", wordtext.Run{}}, {"b", wordtext.Run{Styles: styles(document.Strong)}}, {" c", wordtext.Run{Styles: styles(document.Strong, document.Emphasis)}}, {" d", wordtext.Run{}}}},
		}, `
paragraph @line 1
  text "a "
  strong
    text "b"
    emphasis
      text " c"
  text " d"
`},
		{"a link is one where its runs touch", []para{
			{wordtext.Paragraph{Level: -1}, []part{{"see ", wordtext.Run{}}, {"the", wordtext.Run{Link: link}}, {" log", wordtext.Run{Link: link, Styles: styles(document.Strong)}}}},
		}, `
paragraph @line 1
  text "see "
  link "https://example.org"
    text "the"
    strong
      text " log"
`},
		{"blank paragraphs are nothing, a line below one is a rule", []para{
			{wordtext.Paragraph{Level: -1}, []part{{"a", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: -1}, []part{{"  ", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: -1, Border: true}, []part{{"", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: -1}, []part{{"b", wordtext.Run{}}}},
		}, `
paragraph @line 1
  text "a"
thematic-break @line 3
paragraph @line 4
  text "b"
`},
		{"quotations that touch are one", []para{
			{wordtext.Paragraph{Kind: wordtext.Quote, Level: -1}, []part{{"Count twice.", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Quote, Level: -1}, []part{{"Weigh once.", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: -1}, []part{{"So.", wordtext.Run{}}}},
		}, `
quote @lines 1-2
  paragraph @line 1
    text "Count twice."
  paragraph @line 2
    text "Weigh once."
paragraph @line 3
  text "So."
`},
	})
}

func TestParagraphsThatTouchBecomeOneBlock(t *testing.T) {
	hold(t, []flowCase{
		{"lines of code are one block, with their indents", []para{
			{wordtext.Paragraph{Kind: wordtext.Code, Level: -1}, []part{{"if x {", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Code, Level: -1}, []part{{"\ty()", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Code, Level: -1}, []part{{"}", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: -1}, []part{{"Done.", wordtext.Run{}}}},
		}, `
code "" @lines 1-3
  |if x {
  |	y()
  |}
paragraph @line 4
  text "Done."
`},
		{"listings are blocks of their own", []para{
			{wordtext.Paragraph{Kind: wordtext.Listing, Level: -1}, []part{{"a\nb", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Listing, Level: -1}, []part{{"c", wordtext.Run{}}}},
		}, `
code "" @line 1
  |a
  |b
code "" @line 2
  |c
`},
		{"a term has its details", []para{
			{wordtext.Paragraph{Kind: wordtext.Term, Level: -1}, []part{{"Fog", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Detail, Level: -1}, []part{{"Water in the air.", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Term, Level: -1}, []part{{"Rope", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Detail, Level: -1}, []part{{"A line.", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Detail, Level: -1}, []part{{"A cord.", wordtext.Run{}}}},
		}, `
definitions @line 1
  term
    text "Fog"
  detail
    paragraph @line 2
      text "Water in the air."
  term
    text "Rope"
  detail
    paragraph @line 4
      text "A line."
  detail
    paragraph @line 5
      text "A cord."
`},
		{"hidden text is in a label, where it is kept", []para{
			{wordtext.Paragraph{Level: -1}, []part{{"a ", wordtext.Run{}}, {"secret", wordtext.Run{Label: document.Hidden}}}},
		}, `
paragraph @line 1
  text "a "
  hidden
    text "secret"
`},
		{"a bookmark of a heading is where links lead", []para{
			{wordtext.Paragraph{Level: -1}, []part{{"go", wordtext.Run{Link: &wordtext.Link{URL: "#there"}}}}},
			{wordtext.Paragraph{Level: 0, Marks: []string{"there"}}, []part{{"Place", wordtext.Run{}}}},
		}, `
paragraph @line 1
  link "#there"
    text "go"
heading 1 id="there" @line 2
  text "Place"
`},
	})
}

func TestItemsBecomeLists(t *testing.T) {
	hold(t, []flowCase{
		{"items of one list are one list, inner ones in it", []para{
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"one", wordtext.Run{}}}},
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 1, Left: 720}, Level: -1}, []part{{"inner", wordtext.Run{}}}},
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 2, Left: 1080}, Level: -1}, []part{{"deep", wordtext.Run{}}}},
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"two", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: -1}, []part{{"After.", wordtext.Run{}}}},
		}, `
list @line 1
  item "•"
    paragraph @line 1
      text "one"
    list @line 2
      item "•"
        paragraph @line 2
          text "inner"
        list @line 3
          item "•"
            paragraph @line 3
              text "deep"
  item "•"
    paragraph @line 4
      text "two"
paragraph @line 5
  text "After."
`},
		{"numbers are shown as they were counted", []para{
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: "3.", List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"c", wordtext.Run{}}}},
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: "4.", List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"d", wordtext.Run{}}}},
		}, `
list @line 1
  item "3."
    paragraph @line 1
      text "c"
  item "4."
    paragraph @line 2
      text "d"
`},
		{"two lists that touch are two", []para{
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"a", wordtext.Run{}}}},
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: "1.", List: 2, Level: 0, Left: 360}, Level: -1}, []part{{"b", wordtext.Run{}}}},
		}, `
list @line 1
  item "•"
    paragraph @line 1
      text "a"
list @line 2
  item "1."
    paragraph @line 2
      text "b"
`},
		{"a paragraph with the indent of an item belongs to it", []para{
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"one", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: -1, Left: 360}, []part{{"More of it.", wordtext.Run{}}}},
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"two", wordtext.Run{}}}},
		}, `
list @line 1
  item "•"
    paragraph @line 1
      text "one"
    paragraph @line 2
      text "More of it."
  item "•"
    paragraph @line 3
      text "two"
`},
	})
}

func TestItemsAreListsByTheirIndents(t *testing.T) {
	hold(t, []flowCase{
		{"one without it is behind the list, which starts anew", []para{
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"one", wordtext.Run{}}}},
			{wordtext.Paragraph{Level: -1}, []part{{"Between.", wordtext.Run{}}}},
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"two", wordtext.Run{}}}},
		}, `
list @line 1
  item "•"
    paragraph @line 1
      text "one"
paragraph @line 2
  text "Between."
list @line 3
  item "•"
    paragraph @line 3
      text "two"
`},
		{"levels that are left out are not shown", []para{
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 3, Left: 1440}, Level: -1}, []part{{"deep", wordtext.Run{}}}},
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"top", wordtext.Run{}}}},
		}, `
list @line 1
  item "•"
    paragraph @line 1
      text "deep"
list @line 2
  item "•"
    paragraph @line 2
      text "top"
`},
		{"a check box is one", []para{
			{wordtext.Paragraph{Level: -1, Box: true, Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1}}, []part{{"☐ Oil", wordtext.Run{}}}},
		}, `
list @line 1
  item "•" [ ]
    paragraph @line 1
      text "Oil"
`},
		{"an inset paragraph without an item is a quotation", []para{
			{wordtext.Paragraph{Level: -1}, []part{{"a", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Inset, Level: -1, Left: 360}, []part{{"Count twice.", wordtext.Run{}}}},
		}, `
paragraph @line 1
  text "a"
quote @line 2
  paragraph @line 2
    text "Count twice."
`},
		{"an inset paragraph goes on in an item", []para{
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"one", wordtext.Run{}}}},
			{wordtext.Paragraph{Kind: wordtext.Inset, Level: -1, Left: 360}, []part{{"Count twice.", wordtext.Run{}}}},
			{wordtext.Paragraph{Item: wordtext.Item{Counted: true, Marker: wordtext.Bullet, List: 1, Level: 0, Left: 360}, Level: -1}, []part{{"two", wordtext.Run{}}}},
		}, `
list @line 1
  item "•"
    paragraph @line 1
      text "one"
    paragraph @line 2
      text "Count twice."
  item "•"
    paragraph @line 3
      text "two"
`},
	})
}

// TestListsCountTogether counts two lists that share a definition, as one that starts
// anew does.
func TestListsCountTogether(t *testing.T) {
	levels := &wordtext.Levels{
		{Start: 1, Format: "decimal", Text: "%1.", Restart: -1},
		{Start: 1, Format: "lowerLetter", Text: "%1.%2", Restart: -1},
		{Start: 1, Format: "lowerRoman", Text: "(%3)", Restart: 0},
	}
	for i := 3; i < wordtext.ListLevels; i++ {
		levels[i] = &wordtext.ListLevel{Format: "none", Restart: -1}
	}
	var c wordtext.Counters
	var got []string
	for _, level := range []int8{0, 1, 1, 2, 0, 1, 2} {
		got = append(got, c.Count(level, levels, nil))
	}
	starts := []wordtext.ListStart{{Level: 0, Start: 10}}
	for range 2 {
		got = append(got, c.Count(0, levels, starts))
	}
	if want := []string{"1.", "1.a", "1.b", "(i)", "2.", "2.a", "(ii)", "10.", "11."}; !slices.Equal(got, want) {
		t.Errorf("counted %q, want %q", got, want)
	}
}

func TestNamesOfStylesSayWhatTheyAre(t *testing.T) {
	for name, want := range map[string]int8{"heading 1": 0, "heading 6": 5, "heading": -1, "heading 0": -1, "normal": -1} {
		if got := wordtext.HeadingNamed(name); got != want {
			t.Errorf("%q is %d, want %d", name, got, want)
		}
	}
	for name, want := range map[string]wordtext.Kind{"quote": wordtext.Quote, "normal": wordtext.PlainText, "block text": wordtext.Quote} {
		if got := wordtext.KindNamed(name); got != want {
			t.Errorf("%q is %d, want %d", name, got, want)
		}
	}
	if !wordtext.IsCodeName("source code") || wordtext.IsCodeName("decoder") {
		t.Error("names of code are not told")
	}
}

// What a page is wide, and what is ten inches beside it.
func TestPlacesBesideThePage(t *testing.T) {
	for _, c := range []struct {
		what string
		is   bool
		want bool
	}{
		{"a usual indent", wordtext.IsIndentedOff(720, -360), false},
		{"far to the left", wordtext.IsIndentedOff(-15_000, 0), true},
		{"far to the left, but for the first line", wordtext.IsIndentedOff(-15_000, 15_000), true},
		{"a frame on the page", wordtext.IsPlacedOff(1000, 2000), false},
		{"a frame that ends before the page", wordtext.IsPlacedOff(-30_000, 1000), true},
		{"raised a little", wordtext.IsRaisedOff(12), false},
		{"raised off the page", wordtext.IsRaisedOff(1_001), true},
	} {
		if c.is != c.want {
			t.Errorf("%s: %v", c.what, c.is)
		}
	}
}

// A row that is bold, above one that is not, is a header.
func TestARowThatIsSetApartIsAHeader(t *testing.T) {
	b := builder(t)
	var looks []wordtext.RowLook
	var rows []document.Row
	for i, texts := range [][]string{{"Port", "Miles"}, {"Skarv", "12"}, {"Bergen", "30"}} {
		var look wordtext.RowLook
		var row document.Row
		for _, text := range texts {
			var cell wordtext.Cell
			f, x, run := b.NewFlow(&cell), b.NewParagraph(), wordtext.Run{}
			if i == 0 {
				run.Styles = styles(document.Strong)
			}
			x.Level = -1
			b.Text(x, text, run)
			f.Add(x)
			b.Done(x)
			row.Cells = append(row.Cells, look.Add(&cell, f.Blocks()))
			if got := wordtext.CellText(row.Cells[len(row.Cells)-1]); got != text || cell.Bold != (i == 0) {
				t.Errorf("%q is %q, bold %v", text, got, cell.Bold)
			}
		}
		looks, rows = append(looks, look), append(rows, row)
	}
	if !wordtext.HasHead(rows, looks) {
		t.Error("a bold row above others is no header")
	}
	if wordtext.HasHead(rows[1:], looks[1:]) {
		t.Error("a row like those below it is a header")
	}
	wordtext.Unbold(converters.NewEnv(nil, converters.Limits{}, converters.Options{}), rows[0].Cells)
	if got := documenttest.Dump(&document.Document{Blocks: []document.Block{&document.Table{Columns: 2, Header: 1, Rows: rows[:1]}}}); strings.Contains(got, "strong") {
		t.Errorf("the header is bold:\n%s", got)
	}
}
