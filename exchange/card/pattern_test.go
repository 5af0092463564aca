package card

import (
	"strings"
	"testing"
)

func TestKeysThatAreRegularExpressions(t *testing.T) {
	for _, c := range []struct {
		key    string
		always bool
		want   string // "-" for a key that is text
	}{
		{"pier", false, "-"},
		{"and/or", false, "-"},
		{"/etc/", false, "etc"},
		{"/srv/data", false, "-"},
		{"colou?r", true, "color, colour"},
		{"/cl(o|0)ck/i", false, "cl0ck, clock"},
		{`/\b(?:dragon|dragoness|drake)s?\b/gi`, false, "dragon, dragons, dragoness, dragonesss, drake, drakes"},
		{`king.*north`, true, "king north"},
		{`(?i)Ada\s+Voss`, true, "ada voss"},
		{`gr[ae]y\/white`, true, "gray/white, grey/white"},
		{`hunt\w+`, true, "hunt"},
		{`(?<!un)happy`, true, ""}, // not of RE2
		{`(`, true, ""},
		{`.*`, true, ""},
		{`[a-z]+`, true, ""},
		{`(a|b|c|d|e)(f|g|h|i|j)(k|l|m|n|o)(p|q|r|s|t)moon`, true, "moon"},
		{strings.Repeat(`(a?`, 400) + strings.Repeat(`)`, 400) + "moon", true, "moon, a moon"},
	} {
		expr, ok := pattern(c.key, c.always)
		got := "-"
		if ok {
			got = strings.Join(words(expr), ", ")
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.key, got, c.want)
		}
	}
}
