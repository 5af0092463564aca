package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// blockHolds reports whether the rules inside an at-rule hold.
func blockHolds(name, rest string) truth {
	switch name {
	case "media":
		return mediaHolds(rest)
	case "supports":
		return condition(strings.ToLower(rest), supports)
	case "layer":
		return isTrue
	case "container", "scope", "starting-style":
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

// queryHolds evaluates "not", a medium and features.
func queryHolds(q string) truth {
	rest, negate := strings.CutPrefix(q, "not ")
	rest = strings.TrimPrefix(strings.TrimSpace(rest), "only ")
	medium, features, more := strings.Cut(rest, " and ")
	if medium = strings.TrimSpace(medium); strings.Trim(medium, "abcdefghijklmnopqrstuvwxyz") != "" {
		return condition(q, featureHolds)
	}
	out := truthOf(medium == "screen" || medium == "all")
	if more {
		out = min(out, condition(features, featureHolds))
	}
	if medium == "" {
		out = unknown
	}
	if negate {
		return -out
	}
	return out
}

// maxCondition is how many parentheses of a condition may be in one another.
const maxCondition = 16

// condition evaluates what is in parentheses, and "not", "and" and "or" between
// them. What is in a parenthesis that is no condition is a feature.
func condition(c string, holds func(feature string) truth) truth {
	return deepCondition(c, holds, maxCondition)
}

func deepCondition(c string, holds func(feature string) truth, depth int) truth {
	if depth == 0 {
		return unknown
	}
	out, op, negate := unknown, "", false
	for _, w := range props.Words(strings.ReplaceAll(c, "not(", "not (")) {
		is := unknown
		switch {
		case w == "and" || w == "or":
			op = w
			continue
		case w == "not":
			negate = true
			continue
		case w[0] == '(':
			inner, _ := props.Parenthesis(w)
			if is = holds(inner); strings.HasPrefix(inner, "(") || strings.HasPrefix(inner, "not ") {
				is = deepCondition(inner, holds, depth-1)
			}
		default:
			is = holds(w)
		}
		if negate {
			is, negate = -is, false
		}
		switch op {
		case "":
			out = is
		case "and":
			out = min(out, is)
		case "or":
			out = max(out, is)
		}
	}
	return out
}

// Properties that all browsers know, and that pages ask for, beside those that
// are read here.
const knownProperties = "object-fit object-position gap row-gap column-gap grid-gap grid-area grid-template-columns grid-template-rows grid-template-areas " +
	"grid-auto-flow aspect-ratio accent-color backdrop-filter will-change columns column-count writing-mode scroll-behavior scroll-snap-type overscroll-behavior " +
	"justify-content align-items align-self place-items order flex-wrap flex-direction flex-basis mix-blend-mode background-blend-mode shape-outside " +
	"text-wrap text-decoration-color text-decoration-thickness text-underline-offset font-variation-settings font-feature-settings isolation inset " +
	"initial-letter -webkit-line-clamp -webkit-box-orient -webkit-box-decoration-break appearance -webkit-appearance user-select -webkit-user-select border-radius box-shadow"

// supports evaluates whether browsers know a declaration.
func supports(feature string) truth {
	name, value, is := strings.Cut(feature, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch p, known := props.Named(name); {
	case !is:
		return unknown // such as a call of selector()
	case strings.HasPrefix(name, "-ms-"), strings.HasPrefix(name, "-o-"), name == "-webkit-overflow-scrolling", name == "-webkit-touch-callout":
		return isFalse
	case strings.HasPrefix(name, "--"), dom.HasWord(knownProperties, name):
		return isTrue
	case known && strings.IndexByte(value, '(') < 0 && !strings.HasPrefix(value, "-"):
		return truthOf(props.Valid(p, value))
	}
	return unknown
}

// desktop is what the features of media are on a desktop screen that its
// reader has not set up.
var desktop = map[string]string{
	"prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "orientation": "landscape", "hover": "hover", "pointer": "fine",
	"any-hover": "hover", "any-pointer": "fine", "prefers-contrast": "no-preference", "prefers-reduced-transparency": "no-preference",
	"forced-colors": "none", "inverted-colors": "none", "update": "fast", "overflow-block": "scroll", "overflow-inline": "scroll", "display-mode": "browser",
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
		return truthOf(now != "no-preference" && now != "none")
	case strings.HasPrefix(name, "-ms-"), strings.HasPrefix(name, "-moz-"):
		return isFalse
	case strings.HasSuffix(name, "resolution"), strings.HasSuffix(name, "device-pixel-ratio"):
		return resolutionHolds(name, value)
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

// resolutionHolds evaluates a feature of the pixels of the screen, of which there
// may be more or fewer.
func resolutionHolds(name, value string) truth {
	const fewest, most = 0.9, 4
	for unit, dots := range map[string]float64{"dppx": 1, "x": 1, "dpi": 96, "dpcm": 96 / 2.54, "": 1} {
		n, ok := props.Number(strings.TrimSuffix(value, unit))
		switch n /= dots; {
		case !ok || !strings.HasSuffix(value, unit):
		case strings.Contains(name, "min-") && n <= fewest, strings.Contains(name, "max-") && n >= most:
			return isTrue
		case strings.Contains(name, "min-") && n > most, strings.Contains(name, "max-") && n < fewest:
			return isFalse
		}
	}
	return unknown
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
