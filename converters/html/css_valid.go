package html

import "strings"

// What browsers know: a declaration with another value is none, so that an
// earlier one holds (css-syntax-3, section 2.2).
const (
	displayWords = "none contents inline block inline-block flow flow-root flex inline-flex grid inline-grid table inline-table list-item run-in " +
		"table-row table-cell table-column table-caption table-row-group table-header-group table-footer-group table-column-group " +
		"ruby ruby-base ruby-text ruby-base-container ruby-text-container math grid-lanes inline-grid-lanes " +
		"-webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex -ms-flexbox -moz-box"
	sizeWords = "xx-small x-small small medium large x-large xx-large xxx-large smaller larger math"
	boxWords  = "auto none min-content max-content fit-content stretch -webkit-fill-available -moz-available -webkit-min-content -webkit-max-content -webkit-fit-content"
	wideWords = "inherit initial unset revert revert-layer"
)

// isWide reports whether a value is one that every property has.
func isWide(v string) bool { return hasWord(wideWords, v) }

// depends reports whether a value is only known where it is used.
func depends(v string) bool {
	return strings.IndexByte(v, '(') >= 0 && (strings.Contains(v, "var(") || strings.Contains(v, "env(") || strings.Contains(v, "attr("))
}

// valid reports whether a property may have a value. Of properties that are
// not named here every value is taken.
func valid(p property, v string, quirks bool) bool {
	if isWide(v) || depends(v) {
		return true
	}
	switch p {
	case propDisplay:
		for w := range strings.FieldsSeq(v) {
			if !hasWord(displayWords, w) {
				return false
			}
		}
	case propVisibility:
		return hasWord("visible hidden collapse", v)
	case propContentVisibility:
		return hasWord("visible auto hidden", v)
	case propPosition:
		return hasWord("static relative absolute fixed sticky -webkit-sticky", v)
	case propOpacity:
		_, ok := number(v)
		return ok
	case propFontSize:
		return hasWord(sizeWords, v) || validSize(v)
	case propColor, propTextFill, propFill, propBackgroundColor:
		return p == propFill && (v == "none" || strings.HasPrefix(v, "url(")) || isColor(v, quirks)
	case propLeft, propRight, propTop, propBottom, propMarginLeft, propMarginTop, propWidth, propHeight, propMaxWidth, propMaxHeight, propMinWidth, propMinHeight:
		return hasWord(boxWords, v) || strings.IndexByte(v, '(') >= 0 || isLength(v)
	}
	return true
}

// conclusive reports whether a property hides by a short value that no other
// property has to agree with.
func conclusive(p property) bool {
	switch p {
	case propDisplay, propVisibility, propContentVisibility, propOpacity, propFontSize, propLeft, propRight, propTop, propBottom,
		propMarginLeft, propMarginTop, propTextIndent, propLetterSpacing, propZoom, propScale, propTranslate, propRotate:
		return true
	}
	return false
}

// validSize reports whether a value is a size of letters. One without a unit
// counts only in quirks mode; as nobody knows what mode the reader's program
// took, it counts here where it makes the text tiny.
func validSize(v string) bool {
	px, ok := pixels(v)
	last := v[len(v)-1]
	return ok && px >= 0 && (px < tinyFont || !isDigit(last) && last != '.')
}

// isColor reports whether a value is a colour, known or not.
func isColor(v string, quirks bool) bool {
	if v == "currentcolor" {
		return true
	}
	if _, ok := parseColor(v); ok {
		return true
	}
	if name, _, found := strings.Cut(v, "("); found {
		return hasWord("rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark device-cmyk contrast-color", name)
	}
	if quirks {
		_, ok := hexColor(v)
		return ok
	}
	return false
}
