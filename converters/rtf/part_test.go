package rtf_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/document"
)

// What is longer than people write is parted, and none of it is lost.
func TestNothingIsLostOfWhatIsParted(t *testing.T) {
	word := regexp.MustCompile(`w\d+`)
	for _, c := range []struct {
		name, head, unit, tail string
		times                  int
		most                   int // lines of the text
	}{
		{"lines", "", `w%d\line `, `\par`, 10_000, 10_010},
		{"runs", "", `w%d{\b ,} `, `\par`, 10_000, 10},
		{"pictures", "", `w%d{\pict ff} `, `\par`, 20_000, 10},
		{"a long description", `x{\pict{\*\picprop{\sp{\sn wzDescription}{\sv `, `w%d is a word and many more of them are here for its length `, `}}}ff}\par`, 100_000, 20},
		{"a long text", "", `w%d is a word and many more of them are here for its length `, `\par`, 100_000, 10},
		{"quotations", `\pard\li720 `, `w%d\par `, "", 3000, 6010},
		{"paragraphs of an item", `{\listtext 1.}\pard\ls1 x\par `, `{\listtext }w%d\par `, "", 3000, 6010},
		{"lines of an item", `{\listtext 1.}\pard\ls1 x\par `, `{\listtext }w%d\line `, `\par`, 10_000, 10_010},
		{"paragraphs of a cell", `\trowd\cellx1\cellx2\cellx3\pard\intbl a\cell `, `w%d\par `, `\cell c\cell\row`, 5000, 10},
		{"lines of a cell", `\trowd\cellx1\cellx2\pard\intbl a\cell `, `w%d\line `, `\cell\row`, 10_000, 20},
		{"nested rows", `\trowd\cellx1\cellx2\pard\intbl a\cell `, `\pard\intbl\itap2 w%d\nestcell{\*\nesttableprops\trowd\cellx5\nestrow}`, `\pard\intbl b\cell\row`, 5000, 20},
		{"paragraphs of a nested cell", `\trowd\cellx1\pard\intbl\itap2 `, `w%d\par `, `\nestcell{\*\nesttableprops\trowd\cellx5\nestrow}\pard\intbl b\cell\row`, 5000, 20},
		{"text boxes", `x{\shp{\*\shpinst{\shptxt `, `w%d\par `, `}}}\par`, 3000, 6010},
		{"text boxes of a cell", `\trowd\cellx1\pard\intbl x{\shp{\*\shpinst{\shptxt `, `w%d\par `, `}}}\cell\row`, 3000, 10},
		{"merged rows", "", `\trowd\clvmgf\cellx1\cellx2\intbl w%d\cell x\cell\row\trowd\clvmrg\cellx1\cellx2\intbl\cell y\cell\row `, "", 2000, 4010},
	} {
		var in strings.Builder
		in.WriteString(`{\rtf1\ansi ` + c.head)
		for i := range c.times {
			fmt.Fprintf(&in, c.unit, i)
		}
		text := written(t, in.String()+c.tail+"}")
		next := 0
		for _, found := range word.FindAllString(text, -1) {
			if found != fmt.Sprintf("w%d", next) {
				t.Fatalf("%s: %s in place of w%d", c.name, found, next)
			}
			next++
		}
		if next != c.times {
			t.Errorf("%s: %d words, not %d", c.name, next, c.times)
		}
		if n := strings.Count(text, "\n"); n > c.most {
			t.Errorf("%s: %d lines", c.name, n)
		}
	}
}

// A row is parted where its cells hold very much, whatever these are: what is
// left of it keeps its columns, and nothing that is empty is added.
func TestARowOfLongCellsIsParted(t *testing.T) {
	const columns = 20
	edges := `\trowd`
	for i := range columns {
		edges += fmt.Sprintf(`\cellx%d`, 1000*(i+1))
	}
	short := edges + `\pard\intbl ` + strings.Repeat(`a\cell `, columns) + `\row `
	long := strings.Repeat("a text of some words ", 15_000)
	for name, cell := range map[string]string{"plain": "w " + long, "bold": `{\b w} ` + long, "nested": `\itap2 w ` + long + `\nestcell{\*\nesttableprops\trowd\cellx9\nestrow}\itap1`} {
		text := written(t, `{\rtf1\ansi `+strings.Repeat(short, 9)+edges+`\pard\intbl `+strings.Repeat(cell+`\cell `, columns)+`\row}`)
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if len(lines) != 13 {
			t.Fatalf("%s: %d lines", name, len(lines))
		}
		for _, line := range lines {
			if n := strings.Count(line, "|"); n != columns+1 {
				t.Errorf("%s: %d columns in %.60q", name, n-1, line)
			}
		}
		if n := strings.Count(text, "w"); n != columns*(15_000+1) {
			t.Errorf("%s: %d words", name, n)
		}
	}
}

// Lines of cells are no lines of what follows them.
func TestLinesOfCellsEndWithThem(t *testing.T) {
	row := `\trowd\cellx900\pard\intbl a\line b\line c\line d\cell\row `
	if text := written(t, `{\rtf1\ansi `+strings.Repeat(row, 8+4095/3)+`\pard one\line two\line three\par}`); !strings.HasSuffix(text, "one\\\ntwo\\\nthree\n") {
		t.Errorf("%.60q", text[len(text)-40:])
	}
}

// A description that is longer than people write is several.
func TestALongDescriptionIsParted(t *testing.T) {
	for _, unit := range []string{"word ", "é"} {
		doc, err := convert(t, []byte(`{\rtf1\ansi\ansicpg65001 {\pict{\*\picprop{\sp{\sn wzDescription}{\sv `+strings.Repeat(unit, 3<<20/len(unit))+`}}}}\par}`))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(doc.Blocks); n < 3 || n > 4 {
			t.Errorf("%q: %d pictures", unit, n)
		}
		for _, b := range doc.Blocks {
			if alt := b.(*document.Paragraph).Inlines[0].(*document.Image).Alt; len(alt) > 1<<20 || strings.Trim(alt, unit+" ") != "" {
				t.Errorf("%q: %d bytes: %.20q", unit, len(alt), alt[max(0, len(alt)-10):])
			}
		}
	}
}

// Names are no longer than people write them, so that nothing is made of one.
func TestNamesAreShort(t *testing.T) {
	name := strings.Repeat(`\'61`, 10_000)
	text := written(t, `{\rtf1 x{\*\atnauthor `+name+`}{\annotation y}\par{\listtext `+name+`}z\par}`)
	if n := strings.Count(text, "a"); n > 400 {
		t.Errorf("%d characters of names", n)
	}
}

// Headers that say something else are shown, however many there are.
func TestEveryHeaderIsShown(t *testing.T) {
	var in strings.Builder
	in.WriteString(`{\rtf1\ansi text\par`)
	for i := range 1000 {
		fmt.Fprintf(&in, `{\header h%d\par}{\header h%d\par}`, i, i)
	}
	doc, err := convert(t, []byte(in.String()+"}"))
	if err != nil {
		t.Fatal(err)
	}
	headers := doc.Blocks[len(doc.Blocks)-1].(*document.Section)
	if n := len(document.Unpack(headers.Blocks)); n != 1000 || len(headers.Blocks) == n {
		t.Errorf("%d headers in %d blocks", n, len(headers.Blocks))
	}
}
