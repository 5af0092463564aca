package html

import (
	"slices"
	"strings"
)

// shorthands are the properties that each shorthand sets here.
var shorthands = [...][]property{
	propMargin - propCount:       {propMarginTop, propMarginLeft},
	propMarginInline - propCount: {propMarginLeft},
	propMarginBlock - propCount:  {propMarginTop},
	propInset - propCount:        {propTop, propRight, propBottom, propLeft},
	propInsetInline - propCount:  {propLeft, propRight},
	propInsetBlock - propCount:   {propTop, propBottom},
	propOverflow - propCount:     {propOverflowX, propOverflowY},
	propFont - propCount:         {propFontStyle, propFontWeight, propFontSize, propLineHeight},
	propBackground - propCount:   {propBackgroundColor, propBackgroundImage, propBackgroundClip},
	propPadding - propCount:      {propPaddingY, propPaddingX},
	propMask - propCount:         {propMaskImage},
	propAnimation - propCount:    {propAnimationName, propAnimationFill},
	propStroke - propCount:       {propStrokeWidth, propStrokeColor},
}

// declareAll adds a declaration; a shorthand becomes those that it stands for.
// A shorthand with a variable in it is kept with each of them, until the value
// of the variable is known.
func declareAll(list []decl, d decl, quirks bool) []decl {
	if tooMuch(d.property, len(d.value)) {
		return declare(list, decl{property: propDisplay, important: d.important, value: "none"})
	}
	if len(d.value) > longestRead {
		d.value = "url()" // an address with data; what has none has no value then
	}
	if d.property < propCount {
		if valid(d.property, d.value, quirks) {
			list = declare(list, d)
		}
		return list
	}
	whole := isWide(d.value) || depends(d.value)
	for i, p := range shorthands[d.property-propCount] {
		part := decl{property: p, important: d.important, value: d.value}
		if depends(d.value) {
			part.via = d.property
		}
		if !whole {
			if part.value = expand(d.property, d.value)[i]; !valid(p, part.value, quirks) {
				continue
			}
		}
		list = declare(list, part)
	}
	return list
}

// tooMuch reports whether a value that may hide is longer than those that are
// read. No honest page says so much to say so little.
func tooMuch(p property, length int) bool {
	switch {
	case length <= longestValue:
		return false
	case p < propCount && conclusive(p):
		return true
	case length <= longestRead:
		return false
	case p < propCount:
		return p == propAnimationName || p == propAnimationFill
	}
	return p == propAnimation || slices.ContainsFunc(shorthands[p-propCount], conclusive)
}

// expand returns the values that a shorthand gives to what it stands for, in
// the order of the table above; none where a part of it is no value.
func expand(p property, value string) (v [4]string) {
	if p == propBackground {
		v[0], v[1], v[2] = background(value)
		return v
	}
	list := words(value)
	if len(list) == 0 || !validSides(p, list) {
		return v
	}
	side := func(i int) string { // as top, right, bottom, left
		switch {
		case i < len(list):
			return list[i]
		case i == 3 && len(list) > 1:
			return list[1]
		case i == 2:
			return list[0]
		}
		return list[0]
	}
	switch p {
	case propMargin:
		v[0], v[1] = side(0), side(3)
	case propInset:
		v = [4]string{side(0), side(1), side(2), side(3)}
	case propPadding:
		v[0], v[1] = largest(side(0), side(2)), largest(side(1), side(3))
	case propFont:
		return font(list)
	case propMask:
		v[0] = value
	case propAnimation:
		v[0], v[1] = animation(value)
	case propStroke:
		v[1] = "currentcolor"
		for _, w := range list {
			if isLength(w) {
				v[0] = w
			} else {
				v[1] = w
			}
		}
	default:
		v[0], v[1] = side(0), side(1)
	}
	return v
}

// validSides reports whether all words of a shorthand for sides are values of
// one of them, and no more than there are.
func validSides(p property, list []string) bool {
	most := 2
	switch p {
	case propMargin, propInset, propPadding:
		most = 4
	case propMarginInline, propMarginBlock, propInsetInline, propInsetBlock, propOverflow:
	default:
		return true
	}
	side := shorthands[p-propCount][0]
	return len(list) <= most && !slices.ContainsFunc(list, func(w string) bool { return !valid(side, w, true) })
}

// largest returns the larger of two lengths.
func largest(a, b string) string {
	x, _ := pixels(a)
	if y, ok := pixels(b); ok && y > x {
		return b
	}
	return a
}

// font reads "style weight size/line family"; what is not said is normal.
// Without a size and a family it is none, but for the fonts of the system.
func font(list []string) [4]string {
	v := [4]string{"normal", "normal", "medium", "normal"}
	for i, w := range list {
		size, line, _ := strings.Cut(w, "/")
		switch {
		case hasWord("italic oblique", w):
			v[0] = w
		case hasWord("bold bolder lighter", w), isWeight(w):
			v[1] = w
		case hasWord(sizeWords, size), isLength(size):
			v[2] = size
			if line == "" && i+2 < len(list) && list[i+1] == "/" {
				line = list[i+2]
			}
			if line != "" {
				v[3] = line
			}
			if i+1 < len(list) {
				return v
			}
		}
	}
	if len(list) == 1 && hasWord("caption icon menu message-box small-caption status-bar", list[0]) {
		return v
	}
	return [4]string{}
}

func isLength(v string) bool {
	_, ok := pixels(v)
	return ok
}

// backgroundWords are those of a background that say neither colour nor image.
const backgroundWords = "none repeat-x repeat-y repeat no-repeat space round scroll fixed local left right top bottom center cover contain auto " +
	"border-box padding-box content-box border-area /"

// background returns the colour, the image and the clip of a background; none
// where it has two colours, or something that is none of its parts.
func background(value string) (color, image, clip string) {
	color, image, clip = "transparent", "none", "border-box"
	if len(value) > longestValue {
		return color, "url()", clip // an address with data
	}
	colors := 0
	for layer := range splitOutside(value, ',') {
		for _, w := range words(strings.ReplaceAll(layer, "/", " / ")) {
			switch {
			case valid(propBackgroundImage, w, false) && w != "none":
				image = w
			case w == "text":
				clip = w
			case isColor(w, false):
				color = w
				colors++
			case !hasWord(backgroundWords, w) && !isLength(w):
				return "", "", ""
			}
		}
	}
	if colors > 1 {
		return "", "", ""
	}
	return color, image, clip
}

// animation returns the names of animations and how they fill, each as a list.
func animation(value string) (names, fills string) {
	for one := range splitOutside(value, ',') {
		name, fill := "none", "none"
		for _, w := range words(one) {
			switch {
			case hasWord("forwards backwards both", w):
				fill = w
			case hasWord("none normal reverse alternate alternate-reverse running paused infinite linear ease ease-in ease-out ease-in-out step-start step-end", w):
			case isLetter(w[0]) && strings.IndexByte(w, '(') < 0, w[0] == '_', w[0] == '-':
				name = w
			}
		}
		names, fills = names+","+name, fills+","+fill
	}
	return names[1:], fills[1:]
}
