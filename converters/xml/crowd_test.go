package xml

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document/documenttest"
)

// What is longer than anything that people write is parted, and nothing of it is
// lost: every number is there once, in order.
func TestWhatIsVeryLongIsParted(t *testing.T) {
	const many = 3*vocab.MaxPieces + 100
	numbers := func(unit string) string {
		var b strings.Builder
		for i := range many {
			fmt.Fprintf(&b, unit, i)
		}
		return b.String()
	}
	jats := func(before, unit, after string) string {
		return "<article xmlns:l='http://www.w3.org/1999/xlink' xmlns:m='http://www.w3.org/1998/Math/MathML'><front/><body>" +
			before + numbers(unit) + after + "</body></article>"
	}
	for name, c := range map[string]struct {
		text, kind string
		least      int
	}{
		"styles":      {jats("<p>", "<bold>n%d</bold> x ", "</p>"), "paragraph", 4},
		"no blanks":   {jats("<p>", "<sub>n%d</sub>x", "</p>"), "paragraph", 3},
		"line ends":   {jats("<p>", "n%d<break/>", "</p>"), "paragraph", 3},
		"links":       {jats("<p>", "<ext-link l:href='https://e.org/'>n%d</ext-link> ", "</p>"), "paragraph", 4},
		"in one link": {jats("<p><ext-link l:href='https://e.org/'>", "<bold>n%d</bold> x ", "</ext-link></p>"), "link", 4},
		"quotation":   {jats("<disp-quote>", "<p>n%d</p>", "</disp-quote>"), "quote", 24},
		"item":        {jats("<list><list-item>", "<p>n%d</p>", "</list-item></list>"), "item", 24},
		"definitions": {jats("<def-list>", "<def-item><term>n%d</term></def-item>", "</def-list>"), "definitions", 24},
		"cell":        {jats("<table><tr><td>a</td><td>", "<p>n%d</p>", "</td><td>b</td></tr></table>"), "row", 24},
		"cell's text": {jats("<table><tr><td>", "<bold>n%d</bold> x ", "</td></tr></table>"), "row", 3},
		"box":         {jats("<boxed-text>", "<p>n%d</p>", "</boxed-text>"), "paragraph", many},
		"notes":       {jats("<p>", "<fn><p>n%d</p></fn> ", "</p>"), "footnote", many},
		"formula":     {jats("<p><m:math>", "<m:mi>n%d</m:mi> ", "</m:math></p>"), "paragraph", 2},
	} {
		dump := dumpOf(t, c.text)
		if got := countLines(dump, c.kind); got < c.least {
			t.Errorf("%s: %d of the kind %s, not %d", name, got, c.kind, c.least)
		}
		at := 0
		for i := range many {
			want := fmt.Sprintf("n%d", i)
			n := strings.Index(dump[at:], want)
			if n < 0 {
				t.Fatalf("%s: %s is not there", name, want)
			}
			at += n + len(want)
		}
		if rest := strings.Count(dump, "n0"); rest != strings.Count(c.text, "n0") {
			t.Errorf("%s: n0 is there %d times", name, rest)
		}
	}
}

// dumpOf converts a document and returns what comes of it.
func dumpOf(t *testing.T, text string) string {
	t.Helper()
	r, err := converters.NewRegistry(New())
	if err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(r, converters.Limits{}, converters.Options{})
	doc, err := r.Convert(t.Context(), converters.Input{Name: "in.xml", SectionReader: io.NewSectionReader(strings.NewReader(text), 0, int64(len(text)))}, env)
	if err != nil {
		t.Fatal(err)
	}
	return documenttest.Dump(doc)
}

// countLines counts the lines of a dump that begin with a word.
func countLines(dump, word string) int {
	n := 0
	for line := range strings.Lines(dump) {
		if strings.HasPrefix(strings.TrimLeft(line, " "), word) {
			n++
		}
	}
	return n
}
