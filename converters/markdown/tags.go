package markdown

import (
	"html"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// saysNothing reports whether a block of HTML is but tags of which no page shows
// anything when there is no text in them.
func saysNothing(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t\n")
		if text == "" {
			return true
		}
		end := strings.IndexByte(text, '>')
		if text[0] != '<' || end < 0 || !isSilent(text[1:end]) {
			return false
		}
		text = text[end+1:]
	}
}

// isSilent reports whether a tag, without what begins and ends it, shows nothing by
// itself, and has no attribute that could.
func isSilent(tag string) bool {
	name := strings.TrimPrefix(tag, "/")
	name, rest, _ := cutSpace(name)
	switch strings.ToLower(name) {
	case "a", "b", "center", "details", "div", "em", "i", "p", "section", "span", "strong", "sub", "sup":
	default:
		return false
	}
	for rest != "" {
		key, value, _ := strings.Cut(rest, "=")
		switch strings.ToLower(key) {
		case "align", "class", "id", "name":
		default:
			return false
		}
		if value == "" || value[0] != '"' {
			return false
		}
		var closed bool
		if _, rest, closed = strings.Cut(value[1:], `"`); !closed {
			return false
		}
		rest = strings.TrimLeft(rest, " \t\n")
	}
	return true
}

// tagAt returns what begins at a "<", and its length; FormNone where it is
// text. What is opened and never closed reaches to the end.
func tagAt(s string) (scan.Form, int) {
	for _, kind := range []struct {
		open, end string
		form      scan.Form
	}{
		{"<!--", "-->", scan.FormComment},
		{"<![CDATA[", "]]>", scan.FormCDATA},
		{"<!", ">", scan.FormDeclaration},
		{"<?", "?>", scan.FormInstruction},
	} {
		if strings.HasPrefix(s, kind.open) {
			if i := strings.Index(s[len(kind.open):], kind.end); i >= 0 {
				return kind.form, len(kind.open) + i + len(kind.end)
			}
			return kind.form, len(s)
		}
	}
	name := strings.TrimPrefix(s[1:], "/")
	if name == "" || (name[0]|0x20 < 'a' || name[0]|0x20 > 'z') {
		return scan.FormNone, 0
	}
	form := scan.FormOpenTag
	if s[1] == '/' {
		form = scan.FormCloseTag
	}
	var quote byte
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return form, i + 1
		}
	}
	if i := strings.IndexByte(s, '>'); i >= 0 {
		return form, i + 1
	}
	return scan.FormNone, 0
}

// eachTag calls visit for each tag of a block of HTML, with its name in lower case
// and the offset behind it, until visit returns false.
func eachTag(text string, visit func(name string, in *scan.Inline, behind int) bool) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 {
			return
		}
		at += i
		form, length := tagAt(text[at:])
		if form == scan.FormNone {
			if strings.IndexByte(text[at:], '>') < 0 {
				return // no tag ends any more
			}
			at++
			continue
		}
		in := &scan.Inline{Kind: scan.KindHTML, Form: form, Text: text[at : at+length]}
		at += length
		if form != scan.FormOpenTag && form != scan.FormCloseTag {
			continue
		}
		name := strings.ToLower(in.Tag())
		if !visit(name, in, at) {
			return
		}
		if form == scan.FormOpenTag && (name == "script" || name == "style" || name == "textarea" || name == "title") {
			end := indexFold(text[at:], "</"+name)
			if end < 0 {
				return
			}
			at += end
		}
	}
}

// attribute returns the value of a tag's attribute, or "" (HTML 13.1.2.3).
func attribute(tag, name string) string {
	rest := tag[len(tag)-len(strings.TrimLeft(tag, "<")):]
	rest = strings.TrimRight(rest, "/>")
	_, rest, _ = cutSpace(rest)
	for rest != "" {
		end := strings.IndexAny(rest, "= \t\n")
		if end < 0 {
			return ""
		}
		key := rest[:end]
		rest = strings.TrimLeft(rest[end:], " \t\n")
		if !strings.HasPrefix(rest, "=") {
			continue
		}
		var value string
		value, rest = attributeValue(strings.TrimLeft(rest[1:], " \t\n"))
		if strings.EqualFold(key, name) {
			return html.UnescapeString(value)
		}
	}
	return ""
}

// attributeValue cuts a quoted or bare value off.
func attributeValue(s string) (value, rest string) {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		value, rest, _ = strings.Cut(s[1:], s[:1])
		return value, strings.TrimLeft(rest, " \t\n")
	}
	value, rest, _ = cutSpace(s)
	return value, rest
}

// cutSpace cuts a text at its first white space.
func cutSpace(s string) (before, after string, found bool) {
	if i := strings.IndexAny(s, " \t\n"); i >= 0 {
		return s[:i], strings.TrimLeft(s[i:], " \t\n"), true
	}
	return s, "", false
}

// indexFold returns where a text of ASCII begins in another one, in any case, or
// -1.
func indexFold(s, sub string) int {
	for i := 0; ; i++ {
		next := strings.IndexByte(s[i:], sub[0])
		if next < 0 || i+next+len(sub) > len(s) {
			return -1
		}
		if i += next; strings.EqualFold(s[i:i+len(sub)], sub) {
			return i
		}
	}
}

func hasFold(s, sub string) bool { return indexFold(s, sub) >= 0 }

// isBlock reports whether an element begins a line of its own.
func isBlock(name string) bool {
	switch name {
	case "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
		"hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td",
		"tfoot", "th", "thead", "tr", "ul":
		return true
	default:
		return false
	}
}

// isDropped reports whether an element's content is not for a reader.
func isDropped(name string) bool {
	switch name {
	case "script", "style", "template", "noscript", "head", "title", "iframe", "object":
		return true
	default:
		return false
	}
}

func isCode(name string) bool {
	return name == "code" || name == "kbd" || name == "samp" || name == "tt"
}

// styleOf returns the style that an element stands for.
func styleOf(name string) (document.Style, bool) {
	switch name {
	case "b", "strong":
		return document.Strong, true
	case "i", "em":
		return document.Emphasis, true
	case "s", "strike", "del":
		return document.Strike, true
	case "sub":
		return document.Subscript, true
	case "sup":
		return document.Superscript, true
	default:
		return 0, false
	}
}

// closesItself reports whether an element has no content, or ends where the next
// block begins.
func closesItself(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
		"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "h1", "h2", "h3", "h4", "h5", "h6":
		return true
	}
	return false
}
