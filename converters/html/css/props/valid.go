package props

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// What browsers know: a declaration with another value is none, so that an
// earlier one holds (css-syntax-3, section 2.2).
const (
	displayWords = "none contents inline block inline-block flow flow-root flex inline-flex grid inline-grid table inline-table list-item run-in " +
		"table-row table-cell table-column table-caption table-row-group table-header-group table-footer-group table-column-group " +
		"ruby ruby-base ruby-text ruby-base-container ruby-text-container math grid-lanes inline-grid-lanes " +
		"-webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex -ms-flexbox -moz-box"
	outerDisplay  = "block inline run-in" // of these, those of the next and list-item, one each may stand together
	innerDisplay  = "flow flow-root table flex grid ruby math"
	sizeWords     = "xx-small x-small small medium large x-large xx-large xxx-large smaller larger math"
	boxWords      = "min-content max-content fit-content stretch -webkit-fill-available -moz-available -webkit-min-content -webkit-max-content -webkit-fit-content"
	overflowWords = "visible hidden clip scroll auto overlay"
	wideWords     = "inherit initial unset revert revert-layer"

	imageNames = "url image image-set -webkit-image-set element cross-fade paint"
)

// IsWide reports whether a value is one that every property has.
func IsWide(v string) bool { return dom.HasWord(wideWords, v) }

// Depends reports whether a value is only known where it is used.
func Depends(v string) bool {
	return strings.IndexByte(v, '(') >= 0 && (strings.Contains(v, "var(") || strings.Contains(v, "env(") || strings.Contains(v, "attr(") || strings.Contains(v, "if("))
}

// Valid reports whether a property may have a value. Of properties that are
// not named here every value is taken.
func Valid(p Property, v string, quirks bool) bool {
	if IsWide(v) || Depends(v) {
		return true
	}
	switch p {
	case Display:
		return validDisplay(v)
	case Visibility:
		return dom.HasWord("visible hidden collapse", v)
	case ContentVisibility:
		return dom.HasWord("visible auto hidden", v)
	case Position:
		return dom.HasWord("static relative absolute fixed sticky -webkit-sticky", v)
	case Opacity, FillOpacity:
		_, ok := Number(v)
		return ok
	case OverflowX, OverflowY:
		return dom.HasWord(overflowWords, v)
	case TextOverflow:
		return v[0] == '"' || v[0] == '\'' || dom.HasWord("clip ellipsis", v)
	case FontSize:
		return dom.HasWord(sizeWords, v) || validSize(v)
	case Color, TextFill, Fill, StrokePaint, BackgroundColor:
		return (p == Fill || p == StrokePaint) && (v == "none" || strings.HasPrefix(v, "url(")) || IsColor(v, quirks)
	case Transform, ClipPath, Filter:
		return v == "none" || strings.IndexByte(v, '(') > 0 && !strings.Contains(v, "=") // unlike alpha(opacity=50) of old browsers
	case Content:
		return dom.HasWord("none normal", v) || strings.ContainsAny(v, "\"'(")
	case BackgroundImage:
		name, _, called := strings.Cut(v, "(")
		return v == "none" || called && (dom.HasWord(imageNames, name) || strings.HasSuffix(name, "gradient"))
	}
	return v != "" && validLength(p, v, quirks)
}

// validLength reports whether a property that has a length may have a value.
func validLength(p Property, v string, quirks bool) bool {
	besides := ""
	switch p {
	case Left, Right, Top, Bottom, MarginLeft, MarginTop:
		besides = "auto"
	case Width, Height, MinWidth, MinHeight:
		besides = "auto " + boxWords
	case MaxWidth, MaxHeight:
		besides = "none " + boxWords
	case LetterSpacing, LineHeight, Zoom:
		besides = "normal"
	case TextIndent, PaddingX, PaddingY:
	default:
		return true
	}
	if Unreckoned(v) {
		return strings.HasSuffix(v, ")")
	}
	px, ok := Pixels(v)
	bare := dom.IsDigit(v[len(v)-1]) || v[len(v)-1] == '.'
	return dom.HasWord(besides, v) || ok && (!bare || px == 0 || quirks || p == LineHeight || p == Zoom)
}

// validDisplay reports whether display may have a value: one word, or one of
// each kind.
func validDisplay(v string) bool {
	list := strings.Fields(v)
	if len(list) == 1 {
		return dom.HasWord(displayWords, v)
	}
	outer, inner, item := 0, 0, 0
	for _, w := range list {
		switch {
		case dom.HasWord(outerDisplay, w):
			outer++
		case dom.HasWord(innerDisplay, w):
			inner++
		case w == "list-item":
			item++
		default:
			return false
		}
	}
	return len(list) > 0 && outer <= 1 && inner <= 1 && item <= 1
}

// Conclusive reports whether a property hides by a short value that no other
// property has to agree with.
func Conclusive(p Property) bool {
	switch p {
	case Display, Visibility, ContentVisibility, Opacity, FontSize, Left, Right, Top, Bottom,
		MarginLeft, MarginTop, TextIndent, LetterSpacing, Zoom, Scale, Translate, Rotate:
		return true
	}
	return false
}

// validSize reports whether a value is a size of letters. One without a unit
// counts only in quirks mode; as nobody knows what mode the reader's program
// took, it counts here where it makes the text tiny.
func validSize(v string) bool {
	px, ok := Pixels(v)
	if v == "" {
		return false
	}
	last := v[len(v)-1]
	return ok && px >= 0 && (px < TinyFont || !dom.IsDigit(last) && last != '.')
}

// IsColor reports whether a value is a colour, known or not.
func IsColor(v string, quirks bool) bool {
	if v == "currentcolor" {
		return true
	}
	if _, ok := ParseColor(v); ok {
		return true
	}
	if name, args, found := strings.Cut(v, "("); found {
		if dom.HasWord("rgb rgba hsl hsla hwb lab lch oklab oklch", name) { // known but for what has to be reckoned
			return strings.HasPrefix(args, "from ") || strings.IndexByte(args, '(') >= 0
		}
		return dom.HasWord("color color-mix light-dark device-cmyk contrast-color", name)
	}
	if quirks {
		_, ok := hexColor(v)
		return ok
	}
	return false
}
