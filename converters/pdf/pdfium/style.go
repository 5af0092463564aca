package pdfium

import "strings"

// Style is what the name of a style, that a program gives to a piece of marked
// content, says of it. Word processors name their own styles there, which the
// document maps to paragraphs and spans.
type Style uint8

// The styles that are told from others.
const (
	StyleOther Style = iota
	StyleCode
	StyleQuote
)

// styleNamed returns the style that a name says, in English as programs name
// their own styles.
func styleNamed(name string) Style {
	name = strings.ToLower(strings.ReplaceAll(name, "_", " "))
	switch name {
	case "code", "source code", "source text", "preformatted text", "html preformatted", "verbatim char", "code block", "program listing":
		return StyleCode
	case "quote", "intense quote", "quotations", "quotation", "block text", "block quote", "blockquote":
		return StyleQuote
	}
	if strings.HasSuffix(name, "tok") && len(name) > len("tok") {
		return StyleCode // pandoc's names for the pieces of a listing
	}
	return StyleOther
}
