package rtf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/rtf"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// convert converts a file.
func convert(tb testing.TB, content []byte, limits converters.Limits) (*document.Document, error) {
	tb.Helper()
	registry, err := converters.NewRegistry(rtf.New(), page{})
	if err != nil {
		tb.Fatal(err)
	}
	env := converters.NewEnv(registry, limits, converters.Options{})
	in := converters.Input{Name: "in.rtf", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	return registry.Convert(tb.Context(), in, env)
}

// write converts a file and writes it.
func write(tb testing.TB, content []byte, limits converters.Limits) error {
	tb.Helper()
	doc, err := convert(tb, content, limits)
	if err == nil {
		_, err = markdown.Write(io.Discard, doc, markdown.WriteOptions{NoPlaces: true, NoTokens: true, MaxChars: limits.Filled().Text})
	}
	return err
}

// shapes are what costs most for each byte: a head, then a unit again and
// again.
var shapes = []struct{ name, head, unit string }{
	{"paragraphs", "", `a\par `},
	{"rows", `\trowd\cellx1`, `\pard\intbl a\cell\row `},
	{"rows of their own", "", `\trowd\cellx9\clvmrg\cellx99\pard\intbl a\cell b\cell\row `},
	{"many definitions", `\trowd` + strings.Repeat(`\cellx9`, 2000), `\intbl a\cell\row `},
	{"rows of one wide definition", `\trowd` + strings.Repeat(`\cellx9`, 50_000), `\trrh1\intbl a\cell\row `},
	{"tables of one wide definition", `\trowd` + strings.Repeat(`\clbrdrb\clcbpat1\cellx9`, 50_000), `\pard\intbl a\cell b\cell\row c\cell d\cell\row\pard x\par `},
	{"rows below a wide one", `\pard\intbl ` + strings.Repeat(`a\cell `, 16000) + `\row `, `a\cell\row `},
	{"nested rows", "", `\itap2 a\nestcell{\*\nesttableprops\trowd\cellx9\nestrow}`},
	{"runs", "", `\b a\b0 b`},
	{"items", "", `{\listtext 1.}a\par `},
	{"counted items", `{\*\listtable{\list{\listlevel{\leveltext \'02\'00.;}}\listid1}}{\*\listoverridetable{\listoverride\listid1\ls1}}\ls1 `, `a\par `},
	{"code", `{\fonttbl{\f1\fmodern C;}}` + strings.Repeat("prose ", 1<<17) + `\par\f1 `, `a\par `},
	{"quotations", `\li720 `, `a\par `},
	{"notes", "", `a{\footnote b}`},
	{"headers", "", `{\header a}`},
	{"links", "", `{\field{\*\fldinst HYPERLINK http://a.b}{\fldrslt c}}`},
	{"equations", "", `{\field{\*\fldinst EQ ` + strings.Repeat(`\\f(\\b\\lc((x);1)`, 400) + `}{\fldrslt }}`},
	{"bookmarks", "", `{\*\bkmkstart a}`},
	{"fonts", `{\fonttbl`, `{\f1 a;}`},
	{"wide characters", `{\fonttbl{\f1\fcharset128 J;}}\f1 `, `\'93\'fa`},
	{"braces", "", `}`},
	{"ignored groups", "", `{\*\unknown x}`},
	{"shapes", "", `{\shp{\*\shpinst{\shptxt a}}}`},
	{"pictures of nested shapes", strings.Repeat(`{\shp{\*\shpinst`, 100), `{\pict{\*\picprop{\sp{\sn wzDescription}{\sv c}}}f}`},
	{"documents", "", `}{\rtf1 a`},
	{"spaces", "", ` `},
	{"tabs", "", `\tab `},
	{"wrapped tags", `\fromhtml1 {\*\htmltag <html>}`, `{\*\htmltag <b>}`},
}

func shape(head, unit string, size int) []byte {
	return []byte(`{\rtf1\ansi text\par ` + head + strings.Repeat(unit, size/len(unit)) + `}`)
}

func TestHostileShapesEndWell(t *testing.T) {
	for _, s := range shapes {
		if err := write(t, shape(s.head, s.unit, 1<<16), converters.Limits{}); err != nil && !errors.Is(err, converters.ErrLimit) {
			t.Errorf("%s: %v", s.name, err)
		}
	}
}

// A wide row may not make every other row as wide.
func TestAWideRowDoesNotBlowUpTheTable(t *testing.T) {
	content := shape(`\pard\intbl `+strings.Repeat(`a\cell `, 10_000)+`\row `, `a\cell\row `, 1<<17)
	doc, err := convert(t, content, converters.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	places := 0
	for _, b := range doc.Blocks {
		if table, ok := b.(*document.Table); ok {
			places += table.Columns * len(table.Rows)
		}
	}
	if places > len(content) {
		t.Errorf("%d places of tables from %d bytes", places, len(content))
	}
}

func TestWhatIsTooMuchIsALimit(t *testing.T) {
	for name, content := range map[string]string{
		"groups":         `{\rtf1` + strings.Repeat("{", 100_000),
		"cells":          `{\rtf1\pard\intbl ` + strings.Repeat(`a\cell `, 20_000),
		"nested tables":  `{\rtf1\pard\intbl\itap16000 a\nestcell`,
		"equations":      `{\rtf1 {\mmath{\mr ` + strings.Repeat("_", 11<<20) + `}}}`,
		"notes in notes": `{\rtf1 ` + strings.Repeat(`{\footnote a`, 5000),
	} {
		if err := write(t, []byte(content), converters.Limits{}); !errors.Is(err, converters.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// BenchmarkShapes shows whether time for each byte grows with the size.
func BenchmarkShapes(b *testing.B) {
	for _, s := range shapes {
		for _, times := range []int{1, 4, 16} {
			content := shape(s.head, s.unit, times<<17)
			b.Run(fmt.Sprintf("%s/%dx", strings.ReplaceAll(s.name, " ", "-"), times), func(b *testing.B) {
				b.SetBytes(int64(len(content)))
				for b.Loop() {
					if err := write(b, content, converters.Limits{}); err != nil && !errors.Is(err, converters.ErrLimit) {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
