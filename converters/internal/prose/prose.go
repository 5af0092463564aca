// Package prose knows the words that documents of word processors share: the names
// of fonts, and what is written around the numbers of pages.
package prose

import "strings"

// OnlyPages reports whether a header or a footer says no more than the number of
// the page.
func OnlyPages(text string) bool {
	for _, word := range strings.Fields(strings.ToLower(text)) {
		word = strings.Trim(word, "-–—.,:;/|()[]0123456789 ")
		switch word {
		case "", "page", "p", "pg", "of", "seite", "von", "sur", "página", "pagina", "de", "di", "van", "sida", "av", "strona", "z", "страница", "из", "стр", "页", "第", "共", "頁", "ページ":
		default:
			return false
		}
	}
	return true
}

// IsMonoFont reports whether a font has a fixed width, by its name.
func IsMonoFont(name string) bool {
	name = strings.ToLower(strings.Trim(name, `'" `))
	for _, part := range [...]string{
		"andale", "cascadia", "cmtt", "consol", "courier", "fira code", "fixed", "inconsolata", "menlo", "monaco", "mono", "source code",
		"terminal", "typewriter",
	} {
		if strings.Contains(name, part) {
			return !strings.Contains(name, "monotype")
		}
	}
	return name == "hack"
}
