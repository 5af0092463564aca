package props

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// Shorthands are the properties that each shorthand sets here.
var Shorthands = [...][]Property{
	Margin - Count:       {MarginTop, MarginLeft},
	MarginInline - Count: {MarginLeft},
	MarginBlock - Count:  {MarginTop},
	Inset - Count:        {Top, Right, Bottom, Left},
	InsetInline - Count:  {Left, Right},
	InsetBlock - Count:   {Top, Bottom},
	Overflow - Count:     {OverflowX, OverflowY},
	Font - Count:         {FontStyle, FontWeight, FontSize, LineHeight},
	Background - Count:   {BackgroundColor, BackgroundImage, BackgroundClip},
	Padding - Count:      {PaddingY, PaddingX},
	Animation - Count:    {AnimationName, AnimationFill},
}

// declareAll adds a declaration; a shorthand becomes those that it stands for.
// A shorthand with a variable in it is kept with each of them, until the value
// of the variable is known.
func declareAll(list []Decl, d Decl, quirks bool) []Decl {
	if tooMuch(d.Property, len(d.Value)) {
		return declare(list, Decl{Property: Display, Important: d.Important, Value: "none"})
	}
	if len(d.Value) > LongestRead {
		d.Value = "url()" // an address with data; what has none has no value then
	}
	if d.Property < Count {
		if Valid(d.Property, d.Value, quirks) {
			list = declare(list, d)
		}
		return list
	}
	whole := IsWide(d.Value) || Depends(d.Value)
	for i, p := range Shorthands[d.Property-Count] {
		part := Decl{Property: p, Important: d.Important, Value: d.Value}
		if Depends(d.Value) {
			part.Via = d.Property
		}
		if !whole {
			if part.Value = Expand(d.Property, d.Value)[i]; !Valid(p, part.Value, quirks) {
				continue
			}
		}
		list = declare(list, part)
	}
	return list
}

// tooMuch reports whether a value that may hide is longer than those that are
// read. No honest page says so much to say so little.
func tooMuch(p Property, length int) bool {
	switch {
	case length <= LongestValue:
		return false
	case p < Count && Conclusive(p):
		return true
	case length <= LongestRead:
		return false
	case p < Count:
		return p == AnimationName || p == AnimationFill
	}
	return p == Animation || slices.ContainsFunc(Shorthands[p-Count], Conclusive)
}

// Expand returns the values that a shorthand gives to what it stands for, in
// the order of the table above; none where a part of it is not a value.
func Expand(p Property, value string) (v [4]string) {
	if p == Background {
		v[0], v[1], v[2] = background(value)
		return v
	}
	list := Words(value)
	if len(list) == 0 || !validSides(p, list) {
		return v
	}
	switch p {
	case Margin:
		v[0], v[1] = side(list, 0), side(list, 3)
	case Inset:
		v = [4]string{side(list, 0), side(list, 1), side(list, 2), side(list, 3)}
	case Padding:
		v[0], v[1] = largest(side(list, 0), side(list, 2)), largest(side(list, 1), side(list, 3))
	case Font:
		return font(list)
	case Animation: // all words: which of them is a name, the sheet knows
		v[0], v[1] = value, value
	default:
		v[0], v[1] = side(list, 0), side(list, 1)
	}
	return v
}

// validSides reports whether all words of a shorthand for sides are values of
// one of them, and no more than there are.
func validSides(p Property, list []string) bool {
	most := 2
	switch p {
	case Margin, Inset, Padding:
		most = 4
	case MarginInline, MarginBlock, InsetInline, InsetBlock, Overflow:
	default:
		return true
	}
	side := Shorthands[p-Count][0]
	return len(list) <= most && !slices.ContainsFunc(list, func(w string) bool { return !Valid(side, w, true) })
}

// largest returns the larger of two lengths.
func largest(a, b string) string {
	x, _ := Pixels(a)
	if y, ok := Pixels(b); ok && y > x {
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
		case dom.HasWord("italic oblique", w):
			v[0] = w
		case dom.HasWord("bold bolder lighter", w), isWeight(w):
			v[1] = w
		case dom.HasWord(sizeWords, size), isLength(size):
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
	if len(list) == 1 && dom.HasWord("caption icon menu message-box small-caption status-bar", list[0]) {
		return v
	}
	return [4]string{}
}

func isLength(v string) bool {
	_, ok := Pixels(v)
	return ok
}

// backgroundWords are those of a background that say neither colour nor image.
const backgroundWords = "none repeat-x repeat-y repeat no-repeat space round scroll fixed local left right top bottom center cover contain auto " +
	"border-box padding-box content-box border-area /"

// background returns the colour, the image and the clip of a background; none
// where it has two colours, or something that is none of its parts.
func background(value string) (color, image, clip string) {
	color, image, clip = "transparent", "none", "border-box"
	if len(value) > LongestValue {
		return color, "url()", clip // an address with data
	}
	colors := 0
	for layer := range SplitOutside(value, ',') {
		for _, w := range Words(strings.ReplaceAll(layer, "/", " / ")) {
			switch {
			case Valid(BackgroundImage, w, false) && w != "none":
				image = w
			case w == "text":
				clip = w
			case IsColor(w, false):
				color = w
				colors++
			case !dom.HasWord(backgroundWords, w) && !isLength(w):
				return "", "", ""
			}
		}
	}
	if colors > 1 {
		return "", "", ""
	}
	return color, image, clip
}

func isWeight(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 100 && n <= 1000
}
