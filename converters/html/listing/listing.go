// Package listing reads what a page says of the language of a listing.
package listing

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// maxClass is how many bytes of a class are looked at.
const maxClass = 512

// Language returns what a pre element says of its language: by an attribute or
// a class of its own, of the code in it, or of the two elements around it.
func Language(t *dom.Tree, id int32) string {
	n := t.Node(id)
	if lang := languageOf(func(key dom.Attr) string { return t.Value(id, key) }); lang != "" {
		return lang
	}
	for c := id + 1; c < min(n.End, id+4); c++ {
		for f := t.Node(c).Format; f != 0 && f != n.Format; f = t.Formats.At(f).Outer {
			value := func(key dom.Attr) string { v, _ := t.FormatAttr(f, key); return v }
			if t.Formats.At(f).Tag == dom.TagCode {
				if lang := languageOf(value); lang != "" {
					return lang
				}
			}
		}
	}
	parent := n.Parent
	for range 2 {
		if parent == dom.Root {
			break
		}
		p := parent
		if lang := languageOf(func(key dom.Attr) string { return t.Value(p, key) }); lang != "" && lang != "default" {
			return lang
		}
		parent = t.Node(parent).Parent
	}
	return ""
}

// languageOf reads the attributes by which highlighters name a language.
func languageOf(value func(dom.Attr) string) string {
	for _, key := range []dom.Attr{dom.AttrDataLang, dom.AttrDataLanguage} {
		if v := value(key); v != "" {
			return strings.ToLower(v)
		}
	}
	for _, v := range []string{value(dom.AttrDataSyntaxhighlighterParams), value(dom.AttrClass)} {
		if _, brush, ok := strings.Cut(v, "brush:"); ok {
			brush, _, _ = strings.Cut(strings.TrimSpace(brush), ";")
			brush, _, _ = strings.Cut(brush, " ")
			return strings.ToLower(brush)
		}
	}
	class := value(dom.AttrClass)
	list := strings.Fields(class[:min(len(class), maxClass)])
	for i, w := range list {
		for _, prefix := range []string{"language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "brush-"} {
			if lang, ok := strings.CutPrefix(w, prefix); ok && lang != "" {
				return strings.ToLower(lang)
			}
		}
		if w == "hljs" && len(list) == 2 {
			return strings.ToLower(list[1-i])
		}
		if w == "sourceCode" && i+1 < len(list) && list[i+1] != "numberSource" && list[i+1] != "literate" {
			return strings.ToLower(list[i+1])
		}
	}
	return ""
}
