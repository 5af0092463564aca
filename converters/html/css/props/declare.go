package props

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// Declared is the declarations of a rule or a style attribute.
type Declared struct {
	Decls   []Decl
	Customs []Variable
}

// IsEmpty reports whether there are none.
func (d *Declared) IsEmpty() bool { return len(d.Decls)+len(d.Customs) == 0 }

// IsAlone reports whether what is declared means the same for each element.
func (d *Declared) IsAlone() bool {
	return len(d.Customs) == 0 && !slices.ContainsFunc(d.Decls, func(d Decl) bool {
		return d.Property == Position || d.Property == flexBasis || d.Property == AnimationName || Depends(d.Value)
	})
}

// Decl is a declaration of a property that matters here.
type Decl struct {
	Property  Property
	Via       Property // the shorthand that the value is of, if it waits for a variable
	Important bool
	Value     string // in lower case, without white space at its ends
}

// IsUnreckoned reports whether nobody knows whether it hides, as its value is not
// evaluated.
func (d *Decl) IsUnreckoned() bool { return Conclusive(d.Property) && unreckoned(d.Value) }

// Variable is a declaration of a custom property (css-variables-1).
type Variable struct {
	Name, Value string
	Important   bool
}

// Declarations returns the declarations of a block or a style attribute that
// matter, and the variables that it sets.
func Declarations(body string) Declared {
	var out Declared
	for part := range SplitOutside(body, ';') {
		name, value, ok := strings.Cut(part, ":")
		if !ok {
			continue
		}
		name = UnescapeCSS(strings.TrimSpace(name))
		custom := strings.HasPrefix(name, "--")
		p, known := properties()[strings.ToLower(name)]
		if !known && !custom {
			continue
		}
		value = strings.TrimSpace(lowerValue(value))
		important := false
		if v, found := strings.CutSuffix(value, "important"); found {
			if v, found = strings.CutSuffix(strings.TrimSpace(v), "!"); found {
				value, important = strings.TrimSpace(v), true
			}
		}
		if len(value) > LongestValue {
			value = shortened(p, value, custom)
		}
		if custom { // also one that is empty: it takes nothing of the text around it
			out.Customs = append(out.Customs, Variable{name, value, important})
		} else {
			out.declare(Decl{Property: p, Important: important, Value: value})
		}
	}
	return out
}

// shortened returns what is kept of a long value: an address with data, mostly.
// Of a property that hides by a short value nobody knows what it says.
func shortened(p Property, value string, custom bool) string {
	switch {
	case custom:
		return "url()"
	case p < Count && Conclusive(p), p > Count && len(value) > LongestRead && slices.ContainsFunc(shorthands[p-Count], Conclusive):
		return "attr()"
	case len(value) > LongestRead:
		return "url()"
	}
	return value
}

// lowerValue makes the case of a value lower, but for that of the names of
// variables, resolves its escapes, and makes its white space blanks.
func lowerValue(v string) string {
	v = UnescapeCSS(v)
	if strings.ContainsAny(v, "\n\t\r\f") || len(v) > LongestValue {
		v = strings.Join(strings.Fields(v), " ")
	}
	lower := strings.ToLower(v)
	if !strings.Contains(v, "--") || len(lower) != len(v) {
		return lower
	}
	b := []byte(lower)
	for i := 0; i+1 < len(v); i++ {
		if v[i] == '-' && v[i+1] == '-' {
			name, _ := CutName(v[i:])
			i += copy(b[i:], name)
		}
	}
	return string(b)
}

// declare adds a declaration; a shorthand becomes those that it sets. One with a
// variable in it is kept with each of them, until the value of that is known.
func (o *Declared) declare(d Decl) {
	if d.Property < Count {
		if Valid(d.Property, d.Value) {
			o.Decls = append(o.Decls, d)
		}
		return
	}
	for _, p := range shorthands[d.Property-Count] {
		part := Decl{Property: p, Important: d.Important, Value: d.Value}
		if Depends(d.Value) {
			part.Via = d.Property
		} else {
			part.Value = PartOf(d.Property, p, d.Value)
		}
		o.declare(part)
	}
}

// shorthands are the properties that each shorthand sets here.
var shorthands = [...][]Property{
	allMargin - Count:        {MarginTop, marginRight, marginBottom, MarginLeft},
	allMarginInline - Count:  {MarginLeft, marginRight},
	allMarginBlock - Count:   {MarginTop, marginBottom},
	allInset - Count:         {Top, Right, Bottom, Left},
	allInsetInline - Count:   {Left, Right},
	allInsetBlock - Count:    {Top, Bottom},
	allOverflow - Count:      {OverflowX, OverflowY},
	allFont - Count:          {FontStyle, FontWeight, FontSize, LineHeight, FontFamily},
	allBackground - Count:    {BackgroundColor, BackgroundImage, BackgroundClip, BackgroundSize},
	allPadding - Count:       {paddingTop, paddingRight, paddingBottom, paddingLeft},
	allPaddingInline - Count: {paddingLeft, paddingRight},
	allPaddingBlock - Count:  {paddingTop, paddingBottom},
	allFlex - Count:          {Flex, flexBasis},
	allAnimation - Count:     {AnimationName, AnimationDuration, AnimationDelay, AnimationCount, AnimationDirection, AnimationFill, AnimationState},
}

// PartOf returns the value that a shorthand gives to one of its properties; none
// where a part of it is not a value.
func PartOf(shorthand, p Property, value string) string {
	if IsWide(value) {
		return value
	}
	i := slices.Index(shorthands[shorthand-Count], p)
	switch shorthand {
	case allBackground:
		return background(value)[i]
	case allFont:
		return font(Words(value))[i]
	case allFlex:
		return flex(Words(value))[i]
	case allAnimation:
		return animation(value, p)
	}
	list := Words(value)
	most := 2
	if shorthand == allMargin || shorthand == allInset || shorthand == allPadding {
		most = 4
	}
	if len(list) == 0 || len(list) > most || slices.ContainsFunc(list, func(w string) bool { return !Valid(p, w) }) {
		return ""
	}
	return side(list, i)
}

// side returns the value for one of four sides, top, right, bottom and left, of
// a list of one to four.
func side(list []string, i int) string {
	switch {
	case i < len(list):
		return list[i]
	case i == 3 && len(list) > 1:
		return list[1]
	}
	return list[0]
}

// font reads "style weight size/line family"; what is not said is normal.
// Without a size and a family it is none, but for the fonts of the system.
func font(list []string) [5]string {
	v := [5]string{"normal", "normal", "medium", "normal", "serif"}
	for i, w := range list {
		size, line, _ := strings.Cut(w, "/")
		n, err := strconv.Atoi(w)
		switch {
		case dom.HasWord("italic oblique", w):
			v[0] = w
		case dom.HasWord("bold bolder lighter", w), err == nil && n >= 100 && n <= 1000:
			v[1] = w
		case dom.HasWord(sizeWords, size), isSize(size):
			if line == "" && i+2 < len(list) && list[i+1] == "/" {
				line = list[i+2]
				list = slices.Delete(slices.Clone(list), i+1, i+3)
			}
			if v[2] = size; line != "" {
				v[3] = line
			}
			if i+1 < len(list) {
				v[4] = strings.Join(list[i+1:], " ")
				return v
			}
		}
	}
	if len(list) == 1 && dom.HasWord("caption icon menu message-box small-caption status-bar", list[0]) {
		return v
	}
	return [5]string{}
}

// animation returns one part of each of some animations, which say them in any
// order: the first time is the duration, what nothing else is the name.
func animation(value string, part Property) string {
	var out []string
	for a := range SplitOutside(value, ',') {
		v := map[Property]string{AnimationName: "none", AnimationDuration: "0s"}
		for _, w := range Words(a) {
			if p := partOfAnimation(w, v[AnimationDuration] != "0s"); p != allAnimation {
				v[p] = w
			}
		}
		out = append(out, v[part])
	}
	return strings.Join(out, ",")
}

// partOfAnimation returns which part a word is, perhaps behind a duration; none
// for one that says how fast it goes when.
func partOfAnimation(w string, timed bool) Property {
	_, isCount := Number(w)
	digits := strings.TrimLeft(w, "-.")
	switch {
	case isCount || w == "infinite":
		return AnimationCount
	case digits != "" && dom.IsDigit(digits[0]) && !timed:
		return AnimationDuration
	case digits != "" && dom.IsDigit(digits[0]):
		return AnimationDelay
	case dom.HasWord("normal reverse alternate alternate-reverse", w):
		return AnimationDirection
	case dom.HasWord("forwards backwards both", w):
		return AnimationFill
	case dom.HasWord("running paused", w):
		return AnimationState
	case strings.IndexByte(w, '(') > 0, dom.HasWord("linear ease ease-in ease-out ease-in-out step-start step-end none", w):
		return allAnimation
	}
	return AnimationName
}

// flex reads "grow shrink basis": in which part of the size that is left an element
// grows, and its size before.
func flex(list []string) [2]string {
	v := [2]string{"1", "0"}
	for i, w := range list {
		switch n, isNumber := Number(w); {
		case w == "none":
			return [2]string{"0", "auto"}
		case i == 0 && isNumber && isBare(w):
			v[0] = w
		case i < 2 && isNumber && isBare(w) && n >= 0:
		default:
			v[1] = w
		}
	}
	return v
}

// backgroundWords are those of a background that say neither colour nor image.
const backgroundWords = "none repeat-x repeat-y repeat no-repeat space round scroll fixed local left right top bottom center cover contain auto " +
	"border-box padding-box content-box border-area /"

// background returns the colour, the image, the clip and the size of a background; none
// where it has two colours, or something that is none of its parts.
func background(value string) [4]string {
	v := [4]string{"transparent", "none", "border-box", "auto"}
	if len(value) > LongestValue {
		return [4]string{"transparent", "url()", "border-box", "auto"} // an address with data
	}
	colors := 0
	for layer := range SplitOutside(value, ',') {
		for _, w := range Words(strings.ReplaceAll(layer, "/", " / ")) {
			switch {
			case IsImage(w):
				v[1] = w
			case w == "text":
				v[2] = w
			case isColor(w):
				v[0] = w
				colors++
			case w == "/" || strings.HasPrefix(w, "no-repeat"):
				v[3] = w // perhaps less than the box
			case !dom.HasWord(backgroundWords, w) && !isFactor(w):
				return [4]string{}
			}
		}
	}
	if colors > 1 {
		return [4]string{}
	}
	return v
}
