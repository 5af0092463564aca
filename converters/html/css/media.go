package css

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
)

// blockHolds reports whether the rules inside an at-rule hold.
func blockHolds(name, rest string) truth {
	switch name {
	case "media":
		return truthOf(mediaHolds(rest))
	case "container": // as if the container were as wide as the page
		if i := strings.IndexByte(rest, '('); i > 0 && !strings.HasPrefix(rest, "not") {
			rest = rest[i:]
		}
		if mediaHolds(rest) {
			return unknown
		}
	case "supports":
		return condition(rest, supported)
	case "layer":
		return isTrue
	case "scope":
		return unknown
	}
	return isFalse
}

// truth is whether a condition holds, as far as that is known.
type truth int8

const (
	isFalse truth = iota - 1
	unknown
	isTrue
)

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

// mediaHolds reports whether one of a list of media queries holds.
func mediaHolds(list string) bool {
	if strings.TrimSpace(list) == "" {
		return true
	}
	for q := range props.SplitOutside(strings.ToLower(list), ',') {
		if queryHolds(strings.TrimSpace(q)) == isTrue {
			return true
		}
	}
	return false
}

// queryHolds evaluates one media query, as far as a page that does not change
// can tell.
func queryHolds(q string) truth {
	rest, negate := strings.CutPrefix(q, "not ")
	rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "only "))
	if strings.HasPrefix(rest, "(") {
		return condition(q, featureHolds)
	}
	medium, features, _ := strings.Cut(rest, " ")
	out := truthOf(medium == "screen" || medium == "all")
	if features = strings.TrimSpace(features); features != "" {
		features, ok := strings.CutPrefix(features, "and")
		if !ok {
			return unknown
		}
		out = min(out, condition(features, featureHolds))
	}
	if negate {
		out = -out
	}
	return out
}

// maxConditionDepth is how many parentheses of a condition may be in one
// another: each is looked at as often as some stand around it.
const maxConditionDepth = 32

// tooDeep reports whether a condition has more than that.
func tooDeep(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			if depth++; depth > maxConditionDepth {
				return true
			}
		case ')':
			depth = max(depth-1, 0)
		}
	}
	return false
}

// condition evaluates what is joined by "and", "or" and "not"; test tells of
// what is in the innermost parentheses (css-conditional-3, section 3).
func condition(s string, test func(string) truth) truth {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "not"); ok && strings.HasPrefix(strings.TrimSpace(rest), "(") {
		return -condition(rest, test)
	}
	out, joint := unknown, ""
	for first := true; s != ""; first = false {
		in := props.TextReader{Src: s}
		if in.Seek("(") == 0 {
			return unknown
		}
		before := strings.TrimSpace(s[:in.Pos])
		inner, rest := props.Parenthesis(s[in.Pos:])
		s = strings.TrimSpace(rest)
		value := operandHolds(before, inner, first, &joint, test)
		switch {
		case first:
			out = value
		case joint == "or":
			out = max(out, value)
		default:
			out = min(out, value)
		}
	}
	return out
}

// operandHolds evaluates one parenthesis and the word before it.
func operandHolds(before, inner string, first bool, joint *string, test func(string) truth) truth {
	before, isSelector := strings.CutSuffix(before, "selector") // only @supports has it
	before, negate := strings.CutSuffix(strings.TrimSpace(before), "not")
	switch before = strings.TrimSpace(before); {
	case before == "and" || before == "or":
		*joint = before
	case before != "" || !first:
		return unknown // a function, or what is not known
	}
	value := unknown
	if isSelector {
		if s, v := new(selectorReader).selector(inner); !s.unsure {
			value = truthOf(v != invalid)
		}
	} else if inner != "" && (inner[0] == '(' || strings.HasPrefix(inner, "not ") || strings.HasPrefix(inner, "not(")) {
		value = condition(inner, test)
	} else {
		value = test(inner)
	}
	if negate {
		return -value
	}
	return value
}

// supported reports whether a browser of today takes a declaration. Of
// properties that are not read here it is said to take all.
func supported(declaration string) truth {
	name, value, ok := strings.Cut(declaration, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" {
		return unknown
	}
	if p, known := props.PropertyOf(name); known && p < props.Count {
		return truthOf(props.Valid(p, value, false))
	}
	return isTrue
}

// desktop is what the features of media are on a desktop screen that its
// reader has not set up.
var desktop = map[string]string{
	"prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "prefers-contrast": "no-preference",
	"prefers-reduced-data": "no-preference", "prefers-reduced-transparency": "no-preference", "orientation": "landscape",
	"hover": "hover", "any-hover": "hover", "pointer": "fine", "any-pointer": "fine", "update": "fast", "scripting": "enabled",
	"display-mode": "browser", "dynamic-range": "standard", "overflow-block": "scroll", "overflow-inline": "scroll", "color-gamut": "srgb",
	"grid": "0", "monochrome": "0", "inverted-colors": "none", "forced-colors": "none",
}

// featureHolds evaluates one feature of media.
func featureHolds(f string) truth {
	if strings.ContainsAny(f, "<>=") {
		return rangeHolds(f)
	}
	name, value, said := strings.Cut(f, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if now, known := desktop[name]; known {
		return truthOf(said && value == now || !said && now != "0" && now != "none" && now != "no-preference")
	}
	op := "="
	if bound, rest, ok := strings.Cut(name, "-"); ok && bound == "min" {
		op, name = ">=", rest
	} else if ok && bound == "max" {
		op, name = "<=", rest
	}
	if _, ok := mediaNumber(name); ok && !said && op == "=" {
		return isTrue
	}
	return rangeHolds(name + op + value)
}

// rangeHolds evaluates "width >= 600px" and "600px <= width < 900px".
func rangeHolds(f string) truth {
	parts := strings.FieldsFunc(f, func(r rune) bool { return strings.ContainsRune("<>=", r) })
	ops := strings.FieldsFunc(f, func(r rune) bool { return !strings.ContainsRune("<>=", r) })
	if len(parts) != len(ops)+1 || len(parts) < 2 || len(parts) > 3 {
		return unknown
	}
	var n [3]float64
	for i, p := range parts {
		v, ok := mediaNumber(strings.TrimSpace(p))
		if !ok {
			return unknown
		}
		n[i] = v
	}
	out := isTrue
	for i, op := range ops {
		a, b := n[i], n[i+1]
		holds, ok := map[string]bool{"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b}[op]
		if !ok {
			return unknown
		}
		out = min(out, truthOf(holds))
	}
	return out
}

// mediaNumber reads a feature with a size, or a size.
func mediaNumber(v string) (float64, bool) {
	switch v {
	case "width", "device-width", "inline-size":
		return props.ScreenWidth, true
	case "height", "device-height", "block-size":
		return props.ScreenHeight, true
	case "aspect-ratio", "device-aspect-ratio":
		return props.ScreenWidth / float64(props.ScreenHeight), true
	case "resolution", "-webkit-device-pixel-ratio":
		return 1, true
	case "color":
		return 8, true
	}
	if a, b, ok := strings.Cut(v, "/"); ok {
		x, err := strconv.ParseFloat(strings.TrimSpace(a), 64)
		y, err2 := strconv.ParseFloat(strings.TrimSpace(b), 64)
		return x / y, err == nil && err2 == nil && !math.IsNaN(x/y)
	}
	if n, ok := strings.CutSuffix(v, "dppx"); ok {
		return props.Number(n)
	}
	if n, ok := strings.CutSuffix(v, "dpi"); ok {
		dots, ok := props.Number(n)
		return dots / 96, ok
	}
	return props.Pixels(v)
}
