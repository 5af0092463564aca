package repl

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/oneline"
)

func draw(t testing.TB, colored bool, pieces ...string) string {
	t.Helper()
	var b strings.Builder
	d := &drawer{to: &b, colored: colored}
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
	return strings.NewReplacer(attrReset, "{}", attrStrong, "{b}", attrEmph, "{i}", attrCode, "{c}", attrFaint, "{f}").Replace(s)
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

// FuzzDraw holds that no answer gets a control through that is not ours, that
// the pieces in which it comes make no difference, and that nothing is lost
// but signs of Markdown.
func FuzzDraw(f *testing.F) {
	for _, s := range []string{"**a** `b`", "```\nx", "> # t", "\x1b[31m", "- *x", "\\", "_a_b_", "~~~~\n~~~\n~~~~"} {
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
		bare := strings.NewReplacer(attrReset, "", attrStrong, "", attrEmph, "", attrCode, "", attrFaint, "").Replace(whole)
		for _, r := range bare {
			if r != oneline.Rune(r) {
				t.Fatalf("%q lets %U through: %q", in, r, whole)
			}
		}
		if !utf8.ValidString(whole) {
			t.Fatalf("%q: %q", in, whole)
		}
		for _, r := range in {
			if (r >= 'a' && r <= 'z') && strings.Count(bare, string(r)) < strings.Count(in, string(r)) {
				t.Fatalf("%q loses %q: %q", in, r, whole)
			}
		}
	})
}
