package html

import (
	"iter"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
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

	quirks  bool     // the page is read as old browsers read pages
	extra   extras   // attributes that rules ask for
	layers  []string // by their names, in the order of their first mention
	layer   int32    // of the rule that is read
	unnamed int      // layers without a name
	foreign bool     // a sheet is elsewhere
	frames  []keyframe
	scoped  string // what elements are besides that a scope is about
	scope   string // what is at its top

	lostFrames bool // more than are kept

	compounds int        // parts of selectors that were read
	late      []compound // what rules hide that are not kept
}

const (
	mostRules   = 50_000 // style rules that are kept
	deepestRule = 64     // at-rules inside one another

	mostCompounds = 400_000 // parts of their selectors
	mostLate      = 100_000 // rules that are not kept, but may hide

	deepestNested = 8 // style rules inside one another
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
	number := r.layerOf(layer)
	for r.pos < len(r.src) {
		if depth == 0 {
			r.skipMarks()
		}
		start := r.pos
		stop := r.seekOutside("{};")
		at := strings.HasPrefix(strings.TrimSpace(r.src[start:r.pos]), "@")
		for depth == 0 && (stop == '}' || stop == ';' && !at) {
			r.pos++ // outside of all blocks neither ends a rule: they spoil the one that follows
			stop = r.seekOutside("{};")
		}
		prelude := strings.TrimSpace(r.src[start:r.pos])
		r.pos++
		switch {
		case stop == '}':
			return
		case at && stop == '{':
			r.atRule(prelude, depth, layer)
		case at:
			r.statement(prelude, depth, layer)
		case stop == ';' || stop == 0:
		default:
			r.layer = number
			r.style(prelude, r.body())
		}
	}
}

// skipMarks moves behind white space and the marks with which pages once hid
// sheets from browsers that knew none.
func (r *cssReader) skipMarks() {
	for r.pos < len(r.src) {
		switch rest := r.src[r.pos:]; {
		case isSpace(rest[0]):
			r.pos++
		case strings.HasPrefix(rest, "<!--"):
			r.pos += len("<!--")
		case strings.HasPrefix(rest, "-->"):
			r.pos += len("-->")
		default:
			return
		}
	}
}

// style adds a style rule, once for each selector of its list. If one of them
// is none that a browser knows, the rule is none.
func (r *cssReader) style(prelude, body string) {
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
		var v verdict
		if r.made += len(r.scoped); r.scoped != "" {
			s = r.inScope(s)
		}
		in := selectorReader{quirks: r.quirks, extra: r.extra, spent: &r.compounds}
		made.selector, v = in.selector(s)
		switch {
		case v == invalid:
			r.rules = r.rules[:first]
			return
		case v == skipped:
		case v == tooLong || len(r.rules) >= mostRules || r.compounds >= mostCompounds:
			r.leaveOut(&made)
		default:
			r.rules = append(r.rules, made)
		}
	}
}

// giveUp notes that rules were left out of which nobody knows what they hide.
func (r *cssReader) giveUp() {
	r.full = true
	if len(r.late) <= mostLate {
		r.late = append(r.late, compound{})
	}
}

// leaveOut notes what a rule that is not kept may hide: what its last part
// asks for is hidden, whatever stands around it.
func (r *cssReader) leaveOut(made *rule) {
	r.full = true
	surely, perhaps := made.hides()
	switch {
	case len(r.late) > mostLate || !surely && !perhaps:
	case len(made.selector.parts) == 0 || len(r.late) == mostLate:
		r.late = append(r.late, compound{}) // nobody knows what
	default:
		last := made.selector.parts[0]
		last.classes = last.classes[:min(1, len(last.classes))]
		r.late = append(r.late, compound{id: last.id, classes: last.classes, tag: last.tag})
	}
}

// hides reports whether a rule hides what it matches, and whether it may do so
// by the value of a variable. Another rule may add what a place or a size needs
// to hide, or the end of an animation.
func (r *rule) hides() (surely, perhaps bool) {
	var c cascade
	c.values[propPosition], c.values[propOverflowX], c.values[propOverflowY] = "fixed", "hidden", "hidden"
	c.apply(r.decls, 1, 1)
	if stays(c.values[propAnimationFill]) {
		return true, c.mayHide
	}
	l := c.look(16, false)
	return l.hides != visible.Shown || l.veils(), c.mayHide
}

// body returns the content of a block, whose "{" has been read, and moves
// behind its "}".
func (r *cssReader) body() string {
	start := r.pos
	if r.seekOutside("}") == 0 {
		return r.src[start:]
	}
	r.pos++
	return r.src[start : r.pos-1]
}

// seekOutside moves to the next of the stops that is in no string, bracket or
// escape, and returns it; 0 at the end.
func (r *cssReader) seekOutside(stops string) byte {
	open := make(brackets, 0, 16)
	for r.seek("()[]{};") != 0 {
		c := r.src[r.pos]
		if len(open) == 0 && strings.IndexByte(stops, c) >= 0 {
			return c
		}
		open = open.pass(c)
		r.pos++
	}
	return 0
}

// brackets are the ends of those that are open.
type brackets []byte

// pass takes over what a byte opens or ends. An end of another kind is nothing.
func (b brackets) pass(c byte) brackets {
	switch n := len(b); {
	case c == '(':
		return append(b, ')')
	case c == '[':
		return append(b, ']')
	case c == '{':
		return append(b, '}')
	case n > 0 && b[n-1] == c:
		return b[:n-1]
	}
	return b
}

// seek moves to the next of the stops that is in no string, address or escape,
// and returns it; 0 at the end.
func (r *cssReader) seek(stops string) byte {
	for ; r.pos < len(r.src); r.pos++ {
		switch c := r.src[r.pos]; {
		case c == '\\':
			r.pos++
		case c == '"' || c == '\'':
			r.quoted(c)
		case c == '(' && isAddress(r.src, r.pos):
			i := strings.IndexByte(r.src[r.pos:], ')')
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

// isAddress reports whether a parenthesis begins an address without quotes,
// which may hold any character.
func isAddress(s string, at int) bool {
	if !hasSuffixFold(s[:at], "url") {
		return false
	}
	for at++; at < len(s) && isSpace(s[at]); at++ {
	}
	return at < len(s) && s[at] != '"' && s[at] != '\''
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
		before := r.pos
		end := strings.Index(s[r.pos+2:], "*/")
		if end < 0 {
			return b.String()
		}
		r.pos += 2 + end + 2
		start = r.pos
		if before > 0 && isWordByte(s[before-1]) && start < len(s) && isWordByte(s[start]) {
			b.WriteByte(' ') // a comment parts words
		}
	}
	b.WriteString(s[start:])
	return b.String()
}

// isWordByte reports whether a byte may stand in a name or a number of CSS.
func isWordByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '-' || c == '_' || c >= 0x80
}

// splitOutside yields the parts of a text between bytes that are in no string,
// bracket or parenthesis.
func splitOutside(s string, sep byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, open := 0, make(brackets, 0, 16)
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case c == '\\':
				i++
			case c == '"' || c == '\'':
				r := cssReader{src: s, pos: i}
				r.quoted(c)
				i = r.pos
			case c == '(' && isAddress(s, i):
				if end := strings.IndexByte(s[i:], ')'); end >= 0 {
					i += end
				} else {
					i = len(s)
				}
			case c == sep && len(open) == 0:
				if !yield(s[start:i]) {
					return
				}
				start = i + 1
			default:
				open = open.pass(c)
			}
		}
		yield(s[start:])
	}
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
			if n <= ' ' {
				n = '\uFFFD' // no white space: it is part of the word
			}
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
