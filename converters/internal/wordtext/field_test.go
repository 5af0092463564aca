package wordtext_test

import (
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
)

func TestLinksOfFields(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{`HYPERLINK "https://example.org/a b"`, "https://example.org/a b"},
		{` hyperlink https://example.org \o "a tip" \t _blank`, "https://example.org"},
		{`HYPERLINK \l "part two" \* MERGEFORMAT`, "#part two"},
		{`HYPERLINK "a.html" \l b`, "a.html#b"},
		{`HYPERLINK "c:\\files\\a \"b\".txt"`, `c:\files\a "b".txt`},
		{`HYPERLINK “https://example.org”`, "https://example.org"},
		{`HYPERLINK \l`, ""},
		{`REF "https://example.org"`, ""},
		{``, ""},
	} {
		field := wordtext.ReadField(c.code)
		got := ""
		if link := field.Link(); link != nil {
			got = link.URL
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.code, got, c.want)
		}
	}
}

func TestFieldsWithoutResult(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{`SYMBOL 183 \f Symbol \s 10`, "•"},
		{`SYMBOL 0x2713 \u`, "✓"},
		{`SYMBOL 65 \f "Arial"`, "A"},
		{`SYMBOL 7`, ""},
		{`SYMBOL 99999999999`, ""},
		{`SYMBOL`, ""},
		{`MACROBUTTON Next click here`, "click here"},
		{`GOTOBUTTON mark there`, "there"},
		{`DATE \@ "d MMM"`, ""},
	} {
		if field := wordtext.ReadField(c.code); field.Instead() != c.want {
			t.Errorf("%s: got %q, want %q", c.code, field.Instead(), c.want)
		}
	}
}
