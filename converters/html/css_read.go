package html

import (
	"encoding/base64"
	"iter"
	"net/url"
	"slices"
	"strconv"
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

	quirks  bool            // the page is read as old browsers read pages
	extra   map[string]attr // attributes that are kept for this page alone
	layers  []string        // by their names, in the order of their first mention
	layer   int32           // of the rule that is read
	unnamed int             // layers without a name
	foreign bool            // a sheet is elsewhere
	frames  []keyframe
}

const (
	mostRules   = 50_000 // style rules that are kept
	deepestRule = 8      // at-rules inside one another
)

// rule is one selector with the declarations that it brings.
type rule struct {
	selector selector
	decls    []decl
	customs  []variable
	layer    int32 // 0 is none
}

// decl is a declaration of a property that matters here.
type decl struct {
	property  property
	via       property // the shorthand that the value is of, if it waits for a variable
	important bool
	value     string // in lower case, without white space at its ends
}

// readSheet adds the rules of a style sheet.
func (r *cssReader) readSheet(src string) {
	r.src, r.pos = stripComments(src), 0
	r.block(0, "")
}

// block reads rules up to the end of the block or of the source, which stand
// in a layer.
func (r *cssReader) block(depth int, layer string) {
	for r.pos < len(r.src) {
		if len(r.rules) >= mostRules {
			r.full = true
			return
		}
		start := r.pos
		stop := r.seek("{};")
		prelude := strings.TrimSpace(r.src[start:r.pos])
		r.pos++
		at := strings.HasPrefix(prelude, "@")
		switch {
		case stop == '}':
			if depth > 0 {
				return
			}
		case at && stop == '{':
			r.atRule(prelude, depth, layer)
		case at:
			r.statement(prelude, depth)
		case stop == ';' || stop == 0:
		default:
			r.layer = r.layerOf(layer)
			r.style(prelude, r.body())
		}
	}
}

// atRule reads an at-rule with a block.
func (r *cssReader) atRule(prelude string, depth int, layer string) {
	name, rest := atName(prelude)
	switch {
	case depth >= deepestRule:
		r.full = true
		r.body()
	case name == "layer":
		r.unnamed++
		if rest == "" {
			rest = "\x00" + strconv.Itoa(r.unnamed)
		}
		r.block(depth+1, layer+"."+rest)
	case name == "property":
		r.initial(strings.TrimSpace(rest), r.body())
	case name == "keyframes" || name == "-webkit-keyframes":
		r.keyframes(strings.Trim(rest, ` "'`), r.body())
	case entersAt(name, rest):
		r.block(depth+1, layer)
	default:
		r.body()
	}
}

// atName splits the prelude of an at-rule into its name and the rest.
func atName(prelude string) (name, rest string) {
	prelude = strings.ToLower(prelude[1:])
	end := 0
	for end < len(prelude) && (isLetter(prelude[end]) || prelude[end] == '-') {
		end++
	}
	return prelude[:end], strings.TrimSpace(prelude[end:])
}

// statement reads an at-rule without a block.
func (r *cssReader) statement(prelude string, depth int) {
	name, rest := atName(prelude)
	switch name {
	case "layer":
		for l := range splitOutside(rest, ',') {
			r.layerOf("." + strings.TrimSpace(l))
		}
	case "import":
		r.imported(strings.TrimSpace(prelude[len("@import"):]), depth)
	}
}

// imported reads a sheet that an address holds. One that is elsewhere is not
// fetched.
func (r *cssReader) imported(address string, depth int) {
	in := cssReader{src: address}
	in.seek(" ")
	address, condition := address[:in.pos], strings.ToLower(strings.TrimSpace(address[in.pos:]))
	if hasPrefixFold(address, "url(") {
		address = strings.TrimSpace(strings.TrimSuffix(address[len("url("):], ")"))
	}
	css, ok := dataText(strings.Trim(address, `"'`))
	switch {
	case !ok:
		r.foreign = true
	case depth < deepestRule && mediaHolds(condition):
		outer, pos := r.src, r.pos
		r.src, r.pos = stripComments(css), 0
		r.block(depth+1, "")
		r.src, r.pos = outer, pos
	}
}

// dataText returns the text that a data address holds (RFC 2397).
func dataText(address string) (string, bool) {
	if !hasPrefixFold(address, "data:") {
		return "", false
	}
	head, body, _ := strings.Cut(address, ",")
	if text, err := url.PathUnescape(body); err == nil {
		body = text
	}
	if strings.HasSuffix(strings.ToLower(head), ";base64") {
		text, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.Join(strings.Fields(body), ""), "="))
		return string(text), err == nil
	}
	return body, true
}

// mostLayers is how many layers are told apart; those behind count as one.
const mostLayers = 256

// layerOf returns the number of a layer by its name: 0 for none, else in the
// order in which they are named first.
func (r *cssReader) layerOf(name string) int32 {
	if name == "" {
		return 0
	}
	i := slices.Index(r.layers, name)
	if i < 0 {
		i = len(r.layers)
		if i < mostLayers {
			r.layers = append(r.layers, name)
		}
	}
	return int32(min(i, mostLayers-1)) + 1
}

// initial adds the value that a property registered with @property has at
// first: as if the least specific of rules gave it to the page.
func (r *cssReader) initial(name, body string) {
	for part := range splitOutside(body, ';') {
		if key, value, _ := strings.Cut(part, ":"); strings.EqualFold(strings.TrimSpace(key), "initial-value") {
			sel := selector{parts: []compound{{tag: "html"}}, parent: noElement, specificity: -1}
			r.rules = append(r.rules, rule{selector: sel, customs: []variable{{name: name, value: lowerValue(strings.TrimSpace(value))}}})
		}
	}
}

// style adds a style rule, once for each selector of its list. If one of them
// is none that a browser knows, the rule is none.
func (r *cssReader) style(prelude, body string) {
	if strings.Contains(prelude, "--") {
		prelude = strings.ReplaceAll(strings.ReplaceAll(prelude, "<!--", ""), "-->", "")
	}
	prelude = strings.TrimSpace(prelude)
	if strings.IndexByte(body, '{') >= 0 {
		body = r.nested(prelude, body)
	}
	made := rule{layer: r.layer}
	made.decls, made.customs = declarations(body, r.quirks)
	if len(made.decls)+len(made.customs) == 0 {
		return
	}
	first := len(r.rules)
	for s := range splitOutside(prelude, ',') {
		if len(r.rules) >= mostRules {
			r.full = true
			return
		}
		var v verdict
		in := selectorReader{quirks: r.quirks, extra: r.extra}
		made.selector, v = in.selector(s)
		switch {
		case v == invalid:
			r.rules = r.rules[:first]
			return
		case v == tooLong:
			r.full = true
			if len(made.selector.parts) == 0 || !made.hides() {
				continue
			}
		case v == skipped:
			continue
		}
		r.rules = append(r.rules, made)
	}
}

// hides reports whether a rule may hide what it matches.
func (r *rule) hides() bool {
	var c cascade
	c.apply(r.decls, 1, 1)
	l := c.look(16, false)
	return l.hides != notHidden || l.veils() || c.mayHide
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
			if entersAt(atName(prelude)) {
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

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
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
		if r.pos > 0 && isLetter(s[r.pos-1]) {
			b.WriteByte(' ') // a comment parts words
		}
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

// declarations returns those of a block or a style attribute that matter, and
// the variables that it sets.
func declarations(body string, quirks bool) (out []decl, customs []variable) {
	for part := range splitOutside(body, ';') {
		name, value, ok := strings.Cut(part, ":")
		if !ok {
			continue
		}
		name = unescapeCSS(strings.TrimSpace(name))
		custom := strings.HasPrefix(name, "--")
		p, known := properties[strings.ToLower(name)]
		if !known && !custom {
			continue
		}
		value = strings.TrimSpace(lowerValue(value))
		important := false
		if v, found := strings.CutSuffix(value, "important"); found {
			if v, found = strings.CutSuffix(strings.TrimSpace(v), "!"); found {
				value, important = strings.TrimSpace(v), true
			}
		}
		switch {
		case value == "":
		case custom:
			customs = append(customs, variable{name, value, important})
		default:
			out = declareAll(out, decl{property: p, important: important, value: value}, quirks)
		}
	}
	return out, customs
}

// lowerValue makes the case of a value lower, but for that of the names of
// variables, resolves its escapes, and makes its white space blanks.
func lowerValue(v string) string {
	v = unescapeCSS(v)
	if strings.ContainsAny(v, "\n\t\r\f") {
		v = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ", "\f", " ").Replace(v)
	}
	lower := strings.ToLower(v)
	if !strings.Contains(v, "--") || len(lower) != len(v) {
		return lower
	}
	b := []byte(lower)
	for i := 0; i+1 < len(v); i++ {
		if v[i] != '-' || v[i+1] != '-' {
			continue
		}
		for ; i < len(v) && (isLetter(v[i]) || isDigit(v[i]) || v[i] == '-' || v[i] == '_' || v[i] >= 0x80); i++ {
			b[i] = v[i]
		}
	}
	return string(b)
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
	return b.String()
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func hexValue(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
