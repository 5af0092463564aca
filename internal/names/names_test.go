package names_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/names"
)

func TestNamesAreShown(t *testing.T) {
	for name, want := range map[string]string{
		"notes/a b-c (1).md":        "notes/a b-c (1).md",
		"x\n# y":                    `x\u{a}# y`,
		"x\u202etxt.exe":            `x\u{202e}txt.exe`,
		"a\u00adb\u200bc":           `a\u{ad}b\u{200b}c`,
		"\u2764\ufe0f.md":           "\u2764" + `\u{fe0f}.md`,
		"a\ufe00\U000e0100":         `a\u{fe00}\u{e0100}`,
		"a\xffb\xc3":                `a\xffb\xc3`,
		`a\xffb`:                    `a\x5cxffb`,
		`a\u{202e}b`:                `a\x5cu{202e}b`,
		`C:\Users\me`:               `C:\Users\me`,
		"a\\\u200b":                 `a\\u{200b}`,
		"a  b ":                     `a \u{20}b\u{20}`,
		" a":                        `\u{20}a`,
		"a\u00a0b\u2003c\u2800":     `a\u{a0}b\u{2003}c\u{2800}`,
		"日本語\u3000名前.md":            "日本語\u3000名前.md",
		"👩\u200d👧/می\u200cخواهم.md": "👩\u200d👧/می\u200cخواهم.md",
		"日\u200d本\u200c語":           `日\u{200d}本\u{200c}語`,
		"a\ufffdb":                  "a\ufffdb",
		"\u115f\u3164\u034f":        `\u{115f}\u{3164}\u{34f}`,
	} {
		if got := names.Show(name); got != want {
			t.Errorf("Show(%q) = %q, want %q", name, got, want)
		}
		if got := names.Read(want); got != name {
			t.Errorf("Read(%q) = %q, want %q", want, got, name)
		}
	}
	for shown, want := range map[string]string{`\x61`: `\x61`, `\u{61}b`: `\u{61}b`, `\xff\u{0ad}`: `\xff\u{0ad}`, `\xF`: `\xF`, `\u{`: `\u{`} {
		if got := names.Read(shown); got != want {
			t.Errorf("Read(%q) = %q: nothing is shown so", shown, got)
		}
	}
}

// pieces are what names are made of that look like others, or like what is
// shown of others.
var pieces = [...]string{
	"a", "b", " ", "  ", ".md", "/", `\`, `\x`, `\xff`, `\x5c`, `\u{`, `\u{202e}`, `\u{ad}`, "}", "u{", "x", "5c", "ff", "\xff", "\xfe", "\xc3", "\xed\xa0\x80",
	"\u202e", "\u200b", "\u200c", "\u200d", "\u00ad", "\ufe0f", "\U000e0100", "\U000e0061", "\u2028", "\u0085", "\x1b", "\n", "\r", "\t", "\u00a0", "\u3000",
	"\ufffd", "\ufeff", "👩", "م", "क", "日", "\u0301", "\u3164", "\u2800", "\ufdd0", "\U0010ffff", "#", "`", "*", "_", "<", "&amp;", "[", "|",
}

// TestNoTwoNamesAreShownAlike shows random names: all of it can be seen, and
// the way back leads to the name.
func TestNoTwoNamesAreShownAlike(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 18))
	for range 200_000 {
		name := ""
		for range 1 + g.IntN(7) {
			name += pieces[g.IntN(len(pieces))]
		}
		shown := names.Show(name)
		if got := names.Read(shown); got != name {
			t.Fatalf("%q is shown as %q, which is read as %q", name, shown, got)
		}
		if names.Show(names.Read(name)) != name && names.Read(name) != name {
			t.Fatalf("%q is read as %q", name, names.Read(name))
		}
		if !utf8.ValidString(shown) || strings.HasPrefix(shown, " ") || strings.HasSuffix(shown, " ") || strings.Contains(shown, "  ") {
			t.Fatalf("%q is shown as %q", name, shown)
		}
		for _, r := range shown {
			if r != 0x200c && r != 0x200d && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)) {
				t.Fatalf("%q is shown as %q", name, shown)
			}
		}
	}
}
