package lint

import (
	"fmt"
	"testing"
)

func TestWhatNobodySeesIsTakenOut(t *testing.T) {
	for text, want := range map[string]string{
		"a\u200bb\r\nc\u202ed\u202c\n": "ab\r\ncd\n [1 2] 3",
		"lamp\U000E0049\U000E0067":     "lamp [1] 2",
		"می\u200cخواهم 👩\u200d🚒":       "می\u200cخواهم 👩\u200d🚒 [] 0",
		"\uFEFFa\uFEFFb\n":             "\uFEFFab\n [1] 1",
		"a\x00\u200bb":                 "a\x00\u200bb [] 0",
		"\xff\u200b":                   "\xff\u200b [] 0",
		"plain\n\n":                    "plain\n\n [] 0",
	} {
		out, lines, gone := Fixed(text)
		if got := fmt.Sprint(out, " ", lines, " ", gone); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
