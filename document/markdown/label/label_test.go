package label

import "testing"

func TestIn(t *testing.T) {
	for text, want := range map[string]bool{
		"[hidden: x]":                     true,
		"a [HIDDEN: x]":                   true,
		"[ hidden : x]":                   true,
		"[may be hidden: x]":              true,
		"[may\nbe hidden: x]":             true,
		"[MayBeHidden:x]":                 true,
		"[ｈｉｄｄｅｎ： x]":                     true,
		"［hidden: x］":                     true,
		"[hіddеn: x]":                     true, // Cyrillic
		"[𝐡𝐢𝐝𝐝𝐞𝐧: x]":                     true,
		"[h\u0308idden: x]":               true,
		"[ḧiddén: x]":                     true,
		"[h\u00adidden: x]":               true,
		"[h1dden: x]":                     true,
		`[hid\u{ad}den: x]`:               true,
		`[may\u{a}be hidden: x]`:          true,
		`[\u{ad: x]`:                      false,
		"[**hidden**: x]":                 true,
		"[may be [hidden: x]":             true,
		"&#91;hidden: x]":                 true,
		"[&#104;idden: x]":                true,
		`\\[hidden: x]`:                   true,
		`\[hidden: x]`:                    false,
		"":                                false,
		"[":                               false,
		"hidden: x":                       false,
		"[hidden]":                        false,
		"[hidden columns: 3]":             false,
		"[maybe: x]":                      false,
		"[hide: x]":                       false,
		"a[0], b[1] and [image: a house]": false,
		"(hidden: x)":                     false,
	} {
		if got := In(text); got != want {
			t.Errorf("In(%q) is %v", text, got)
		}
	}
}

func TestAtIsBounded(t *testing.T) {
	blanks := make([]byte, 1<<20)
	for i := range blanks {
		blanks[i] = ' '
	}
	if At(string(blanks) + "hidden:") {
		t.Error("a label was found far behind its bracket")
	}
}
