// Package prose holds what formats for texts share about paragraphs and their
// runs: stretches of text with one look, and nodes between them.
package prose

import (
	"bytes"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// Kind is what a run is.
type Kind uint8

// The kinds of runs.
const (
	Text Kind = iota // that is not a code
	Code
	Node // something else than text
)

// Run is what the functions of this package ask of a run and may change.
type Run struct {
	Kind   Kind
	End    int // where its text ends in that of the paragraph
	Styles *document.Styles
}

// emphasis is the set of styles that code takes from the text around it.
const emphasis = document.Styles(1<<document.Strong | 1<<document.Emphasis | 1<<document.Strike)

// Bridge gives code the emphasis of the text right before it and right after
// it, blanks included: it is code in the midst of emphasised text, whose style
// of characters some programs write in place of the emphasis.
func Bridge[R any](runs []R, of func(*R) Run) {
	for i := 1; i+1 < len(runs); i++ {
		r := of(&runs[i])
		if r.Kind != Code {
			continue
		}
		if before, after := of(&runs[i-1]), of(&runs[i+1]); before.Kind == Text && after.Kind == Text {
			*r.Styles |= *before.Styles & *after.Styles & emphasis
		}
	}
}

// Common returns the styles that all nodes and all text of some runs have,
// but for runs that are blank. The text of the first one begins at an offset in
// that of the paragraph. Runs without any text have no styles.
func Common[R any](runs []R, text []byte, from int, of func(*R) Run) document.Styles {
	styles := ^document.Styles(0)
	for i := range runs {
		r := of(&runs[i])
		if r.Kind == Node || len(bytes.TrimSpace(text[from:r.End])) > 0 {
			styles &= *r.Styles
		}
		from = r.End
	}
	if styles == ^document.Styles(0) {
		return 0
	}
	return styles
}

// maxGap is how many blank lines between lines of code are kept.
const maxGap = 2

// AppendGap appends the blank lines that so many empty paragraphs between two
// lines of code are.
func AppendGap(code []byte, paragraphs int) []byte {
	for range min(paragraphs, maxGap) {
		code = append(code, '\n')
	}
	return code
}

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
