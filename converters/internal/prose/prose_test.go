package prose

import "testing"

func TestHeadersThatOnlyCountPages(t *testing.T) {
	for text, want := range map[string]bool{
		"":              true,
		"12":            true,
		"- 3 -":         true,
		"Page 1 of 9":   true,
		"Seite 2 von 3": true,
		"第 1 页 共 3 页":   true,
		"Page 1, draft": false,
		"Chapter 2":     false,
	} {
		if got := OnlyPages(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestFontsOfFixedWidth(t *testing.T) {
	for name, want := range map[string]bool{
		"Courier New": true, "'Liberation Mono'": true, "Lucida Console": true, "Hack": true, "Cascadia Code": true,
		"Monotype Corsiva": false, "Lucida Sans": false, "Hackney": false, "": false,
	} {
		if got := IsMonoFont(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}
