package epub_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/epub"
	"github.com/seed353dc258/backstory/converters/html"
)

// book packs a book of one chapter, a.xhtml, with more in its parts.
func book(tb testing.TB, items, refs, head, body string, parts map[string]string) []byte {
	tb.Helper()
	all := map[string]string{
		"META-INF/container.xml": `<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>`,
		"b.opf": `<package><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>` + items +
			`</manifest><spine><itemref idref="a"/>` + refs + `</spine></package>`,
		"a.xhtml": `<html><head>` + head + `</head><body><p>a</p>` + body + `</body></html>`,
	}
	for name, text := range parts {
		all[name] = text
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range all {
		part, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(part, text)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func convert(tb testing.TB, content []byte, limits converters.Limits) error {
	tb.Helper()
	registry, err := converters.NewRegistry(epub.New(), html.New())
	if err != nil {
		tb.Fatal(err)
	}
	in := converters.Input{Name: "in.epub", SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	_, err = registry.Convert(tb.Context(), in, converters.NewEnv(registry, limits, converters.Options{}))
	return err
}

// shapes are books with a thing n times.
var shapes = []struct {
	name string
	book func(tb testing.TB, n int) []byte
}{
	{"one chapter again and again", func(tb testing.TB, n int) []byte {
		return book(tb, "", strings.Repeat(`<itemref idref="a"/>`, n), "", "", nil)
	}},
	{"items", func(tb testing.TB, n int) []byte {
		var items strings.Builder
		for i := range n {
			fmt.Fprintf(&items, `<item id="i%d" href="a.xhtml" media-type="application/xhtml+xml"/>`, i)
		}
		return book(tb, items.String(), "", "", "", nil)
	}},
	{"links", func(tb testing.TB, n int) []byte {
		return book(tb, "", "", "", strings.Repeat(`<p><a href="a.xhtml#x">a</a></p>`, n), nil)
	}},
	{"one sheet again and again", func(tb testing.TB, n int) []byte {
		sheet := map[string]string{"s.css": strings.Repeat(".h{display:none}\n", 1000)}
		return book(tb, "", "", strings.Repeat(`<link rel="stylesheet" href="s.css"/>`, n), "", sheet)
	}},
	{"sheets that import one another", func(tb testing.TB, n int) []byte {
		sheets := map[string]string{"s.css": `@import "0.css";`, "19.css": strings.Repeat(".h{display:none}", n/10)}
		for i := range 19 {
			sheets[fmt.Sprintf("%d.css", i)] = strings.Repeat(fmt.Sprintf(`@import "%d.css";`, i+1), 2)
		}
		return book(tb, "", "", `<link rel="stylesheet" href="s.css"/>`, "", sheets)
	}},
	{"links that do not end", func(tb testing.TB, n int) []byte {
		return book(tb, "", "", strings.Repeat(`<link href="s.css" `, n), "", nil)
	}},
	{"metadata inside metadata", func(tb testing.TB, n int) []byte {
		depth := min(n, 100)
		return book(tb, strings.Repeat("<metadata>", depth)+strings.Repeat("<title>a</title>", n)+strings.Repeat("</metadata>", depth), "", "", "", nil)
	}},
}

// TestWorkIsLinear measures the memory that shapes take in all: four times of a
// thing may not take much more than four times as much.
func TestWorkIsLinear(t *testing.T) {
	took := func(content []byte) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := convert(t, content, converters.Limits{})
		runtime.ReadMemStats(&after)
		if err != nil && !errors.Is(err, converters.ErrLimit) {
			t.Fatal(err)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	const n = 1000
	for _, s := range shapes {
		took(s.book(t, n)) // what is made once
		small, large := took(s.book(t, n)), took(s.book(t, 4*n))
		if large > 6*small+1_000_000 {
			t.Errorf("%s: %d of them take %d bytes, four times as many %d", s.name, n, small, large)
		}
	}
}

// Sheets are part of each page that links to them, and are charged for each.
func TestSheetsAreChargedForEachPage(t *testing.T) {
	var items, refs strings.Builder
	parts := map[string]string{"s.css": strings.Repeat(" ", 100_000)}
	for i := range 100 {
		fmt.Fprintf(&items, `<item id="i%d" href="i%d.xhtml" media-type="application/xhtml+xml"/>`, i, i)
		fmt.Fprintf(&refs, `<itemref idref="i%d"/>`, i)
		parts[fmt.Sprintf("i%d.xhtml", i)] = `<html><head><link rel="stylesheet" href="s.css"/></head><body>a</body></html>`
	}
	content := book(t, items.String(), refs.String(), "", "", parts)
	if err := convert(t, content, converters.Limits{Parts: 5_000_000}); !errors.Is(err, converters.ErrLimit) {
		t.Errorf("10 MB of sheets with a limit of 5 MB: %v", err)
	}
	if err := convert(t, content, converters.Limits{}); err != nil {
		t.Error(err)
	}
}
