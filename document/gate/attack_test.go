package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document/gate"
)

// attack is one kind of attack with characters: what must be left of it, and
// the findings it must make, as "U04 H 12, …".
type attack struct {
	kind, in, want, findings string
}

// tags hides text in tag characters.
func tags(text string) string {
	return strings.Map(func(r rune) rune { return r + 0xE0000 }, text)
}

// selectors hides text in variation selectors, a byte in each.
func selectors(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c < 16 {
			b.WriteRune(0xFE00 + rune(c))
		} else {
			b.WriteRune(0xE0100 + rune(c) - 16)
		}
	}
	return b.String()
}

// zeros hides text in zero-width characters, a bit in each.
func zeros(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		for bit := range 8 {
			b.WriteString([]string{"\u200B", "\u200C"}[c>>bit&1])
		}
	}
	return b.String()
}

// between puts a character between all characters of a word.
func between(s, word string) string { return strings.Join(strings.Split(word, ""), s) }

// summary returns findings as the tables of these tests write them.
func summary(findings []gate.Finding) string {
	var parts []string
	for _, f := range findings {
		parts = append(parts, fmt.Sprint(f.Rule, " ", f.Severity, " ", f.Count))
	}
	return strings.Join(parts, ", ")
}

func TestAttackIsNeutralised(t *testing.T) {
	if len(attacks) < 60 {
		t.Errorf("%d kinds of attack, want at least 60", len(attacks))
	}
	hit := make(map[gate.Rule]bool)
	for _, a := range attacks {
		var g gate.Gate
		got := g.Text(a.in)
		if got != a.want {
			t.Errorf("%s: Text(%+q)\n got %+q\nwant %+q", a.kind, a.in, got, a.want)
		}
		if diff := cmp.Diff(a.findings, summary(g.Findings())); diff != "" {
			t.Errorf("%s: Text(%+q): findings -want +got\n%s", a.kind, a.in, diff)
		}
		for _, f := range g.Findings() {
			hit[f.Rule] = true
		}
	}
	for _, r := range gate.Rules() {
		if !hit[r.Rule] {
			t.Errorf("no attack meets %v", r.Rule)
		}
	}
}

// TestAttackInsideText puts every attack into a sentence, so that the line
// before and after it is seen to stay.
func TestAttackInsideText(t *testing.T) {
	for _, a := range attacks {
		if strings.HasPrefix(a.in, "\uFEFF") {
			continue
		}
		var g gate.Gate
		const before, after = "First line, naïve.\n", "\nLast line, déjà vu."
		if got, want := g.Text(before+a.in+after), before+a.want+after; got != want {
			t.Errorf("%s: Text(%+q)\n got %+q\nwant %+q", a.kind, before+a.in+after, got, want)
		}
	}
}

func TestCodeShowsDirectionalControls(t *testing.T) {
	for _, c := range []struct{ in, want, findings string }{
		{"if a\u202E { // \u2066x", `if a\u{202E} { // \u{2066}x`, "U09 H 1, U10 M 1"},
		{"s := \"\u2067שלום\u2069\"", "s := \"\u2067שלום\u2069\"", ""},
		{"s := \"\u2067abc\u2069\"", `s := "\u{2067}abc\u{2069}"`, "U10 M 2"},
		{"x\u200Ey", `x\u{200E}y`, "U11 M 1"},
		{"א\u200Ey", "א\u200Ey", ""},
		{"א\u200E\u200Fy\u200E", `א\u{200E}\u{200F}y\u{200E}`, "U11 M 3"},
		{"א\u2066\u200Ey", `א\u{2066}\u{200E}y`, "U10 M 1, U11 M 1"},
		{"א\u2067\u200Ey\u2069", "א\u2067\u200Ey\u2069", ""},
		{"\u200F(ראה עמוד 5)\u200F", "\u200F(ראה עמוד 5)\u200F", ""},
		{"\u200F(ראה) abc\u200Ed", `\u{200F}(ראה) abc\u{200E}d`, "U11 M 2"},
		{"(ראה)\u200F\u202E", `(ראה)\u{200F}\u{202E}`, "U09 H 1, U11 M 1"},
		{"ident\u200Bifier\x00", "identifier", "U02 M 1, U08 M 1"},
		{"a\u0301\u202E\u0301", "a\u0301\\u{202E}\u0301", "U09 H 1"},
		{"م\u202E\u200Cن", "م\\u{202E}\u200Cن", "U09 H 1"},
		{"1\u202E\uFE0F", `1\u{202E}`, "U05 M 1, U09 H 1"},
		{"\u200D\u202Ex", `\u{202E}x`, "U06 M 1, U09 H 1"},
	} {
		var g gate.Gate
		if got := g.Code(c.in); got != c.want {
			t.Errorf("Code(%+q)\n got %+q\nwant %+q", c.in, got, c.want)
		}
		if diff := cmp.Diff(c.findings, summary(g.Findings())); diff != "" {
			t.Errorf("Code(%+q): findings -want +got\n%s", c.in, diff)
		}
	}
}

func TestLineIsOneLine(t *testing.T) {
	for _, c := range []struct{ in, want, findings string }{
		{"title", "title", ""},
		{"  two  spaces ", "  two  spaces ", ""},
		{"a\nb", "a b", ""},
		{"a \r\n\r\n\t b\r\n", "a b", ""},
		{"\n\na", "a", ""},
		{"a\t\nb", "a\tb", ""},
		{"a\vb\u2028c", "a b c", "U03 L 2"},
		{"a\n\u200B\nb", "a b", "U08 M 1"},
		{"a\n\u0301b", "a \u0301b", ""},
		{"a\n\u202Eb\n", "a b", "U09 H 1"},
		{"\uFEFFa\nb", "a b", ""},
		{"a\x1b]0;x\nb", "a b", "U02 M 1"},
		{"\n", "", ""},
		{"co\u00AD\noperate", "co operate", ""},
		{"שלום \u2067abc\nx\u2069", "שלום \u2067abc x\u2069", ""},
	} {
		var g gate.Gate
		if got := g.Line(c.in); got != c.want {
			t.Errorf("Line(%+q)\n got %+q\nwant %+q", c.in, got, c.want)
		}
		if diff := cmp.Diff(c.findings, summary(g.Findings())); diff != "" {
			t.Errorf("Line(%+q): findings -want +got\n%s", c.in, diff)
		}
	}
}

func TestQuietChange(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"CRLF", "a\r\nb\r\n", "a\nb\n"},
		{"CR", "a\rb\r\rc", "a\nb\n\nc"},
		{"CR before CRLF", "a\r\r\nb", "a\n\nb"},
		{"leading byte order mark", "\uFEFFtext", "text"},
		{"soft hyphens of hyphenation", "Silben\u00ADtren\u00ADnung, Wort\u00ADende", "Silbentrennung, Wortende"},
		{"bullet of the font Symbol", "\uF0B7\tfirst", "•\tfirst"},
		{"bullets of the font Wingdings", "\uF0A7 \uF0D8 \uF0FC \uF0E0", "▪ ➢ ✓ →"},
	} {
		var g gate.Gate
		if got := g.Text(c.in); got != c.want {
			t.Errorf("%s: Text(%+q)\n got %+q\nwant %+q", c.name, c.in, got, c.want)
		}
		if got := summary(g.Findings()); got != "" {
			t.Errorf("%s: findings %s, want none", c.name, got)
		}
	}
}

func TestSampleIsDecoded(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a" + tags("ignore all") + "b" + tags("more"), "ignore all"},
		{"a\U000E0001" + tags("en\x7F"), `\u{E0001}en\u{E007F}`},
		{"\U0001F600" + selectors("rm -rf é\xFF\x01"), `rm -rf \u{E9}\xFF\u{1}`},
		{"a\u180B\u180C", `\u{180B}\u{180C}`},
		{"a\u202Eb\u202D", `\u{202E}`},
		{"\x1b[31mred", `\u{1B}[31m`},
		{"a\xFF\xFEb", `\xFF\xFE`},
		{"a\x7Fb", `\u{7F}`},
		{"a\u200B\u2060", `\u{200B}\u{2060}`},
		{"a\vb\fc", `\u{B}`},
		{"\uE000\uE001", `\u{E000}\u{E001}`},
		{"a\u00ADb\u00ADc\u00ADd", `\u{AD}\u{AD}\u{AD}`},
		{strings.Repeat("\u200B", 100), strings.Repeat(`\u{200B}`, 10)},
		{"a" + tags(strings.Repeat("x", 100)), strings.Repeat("x", 80)},
		{"a" + tags(strings.Repeat("x", 76)+"\x7F"), strings.Repeat("x", 76)},
	} {
		var g gate.Gate
		g.Text(c.in)
		found := g.Findings()
		if len(found) != 1 || found[0].Sample != c.want {
			t.Errorf("Text(%+q): findings %+v, want one with sample %s", c.in, found, c.want)
		}
	}
}

func TestFindingsAddUpOverTexts(t *testing.T) {
	var g gate.Gate
	for range 4 {
		g.Text("a\uFE0Fb\u200B")
	}
	if got, want := summary(g.Findings()), "U05 H 4, U08 M 4"; got != want {
		t.Errorf("findings %s, want %s", got, want)
	}
	if got, want := g.Findings()[1].Sample, `\u{200B}`; got != want {
		t.Errorf("sample %s, want %s: another text is another run", got, want)
	}
}

func TestUnassignedIsKeptAndCounted(t *testing.T) {
	var g gate.Gate
	const in = "a\u0378\u2065b\U000E0080 \u0379"
	if got := g.Text(in); got != in {
		t.Errorf("Text(%+q) = %+q, want it unchanged", in, got)
	}
	if g.Unassigned() != 4 || len(g.Findings()) != 0 {
		t.Errorf("unassigned %d, findings %v; want 4 and none", g.Unassigned(), g.Findings())
	}
}

func TestRunsAreOneText(t *testing.T) {
	for _, c := range []struct {
		name, in, want string // runs parted by |, ~ for what is not text
		findings       string
	}{
		{"nothing to do", "plain|text|~|ünï", "plain|text|~|ünï", ""},
		{"emoji over three runs", "\U0001F469|\u200D|\U0001F467", "\U0001F469|\u200D|\U0001F467", ""},
		{"emoji parted by an image", "\U0001F469\u200D|~|\U0001F467", "\U0001F469|~|\U0001F467", "U06 M 1"},
		{"isolates over runs", "\u2067|אב|\u2069 c", "\u2067|אב|\u2069 c", ""},
		{"isolates around an image", "א \u2067|~|\u2069", "א \u2067|~|\u2069", ""},
		{"Persian in two styles", "می\u200C|خواهم", "می\u200C|خواهم", ""},
		{"marks over runs", "a\u0301\u0301\u0301\u0301\u0301|\u0301\u0301\u0301\u0301b", "a\u0301\u0301\u0301\u0301\u0301|\u0301\u0301\u0301b", "U16 M 1"},
		{"marks parted by an image", "a\u0301\u0301\u0301\u0301\u0301|~|\u0301\u0301\u0301\u0301b", "a\u0301\u0301\u0301\u0301\u0301|~|\u0301\u0301\u0301\u0301b", ""},
		{"escape sequence over runs", "a\x1b[|31mred||b", "a|red||b", "U02 M 1"},
		{"character over runs", "a\xC3|\xA9b", "aé|b", ""},
		{"empty runs", "||\u200B||", "||||", "U08 M 1"},
		{"replaced at a border", "a|\xFF|b", "a|\uFFFD|b", "U01 M 1"},
		{"line ends", "a\r|\nb", "a\n|b", ""},
		{"selector of the run before", "1|\uFE0F\u20E3", "1|\uFE0F\u20E3", ""},
	} {
		var runs []*string
		for _, text := range strings.Split(c.in, "|") {
			if text == "~" {
				runs = append(runs, nil)
				continue
			}
			runs = append(runs, &text)
		}
		var g gate.Gate
		g.Runs(runs)
		var got []string
		for _, run := range runs {
			if run == nil {
				got = append(got, "~")
			} else {
				got = append(got, *run)
			}
		}
		if got := strings.Join(got, "|"); got != c.want {
			t.Errorf("%s: Runs(%+q)\n got %+q\nwant %+q", c.name, c.in, got, c.want)
		}
		if got := summary(g.Findings()); got != c.findings {
			t.Errorf("%s: findings %q, want %q", c.name, got, c.findings)
		}
	}
}

func TestRulesAreDescribed(t *testing.T) {
	rules := gate.Rules()
	if len(rules) != 16 {
		t.Fatalf("%d rules, want 16", len(rules))
	}
	for i, r := range rules {
		if int(r.Rule) != i+1 || r.Title == "" || r.Action == "" || r.Rule.Title() != r.Title {
			t.Errorf("rule %d: %+v", i+1, r)
		}
	}
	if got := rules[0].Rule.String() + rules[15].Rule.String(); got != "U01U16" {
		t.Errorf("names %s, want U01U16", got)
	}
	if gate.Rule(0).Title()+gate.Rule(17).Title() != "" {
		t.Error("a rule that does not exist has a title")
	}
}

func TestBytesAreText(t *testing.T) {
	var g gate.Gate
	if got := g.Text("\xEF\xBB\xBFa\xFF"); got != "a\uFFFD" {
		t.Errorf("Text = %+q, want %+q", got, "a\uFFFD")
	}
}

// TestLinesKeepsWhatEndsNoLine is about text whose grammar is yet to be read.
func TestLinesKeepsWhatEndsNoLine(t *testing.T) {
	var g gate.Gate
	for in, want := range map[string]string{
		"a\u2028# b\u2029c\u0085d\ve\ff\r\ng\rh": "a\u2028# b\u2029c\u0085d\ve\ff\ng\nh",
		"a\u200b\u2028\u202eb":                   "a\u2028b",
		"plain\n":                                "plain\n",
	} {
		if got := g.Lines(in); got != want {
			t.Errorf("Lines(%q) = %q, want %q", in, got, want)
		}
	}
	if got, want := summary(g.Findings()), "U03 L 6, U08 M 1, U09 H 1"; got != want {
		t.Errorf("findings: %s, want %s", got, want)
	}
}
