package prose

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
)

type run struct {
	kind   Kind
	end    int
	styles document.Styles
}

func of(r *run) Run { return Run{Kind: r.kind, End: r.end, Styles: &r.styles} }

const (
	bold   = document.Styles(1 << document.Strong)
	italic = document.Styles(1 << document.Emphasis)
	raised = document.Styles(1 << document.Superscript)
)

func stylesOf(runs []run) []document.Styles {
	var out []document.Styles
	for _, r := range runs {
		out = append(out, r.styles)
	}
	return out
}

func TestCodeBetweenEmphasisedTextIsEmphasised(t *testing.T) {
	for name, c := range map[string]struct{ runs, want []run }{
		"both sides":        {[]run{{Text, 1, bold | italic}, {Code, 2, 0}, {Text, 3, bold}}, []run{{}, {styles: bold}, {}}},
		"one side":          {[]run{{Text, 1, bold}, {Code, 2, 0}, {Text, 3, 0}}, []run{{}, {}, {}}},
		"no emphasis":       {[]run{{Text, 1, raised}, {Code, 2, 0}, {Text, 3, raised}}, []run{{}, {}, {}}},
		"beside a node":     {[]run{{Node, 1, bold}, {Code, 2, 0}, {Text, 3, bold}}, []run{{}, {}, {}}},
		"beside other code": {[]run{{Text, 1, bold}, {Code, 2, 0}, {Code, 3, 0}, {Text, 4, bold}}, []run{{}, {}, {}, {}}},
		"at the end":        {[]run{{Text, 1, bold}, {Code, 2, 0}}, []run{{}, {}}},
	} {
		want := make([]document.Styles, len(c.runs))
		for i := range c.runs {
			want[i] = c.runs[i].styles | c.want[i].styles
		}
		Bridge(c.runs, of)
		if diff := cmp.Diff(want, stylesOf(c.runs)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestCommonStylesAreThoseOfAllText(t *testing.T) {
	text := []byte("ab cd")
	for name, c := range map[string]struct {
		runs []run
		from int
		want document.Styles
	}{
		"all":     {[]run{{Text, 2, bold | italic}, {Text, 5, bold}}, 0, bold},
		"a blank": {[]run{{Text, 2, bold}, {Text, 3, 0}, {Text, 5, bold}}, 0, bold},
		"a node":  {[]run{{Text, 2, bold}, {Node, 2, 0}}, 0, 0},
		"from":    {[]run{{Text, 3, 0}, {Text, 5, italic}}, 2, italic},
		"nothing": {nil, 0, 0},
		"blanks":  {[]run{{Text, 3, bold}}, 2, 0},
	} {
		if got := Common(c.runs, text, c.from, of); got != c.want {
			t.Errorf("%s: %b, want %b", name, got, c.want)
		}
	}
}

func TestNoMoreThanTwoBlankLinesOfCodeAreKept(t *testing.T) {
	for n, want := range []string{"a", "a\n", "a\n\n", "a\n\n"} {
		if got := string(AppendGap([]byte("a"), n)); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestHeadersThatOnlyCountPages(t *testing.T) {
	for text, want := range map[string]bool{
		"":              true,
		"12":            true,
		"- 3 -":         true,
		"Page 1 of 9":   true,
		"Seite 2 von 3": true,
		"第 1 页 共 3 页":   true,
		"Page 1, draft": false,
		"Chapter 2":     false,
	} {
		if got := OnlyPages(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
