package lexical

import "strings"

// HTMLStart returns the start condition of an HTML block that a line,
// which begins with <, meets (CommonMark 4.6); 0 if it meets none.
func HTMLStart(line string) uint8 {
	switch {
	case strings.HasPrefix(line, "<?"):
		return 3
	case strings.HasPrefix(line, "<!--"):
		return 2
	case strings.HasPrefix(line, CDATA):
		return 5
	case strings.HasPrefix(line, "<!"):
		if len(line) > 2 && IsAlpha(line[2]) {
			return 4
		}
		return 0
	}
	return htmlTag(line)
}

// htmlTag returns the start condition, 1, 6 or 7, of an HTML block that
// begins with a tag.
func htmlTag(line string) uint8 {
	i := 1
	if strings.HasPrefix(line, "</") {
		i = 2
	}
	name := TagName(line, i)
	if name == i {
		return 0
	}
	tag := strings.ToLower(line[i:name])
	switch {
	case i == 1 && isRawTag(tag) && (name == len(line) || IsBlank(line[name]) || line[name] == '>'):
		return 1
	case beginsBlock(tag) && endsName(line[name:]):
		return 6
	}
	end := -1
	if i == 2 {
		end = CloseTag(line)
	} else if !isRawTag(tag) {
		end = OpenTag(line)
	}
	if end >= 0 && strings.Trim(line[end:], " \t") == "" {
		return 7
	}
	return 0
}

// endsName reports whether rest may be behind the tag name of start
// condition 6.
func endsName(rest string) bool {
	return rest == "" || IsBlank(rest[0]) || rest[0] == '>' || strings.HasPrefix(rest, "/>")
}

// isRawTag reports whether the content of a tag is not Markdown.
func isRawTag(tag string) bool {
	switch tag {
	case "script", "pre", "style", "textarea":
		return true
	}
	return false
}

const CDATA = "<![CDATA["

// HTMLEnds reports whether an HTML block of start conditions 1–5 ends
// with the line.
func HTMLEnds(kind uint8, line string) bool {
	switch kind {
	case 1:
		return endsRaw(line)
	case 2:
		return strings.Contains(line, "-->")
	case 3:
		return strings.Contains(line, "?>")
	case 4:
		return strings.IndexByte(line, '>') >= 0
	case 5:
		return strings.Contains(line, "]]>")
	}
	return false
}

// endsRaw reports whether a line has the end tag of a raw tag.
func endsRaw(line string) bool {
	for {
		i := strings.Index(line, "</")
		if i < 0 {
			return false
		}
		line = line[i+2:]
		for _, tag := range [...]string{"script>", "pre>", "style>", "textarea>"} {
			if HasFold(line, tag) {
				return true
			}
		}
	}
}

// TagName returns the offset behind the tag name at i; i if there is none.
func TagName(text string, i int) int {
	if i == len(text) || !IsAlpha(text[i]) {
		return i
	}
	for i < len(text) && (IsAlnum(text[i]) || text[i] == '-') {
		i++
	}
	return i
}

// CloseTag returns the offset behind the closing tag that text begins
// with (CommonMark 6.6), or -1.
func CloseTag(text string) int {
	i := TagName(text, 2)
	if i == 2 {
		return -1
	}
	i = Space(text, i)
	if i < len(text) && text[i] == '>' {
		return i + 1
	}
	return -1
}

// OpenTag returns the offset behind the opening tag that text begins with
// (CommonMark 6.6); the complement of the offset where it failed if there
// is none.
func OpenTag(text string) int {
	i := TagName(text, 1)
	if i == 1 {
		return ^i
	}
	for {
		next := Space(text, i)
		attr := attribute(text, next)
		if attr < 0 {
			return attr
		}
		if attr == next || next == i {
			i = next
			break
		}
		i = attr
	}
	if i < len(text) && text[i] == '/' {
		i++
	}
	if i < len(text) && text[i] == '>' {
		return i + 1
	}
	return ^i
}

// attribute returns the offset behind the attribute at i; i if there is
// none, and the complement of an offset if it is broken.
func attribute(text string, i int) int {
	if i == len(text) || !IsAlpha(text[i]) && text[i] != '_' && text[i] != ':' {
		return i
	}
	for i < len(text) && (IsAlnum(text[i]) || strings.IndexByte("_.:-", text[i]) >= 0) {
		i++
	}
	eq := Space(text, i)
	if eq == len(text) || text[eq] != '=' {
		return i
	}
	return attributeValue(text, Space(text, eq+1))
}

// attributeValue returns the offset behind the attribute value at i, or the
// complement of an offset.
func attributeValue(text string, i int) int {
	if i == len(text) {
		return ^i
	}
	if c := text[i]; c == '"' || c == '\'' {
		n := strings.IndexByte(text[i+1:], c)
		if n < 0 {
			return ^len(text)
		}
		return i + n + 2
	}
	from := i
	for i < len(text) && text[i] > ' ' && strings.IndexByte("\"'=<>`", text[i]) < 0 {
		i++
	}
	if i == from {
		return ^i
	}
	return i
}

// beginsBlock reports whether a tag, in lower case, begins an HTML block
// of start condition 6.
func beginsBlock(tag string) bool {
	switch tag {
	case "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col",
		"colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure",
		"footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr",
		"html", "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol",
		"optgroup", "option", "p", "param", "search", "section", "summary", "table", "tbody", "td", "tfoot",
		"th", "thead", "title", "tr", "track", "ul":
		return true
	}
	return false
}
