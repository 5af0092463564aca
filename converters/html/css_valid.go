package html

import "strings"

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

	// Functions, and what may stand in them beside numbers and lengths.
	moveNames  = "matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez scale scale3d scalex scaley scalez skew skewx skewy translate translate3d translatex translatey translatez"
	shapeNames = "inset circle ellipse polygon path rect xywh shape url"
	shapeWords = "round at center left right top bottom closest-side farthest-side auto evenodd nonzero"
	shapeBoxes = "margin-box border-box padding-box content-box fill-box stroke-box view-box"
	dimNames   = "opacity blur brightness contrast drop-shadow grayscale hue-rotate invert saturate sepia url"
	mathNames  = "round mod rem sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp fit-content anchor anchor-size calc-size" // that are not reckoned here
	imageNames = "url image image-set -webkit-image-set element cross-fade paint"
)

// isWide reports whether a value is one that every property has.
func isWide(v string) bool { return hasWord(wideWords, v) }

// depends reports whether a value is only known where it is used.
func depends(v string) bool {
	return strings.IndexByte(v, '(') >= 0 && (strings.Contains(v, "var(") || strings.Contains(v, "env(") || strings.Contains(v, "attr(") || strings.Contains(v, "if("))
}

// valid reports whether a property may have a value. Of properties that are
// not named here every value is taken.
func valid(p property, v string, quirks bool) bool {
	if isWide(v) || depends(v) {
		return true
	}
	switch p {
	case propDisplay:
		return validDisplay(v)
	case propVisibility:
		return hasWord("visible hidden collapse", v)
	case propContentVisibility:
		return hasWord("visible auto hidden", v)
	case propPosition:
		return hasWord("static relative absolute fixed sticky -webkit-sticky", v)
	case propOpacity, propFillOpacity:
		_, ok := number(v)
		return ok
	case propOverflowX, propOverflowY:
		return hasWord(overflowWords, v)
	case propTextOverflow:
		return v[0] == '"' || v[0] == '\'' || hasWord("clip ellipsis", v)
	case propFontSize:
		return hasWord(sizeWords, v) || validSize(v)
	case propColor, propTextFill, propFill, propStrokePaint, propBackgroundColor:
		return (p == propFill || p == propStrokePaint) && (v == "none" || strings.HasPrefix(v, "url(")) || isColor(v, quirks)
	case propTransform, propTranslate, propScale, propRotate:
		return v == "none" || validList(v, moveNames, "x y z")
	case propClipPath:
		return v == "none" || validList(v, shapeNames, shapeWords+" "+shapeBoxes)
	case propClip:
		return v == "auto" || strings.HasPrefix(v, "rect(") && validList(argument(v), "", "auto")
	case propFilter:
		return v == "none" || validList(v, dimNames, "")
	case propContent:
		return hasWord("none normal", v) || strings.ContainsAny(v, "\"'(")
	case propMaskImage, propBackgroundImage:
		name, _, called := strings.Cut(v, "(")
		return v == "none" || called && (hasWord(imageNames, name) || strings.HasSuffix(name, "gradient"))
	case propTextShadow:
		_, ok := shadowed(v, paint{})
		return ok
	}
	return v != "" && validLength(p, v, quirks)
}

// validLength reports whether a property that has a length may have a value.
func validLength(p property, v string, quirks bool) bool {
	besides := ""
	switch p {
	case propLeft, propRight, propTop, propBottom, propMarginLeft, propMarginTop:
		besides = "auto"
	case propWidth, propHeight, propMinWidth, propMinHeight:
		besides = "auto " + boxWords
	case propMaxWidth, propMaxHeight:
		besides = "none " + boxWords
	case propLetterSpacing, propLineHeight, propZoom:
		besides = "normal"
	case propTextIndent, propPaddingX, propPaddingY:
	default:
		return true
	}
	if name, _, called := strings.Cut(v, "("); called && hasWord(mathNames, name) {
		return strings.HasSuffix(v, ")")
	}
	px, ok := pixels(v)
	bare := isDigit(v[len(v)-1]) || v[len(v)-1] == '.'
	return hasWord(besides, v) || ok && (!bare || px == 0 || quirks || p == propLineHeight || p == propZoom)
}

// validDisplay reports whether display may have a value: one word, or one of
// each kind.
func validDisplay(v string) bool {
	list := strings.Fields(v)
	if len(list) == 1 {
		return hasWord(displayWords, v)
	}
	outer, inner, item := 0, 0, 0
	for _, w := range list {
		switch {
		case hasWord(outerDisplay, w):
			outer++
		case hasWord(innerDisplay, w):
			inner++
		case w == "list-item":
			item++
		default:
			return false
		}
	}
	return len(list) > 0 && outer <= 1 && inner <= 1 && item <= 1
}

// validList reports whether a value is a list of numbers, lengths, angles,
// words and functions with such, of the kind that each function has.
func validList(v, names, plain string) bool {
	list := words(strings.NewReplacer(")", ") ", ",", " ").Replace(v))
	for _, w := range list {
		name, _, called := strings.Cut(w, "(")
		switch {
		case !called:
			if !isAngle(w) && !isLength(w) && !hasWord(plain, w) {
				return false
			}
		case hasWord(names, name):
			if !validCall(name, w, plain) {
				return false
			}
		case !hasWord(mathNames, name) && !isLength(w):
			return false
		}
	}
	return len(list) > 0
}

// validCall reports whether a function has what it takes, as far as that says
// what shows.
func validCall(name, call, plain string) bool {
	inner, _ := parenthesis(call)
	var test func(string) bool
	switch {
	case strings.HasPrefix(name, "scale"), strings.HasPrefix(name, "matrix"), name == "opacity":
		test = func(w string) bool { _, ok := number(w); return ok }
	case strings.HasPrefix(name, "rotate"), strings.HasPrefix(name, "skew"):
		test = isAngle
	case strings.HasPrefix(name, "translate"), hasWord("inset circle ellipse polygon rect xywh", name):
		return validList(inner, "", plain)
	default:
		return true
	}
	for _, w := range words(strings.ReplaceAll(inner, ",", " ")) {
		if name, _, called := strings.Cut(w, "("); !test(w) && !(called && hasWord(mathNames, name)) {
			return false
		}
	}
	return true
}

func isAngle(v string) bool {
	_, ok := degrees(v)
	return ok && v != "none"
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
	if v == "" {
		return false
	}
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
	if name, args, found := strings.Cut(v, "("); found {
		if hasWord("rgb rgba hsl hsla hwb lab lch oklab oklch", name) { // known but for what has to be reckoned
			return strings.HasPrefix(args, "from ") || strings.IndexByte(args, '(') >= 0
		}
		return hasWord("color color-mix light-dark device-cmyk contrast-color", name)
	}
	if quirks {
		_, ok := hexColor(v)
		return ok
	}
	return false
}
