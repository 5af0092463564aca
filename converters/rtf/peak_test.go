package rtf_test

import (
	"errors"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/converters"
)

// row returns a row with cells.
func row(cells ...string) string {
	var b strings.Builder
	b.WriteString(`\trowd`)
	for i := range cells {
		fmt.Fprintf(&b, `\cellx%d`, 1000*(i+1))
	}
	for _, c := range cells {
		b.WriteString(`\pard\intbl ` + c + `\cell`)
	}
	return b.String() + "\\row\n"
}

// large are shapes that hold much, or make much of what they hold: a head, then a
// unit again and again.
var large = []struct{ name, head, unit string }{
	{"rows", "", row("alpha", "beta", "gamma")},
	{"cells merged across", "", `\trowd\clmgf\cellx1000\clmrg\cellx2000\cellx3000\pard\intbl alpha\cell\cell gamma\cell\row `},
	{"cells merged down", `\trowd\clvmgf\cellx1000\cellx2000\pard\intbl alpha\cell b\cell\row `, `\trowd\clvmrg\cellx1000\cellx2000\pard\intbl\cell b\cell\row `},
	{"many cells merged across", "", `\trowd\clmgf\cellx1` + strings.Repeat(`\clmrg\cellx99`, 500) + strings.Repeat(`\pard\intbl a\cell`, 500) + `\row `},
	{"nested tables", "", `\trowd\cellx9\pard\intbl\itap2 a\nestcell{\*\nesttableprops\trowd\cellx5\nestrow}\pard\intbl\itap1 x\cell\row `},
	{"nested rows", `\trowd\cellx9`, `\pard\intbl\itap2 a\nestcell b\nestcell{\*\nesttableprops\trowd\cellx5\cellx9\nestrow}`},
	{"plain and bold rows in turn", "", row("a", "b", "c") + row(`{\b a}`, `{\b b}`, `{\b c}`)},
	{"words of many formats in cells", "", row(`{\b a} b {\i c} d`, `{\b a} b {\i c} d`)},
	{"many tables of 250 rows", "", `\pard x\par` + strings.Repeat(row(`{\b a} x`, "b", `{\i c}`), 250)},
	{"paragraphs and tables in turn", "", `\pard some text\par` + row("a", "b")},
	{"wide rows", "", `\trowd` + strings.Repeat(`\cellx9`, 500) + strings.Repeat(`\pard\intbl{\b a}\cell`, 500) + `\row `},
	{"pictures in cells", "", row(`{\pict{\*\picprop{\sp{\sn wzDescription}{\sv cat}}}ff}`, "b")},
	{"links in cells", "", row(`{\field{\*\fldinst HYPERLINK "http://a.b/c"}{\fldrslt link}}`, "b")},
	{"lists in cells", "", row(`{\listtext 1.\tab}\ls1 a\par{\listtext 2.\tab}b`, "b")},
	{"paragraphs in a cell", `\trowd\cellx9\pard\intbl `, `{\b x} y\par `},
	{"lines in a cell", `\trowd\cellx9\pard\intbl `, `a\line `},
	{"lines of a paragraph", "", `a\line b\line `},
	{"runs of a paragraph", "", `\b a\b0 b`},
	{"pictures of a paragraph", "", `{\pict{\*\picprop{\sp{\sn wzDescription}{\sv cat}}}ff}`},
	{"a long text", "", "a text of some words "},
	{"a long text of a cell", `\trowd\cellx9\pard\intbl `, "a text of some words "},
	{"a long text of a note", `x{\footnote `, "a text of some words "},
	{"a long header", `{\header `, "a text of some words "},
	{"paragraphs of an item", `{\listtext 1.}\pard\ls1 a\par `, `{\listtext }{\b x} y\par `},
	{"lines of an item", `{\listtext 1.}\pard\ls1 `, `a\line `},
	{"items of two levels", "", `{\listtext 1.}\pard\ls1 a\par{\listtext a.}\pard\ls1\ilvl1\li720 b\par `},
	{"quotations", "", `\pard\li720 q\par `},
	{"bold words", "", `{\b word}\par `},
	{"words of two formats", "", `a {\b b}\par `},
	{"notes", "", `text{\footnote ` + strings.Repeat("a note of some words ", 6) + `}\par `},
	{"paragraphs in a text box", `x{\shp{\*\shpinst{\shptxt `, `{\b x} y\par `},
	{"paragraphs in a text box of an item", `{\listtext 1.}\pard\ls1 x{\shp{\*\shpinst{\shptxt `, `{\b x} y\par `},
	{"comments", "", `text{\annotation ` + strings.Repeat("a comment of some words ", 4) + `}\par `},
	{"text boxes", "", `a{\shp{\*\shpinst{\shptxt ` + strings.Repeat("a box of some words ", 4) + `\par}}}\par `},
	{"rows in a text box", `{\shp{\*\shpinst{\shptxt `, row(`{\b a}`, "b")},
	{"headers", "", `{\header h\par}x\par `},
	{"bookmarks", "", `{\*\bkmkstart a}text\par `},
	{"headings", "", `\pard\outlinelevel0 a heading of some words\par\pard text\par `},
	{"fonts", `{\fonttbl`, `{\f1 a;}`},
	{"lists of the head", "", `{\*\listtable{\list{\listlevel{\leveltext \'02\'00.;}}\listid1}}`},
}

// The limit of nodes bounds the memory that reading, making blocks and writing
// take, whatever is in a file: a 16th of the nodes takes a 16th of what a child
// process may have.
func TestNodesBoundMemory(t *testing.T) {
	const most = 700 << 20 / 16
	limits := converters.Limits{Nodes: 4 << 20 / 16}
	defer debug.SetGCPercent(debug.SetGCPercent(30))
	for _, s := range large {
		held := int64(0)
		err := error(converters.ErrLimit)
		for size := 4 << 20; err != nil; size /= 2 { // to the largest that is not refused
			content := shape(s.head, s.unit, size)
			before := heap()
			peak := watch()
			if err = write(t, content, limits); err != nil && !errors.Is(err, converters.ErrLimit) {
				t.Fatalf("%s: %v", s.name, err)
			}
			held = peak() - before
		}
		t.Logf("%s: %.1f MB", s.name, float64(held)/(1<<20))
		if held > most {
			t.Errorf("%s: %d bytes are held, at most %d expected", s.name, held, most)
		}
	}
}

// watch looks at how many bytes are in use, until what it returns is called,
// which says how many these were at most.
func watch() func() int64 {
	done, peak := make(chan struct{}), make(chan int64)
	go func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		most := int64(0)
		for {
			metrics.Read(live)
			most = max(most, int64(live[0].Value.Uint64()))
			select {
			case <-done:
				peak <- most
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}()
	return func() int64 {
		close(done)
		return <-peak
	}
}
