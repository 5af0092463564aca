package rtf_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// What is longer than people write is kept, in its order.
func TestNothingIsLostOfWhatIsLong(t *testing.T) {
	word := regexp.MustCompile(`w\d+`)
	for _, c := range []struct {
		name, head, unit, tail string
		times                  int
	}{
		{"lines", "", `w%d\line `, `\par`, 10_000},
		{"runs", "", `w%d{\b ,} `, `\par`, 10_000},
		{"pictures", "", `w%d{\pict ff} `, `\par`, 20_000},
		{"a long description", `x{\pict{\*\picprop{\sp{\sn wzDescription}{\sv `, `w%d is a word and many more of them are here for its length `, `}}}ff}\par`, 100_000},
		{"a long text", "", `w%d is a word and many more of them are here for its length `, `\par`, 100_000},
		{"quotations", `\pard\li720 `, `w%d\par `, "", 3000},
		{"paragraphs of an item", `{\listtext 1.}\pard\ls1 x\par `, `{\listtext }w%d\par `, "", 3000},
		{"lines of an item", `{\listtext 1.}\pard\ls1 x\par `, `{\listtext }w%d\line `, `\par`, 10_000},
		{"paragraphs of a cell", `\trowd\cellx1\cellx2\cellx3\pard\intbl a\cell `, `w%d\par `, `\cell c\cell\row`, 5000},
		{"lines of a cell", `\trowd\cellx1\cellx2\pard\intbl a\cell `, `w%d\line `, `\cell\row`, 10_000},
		{"nested rows", `\trowd\cellx1\cellx2\pard\intbl a\cell `, `\pard\intbl\itap2 w%d\nestcell{\*\nesttableprops\trowd\cellx5\nestrow}`, `\pard\intbl b\cell\row`, 5000},
		{"paragraphs of a nested cell", `\trowd\cellx1\pard\intbl\itap2 `, `w%d\par `, `\nestcell{\*\nesttableprops\trowd\cellx5\nestrow}\pard\intbl b\cell\row`, 5000},
		{"text boxes", `x{\shp{\*\shpinst{\shptxt `, `w%d\par `, `}}}\par`, 3000},
		{"text boxes of a cell", `\trowd\cellx1\pard\intbl x{\shp{\*\shpinst{\shptxt `, `w%d\par `, `}}}\cell\row`, 3000},
		{"merged rows", "", `\trowd\clvmgf\cellx1\cellx2\intbl w%d\cell x\cell\row\trowd\clvmrg\cellx1\cellx2\intbl\cell y\cell\row `, "", 2000},
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
	}
}

// Lines of cells are no lines of what follows them.
func TestLinesOfCellsEndWithThem(t *testing.T) {
	row := `\trowd\cellx900\pard\intbl a\line b\line c\line d\cell\row `
	if text := written(t, `{\rtf1\ansi `+strings.Repeat(row, 8+4095/3)+`\pard one\line two\line three\par}`); !strings.HasSuffix(text, "one\\\ntwo\\\nthree\n") {
		t.Errorf("%.60q", text[len(text)-40:])
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
	doc, err := convert(t, []byte(in.String()+"}"), converters.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	headers := doc.Blocks[len(doc.Blocks)-1].(*document.Section)
	if n := len(headers.Blocks); n != 1000 {
		t.Errorf("%d headers", n)
	}
}
