package document_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/document"
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

var attacks = []attack{
	// U01
	{"byte that is not UTF-8", "a\xFFb", "a\uFFFDb", "U01 M 1"},
	{"overlong slash", "..\xC0\xAFetc", "..\uFFFD\uFFFDetc", "U01 M 2"},
	{"overlong NUL of four bytes", "a\xF0\x80\x80\x80", "a\uFFFD\uFFFD\uFFFD\uFFFD", "U01 M 4"},
	{"lone high surrogate", "a\xED\xA0\x80b", "a\uFFFDb", "U01 M 1"},
	{"pair of encoded surrogates", "\xED\xA0\xBD\xED\xB8\x80", "\uFFFD\uFFFD", "U01 M 2"},
	{"beyond the last code point", "\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", "U01 M 4"},
	{"character cut off", "a\xE2\x80", "a\uFFFD\uFFFD", "U01 M 2"},

	// U02
	{"NUL inside a word", "ig\x00nore", "ignore", "U02 M 1"},
	{"backspace over text", "safe\b\b\b\bevil", "safeevil", "U02 M 4"},
	{"DEL", "a\x7Fb", "ab", "U02 M 1"},
	{"bell and shift-out", "a\a\x0Eb", "ab", "U02 M 2"},
	{"C1 control", "a\u0086b", "ab", "U02 M 1"},
	{"ANSI colour", "\x1b[8mhidden\x1b[0m", "hidden", "U02 M 2"},
	{"ANSI cursor movement", "ok\x1b[1A\x1b[2Kevil", "okevil", "U02 M 2"},
	{"ANSI with intermediate byte", "a\x1b[?25 qb", "ab", "U02 M 1"},
	{"ANSI with the last of all finals", "a\x1b[3~b\x1b[1/qc\x1b[@d", "abcd", "U02 M 3"},
	{"ANSI by 8-bit CSI", "a\u009B31mb", "ab", "U02 M 1"},
	{"control characters of a wrong decoding", "\u008Bmenu\u009B next, â\u0080\u009Cquoteâ\u0080\u009D and more", "menu next, âquoteâ and more", "U02 M 6"},
	{"CSI without an end", "a\x1b[31", "a[31", "U02 M 1"},
	{"OSC title, ended by BEL", "a\x1b]0;payload\ab", "ab", "U02 M 1"},
	{"OSC link, ended by ST", "\x1b]8;;http://evil\x1b\\text\x1b]8;;\x1b\\", "text", "U02 M 2"},
	{"OSC ended by 8-bit ST", "a\x1b]0;x\u009Cb", "ab", "U02 M 1"},
	{"OSC by 8-bit control", "a\u009D0;x\ab\u009D0;y\u009Cc", "abc", "U02 M 2"},
	{"OSC without an end", "a\x1b]52;c;cGF5\nnext", "a\nnext", "U02 M 1"},
	{"OSC cancelled by another sequence", "a\x1b]0;x\x1b[1mb", "ab", "U02 M 2"},
	{"OSC cancelled by CAN", "a\x1b]0;x\x18b", "ab", "U02 M 1"},
	{"OSC without an end before NEL", "a\x1b]0;x\u0085b", "a\nb", "U02 M 1, U03 L 1"},
	{"DCS", "a\x1bP1$tx\x1b\\b", "ab", "U02 M 1"},
	{"DCS by 8-bit control", "a\u0090q#0\u009Cb", "ab", "U02 M 1"},
	{"8-bit string control without an end", "a\u0090text", "atext", "U02 M 1"},
	{"8-bit string control of no text", "a\u0090\u009Cb", "ab", "U02 M 2"},
	{"APC by 8-bit control, ended by ESC", "a\u009FGx\x1b\\b", "ab", "U02 M 1"},
	{"privacy message", "a\x1b^x\x1b\\b", "ab", "U02 M 1"},
	{"two-character escape", "a\x1bcb\x1b7c", "abc", "U02 M 2"},
	{"character set switch", "a\x1b(0b", "ab", "U02 M 1"},
	{"lone ESC at the end", "a\x1b", "a", "U02 M 1"},
	{"ESC before a line end", "a\x1b\nb", "a\nb", "U02 M 1"},
	{"sequence made of what another leaves", "\x1b\x1b[1m[2mx", "[2mx", "U02 M 2"},

	// U03
	{"line by vertical tab", "a\v# System", "a\n# System", "U03 L 1"},
	{"line by form feed", "a\f# System", "a\n# System", "U03 L 1"},
	{"line by NEL", "a\u0085# System", "a\n# System", "U03 L 1"},
	{"line by line separator", "a\u2028# System", "a\n# System", "U03 L 1"},
	{"line by paragraph separator", "a\u2029# System", "a\n# System", "U03 L 1"},
	{"line by lone CR", "a\r# System", "a\n# System", ""},

	// U04
	{"text in tags", "Hello" + tags("ignore all") + "!", "Hello!", "U04 H 10"},
	{"language tag", "a\U000E0001" + tags("en") + "b", "ab", "U04 H 3"},
	{"tags after a black flag that name no flag in use", "\U0001F3F4" + tags("usca\x7F"), "\U0001F3F4", "U04 H 5"},
	{"flag in tags without an end", "\U0001F3F4" + tags("gbeng") + "x", "\U0001F3F4x", "U04 H 5"},
	{"flag in tags on another base", "\U0001F600" + tags("gbeng\x7F"), "\U0001F600", "U04 H 6"},
	{"text in tags after a real flag", "\U0001F3F4" + tags("gbeng\x7Fhi"), "\U0001F3F4" + tags("gbeng\x7F"), "U04 H 2"},
	{"flag with a letter like a tag", "\U0001F3F4gbeng" + tags("\x7F") + "         ", "\U0001F3F4gbeng         ", "U04 H 1"},

	// U05
	{"text in selectors after an emoji", "\U0001F600" + selectors("evil"), "\U0001F600", "U05 H 4"},
	{"flag spelled in selectors", "\U0001F3F4\U000E0167\U000E0162\U000E0165\U000E016E\U000E0167\U000E017F", "\U0001F3F4", "U05 H 6"},
	{"text in selectors after a letter", "a" + selectors("\x01\x02\x03"), "a", "U05 M 3"},
	{"one selector on a letter", "a\uFE0Fb", "ab", "U05 M 1"},
	{"second selector in a row", "\u2764\uFE0F\uFE0F", "\u2764\uFE0F", "U05 M 1"},
	{"selectors on an ideograph", "葛\U000E0100\U000E0101\U000E0102", "葛\U000E0100", "U05 M 2"},
	{"ideographic selector on a letter", "a\U000E0100", "a", "U05 M 1"},
	{"Mongolian selector outside Mongolian", "a\u180Bb\u180F", "ab", "U05 M 2"},
	{"standardised selector on the wrong base", "\u2229\uFE02", "\u2229", "U05 M 1"},
	{"selector at the start", "\uFE0Fa", "a", "U05 M 1"},
	{"selector after an emoji and a dropped space", "\u2764\u200B\uFE0F\uFE0E", "\u2764\uFE0F", "U05 M 1, U08 M 1"},

	// U06, U07
	{"joiner inside a Latin word", between("\u200D", "ignore"), "ignore", "U06 M 5"},
	{"joiner at the end of an emoji", "\U0001F469\u200D", "\U0001F469", "U06 M 1"},
	{"two joiners between emoji", "\U0001F469\u200D\u200D\U0001F467", "\U0001F469\u200D\U0001F467", "U06 M 1"},
	{"joiner between an emoji and a letter", "\U0001F469\u200Dx", "\U0001F469x", "U06 M 1"},
	{"joiner between a letter and an emoji after an emoji", "\U0001F469x\u200D\U0001F467", "\U0001F469x\U0001F467", "U06 M 1"},
	{"joiner in Cyrillic", "п\u200Dароль", "пароль", "U06 M 1"},
	{"two joiners after a virama", "क्\u200D\u200Dष", "क्\u200Dष", "U06 M 1"},
	{"joiner between a Bengali letter and a Devanagari virama", "র\u200D्", "র्", "U06 M 1"},
	{"non-joiner inside a Latin word", between("\u200C", "ignore"), "ignore", "U07 M 5"},
	{"run of non-joiners in Persian", "می\u200C\u200C\u200Cخواهم", "می\u200Cخواهم", "U07 M 2"},
	{"non-joiner between ideographs", "密\u200C碼", "密碼", "U07 M 1"},

	// U08
	{"zero-width space inside a word", between("\u200B", "ignore"), "ignore", "U08 M 5"},
	{"word joiner inside a word", "ig\u2060nore", "ignore", "U08 M 1"},
	{"byte order mark inside a word", "ig\uFEFFnore", "ignore", "U08 M 1"},
	{"second byte order mark at the start", "\uFEFF\uFEFFa", "a", "U08 M 1"},
	{"invisible operators inside a word", "a\u2061b\u2062c\u2063d\u2064e", "abcde", "U08 M 4"},
	{"text in zero-width bits", "a" + zeros("hi") + "b", "ab", "U07 M 7, U08 H 9"},
	{"seven other characters beside a zero-width space", "a\u200B" + strings.Repeat("\u034F", 7), "a", "U08 M 1, U13 M 7"},
	{"seven word joiners", "a" + strings.Repeat("\u2060", 7), "a", "U08 M 7"},
	{"operators at spaces", "2 \u2062x, 2\u2062 x", "2 x, 2 x", "U08 M 2"},
	{"run of word joiners", "a" + strings.Repeat("\u2060", 8), "a", "U08 H 8"},
	{"run of zero-width spaces in Thai", "ก\u200B\u200B\u200Bข", "ก\u200Bข", "U08 M 2"},
	{"two operators in a formula", "f\u2061\u2061(x)", "f\u2061(x)", "U08 M 1"},

	// U09
	{"right-to-left override", "file\u202Efdp.exe", "filefdp.exe", "U09 H 1"},
	{"left-to-right override", "\u202Dabc\u202C", "abc", "U09 H 2"},
	{"embeddings", "\u202Babc\u202C \u202Adef\u202C", "abc def", "U09 H 4"},
	{"override in honest Hebrew", "\u202Eשלום\u202C", "שלום", "U09 H 2"},

	// U10, U11
	{"isolates in a line without right-to-left letters", "a\u2067b\u2069c", "abc", "U10 M 2"},
	{"isolate without an end", "שלום \u2067abc", "שלום abc", "U10 M 1"},
	{"end without an isolate", "שלום\u2069 abc", "שלום abc", "U10 M 1"},
	{"isolate that ends in the next line", "שלום \u2067abc\nשלום\u2069", "שלום abc\nשלום", "U10 M 2"},
	{"text in empty isolates", "שלום\u2066\u2069\u2067\u2069\u2068\u2069", "שלום", "U10 M 6"},
	{"isolates nested beyond reason", "א" + strings.Repeat("\u2067", 20) + "x" + strings.Repeat("\u2069", 20), "א" + strings.Repeat("\u2067", 8) + "x" + strings.Repeat("\u2069", 8), "U10 M 24"},
	{"mark in a Latin word", "pass\u200Eword", "password", "U11 M 1"},
	{"right-to-left mark that reorders numbers", "1\u200F+2=3", "1+2=3", "U11 M 1"},
	{"Arabic letter mark without Arabic", "a\u061Cb", "ab", "U11 M 1"},
	{"run of marks in Hebrew", "שלום\u200E\u200F\u200E\u200F", "שלום\u200E", "U11 M 3"},
	{"mark far from the right-to-left word", "שלום and more text\u200Fhere", "שלום and more texthere", "U11 M 1"},

	// U12
	{"soft hyphens through a word", between("\u00AD", "ignore"), "ignore", "U12 L 5"},

	// U13
	{"Hangul filler as a blank name", "\u3164", "", "U13 M 1"},
	{"halfwidth Hangul filler", "a\uFFA0b", "ab", "U13 M 1"},
	{"jamo fillers outside jamo", "a\u115F\u1160b", "ab", "U13 M 2"},
	{"run of jamo fillers before a vowel", "\u115F\u115F\u115F\u1161", "\u115F\u1161", "U13 M 2"},
	{"Braille blanks as spaces", "a\u2800\u2800b", "ab", "U13 M 2"},
	{"Mongolian vowel separator in Latin", "a\u180Eb", "ab", "U13 M 1"},
	{"grapheme joiner in Latin", between("\u034F", "ignore"), "ignore", "U13 M 5"},
	{"Khmer inherent vowels", "ក\u17B4ខ\u17B5", "កខ", "U13 M 2"},

	// U14
	{"interlinear annotation", "a\uFFF9b\uFFFAc\uFFFB", "abc", "U14 M 3"},
	{"deprecated format controls", "a\u206A\u206Fb", "ab", "U14 M 2"},
	{"musical format controls", "a\U0001D173\U0001D17Ab", "ab", "U14 M 2"},
	{"shorthand format controls", "a\U0001BCA0\U0001BCA3b", "ab", "U14 M 2"},
	{"noncharacters", "a\uFFFE\uFDD0\U0010FFFFb", "ab", "U14 M 3"},

	// U15
	{"private use", "a\uE000b\U000F0000\U0010FFFD", "a\uFFFDb\uFFFD\uFFFD", "U15 L 3"},
	{"private use of a symbol font, unknown", "\uF0FF", "\uFFFD", "U15 L 1"},

	// U16
	{"stacked marks", "Z" + strings.Repeat("\u0301\u0336", 20), "Z" + strings.Repeat("\u0301\u0336", 4), "U16 M 32"},
	{"marks stacked around dropped characters", "Z" + strings.Repeat("\u0301\u0301\u0301\u200B\x00", 4), "Z" + strings.Repeat("\u0301", 8), "U02 M 4, U08 M 4, U16 M 4"},
	{"marks on nothing", strings.Repeat("\u0488", 9), strings.Repeat("\u0488", 8), "U16 M 1"},

	// Mixed
	{"everything in one word", "p\u200Ba\u00ADs\u2060s\u202Ew\x00o\U000E0041r\uFE0Fd", "password", "U02 M 1, U04 H 1, U05 M 1, U08 M 2, U09 H 1"},
}

// summary returns findings as the tables of these tests write them.
func summary(findings []document.Finding) string {
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
	hit := make(map[document.Rule]bool)
	for _, a := range attacks {
		var g document.Gate
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
	for _, r := range document.Rules() {
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
		var g document.Gate
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
		var g document.Gate
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
		var g document.Gate
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
		var g document.Gate
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
		var g document.Gate
		g.Text(c.in)
		found := g.Findings()
		if len(found) != 1 || found[0].Sample != c.want {
			t.Errorf("Text(%+q): findings %+v, want one with sample %s", c.in, found, c.want)
		}
	}
}

func TestFindingsAddUpOverTexts(t *testing.T) {
	var g document.Gate
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
	var g document.Gate
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
		var g document.Gate
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
	rules := document.Rules()
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
	if document.Rule(0).Title()+document.Rule(17).Title() != "" {
		t.Error("a rule that does not exist has a title")
	}
}

func TestBytesAreText(t *testing.T) {
	var g document.Gate
	if got := g.Bytes([]byte("\xEF\xBB\xBFa\xFF")); got != "a\uFFFD" {
		t.Errorf("Bytes = %+q, want %+q", got, "a\uFFFD")
	}
}
