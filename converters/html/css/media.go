package css

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
)

// entersAt reports whether the rules inside an at-rule hold.
func entersAt(name, rest string) bool {
	switch name {
	case "media":
		return mediaHolds(rest)
	case "container": // as if the container were as wide as the page
		if i := strings.IndexByte(rest, '('); i > 0 && !strings.HasPrefix(rest, "not") {
			rest = rest[i:]
		}
		return mediaHolds(rest)
	case "supports":
		return condition(rest, supported) == isTrue
	case "layer":
		return true
	}
	return false
}

// truth is what is known of a condition.
type truth int8

const (
	isFalse truth = iota - 1
	unsure
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
			return unsure
		}
		out = min(out, condition(features, featureHolds))
	}
	if negate {
		out = -out
	}
	return out
}

// deepestCondition is how many parentheses of a condition may stand in one
// another: each is looked at as often as some stand around it.
const deepestCondition = 32

// tooDeep reports whether a condition has more than that.
func tooDeep(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			if depth++; depth > deepestCondition {
				return true
			}
		case ')':
			depth = max(depth-1, 0)
		}
	}
	return false
}

// condition evaluates what is joined by "and", "or" and "not"; test tells of
// what stands in the innermost parentheses (css-conditional-3, section 3).
func condition(s string, test func(string) truth) truth {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "not"); ok && strings.HasPrefix(strings.TrimSpace(rest), "(") {
		return -condition(rest, test)
	}
	out, joint := unsure, ""
	for first := true; s != ""; first = false {
		in := props.TextReader{Src: s}
		if in.Seek("(") == 0 {
			return unsure
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
		return unsure // a function, or what is not known
	}
	value := unsure
	if isSelector {
		_, v := new(selectorReader).selector(inner)
		value = truthOf(v != invalid)
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
		return unsure
	}
	if p, known := props.Properties[name]; known && p < props.Count {
		return truthOf(props.Valid(p, value, false))
	}
	return isTrue
}

// featureHolds evaluates one feature of media. One that is not known is unsure.
func featureHolds(f string) truth {
	if strings.ContainsAny(f, "<>=") {
		return rangeHolds(f)
	}
	name, value, said := strings.Cut(f, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if bound, rest, ok := strings.Cut(name, "-"); ok && (bound == "min" || bound == "max") && said {
		op := ">="
		if bound == "max" {
			op = "<="
		}
		return rangeHolds(rest + op + value)
	}
	want, known := "", true
	switch name {
	case "width", "height", "aspect-ratio", "resolution":
		if said {
			return rangeHolds(name + "=" + value)
		}
	case "device-width", "device-height":
		if said {
			return rangeHolds(strings.TrimPrefix(name, "device-") + "=" + value)
		}
	case "prefers-color-scheme":
		want = "light"
	case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-data", "prefers-reduced-transparency":
		return truthOf(value == "no-preference")
	case "orientation":
		want = "landscape"
	case "hover", "any-hover":
		want = "hover"
	case "pointer", "any-pointer":
		want = "fine"
	case "update":
		want = "fast"
	case "scripting":
		want = "enabled"
	case "color", "display-mode", "dynamic-range", "overflow-block", "overflow-inline", "color-gamut":
		return truthOf(value != "none" && value != "0" && value != "standalone" && value != "fullscreen")
	case "grid", "monochrome", "inverted-colors", "forced-colors":
		return truthOf(said && (value == "0" || value == "none"))
	default:
		known = false
	}
	switch {
	case !known:
		return unsure
	case want == "" || !said:
		return isTrue
	}
	return truthOf(value == want)
}

// rangeHolds evaluates "width >= 600px" and "600px <= width < 900px".
func rangeHolds(f string) truth {
	parts := strings.FieldsFunc(f, func(r rune) bool { return strings.ContainsRune("<>=", r) })
	ops := strings.FieldsFunc(f, func(r rune) bool { return !strings.ContainsRune("<>=", r) })
	if len(parts) != len(ops)+1 || len(parts) < 2 || len(parts) > 3 {
		return unsure
	}
	var n [3]float64
	for i, p := range parts {
		v, ok := mediaNumber(strings.TrimSpace(p))
		if !ok {
			return unsure
		}
		n[i] = v
	}
	out := isTrue
	for i, op := range ops {
		a, b := n[i], n[i+1]
		switch op {
		case "<":
			out = min(out, truthOf(a < b))
		case "<=":
			out = min(out, truthOf(a <= b))
		case ">":
			out = min(out, truthOf(a > b))
		case ">=":
			out = min(out, truthOf(a >= b))
		case "=":
			out = min(out, truthOf(a == b))
		default:
			return unsure
		}
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
	case "resolution":
		return 1, true
	case "color":
		return 8, true
	}
	if a, b, ok := strings.Cut(v, "/"); ok {
		x, err := strconv.ParseFloat(strings.TrimSpace(a), 64)
		y, err2 := strconv.ParseFloat(strings.TrimSpace(b), 64)
		return x / y, err == nil && err2 == nil && !math.IsNaN(x/y)
	}
	for _, u := range [...]struct {
		name  string
		scale float64
	}{{"dppx", 1}, {"dpi", 96}, {"dpcm", 37.8}} {
		if s, ok := strings.CutSuffix(v, u.name); ok {
			n, ok := props.Number(s)
			return n / u.scale, ok
		}
	}
	return props.Pixels(v)
}
