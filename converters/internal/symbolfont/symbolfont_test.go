package symbolfont_test

import (
	"testing"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
)

func TestEachFontHasItsOwnSigns(t *testing.T) {
	for _, c := range []struct{ font, text, want string }{
		{"Symbol", "lqn D", "λθν Δ"},
		{"symbol", "\uf06c\uf0b7", "λ•"},
		{"Wingdings", "l\u00fc\u00fe\u00a8", "●✓☑□"},
		{"'Wingdings 2'", "R£P", "☑□✓"},
		{"WINGDINGS 3", "p", "▲"},
		{"Webdings", "a\uf061", "✔✔"},
		{"ZapfDingbats", "4l", "✔●"},
		{"Wingdings", "\u0091 日\ue123", "➏ 日\ue123"},
		{"Symbol", "\uf080", "\ue000"},
		{"Arial", "l\uf0b7", "l\uf0b7"},
		{"Segoe UI Symbol", "a", "a"},
		{"Symbol, serif", "a", "α"},
		{"Font Awesome 5 Free Solid", "call \uf095", "call \ue000"},
	} {
		if got := symbolfont.Of(c.font).Text(c.text); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.font, c.text, got, c.want)
		}
	}
}

func TestOnlyMovedCharactersOfASignFont(t *testing.T) {
	if got := symbolfont.Of("Wingdings").Moved("full\uf0fc"); got != "full✓" {
		t.Errorf("got %q", got)
	}
	if got := symbolfont.Of("Arial").Moved("\uf0fc"); got != "\uf0fc" {
		t.Errorf("got %q", got)
	}
}

func TestSignsThatNobodyKnowsArePrivate(t *testing.T) {
	if got := symbolfont.Unknown.Text("a b\uf0fc"); got != "\ue000\ue000\ue000\ue000" {
		t.Errorf("got %q", got)
	}
}

// Of every font each place has a sign, and no two fonts the same signs.
func TestTablesAreWhole(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"Symbol", "Wingdings", "Wingdings 2", "Wingdings 3", "Webdings", "Zapf Dingbats"} {
		var all string
		for c := rune(0x20); c <= 0xFF; c++ {
			sign := symbolfont.Of(name).Sign(int64(c))
			if utf8.RuneCountInString(sign) != 1 {
				t.Fatalf("%s %#x: %q", name, c, sign)
			}
			all += sign
		}
		if other := seen[all]; other != "" {
			t.Errorf("%s has the signs of %s", name, other)
		}
		seen[all] = name
	}
}
