package draw

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/oneline"
)

func draw(t testing.TB, colored bool, pieces ...string) string {
	t.Helper()
	return drawn(t, Options{Colored: colored}, pieces...)
}

func drawn(t testing.TB, opts Options, pieces ...string) string {
	t.Helper()
	var b strings.Builder
	d := NewAnswer(&b, opts)
	for _, p := range pieces {
		if err := d.Write(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// shown makes attributes readable.
func shown(s string) string {
	return strings.NewReplacer(attrReset, "{}", attrStrong, "{b}", attrEmph, "{i}", attrCode, "{c}", Faint, "{f}").Replace(s)
}

func TestAnswersAreDrawn(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain text", "plain text\n"},
		{"a **b** c", "a {}{b}b{} c\n"},
		{"a *b* c", "a {}{i}b{} c\n"},
		{"2 * 3 * 4", "2 * 3 * 4\n"},
		{"snake_case_name and _so_", "snake_case_name and {}{i}so{}\n"},
		{"`a*b*` x", "{c}a*b*{} x\n"},
		{"``a`b``", "{c}a`b{}\n"},
		{"# Title **x**\ntext", "{b}Title {}{b}x{}{b}{}\ntext\n"},
		{"#hash", "#hash\n"},
		{"- one\n- two", "• one\n• two\n"},
		{"  * deep", "  • deep\n"},
		{"-5 degrees", "-5 degrees\n"},
		{"> said", "{f}│ {}said\n"},
		{"```go\na := *b\n```\n*x*", "{f}```go{}\n{c}a := *b{}\n{f}```{}\n{}{i}x{}\n"},
		{"> ```go\n> x\n>\n> ```\n> *y*\nz", "{f}│ {}{f}```go{}\n{f}│ {}{c}x{}\n{f}│ {}{}\n{f}│ {}{f}```{}\n{f}│ {}{}{i}y{}\nz\n"},
		{"> ```\n> x\nout *e*", "{f}│ {}{f}```{}\n{f}│ {}{c}x{}\nout {}{i}e{}\n"},
		{"1. one\n2. two", "1. one\n2. two\n"},
		{"\\*not\\* \\n", "*not* \\n\n"},
		{"**open\n\nnext", "{}{b}open\n{}\nnext\n"},
		{"***both*** x", "{}{b}{i}both{} x\n"},
		{"evil\x1b[2J\x07\u202etxt", "evil\uFFFD[2J\uFFFD\uFFFDtxt\n"},
		{"---\n", "---\n"},
		{"", "\n"},
	} {
		whole := shown(draw(t, true, c.in))
		if whole != c.want {
			t.Errorf("%q:\n%q, want\n%q", c.in, whole, c.want)
		}
		var pieces []string
		for i := range len(c.in) {
			pieces = append(pieces, c.in[i:i+1])
		}
		if in := shown(draw(t, true, pieces...)); in != whole {
			t.Errorf("%q in pieces: %q, whole %q", c.in, in, whole)
		}
	}
}

func TestPlainAnswersAreTheSameBytes(t *testing.T) {
	const text = "# T\n\n- a *b*\n\n```\nx\n```\nzażółć 漢字\n"
	if got := draw(t, false, text); got != text {
		t.Errorf("%q", got)
	}
	if got := draw(t, false, "a\x1b]0;x\x07b\xff"); got != "a\uFFFD]0;x\uFFFDb\uFFFD\n" {
		t.Errorf("%q", got)
	}
}

// drawWide draws for a terminal of so many columns, with links.
func drawWide(t testing.TB, width int, pieces ...string) string {
	t.Helper()
	return drawn(t, Options{Colored: true, Links: true, Width: width}, pieces...)
}

func TestTablesAreDrawn(t *testing.T) {
	const table = "| Pilot | Berth | Since |\n|---|:-:|--:|\n| **Ida** Holm | A1 | 1951 |\n| 灯台 🚢 | `B\\|2` | 7 |\n"
	for _, c := range []struct {
		width    int
		in, want string
	}{
		{80, "before\n" + table + "after", `before
Pilot    │ Berth │ Since
─────────┼───────┼──────
Ida Holm │  A1   │  1951
灯台 🚢  │  B|2  │     7
after
`},
		{24, "| Name | What he said |\n|---|---|\n| Ida | *fog at sea, and* more fog |\n", `Name │ What he said
─────┼──────────────────
Ida  │ fog at sea, and
     │ more fog
`},
		{20, "| Name | What | Whose |\n|---|---|---|\n| lighthouse | foghorn | Ida |\n| pilot | boat | |\n", `Name: lighthouse
What: foghorn
Whose: Ida
───
Name: pilot
What: boat
Whose:
`},
		{80, "| no table\n| at all\n", "| no table\n| at all\n"},
		{80, "| one line", "| one line\n"},
		{80, "```\n| a | b |\n|---|---|\n```\n", "```\n| a | b |\n|---|---|\n```\n"},
	} {
		got := ""
		for line := range strings.Lines(stripped(drawWide(t, c.width, c.in))) {
			got += strings.TrimRight(line, " \n") + "\n"
		}
		if got != c.want {
			t.Errorf("%q:\n%s, want\n%s", c.in, got, c.want)
		}
	}
	if got := shown(drawWide(t, 24, "| a | b |\n|---|---|\n| c | *fog at sea, and then some* fog |\n")); !strings.Contains(got, "{i}fog at sea, and then{}\n") || !strings.Contains(got, "{i}some{} fog") {
		t.Errorf("an attribute reaches out of its cell: %s", got)
	}
}

// What is not a table any more is shown word by word.
func TestAnAnswerWithPipesStreams(t *testing.T) {
	var b strings.Builder
	d := NewAnswer(&b, Options{Colored: true, Links: true, Width: 80})
	if err := d.Write("| a\n| b\n"); err != nil || b.String() != "| a\n| b\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	if err := d.Write("c [d"); err != nil || b.String() != "| a\n| b\nc" {
		t.Errorf("%q, %v", b.String(), err)
	}
	if err := d.Write("] e"); err != nil || b.String() != "| a\n| b\nc [d]" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

func TestLinksAreDrawn(t *testing.T) {
	link := func(address, text string) string { return osc + address + st + text + linkEnd }
	for in, want := range map[string]string{
		"see [the **log**](https://example.org/a_(b)?c=d) now": "see " + link("https://example.org/a_(b)?c=d", "the {}{b}log{}") + "{f} (example.org){} now\n",
		"[https://example.org](https://example.org)":           link("https://example.org", "https://example.org") + "\n",
		"[mail](<mailto:ida@example.org>)":                     link("mailto:ida@example.org", "mail") + "{f} (ida@example.org){}\n",
		`[x](https://a.org "y")`:                               link("https://a.org", "x") + "{f} (a.org){}\n",
		"[x](javascript:alert(1))":                             "[x](javascript:alert(1))\n",
		"[x](https://ex\u0430mple.org)":                        "[x](https://ex\u0430mple.org)\n",
		"[x](file:///etc/passwd)":                              "[x](file:///etc/passwd)\n",
		"[x] (https://a.org) [y][z](https://b.org)":            "[x] (https://a.org) [y]" + link("https://b.org", "z") + "{f} (b.org){}\n",
		"`[x](https://a.org)` [open *so*":                      "{c}[x](https://a.org){} [open {}{i}so{}\n",
	} {
		if got := shown(drawWide(t, 200, in)); got != want {
			t.Errorf("%q:\n%q, want\n%q", in, got, want)
		}
	}
	if got := draw(t, true, "[x](https://a.org)"); got != "[x](https://a.org)\n" {
		t.Errorf("without links: %q", got)
	}
}

// FuzzDraw holds that no answer gets a control through that is not ours, that
// the pieces in which it comes make no difference, and that nothing is lost
// but signs of Markdown.
func FuzzDraw(f *testing.F) {
	for _, s := range []string{"**a** `b`", "```\nx", "> # t", "\x1b[31m", "- *x", "\\", "_a_b_", "~~~~\n~~~\n~~~~", "|a|b|\n|-|-|\n|*c*|d\\|e|\n", "[a](https://b.c/(d)) [e", "| [a b c](https://d.e) | f\n|-|:-:|"} {
		f.Add(s, 1)
	}
	f.Fuzz(func(t *testing.T, in string, cut int) {
		whole := draw(t, true, in)
		if n := len(in); n > 0 {
			at := (cut%n + n) % n
			if parts := draw(t, true, in[:at], in[at:]); parts != whole {
				t.Fatalf("%q cut at %d: %q, whole %q", in, at, parts, whole)
			}
		}
		wide := drawWide(t, 40, in)
		for _, text := range []string{whole, wide} {
			holdsNoControl(t, in, text)
		}
		for line := range strings.Lines(wide) {
			if columns(strings.TrimRight(line, "\n ")) > 40 && len(strings.Fields(stripped(line))) > 1 && !strings.ContainsAny(in, "\t") {
				t.Fatalf("%q: a line is wider than the terminal: %q", in, line)
			}
		}
		if n := len(in); n > 0 {
			at := (cut%n + n) % n
			if parts := drawWide(t, 40, in[:at], in[at:]); parts != wide {
				t.Fatalf("%q cut at %d for a terminal: %q, whole %q", in, at, parts, wide)
			}
		}
		bare := strings.NewReplacer(attrReset, "", attrStrong, "", attrEmph, "", attrCode, "", Faint, "").Replace(whole)
		if !utf8.ValidString(whole) {
			t.Fatalf("%q: %q", in, whole)
		}
		for _, r := range in {
			if r >= 'a' && r <= 'z' && strings.Count(wide, string(r)) < strings.Count(in, string(r)) {
				t.Fatalf("%q loses %q on a terminal: %q", in, r, wide)
			}
			if (r >= 'a' && r <= 'z') && strings.Count(bare, string(r)) < strings.Count(in, string(r)) {
				t.Fatalf("%q loses %q: %q", in, r, whole)
			}
		}
	})
}

// stripped returns a text without our sequences.
func stripped(text string) string {
	var out strings.Builder
	for text != "" {
		if at := strings.IndexByte(text, '\x1b'); at < 0 {
			out.WriteString(text)
			break
		} else {
			out.WriteString(text[:at])
			text = text[at:]
			text = text[sequence(text):]
		}
	}
	return out.String()
}

// holdsNoControl holds that a text has no control in it but attributes and links
// of ours.
func holdsNoControl(t *testing.T, in, text string) {
	t.Helper()
	for rest := text; ; {
		at := strings.IndexByte(rest, '\x1b')
		if at < 0 {
			break
		}
		rest = rest[at:]
		s := rest[:sequence(rest)]
		rest = rest[len(s):]
		switch s {
		case attrReset, attrStrong, attrEmph, attrCode, Faint, linkEnd:
			continue
		}
		address, ok := strings.CutPrefix(s, osc)
		if _, leads := leadsTo(strings.TrimSuffix(address, st)); !ok || !leads {
			t.Fatalf("%q lets %q through", in, s)
		}
	}
	for _, r := range stripped(text) {
		if r != oneline.Rune(r) {
			t.Fatalf("%q lets %U through: %q", in, r, text)
		}
	}
}

// A quote is drawn for reading: its tables in columns, without the signs of Markdown.
func TestQuotesAreDrawn(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"> |a|long head|\n> |-|-|\n> |1|2|\n\nnext", "{f}│ {}{b}a{}{f} │ {}{b}long head{}\n{f}│ {}{f}──┼──────────{}\n{f}│ {}1{f} │ {}2\n\nnext\n"},
		{"> |a|b|\n> |-|-|\n> |1|2|\n>\n> text", "{f}│ {}{b}a{}{f} │ {}{b}b{}\n{f}│ {}{f}──┼──{}\n{f}│ {}1{f} │ {}2\n{f}│{}\n{f}│ {}text\n"},
		{"> |a|b|\n> |-|-|\n> text\n", "{f}│ {}{b}a{}{f} │ {}{b}b{}\n{f}│ {}{f}──┼──{}\n{f}│ {}text\n"},
		{"> |no table|\n> and on\n", "{f}│ {}|no table|\n{f}│ {}and on\n"},
		{"> a [link](https://a.org/long/path) b", "{f}│ {}a link{f} (a.org){} b\n"},
		{"> a [link](../other.html \"so\") b", "{f}│ {}a link b\n"},
		{"> one\\\n> two", "{f}│ {}one\n{f}│ {}two\n"},
		{"one\\\ntwo", "one\ntwo\n"},
	} {
		opts := Options{Colored: true, Width: 60}
		whole := shown(drawn(t, opts, c.in))
		if whole != c.want {
			t.Errorf("%q:\n%q, want\n%q", c.in, whole, c.want)
		}
		var pieces []string
		for i := range len(c.in) {
			pieces = append(pieces, c.in[i:i+1])
		}
		if in := shown(drawn(t, opts, pieces...)); in != whole {
			t.Errorf("%q in pieces: %q, whole %q", c.in, in, whole)
		}
	}
}
