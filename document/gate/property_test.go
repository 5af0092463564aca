package gate_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/seed353dc258/backstory/document/gate"
)

// pieces is what random texts are made of: everything that a rule or a guard
// looks at, and ordinary characters between.
var pieces = strings.Fields(`
	a b Z 7 ( ) . ; [ ] m é ß п ñ 密 葛 か 한 א ש م ه ن ا د ක ක් र् र ् র ক ্ க ् ക ് ක ්
	ก ข ខ ្ ៊ 😀 👩 ❤ © 🏻 🏴 ⃣ ⠁ ⠿ ᄀ ᅡ ᆨ ᠠ ᠨ ִ ַ ֖ 𝑓 ½`)

var specials = []string{
	" ", "\t", "\n", "\r", "\v", "\f", "\u0085", "\u2028", "\x00", "\b", "\x1b", "\x1b[", "\x1b]", "\x1bP", "\x07", "\x1b\\",
	"\u0090", "\u009B", "\u009C", "\u009D", "\xff", "\xc3", "\xe2\x80", "\xed\xa0\x80", "\x80",
	"\U000E0001", "\U000E0041", "\U000E007F", tags("gbeng\x7F"), tags("gb"),
	"\uFE00", "\uFE01", "\uFE0E", "\uFE0F", "\U000E0100", "\U000E01EF", "\u180B", "\u180E",
	"\u200D", "\u200C", "\u200B", "\u2060", "\u2061", "\u2062", "\uFEFF",
	"\u202A", "\u202C", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069", "\u200E", "\u200F", "\u061C",
	"\u00AD", "\u3164", "\uFFA0", "\u17B4", "\u115F", "\u1160", "\u2800", "\u034F",
	"\uFFF9", "\u206A", "\U0001D173", "\uFDD0", "\uE000", "\uF0B7", "\u0301", "\u0336", "\u20DD", "\u0378",
}

// randomText returns n pieces; hostile is the share of specials in eighths.
func randomText(r *rand.Rand, n, hostile int) string {
	var b strings.Builder
	for range n {
		from := pieces
		if r.IntN(8) < hostile {
			from = specials
		}
		b.WriteString(from[r.IntN(len(from))])
	}
	return b.String()
}

// gates are the ways to pass a text, by name.
var gates = []struct {
	name string
	pass func(*gate.Gate, string) string
}{
	{"Text", (*gate.Gate).Text},
	{"Code", (*gate.Gate).Code},
	{"Line", (*gate.Gate).Line},
}

// checkText checks what must hold for every text.
func checkText(t *testing.T, s string) {
	t.Helper()
	for _, way := range gates {
		var g gate.Gate
		once := way.pass(&g, s)
		if !utf8.ValidString(once) {
			t.Errorf("%s(%+q) = %+q, which is not UTF-8", way.name, s, once)
		}
		if r, bad := forbidden(once); bad {
			t.Errorf("%s(%+q) = %+q lets U+%04X pass", way.name, s, once, r)
		}
		if r := twice(once); r != 0 {
			t.Errorf("%s(%+q) = %+q lets two of U+%04X pass in a row", way.name, s, once, r)
		}
		if way.name == "Line" && strings.ContainsAny(once, "\n\r") {
			t.Errorf("Line(%+q) = %+q has a line end", s, once)
		}
		var again gate.Gate
		twice := way.pass(&again, once)
		if twice != once {
			t.Errorf("%s(%+q)\n once %+q\ntwice %+q", way.name, s, once, twice)
		} else if len(once) > 0 && unsafe.StringData(twice) != unsafe.StringData(once) {
			t.Errorf("%s(%+q): clean text was copied", way.name, once)
		}
		if f := again.Findings(); len(f) > 0 {
			t.Errorf("%s(%+q) = %+q, in which there are still findings: %v", way.name, s, once, f)
		}
		if other := (&gate.Gate{}).Text(once); other != once {
			t.Errorf("%s(%+q) = %+q, of which Text makes %+q", way.name, s, once, other)
		}
		if other := (&gate.Gate{}).Code(once); way.name != "Line" && other != once {
			t.Errorf("%s(%+q) = %+q, of which Code makes %+q", way.name, s, once, other)
		}
		if once != s && len(g.Findings()) == 0 && !quiet(s) {
			t.Errorf("%s(%+q) = %+q without a finding", way.name, s, once)
		}
	}
}

// quiet reports whether a text has something that may change in silence.
func quiet(s string) bool {
	return strings.ContainsAny(s, "\r\n\u00AD\uF0B7\uFEFF") || symbolFont(s)
}

func symbolFont(s string) bool {
	for _, r := range s {
		if r >= 0xF020 && r <= 0xF0FF {
			return true
		}
	}
	return false
}

// forbidden looks for what may never pass, wherever it is. It is written
// from the rules, not from the gate's tables.
func forbidden(s string) (rune, bool) {
	flag := strings.NewReplacer(
		"\U0001F3F4"+tags("gbeng\x7F"), "", "\U0001F3F4"+tags("gbsct\x7F"), "", "\U0001F3F4"+tags("gbwls\x7F"), "",
	).Replace(s)
	var before rune
	for _, r := range flag {
		switch {
		case r < ' ' && r != '\t' && r != '\n', r >= 0x7F && r < 0xA0, r == 0xAD,
			r == 0x2028, r == 0x2029, r >= 0x202A && r <= 0x202E,
			r == 0x2060, r == 0xFEFF, r >= 0x206A && r <= 0x206F,
			r == 0x3164, r == 0xFFA0, r == 0x17B4, r == 0x17B5,
			r >= 0xFFF9 && r <= 0xFFFB, r >= 0x1D173 && r <= 0x1D17A, r >= 0x1BCA0 && r <= 0x1BCA3,
			r >= 0xE0000 && r <= 0xE007F, r >= 0xE000 && r <= 0xF8FF, r >= 0xF0000,
			r >= 0xFDD0 && r <= 0xFDEF, r&0xFFFE == 0xFFFE:
			return r, true
		case selector(r) && selector(before):
			return r, true // never two in a row
		}
		before = r
	}
	return 0, false
}

// twice returns an invisible character that occurs twice in a row, or 0.
func twice(s string) rune {
	var before rune
	for _, r := range s {
		if r == before && hiding(r) {
			return r
		}
		before = r
	}
	return 0
}

// hiding reports whether r is invisible and allowed in a place of its own.
func hiding(r rune) bool {
	return r >= 0x200B && r <= 0x200F || r >= 0x2061 && r <= 0x2064 || r == 0x034F || r == 0x061C || r == 0x115F || r == 0x180E
}

func selector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x180B && r <= 0x180D || r == 0x180F
}

func TestEveryTextSettlesAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 25_000
	if testing.Short() {
		rounds = 5_000
	}
	for i := range rounds {
		checkText(t, randomText(r, 1+r.IntN(14), 1+i%7))
		if t.Failed() {
			return
		}
	}
	for _, a := range attacks {
		checkText(t, a.in)
	}
	for _, h := range honestTexts {
		checkText(t, h.text)
	}
}

// TestJoinedTextsBringNothingBack joins texts that have passed: what was
// dropped from each must not come about again.
func TestJoinedTextsBringNothingBack(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 20_000 {
		var g gate.Gate
		a, b := g.Text(randomText(r, 1+r.IntN(8), 1+i%7)), g.Text(randomText(r, 1+r.IntN(8), 1+i%7))
		if c, bad := forbidden(a + b); bad {
			t.Fatalf("%+q and %+q joined have U+%04X", a, b, c)
		}
	}
}

func TestLongLineIsJudgedAsAWhole(t *testing.T) {
	var g gate.Gate
	const pairs = 100_000
	long := "\u2067" + strings.Repeat("א\u200B", pairs) + "\u2069"
	if got, want := g.Text(long), "\u2067"+strings.Repeat("א", pairs)+"\u2069"; got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
	if got := g.Text("a\u200Bb"); got != "ab" {
		t.Errorf("a short line after it: %+q", got)
	}
	if got, want := summary(g.Findings()), "U08 M 100001"; got != want {
		t.Errorf("findings %s, want %s", got, want)
	}
}

// TestPairsOfSpecials passes every two and, between characters that guards
// look for, every three special characters.
func TestPairsOfSpecials(t *testing.T) {
	around := []string{"a", "א", "م", "क्", "ក", "😀", "ᄀ", "ᠠ", "⠁", "葛", "7"}
	for _, x := range specials {
		for _, y := range specials {
			for i, c := range around {
				checkText(t, c+x+y+around[(i+3)%len(around)])
				checkText(t, c+x+c+y+c)
			}
			if t.Failed() {
				return
			}
		}
	}
}

// TestRunsEqualText cuts texts anywhere; the runs must come out as the text
// does, with the same findings.
func TestRunsEqualText(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 20_000 {
		text := randomText(r, 1+r.IntN(12), 1+i%7)
		var runs []*string
		for rest := text; rest != ""; {
			n := 1 + r.IntN(len(rest))
			piece := rest[:n]
			runs, rest = append(runs, &piece), rest[n:]
			if r.IntN(4) == 0 {
				runs = append(runs, new(string))
			}
		}
		var whole, parts gate.Gate
		want := whole.Text(text)
		parts.Runs(runs)
		var got strings.Builder
		for _, run := range runs {
			if !utf8.ValidString(*run) {
				t.Errorf("Runs of %+q: %+q is not UTF-8", text, *run)
			}
			got.WriteString(*run)
		}
		if got.String() != want {
			t.Fatalf("Runs of %+q\n got %+q\nwant %+q", text, got.String(), want)
		}
		if got, want := summary(parts.Findings()), summary(whole.Findings()); got != want {
			t.Fatalf("Runs of %+q: findings %s, want %s", text, got, want)
		}
	}
}

func TestCleanTextIsNotCopied(t *testing.T) {
	for _, h := range honestTexts {
		var g gate.Gate
		g.Text(h.text) // makes room to work in
		if n := testing.AllocsPerRun(10, func() { g.Text(h.text) }); n > 0 {
			t.Errorf("%s %s: %v allocations", h.language, h.what, n)
		}
		if got := g.Text(h.text); unsafe.StringData(got) != unsafe.StringData(h.text) {
			t.Errorf("%s %s was copied", h.language, h.what)
		}
	}
}

func FuzzGate(f *testing.F) {
	for _, a := range attacks {
		f.Add(a.in)
	}
	for _, h := range honestTexts[:len(honestTexts)-1] {
		f.Add(h.text)
	}
	f.Fuzz(func(t *testing.T, s string) { checkText(t, s) })
}

// A very long line is judged in parts, so that what is known of its characters takes
// little memory; nothing of it is lost.
func TestAVeryLongLineIsJudgedInParts(t *testing.T) {
	const many = 5 << 20
	var g gate.Gate
	if got := g.Text("a" + strings.Repeat("\x01\t", many) + "b"); strings.Count(got, "\t") != many || len(got) != many+2 {
		t.Errorf("%d tabs of %d, and %d characters", strings.Count(got, "\t"), many, len(got))
	}
}
