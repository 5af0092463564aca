package html

import "strings"

// The page is looked at on a desktop screen.
const (
	screenWidth  = 1280
	screenHeight = 800
)

// entersAt reports whether the rules inside an at-rule hold.
func entersAt(prelude string) bool {
	prelude = strings.ToLower(prelude)
	name, rest, _ := strings.Cut(prelude, " ")
	if i := strings.IndexByte(name, '('); i > 0 {
		name, rest = name[:i], prelude[i:]
	}
	switch name {
	case "@media":
		return mediaHolds(rest)
	case "@supports": // a browser of today is asked
		return !strings.HasPrefix(strings.TrimSpace(rest), "not")
	case "@layer", "@scope":
		return true
	}
	return false
}

// mediaHolds reports whether one of a list of media queries holds.
func mediaHolds(list string) bool {
	if strings.TrimSpace(list) == "" {
		return true
	}
	for q := range splitOutside(strings.ToLower(list), ',') {
		if queryHolds(strings.TrimSpace(q)) {
			return true
		}
	}
	return false
}

// queryHolds evaluates one media query, as far as a page that does not change
// can tell. A feature that is not known does not hold.
func queryHolds(q string) bool {
	negate := false
	if rest, ok := strings.CutPrefix(q, "not "); ok {
		negate, q = true, rest
	}
	q = strings.TrimPrefix(q, "only ")
	holds := true
	for q = strings.TrimSpace(q); q != ""; q = strings.TrimSpace(q) {
		part := q
		if q[0] == '(' {
			end := strings.IndexByte(q, ')')
			if end < 0 {
				return false
			}
			part, q = q[1:end], q[end+1:]
			holds = holds && featureHolds(part)
			continue
		}
		if i := strings.IndexAny(q, " ("); i >= 0 {
			part, q = q[:i], q[i:]
		} else {
			q = ""
		}
		if part != "and" && part != "screen" && part != "all" {
			holds = false
		}
	}
	return holds != negate
}

func featureHolds(f string) bool {
	name, value, _ := strings.Cut(f, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	px, sized := pixels(value)
	switch name {
	case "min-width":
		return sized && px <= screenWidth
	case "max-width":
		return sized && px >= screenWidth
	case "min-height":
		return sized && px <= screenHeight
	case "max-height":
		return sized && px >= screenHeight
	case "prefers-color-scheme":
		return value == "light"
	case "prefers-reduced-motion":
		return value == "no-preference"
	case "orientation":
		return value == "landscape"
	case "hover", "any-hover":
		return value != "none"
	case "color", "scripting":
		return value != "none"
	}
	return false
}
