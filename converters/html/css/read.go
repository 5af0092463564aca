package css

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// reader reads the part of CSS (css-syntax-3) that decides whether and how
// a text shows: style rules, also inside one another, in at-rules and layers.
// All work is linear.
type reader struct {
	props.TextReader
	s      *Sheet
	layer  int32
	unsure bool // nobody knows whether the rules hold
	depth  int  // of the rule that is read in others
}

// limits counts what the sheets of a page have brought.
type limits struct {
	compounds int // parts of selectors
	nested    int // bytes of the selectors of rules inside rules
}

const (
	maxRules     = 50_000  // style rules that are kept
	maxCompounds = 400_000 // parts of their selectors
	maxNested    = 4 << 20
	maxLayers    = 256

	maxRuleDepth   = 64 // at-rules inside one another
	maxNestedDepth = 8  // style rules inside one another
)

// block reads rules up to the end of the block or of the source, which are
// in a layer.
func (r *reader) block(depth int, layer string) {
	number := r.layerOf(layer)
	for r.Pos < len(r.Src) {
		if depth == 0 {
			r.skipMarks()
		}
		start := r.Pos
		stop := r.SeekOutside("{};")
		at := strings.HasPrefix(strings.TrimSpace(r.Src[start:r.Pos]), "@")
		for depth == 0 && (stop == '}' || stop == ';' && !at) {
			r.Pos++ // outside of all blocks neither ends a rule: they spoil the one that follows
			stop = r.SeekOutside("{};")
		}
		prelude := strings.TrimSpace(r.Src[start:r.Pos])
		r.Pos++
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
			r.style(prelude, r.Body())
		}
	}
}

// skipMarks moves behind white space and the marks with which pages once hid
// sheets from browsers that knew none.
func (r *reader) skipMarks() {
	for r.Pos < len(r.Src) {
		switch rest := r.Src[r.Pos:]; {
		case dom.IsSpace(rest[0]):
			r.Pos++
		case strings.HasPrefix(rest, "<!--"):
			r.Pos += len("<!--")
		case strings.HasPrefix(rest, "-->"):
			r.Pos += len("-->")
		default:
			return
		}
	}
}

// atRule reads an at-rule with a block.
func (r *reader) atRule(prelude string, depth int, layer string) {
	name, rest := atName(prelude)
	switch {
	case depth >= maxRuleDepth:
		r.s.giveUp()
		r.Body()
	case name == "layer":
		outer := r.unsure
		if layer != "" {
			r.unsure, rest = true, layer // the order of layers inside one another is not known here
		} else if rest == "" {
			rest = strconv.Itoa(len(r.s.layers)) // one of its own
		}
		r.block(depth+1, rest)
		r.unsure = outer
	case name == "property":
		dom.Put(&r.s.registered, strings.TrimSpace(prelude[1+len(name):]), true) // its case matters
		r.Body()
	case name == "keyframes" || name == "-webkit-keyframes":
		r.keyframes(strings.Trim(rest, ` "'`), r.Body())
	default:
		holds := blockHolds(name, rest)
		if holds == isFalse {
			r.Body()
			return
		}
		outer := r.unsure
		r.unsure = outer || holds == unknown
		r.block(depth+1, layer)
		r.unsure = outer
	}
}

// atName splits the prelude of an at-rule into its name and the rest.
func atName(prelude string) (name, rest string) {
	prelude = strings.ToLower(props.UnescapeCSS(prelude[1:]))
	end := 0
	for end < len(prelude) && (dom.IsLetter(prelude[end]) || prelude[end] == '-') {
		end++
	}
	return prelude[:end], strings.TrimSpace(prelude[end:])
}

// statement reads an at-rule without a block, in a layer. A sheet that is
// imported from another address is not fetched.
func (r *reader) statement(prelude string, depth int, layer string) {
	name, rest := atName(prelude)
	switch name {
	case "layer":
		for l := range props.SplitOutside(rest, ',') {
			if layer == "" {
				r.layerOf(strings.TrimSpace(l))
			}
		}
	case "import":
		address := strings.TrimSpace(prelude[len("@import"):])
		in := props.TextReader{Src: address}
		in.Seek(" ")
		address, media := address[:in.Pos], strings.TrimSpace(address[in.Pos:])
		if props.HasPrefixFold(address, "url(") {
			address = strings.TrimSpace(strings.TrimSuffix(address[len("url("):], ")"))
		}
		css, ok := dataText(strings.Trim(address, `"'`))
		asks := props.HasPrefixFold(media, "layer") || props.HasPrefixFold(media, "supports")
		switch {
		case !ok:
			r.s.Foreign = true
		case depth >= maxRuleDepth:
			r.s.giveUp()
		case !asks && mediaHolds(media) == isFalse:
		default:
			in := reader{s: r.s, unsure: r.unsure || asks || mediaHolds(media) == unknown}
			in.Src = props.StripComments(css)
			in.block(depth+1, layer)
		}
	}
}

// dataText returns the text that a data address holds (RFC 2397).
func dataText(address string) (string, bool) {
	if !props.HasPrefixFold(address, "data:") {
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

// layerOf returns the number of a layer by its name: 0 for none, else in
// the order in which they are named first.
func (r *reader) layerOf(name string) int32 {
	if name == "" {
		return 0
	}
	i := slices.Index(r.s.layers, name)
	if i < 0 {
		if i = len(r.s.layers); i >= maxLayers {
			r.s.giveUp()
			return maxLayers
		}
		r.s.layers = append(r.s.layers, name)
	}
	return int32(i) + 1
}

// style adds a style rule, once for each selector of its list. If one of them
// is none that a browser knows, the rule is none.
func (r *reader) style(prelude, body string) {
	if strings.IndexByte(body, '{') >= 0 {
		body = r.nested(prelude, body)
	}
	made := rule{layer: r.layer}
	made.decls, made.customs = props.Declarations(body, r.s.quirks)
	if len(made.decls)+len(made.customs) == 0 {
		return
	}
	var kept []rule
	unsure := r.unsure
	for text := range props.SplitOutside(prelude, ',') {
		var v verdict
		in := selectorReader{quirks: r.s.quirks, extra: r.s.Extra, spent: &r.s.compounds}
		made.selector, v = in.selector(text)
		unsure = unsure || made.selector.unsure // of one that is none, the whole list is none
		switch {
		case v == invalid:
			return
		case v == skipped:
		case v == tooLong || len(r.s.Rules)+len(kept) >= maxRules || r.s.compounds >= maxCompounds:
			r.s.leaveOut(&made)
		default:
			kept = append(kept, made)
		}
	}
	for _, k := range kept {
		k.selector.unsure = unsure
		r.s.add(k)
	}
}

// nested adds the rules inside a rule (css-nesting-1), and returns what is
// left: its declarations.
func (r *reader) nested(outer, body string) string {
	var own strings.Builder
	in := props.TextReader{Src: body}
	r.depth++
	defer func() { r.depth-- }()
	if strings.Contains(outer, ",") {
		outer = ":is(" + outer + ")"
	}
	for in.Pos < len(body) {
		start := in.Pos
		stop := in.SeekOutside("{};")
		part := body[start:in.Pos]
		in.Pos++
		if stop != '{' {
			own.WriteString(part + ";")
			continue
		}
		r.inside(outer, strings.TrimSpace(part), in.Body())
	}
	return own.String()
}

// inside reads one rule inside another one.
func (r *reader) inside(outer, prelude, body string) {
	was := r.unsure
	defer func() { r.unsure = was }()
	size := len(outer)
	if strings.HasPrefix(prelude, "@") {
		holds := blockHolds(atName(prelude))
		if holds == isFalse {
			return
		}
		r.unsure = was || holds == unknown
	} else {
		size *= 1 + strings.Count(prelude, ",") + strings.Count(prelude, "&")
		outer = within(outer, prelude)
	}
	if r.s.nested += size; r.depth > maxNestedDepth || size > maxSelector || r.s.nested > maxNested {
		r.s.giveUp()
		return
	}
	r.style(outer, body)
}

// within returns the selectors of a rule inside another one.
func within(outer, inner string) string {
	var list []string
	for s := range props.SplitOutside(inner, ',') {
		if !strings.Contains(s, "&") {
			s = "& " + strings.TrimSpace(s)
		}
		list = append(list, strings.ReplaceAll(s, "&", outer))
	}
	return strings.Join(list, ",")
}

// keyframes reads an animation (css-animations-1): whether its end hides what it
// animates, or shows it. One that changes neither is not kept.
func (r *reader) keyframes(name, body string) {
	in := props.TextReader{Src: body}
	var end cascade
	matters := false
	for in.Pos < len(body) {
		start := in.Pos
		if in.SeekOutside("{") == 0 {
			break
		}
		steps := strings.ToLower(body[start:in.Pos])
		in.Pos++
		decls, _ := props.Declarations(in.Body(), r.s.quirks)
		if strings.Contains(steps, "to") || strings.Contains(steps, "100%") {
			end.apply(decls, 1, 1)
			matters = matters || slices.ContainsFunc(decls, func(d props.Decl) bool { return props.Conclusive(d.Property) })
		}
	}
	l := end.look(16, false)
	if hides := end.mayHide || l.Hides != visible.Shown || l.veils(); hides || matters {
		dom.Put(&r.s.frames, name, hides)
	}
}

// animate judges an element with an animation that stays at its end: where that
// hides it, or shows what is hidden, nobody knows.
func (s *Sheet) animate(c *cascade, l *Look) {
	if !stays(c.values[props.AnimationFill]) {
		return
	}
	for name := range strings.FieldsFuncSeq(c.values[props.AnimationName], func(r rune) bool { return r == ' ' || r == ',' }) {
		if hides, ok := s.frames[name]; ok && hides != l.isHidden() {
			l.Hides, l.Opacity, l.Letters = visible.StyleUnsure, 1, Letters{}
			return
		}
	}
}

// stays reports whether an animation that fills so, or one of several, stays
// at its end.
func stays(fill string) bool {
	return strings.Contains(fill, "forwards") || strings.Contains(fill, "both")
}
