package markdown

import (
	"strconv"
	"strings"
)

// veils reports whether a formula has commands by which nobody may see a part of it: what
// only takes room, styles of a page, colours near that of their ground, what is moved
// or made small, and macros that leave out what they are given.
func veils(tex string) bool {
	for rest := tex; ; {
		i := strings.IndexByte(rest, '\\')
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
		n := len(rest) - len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
		if isVeil(rest[:n], rest[n:]) {
			return true
		}
		rest = rest[max(n, min(1, len(rest))):]
	}
}

// isVeil reports whether a command with what follows it may hide something.
func isVeil(command, behind string) bool {
	switch command {
	case "phantom", "hphantom", "vphantom", "transparent", "opacity", "mathchoice", // nothing, or one of several
		"style", "cssId", "class", "htmlStyle", "htmlClass", "htmlId", "htmlData", "bbox", "mmlToken", // of the page
		"definecolor", "newenvironment", "renewenvironment",
		"scalebox", "resizebox", "fontsize", "raisebox", "raise", "lower", "moveleft", "moveright":
		return true
	case "def", "gdef", "edef", "xdef", "newcommand", "renewcommand", "providecommand":
		return swallows(behind)
	case "kern", "mkern", "hskip", "mskip", "hspace", "mspace":
		return movesFar(behind)
	case "color", "textcolor":
		ink, ok := argument(behind)
		return !ok || isShade(ink, true)
	case "colorbox", "fcolorbox":
		ground, ok := argument(behind)
		return !ok || isShade(ground, false)
	}
	return false
}

// argument returns the argument in braces that a command has next.
func argument(behind string) (string, bool) {
	value, _, _ := strings.Cut(behind, "}")
	_, inside, ok := strings.Cut(value, "{")
	return inside, ok
}

// swallows reports whether a macro takes an argument that it does not write. What else
// it does is in the formula, too.
func swallows(behind string) bool {
	head, body, _ := strings.Cut(behind, "{")
	if !strings.Contains(head, `\`) { // the name is in braces
		name, rest, _ := strings.Cut(body, "}")
		head, body, _ = strings.Cut(rest, "{")
		if strings.Contains(name, "{") {
			return true
		}
	}
	for k := '1'; k <= '9'; k++ {
		takes := strings.Contains(head, "#"+string(k)) || strings.ContainsFunc(head, func(r rune) bool { return r >= k && r <= '9' }) && strings.Contains(head, "[")
		if takes && !strings.Contains(body, "#"+string(k)) {
			return true
		}
	}
	return false
}

// movesFar reports whether a length goes back, over what is there or out of the page:
// by more than three letters.
func movesFar(behind string) bool {
	length, back := strings.CutPrefix(strings.TrimLeft(behind, "{* "), "-")
	if !back {
		return false
	}
	n := len(length) - len(strings.TrimLeft(length, "0123456789."))
	by, err := strconv.ParseFloat(length[:n], 64)
	most := 3.0 // ems, or the like
	for _, small := range [...]string{"pt", "px", "bp", "mm", "mu", "sp", "dd"} {
		if strings.HasPrefix(strings.TrimLeft(length[n:], " "), small) {
			most = 54
		}
	}
	return err != nil || by > most
}

// isShade reports whether a colour of a formula is near white, or near black: by its
// name, its hexadecimal digits or its numbers, of 1 or of 255. One that has no name that
// is known to be another is not.
func isShade(value string, white bool) bool {
	name := strings.ToLower(strings.TrimSpace(value))
	name, _, _ = strings.Cut(name, "!")
	switch name {
	case "white", "snow", "ivory", "ghostwhite", "floralwhite", "whitesmoke", "mintcream", "azure", "aliceblue", "honeydew", "seashell", "lavenderblush", "oldlace", "linen":
		return white
	case "black", "navy":
		return !white
	case "transparent", "":
		return true
	}
	if hex, ok := strings.CutPrefix(name, "#"); ok && len(hex) >= 3 {
		step := max(1, len(hex)/3)
		near := "012"
		if white {
			near = "ef"
		}
		return strings.Trim(hex[:1]+hex[step:step+1]+hex[2*step:2*step+1], near) == ""
	}
	return areNear(name, white)
}

// areNear reports whether the numbers of a colour, of 1 or of 255, are near white, or
// near black.
func areNear(name string, white bool) bool {
	parts := strings.FieldsFunc(strings.TrimRight(name[strings.IndexByte(name, '(')+1:], ")"), func(r rune) bool { return r == ',' || r == ' ' })
	for _, p := range parts {
		n, err := strconv.ParseFloat(p, 64)
		near := n < 0.1 || n > 1 && n < 25
		if white {
			near = n >= 0.9 && n <= 1 || n >= 230
		}
		if err != nil || !near {
			return false
		}
	}
	return len(parts) > 0
}
