package lint

import (
	"fmt"
	"testing"
)

func TestLabelsAreRead(t *testing.T) {
	for text, want := range map[string]string{
		`a [hidden: b] c`:                        "[{2 false b}]",
		`[may be hidden: b \*c\* &amp; \[d\]] e`: "[{0 true b *c* & [d]}]",
		`\[hidden: a] [hidden: b`:                "[]",
		"[hidden: a\nb]":                         "[]",
		`[hidden: a][hidden: b]`:                 "[{0 false a} {11 false b}]",
	} {
		if got := fmt.Sprint(labelsOf(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestWordsAreShownOnOneLine(t *testing.T) {
	for words, want := range map[string]string{
		"a\n\tb":          "a b",
		"a\u200bb\u202ec": `a\u{200B}b\u{202E}c`,
		"\u3164":          `\u{3164}`,
		"Ünï ŵords — 言葉":  "Ünï ŵords — 言葉",
		"\xffa":           "\uFFFDa",
	} {
		if got := shown(words); got != want {
			t.Errorf("%q: %s, want %s", words, got, want)
		}
	}
	long := shown(fmt.Sprintf("%0300d", 0))
	if n := len([]rune(long)); n != maxWords {
		t.Errorf("%d characters", n)
	}
}
