package wordtext

import (
	"strings"
	"unicode"
)

// KindNamed returns what the paragraphs of a style are by its name in small
// letters.
func KindNamed(name string) Kind {
	switch name {
	case "quote", "intense quote", "block text", "block quotation", "quotations", "blockquote", "block quote", "zitat", "citation", "citation intense", "cita":
		return Quote
	case "definition term", "definition term tight", "list heading":
		return Term
	case "definition", "definition definition", "definition definition tight", "list contents":
		return Detail
	}
	if IsCodeName(name) {
		return Code
	}
	return PlainText
}

// IsCodeName reports whether a style's name is one for code.
func IsCodeName(name string) bool {
	switch blanks.Replace(strings.TrimSuffix(name, " char")) {
	case "code", "codeblock", "inlinecode", "codeinline", "sourcecode", "sourcetext", "listing", "verbatim", "verbatimchar", "teletype", "userentry", "preformatted", "preformattedtext",
		"htmlpreformatted", "htmlcode", "htmlkeyboard", "htmlsample", "htmltypewriter", "plaincode", "macrotext", "macro", "quelltext":
		return true
	}
	return false
}

var blanks = strings.NewReplacer(" ", "", "_", "")

// HeadingNamed returns the outline level of a style by its name or id, such as
// "heading 1", or -1. The name is in small letters.
func HeadingNamed(name string) int8 {
	if name == "title" {
		return 0
	}
	word := strings.TrimRightFunc(name, unicode.IsDigit)
	digits := name[len(word):]
	if len(digits) != 1 || digits[0] < '1' || digits[0] > '9' {
		return -1
	}
	switch strings.TrimSpace(word) {
	case "heading", "überschrift", "titre", "título", "titolo", "kop", "rubrik", "overskrift", "otsikko", "nagłówek",
		"nadpis", "címsor", "заголовок", "见出し", "見出し", "标题", "標題", "제목", "başlık", "titlu", "επικεφαλίδα", "naslov":
		return int8(digits[0] - '1')
	}
	return -1
}
