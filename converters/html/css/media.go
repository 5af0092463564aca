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
	case "layer", "supports", "container", "scope":
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
		case part == "layer": // of an @import
			out = min(out, unknown)
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
	"prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "orientation": "landscape", "hover": "hover", "pointer": "fine",
}

// featureHolds evaluates one feature of media: "min-width: 600px" or "width >= 600px".
func featureHolds(f string) truth {
	name, value, said := strings.Cut(f, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	op := "="
	switch now, known := desktop[name]; {
	case known && said:
		return truthOf(value == now)
	case known:
		return truthOf(now != "no-preference")
	case strings.HasPrefix(name, "min-"):
		name, op = name[len("min-"):], ">="
	case strings.HasPrefix(name, "max-"):
		name, op = name[len("max-"):], "<="
	case !said:
		from, to := strings.IndexAny(f, "<>="), strings.LastIndexAny(f, "<>=")
		if from < 0 {
			return unknown
		}
		name, op, value = strings.TrimSpace(f[:from]), f[from:to+1], strings.TrimSpace(f[to+1:])
	}
	a, ok := mediaNumber(name)
	b, isNumber := mediaNumber(value)
	holds, isOp := map[string]bool{"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b}[op]
	if !ok || !isNumber || !isOp {
		return unknown
	}
	return truthOf(holds)
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
