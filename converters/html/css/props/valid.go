package props

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// IsWide reports whether a value is one that every property has.
func IsWide(v string) bool { return dom.HasWord(wideWords, v) }

// Depends reports whether a value is only known where it is used.
func Depends(v string) bool {
	return strings.IndexByte(v, '(') >= 0 && (strings.Contains(v, "var(") || strings.Contains(v, "env(") || strings.Contains(v, "attr(") || strings.Contains(v, "if("))
}

// Valid reports whether browsers know a value of a property: a declaration with
// another one is none, so that an earlier one holds (css-syntax-3, section 2.2).
func Valid(p Property, v string, quirks bool) bool {
	if v == "" || IsWide(v) || Depends(v) || dom.HasWord(table[p].words, v) {
		return v != ""
	}
	name, _, called := strings.Cut(v, "(")
	switch table[p].kind {
	case words: // such as "inline flow", each of two words is one
		a, b, two := strings.Cut(v, " ")
		return two && dom.HasWord("block inline list-item", a) && dom.HasWord("flow flow-root table flex grid ruby math list-item", b)
	case number:
		_, ok := Number(v)
		return ok
	case length, factor:
		if Unreckoned(v) {
			return true
		}
		px, ok := Pixels(v)
		return ok && (!isBare(v) || px == 0 || quirks || table[p].kind == factor)
	case size: // a bare number is one in quirks mode, which a reader's program may take
		px, ok := Pixels(v)
		return ok && px >= 0 && (px < TinyFont || !isBare(v))
	case color:
		return IsColor(v, quirks)
	case paint:
		return called && name == "url" || IsColor(v, quirks)
	case image:
		return called && (dom.HasWord("url image image-set -webkit-image-set element cross-fade paint", name) || strings.HasSuffix(name, "gradient"))
	case call:
		return called && !strings.Contains(v, "=") // unlike alpha(opacity=50) of old browsers
	case text:
		return called || v[0] == '"' || v[0] == '\''
	}
	return true
}

// isBare reports whether a length has no unit.
func isBare(v string) bool { return dom.IsDigit(v[len(v)-1]) || v[len(v)-1] == '.' }

// Conclusive reports whether a property hides by a short value that no other
// property has to agree with.
func Conclusive(p Property) bool {
	switch p {
	case Display, Visibility, ContentVisibility, Opacity, FontSize, Left, Right, Top, Bottom,
		MarginLeft, MarginTop, TextIndent, LetterSpacing, Zoom, Scale, Translate, Rotate, Transform:
		return true
	}
	return false
}

// IsColor reports whether a value is a colour, known or not.
func IsColor(v string, quirks bool) bool {
	if v == "currentcolor" {
		return true
	}
	if _, ok := ParseColor(v); ok {
		return true
	}
	if name, args, called := strings.Cut(v, "("); called {
		if dom.HasWord("rgb rgba hsl hsla oklab oklch", name) { // known but for what has to be reckoned
			return strings.HasPrefix(args, "from ") || strings.IndexByte(args, '(') >= 0
		}
		return dom.HasWord("color color-mix device-cmyk contrast-color light-dark hwb lab lch", name)
	}
	if quirks {
		_, ok := hexColor(v)
		return ok
	}
	return false
}
