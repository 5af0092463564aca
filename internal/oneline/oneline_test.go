package oneline_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/internal/oneline"
)

func TestLines(t *testing.T) {
	for _, c := range []struct{ what, got, want string }{
		{"controls", oneline.Safe("a\x1b[2J\x07\u202eb\u2028c\r"), "a\uFFFD[2J\uFFFD\uFFFDb\uFFFDc\uFFFD"},
		{"line ends", oneline.Safe("a\nb\tc"), "a b c"},
		{"joiners stay", oneline.Safe("\u0645\u06cc\u200c\u062e"), "\u0645\u06cc\u200c\u062e"},
		{"bytes that are no text", oneline.Safe("a\xffb"), "a\uFFFDb"},
		{"a message", oneline.Message(" a\x1b\n b\u202e\u200bc\xff ", 99), "a b c\uFFFD"},
		{"a long message", oneline.Message("żółć", 3), "ż …"},
		{"a short text", oneline.Short(" a \n b ", 9), "a b"},
		{"a long text", oneline.Short("aa bb cc", 4), "aa…"},
		{"as long as it may be", oneline.Short("żółć", 4), "żółć"},
		{"a cut", oneline.Cut("żółć", 3), "ż"},
		{"no cut", oneline.Cut("żółć", 8), "żółć"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
}

func TestNothingIsLetThrough(t *testing.T) {
	var all strings.Builder
	for r := range rune(0x3000) {
		all.WriteRune(r)
	}
	for _, r := range oneline.Safe(all.String()) + oneline.Message(all.String(), 1<<20) {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			t.Errorf("%U", r)
		}
	}
}
