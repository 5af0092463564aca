package html

import (
	"iter"
	"slices"
	"strings"
)

// cssReader reads the part of CSS (css-syntax-3) that decides whether and how
// a text shows: style rules, @media, @supports, @layer. All work is linear.
type cssReader struct {
	src   string
	pos   int
	rules []rule
	full  bool // rules were left out
	depth int  // of the rule that is read in others
	made  int  // bytes of selectors of nested rules
}

const (
	mostRules   = 50_000 // style rules that are kept
	deepestRule = 8      // at-rules inside one another
)

// rule is one selector with the declarations that it brings.
type rule struct {
	selector selector
	decls    []decl
}

// decl is a declaration of a property that matters here.
type decl struct {
	property  property
	important bool
	value     string // in lower case, without white space at its ends
}

// readSheet adds the rules of a style sheet.
func (r *cssReader) readSheet(src string) {
	r.src, r.pos = stripComments(src), 0
	r.block(0)
}

// block reads rules up to the end of the block or of the source.
func (r *cssReader) block(depth int) {
	for r.pos < len(r.src) {
		if len(r.rules) >= mostRules {
			r.full = true
			return
		}
		start := r.pos
		stop := r.seek("{};")
		prelude := strings.TrimSpace(r.src[start:r.pos])
		r.pos++
		switch {
		case stop == '}':
			if depth > 0 {
				return
			}
		case stop == ';' || stop == 0:
		case strings.HasPrefix(prelude, "@"):
			if depth < deepestRule && entersAt(prelude) {
				r.block(depth + 1)
			} else {
				r.body()
			}
		default:
			r.style(prelude, r.body())
		}
	}
}

// style adds a style rule, once for each selector of its list.
func (r *cssReader) style(prelude, body string) {
	if strings.Contains(prelude, "--") {
		prelude = strings.ReplaceAll(strings.ReplaceAll(prelude, "<!--", ""), "-->", "")
	}
	prelude = strings.TrimSpace(prelude)
	if strings.IndexByte(body, '{') >= 0 {
		body = r.nested(prelude, body)
	}
	decls := declarations(body)
	if len(decls) == 0 {
		return
	}
	for s := range splitOutside(prelude, ',') {
		sel, ok := parseSelector(s)
		switch {
		case !ok:
		case len(r.rules) >= mostRules:
			r.full = true
			return
		default:
			r.rules = append(r.rules, rule{sel, decls})
		}
	}
}

// Bytes that the selectors of nested rules may take, with those around them:
// of one rule, and of all.
const (
	longestNested = 16 << 10
	mostNested    = 4 << 20
)

// nested adds the rules inside a rule (css-nesting-1), and returns what is
// left: its declarations.
func (r *cssReader) nested(outer, body string) string {
	var own strings.Builder
	in := cssReader{src: body}
	r.depth++
	defer func() { r.depth-- }()
	for in.pos < len(body) {
		start := in.pos
		stop := in.seek("{};")
		part := body[start:in.pos]
		in.pos++
		if stop != '{' {
			own.WriteString(part + ";")
			continue
		}
		inside := in.body()
		switch prelude := strings.TrimSpace(part); {
		case !r.affords(len(outer) * (1 + strings.Count(prelude, ",") + strings.Count(prelude, "&"))):
			r.full = true
		case strings.HasPrefix(prelude, "@"):
			if entersAt(prelude) {
				r.style(outer, inside)
			}
		default:
			r.style(within(outer, prelude), inside)
		}
	}
	return own.String()
}

// affords reports whether selectors of a size may be made for nested rules.
func (r *cssReader) affords(size int) bool {
	r.made += size
	return r.depth <= deepestRule && size <= longestNested && r.made <= mostNested
}

// within returns the selectors of a rule inside another one.
func within(outer, inner string) string {
	var list []string
	for o := range splitOutside(outer, ',') {
		for i := range splitOutside(inner, ',') {
			o, i = strings.TrimSpace(o), strings.TrimSpace(i)
			if strings.Contains(i, "&") {
				list = append(list, strings.ReplaceAll(i, "&", o))
				continue
			}
			list = append(list, o+" "+i)
		}
	}
	return strings.Join(list, ",")
}

// body returns the content of a block, whose "{" has been read, and moves
// behind its "}".
func (r *cssReader) body() string {
	start, depth := r.pos, 1
	for {
		switch r.seek("{}") {
		case '{':
			depth++
		case '}':
			depth--
		default:
			return r.src[start:]
		}
		r.pos++
		if depth == 0 {
			return r.src[start : r.pos-1]
		}
	}
}

// seek moves to the next of the stops that is in no string, parenthesis or
// escape, and returns it; 0 at the end.
func (r *cssReader) seek(stops string) byte {
	for ; r.pos < len(r.src); r.pos++ {
		switch c := r.src[r.pos]; {
		case c == '\\':
			r.pos++
		case c == '"' || c == '\'':
			r.quoted(c)
		case c == '(' && hasSuffixFold(r.src[:r.pos], "url"):
			// An address may hold any character without quotes.
			i := strings.IndexAny(r.src[r.pos:], ")\n")
			if i < 0 {
				r.pos = len(r.src)
				return 0
			}
			r.pos += i
		case strings.IndexByte(stops, c) >= 0:
			return c
		}
	}
	r.pos = len(r.src)
	return 0
}

// quoted moves to the end of a string. A string ends with its line, too.
func (r *cssReader) quoted(quote byte) {
	for r.pos++; r.pos < len(r.src); r.pos++ {
		switch r.src[r.pos] {
		case '\\':
			r.pos++
		case quote, '\n':
			return
		}
	}
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

// stripComments removes comments outside strings.
func stripComments(s string) string {
	if !strings.Contains(s, "/*") {
		return s
	}
	var b strings.Builder
	r := cssReader{src: s}
	start := 0
	for r.seek("/") != 0 {
		if !strings.HasPrefix(s[r.pos:], "/*") {
			r.pos++
			continue
		}
		b.WriteString(s[start:r.pos])
		end := strings.Index(s[r.pos+2:], "*/")
		if end < 0 {
			return b.String()
		}
		r.pos += 2 + end + 2
		start = r.pos
	}
	b.WriteString(s[start:])
	return b.String()
}

// splitOutside yields the parts of a text between bytes that are in no string,
// bracket or parenthesis.
func splitOutside(s string, sep byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, depth := 0, 0
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case c == '\\':
				i++
			case c == '"' || c == '\'':
				r := cssReader{src: s, pos: i}
				r.quoted(c)
				i = r.pos
			case c == '(' || c == '[':
				depth++
			case c == ')' || c == ']':
				depth--
			case c == sep && depth <= 0:
				if !yield(s[start:i]) {
					return
				}
				start = i + 1
			}
		}
		yield(s[start:])
	}
}

// declarations returns those of a block or a style attribute that matter.
func declarations(body string) []decl {
	var out []decl
	for part := range splitOutside(body, ';') {
		name, value, ok := strings.Cut(part, ":")
		if !ok {
			continue
		}
		p, ok := properties[unescapeCSS(strings.ToLower(strings.TrimSpace(name)))]
		if !ok {
			continue
		}
		value = strings.TrimSpace(unescapeCSS(strings.ToLower(value)))
		important := false
		if v, found := strings.CutSuffix(value, "important"); found {
			if v, found = strings.CutSuffix(strings.TrimSpace(v), "!"); found {
				value, important = strings.TrimSpace(v), true
			}
		}
		if value != "" {
			out = declare(out, decl{p, important, value})
		}
	}
	return out
}

// declare adds a declaration, in the place of an earlier one that it overrules.
func declare(list []decl, d decl) []decl {
	i := slices.IndexFunc(list, func(o decl) bool { return o.property == d.property && o.important == d.important })
	if i >= 0 {
		list = slices.Delete(list, i, i+1)
	}
	return append(list, d)
}

// unescapeCSS resolves the escapes of CSS, with which a word can be written
// so that a search does not find it: "d\69splay".
func unescapeCSS(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		n, digits := rune(0), 0
		for digits < 6 && i+1 < len(s) && isHex(s[i+1]) {
			i++
			digits++
			n = n<<4 | rune(hexValue(s[i]))
		}
		switch {
		case digits > 0:
			b.WriteRune(n)
			if i+1 < len(s) && isSpace(s[i+1]) {
				i++
			}
		case i+1 < len(s):
			i++
			b.WriteByte(s[i])
		}
	}
	return strings.ToLower(b.String())
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func hexValue(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
