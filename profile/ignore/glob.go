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
		if g.pattern[p] == '*' {
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
		next, r := g.one(p, g.text[t])
		if r != globMatch {
			return r
		}
		p = next
		t++
	}
	if t < len(g.text) {
		return globDiffers
	}
	return globMatch
}

// one matches what is at p, which is no star, with one byte. It returns where
// the pattern goes on.
func (g *glob) one(p int, c byte) (next int, r globResult) {
	matches := !(c == '/' && !g.name)
	switch g.pattern[p] {
	case '?':
		next = p + 1
	case '[':
		in, after, ok := inSet(g.pattern, p, c)
		if !ok {
			return 0, globNever
		}
		matches, next = matches && in, after
	default:
		if g.pattern[p] == '\\' && p+1 < len(g.pattern) {
			p++
		}
		matches, next = g.pattern[p] == c, p+1
	}
	if !matches {
		return 0, globDiffers
	}
	return next, globMatch
}

// star matches the stars at begin, in a stretch of the pattern that begins at
// from. Where they leave the rest to the caller, it is told where that begins.
func (g *glob) star(from, begin int, t *int) (next int, r globResult) {
	rest := strings.TrimLeft(g.pattern[begin:], "*")
	p := len(g.pattern) - len(rest)
	startsName := begin == from || g.pattern[begin-1] == '/'
	folders := !g.name && p-begin > 1 && startsName && endsName(rest)
	if folders && strings.HasPrefix(rest, "/") && g.match(p+1, *t) == globMatch {
		return 0, globMatch
	}
	slashes := folders || g.name
	if rest == "" {
		if !slashes && strings.Contains(g.text[*t:], "/") {
			return 0, globNoFolder
		}
		return 0, globMatch
	}
	if !slashes && rest[0] == '/' {
		slash := strings.IndexByte(g.text[*t:], '/')
		if slash < 0 {
			return 0, globNever
		}
		*t += slash + 1
		return p + 1, 0
	}
	return 0, g.longer(p, *t, slashes)
}

// endsName reports whether the rest of a pattern is empty or begins with a slash,
// be it escaped.
func endsName(rest string) bool {
	return rest == "" || strings.HasPrefix(strings.TrimPrefix(rest, `\`), "/")
}

// longer matches the rest of the pattern after a star with the rest of the text,
// of which the star takes as little as it can.
func (g *glob) longer(p, t int, slashes bool) globResult {
	for ; t < len(g.text); t++ {
		r := g.match(p, t)
		switch {
		case r != globDiffers && (!slashes || r != globNoFolder):
			return r
		case r == globDiffers && !slashes && g.text[t] == '/':
			return globNoFolder
		}
	}
	return globNever
}

// set is the set of a pattern, such as [!a-z], as far as it is read.
type set struct {
	pattern string
	at      int
	c       byte // that is looked for
	last    byte // the character before, which may begin a range; or 0
	in      bool
}

// inSet reports whether a byte is in the set of a pattern that begins at i, and
// where the pattern goes on. Without ok the set does not end.
func inSet(pattern string, i int, c byte) (in bool, next int, ok bool) {
	s := set{pattern: pattern, at: i + 1, c: c}
	not := s.at < len(pattern) && (pattern[s.at] == '!' || pattern[s.at] == '^')
	if not {
		s.at++
	}
	for first := true; s.at < len(pattern); first = false {
		if pattern[s.at] == ']' && !first {
			return s.in != not, s.at + 1, true
		}
		if !s.member() {
			break
		}
	}
	return false, 0, false
}

// member reads a character, the rest of a range or a class. Without ok the set
// does not end.
func (s *set) member() (ok bool) {
	rest := s.pattern[s.at:]
	if strings.HasPrefix(rest, "[:") {
		return s.class()
	}
	from := s.last
	isRange := rest[0] == '-' && from != 0 && len(rest) > 1 && rest[1] != ']'
	if isRange {
		s.at++
	}
	if s.pattern[s.at] == '\\' {
		s.at++
	}
	if s.at == len(s.pattern) {
		return false
	}
	to := s.pattern[s.at]
	s.at++
	if isRange {
		s.in = s.in || from <= s.c && s.c <= to
		s.last = 0
	} else {
		s.in = s.in || s.c == to
		s.last = to
	}
	return true
}

// class reads a class, such as [:digit:].
func (s *set) class() (ok bool) {
	name, _, ends := strings.Cut(s.pattern[s.at+2:], "]")
	if !ends {
		return false
	}
	name, is := strings.CutSuffix(name, ":")
	if !is { // a bracket, and a colon behind it
		s.in = s.in || s.c == '['
		s.last = '['
		s.at++
		return true
	}
	ranges, known := classes[name]
	for i := 0; i < len(ranges); i += 2 {
		s.in = s.in || ranges[i] <= s.c && s.c <= ranges[i+1]
	}
	s.last = 0
	s.at += len("[:" + name + ":]")
	return known
}

// classes are the classes of ASCII, as ranges: a first character and a last one.
var classes = map[string]string{
	"alnum": "09AZaz", "alpha": "AZaz", "blank": "\t\t  ", "cntrl": "\x00\x1f\x7f\x7f", "digit": "09", "graph": "!~",
	"lower": "az", "print": " ~", "punct": "!/:@[`{~", "space": "\t\r  ", "upper": "AZ", "xdigit": "09AFaf",
}
