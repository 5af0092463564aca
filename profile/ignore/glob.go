package ignore

import "strings"

// glob matches a pattern with a text as git does, byte by byte. What was tried
// is remembered, so that no pattern takes longer than its length times that of
// the text.
type glob struct {
	pattern, text string
	name          bool // the text is a name: a star is any text
	seen          map[[2]int]globResult
}

// globResult says how a part of a pattern matches the rest of a text.
type globResult uint8

const (
	globMatch    globResult = iota + 1
	globDiffers             // other texts may match where a star before takes more
	globNoFolder            // likewise, if it is one that takes slashes
	globNever
)

// match matches the pattern from p on with the text from t on.
func (g *glob) match(p, t int) globResult {
	key := [2]int{p, t}
	if r, ok := g.seen[key]; ok {
		return r
	}
	r := g.try(p, t)
	g.seen[key] = r
	return r
}

func (g *glob) try(from, t int) globResult {
	for p := from; p < len(g.pattern); {
		c := g.pattern[p]
		if c == '*' {
			next, r := g.star(from, p, &t)
			if r != 0 {
				return r
			}
			p = next
			continue
		}
		if t == len(g.text) {
			return globNever
		}
		switch c {
		case '?':
			if !g.name && g.text[t] == '/' {
				return globDiffers
			}
			p++
		case '[':
			in, next, ok := inSet(g.pattern, p, g.text[t])
			if !ok {
				return globNever
			}
			if !in || !g.name && g.text[t] == '/' {
				return globDiffers
			}
			p = next
		default:
			if c == '\\' && p+1 < len(g.pattern) {
				p++
			}
			if g.pattern[p] != g.text[t] {
				return globDiffers
			}
			p++
		}
		t++
	}
	if t < len(g.text) {
		return globDiffers
	}
	return globMatch
}

// star matches the stars at p, in a stretch of the pattern that begins at from.
// Where they leave the rest to the caller, it is told where that begins.
func (g *glob) star(from, p int, t *int) (next int, r globResult) {
	begin := p
	for p < len(g.pattern) && g.pattern[p] == '*' {
		p++
	}
	rest := g.pattern[p:]
	slashes := g.name
	if p-begin > 1 && !g.name && (begin == from || g.pattern[begin-1] == '/') &&
		(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`)) {
		if rest != "" && rest[0] == '/' && g.match(p+1, *t) == globMatch {
			return 0, globMatch
		}
		slashes = true
	}
	switch {
	case rest == "":
		if !slashes && strings.Contains(g.text[*t:], "/") {
			return 0, globNoFolder
		}
		return 0, globMatch
	case !slashes && rest[0] == '/':
		slash := strings.IndexByte(g.text[*t:], '/')
		if slash < 0 {
			return 0, globNever
		}
		*t += slash + 1
		return p + 1, 0
	}
	for at := *t; at < len(g.text); at++ {
		r := g.match(p, at)
		switch {
		case r != globDiffers && (!slashes || r != globNoFolder):
			return 0, r
		case r == globDiffers && !slashes && g.text[at] == '/':
			return 0, globNoFolder
		}
	}
	return 0, globNever
}

// inSet reports whether a byte is in the set of a pattern that begins at i, and
// where the pattern goes on. Without ok the set does not end.
func inSet(p string, i int, c byte) (in bool, next int, ok bool) {
	i++
	not := i < len(p) && (p[i] == '!' || p[i] == '^')
	if not {
		i++
	}
	for last, first := byte(0), true; ; first = false {
		if i >= len(p) {
			return false, 0, false
		}
		if p[i] == ']' && !first {
			return in != not, i + 1, true
		}
		switch {
		case p[i] == '\\':
			if i++; i == len(p) {
				return false, 0, false
			}
			in = in || p[i] == c
			last = p[i]
		case p[i] == '-' && last != 0 && i+1 < len(p) && p[i+1] != ']':
			if i++; p[i] == '\\' {
				if i++; i == len(p) {
					return false, 0, false
				}
			}
			in = in || last <= c && c <= p[i]
			last = 0
		case strings.HasPrefix(p[i:], "[:"):
			end := strings.IndexByte(p[i+2:], ']')
			if end < 0 {
				return false, 0, false
			}
			class := p[i+2 : i+2+end]
			if !strings.HasSuffix(class, ":") {
				in = in || c == '['
				last = '['
				break
			}
			of, known := inClass(strings.TrimSuffix(class, ":"), c)
			if !known {
				return false, 0, false
			}
			in = in || of
			i += 2 + end
			last = 0
		default:
			in = in || p[i] == c
			last = p[i]
		}
		i++
	}
}

// inClass reports whether a byte is in a class of ASCII, and whether there is
// such a class.
func inClass(name string, c byte) (in, known bool) {
	digit, upper, lower := '0' <= c && c <= '9', 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z'
	graph := '!' <= c && c <= '~'
	switch name {
	case "alnum":
		return digit || upper || lower, true
	case "alpha":
		return upper || lower, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < ' ' || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return graph, true
	case "lower":
		return lower, true
	case "print":
		return graph || c == ' ', true
	case "punct":
		return graph && !digit && !upper && !lower, true
	case "space":
		return c == ' ' || '\t' <= c && c <= '\r', true
	case "upper":
		return upper, true
	case "xdigit":
		return digit || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f', true
	}
	return false, false
}
