package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
)

// blockHolds reports whether the rules inside an at-rule hold.
func blockHolds(name, rest string) truth {
	switch name {
	case "media":
		return mediaHolds(rest)
	case "layer":
		return isTrue
	case "supports", "container", "scope":
		return unknown
	}
	return isFalse // none of style rules
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

// mediaHolds evaluates a list of media queries (mediaqueries-4, section 2) as far
// as a page that does not change can tell.
func mediaHolds(list string) truth {
	if strings.TrimSpace(list) == "" {
		return isTrue
	}
	out := isFalse
	for q := range props.SplitOutside(strings.ToLower(list), ',') {
		out = max(out, queryHolds(strings.TrimSpace(q)))
	}
	return out
}

// queryHolds evaluates "not", a medium and features with "and" between them.
func queryHolds(q string) truth {
	rest, negate := strings.CutPrefix(q, "not ")
	rest = strings.TrimPrefix(strings.TrimSpace(rest), "only ")
	out := isTrue
	for part := range strings.SplitSeq(rest, " and ") {
		part = strings.TrimSpace(part)
		feature, ends := strings.CutSuffix(strings.TrimPrefix(part, "("), ")")
		switch {
		case part == "screen" || part == "all":
		case part != "" && strings.Trim(part, "abcdefghijklmnopqrstuvwxyz") == "":
			out = isFalse // another medium
		case part == "" || part[0] != '(' || !ends || strings.ContainsAny(feature, "()"):
			out = min(out, unknown) // also "or", and parentheses in one another
		default:
			out = min(out, featureHolds(feature))
		}
	}
	if negate {
		return -out
	}
	return out
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

// mediaNumber reads a size of the screen, or a length.
func mediaNumber(v string) (float64, bool) {
	switch v {
	case "width", "device-width", "inline-size":
		return props.ScreenWidth, true
	case "height", "device-height", "block-size":
		return props.ScreenHeight, true
	}
	return props.Pixels(v)
}
