package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// Sheet is the style rules of a page, found by the last part of their
// selectors.
type Sheet struct {
	Rules   []rule
	Full    bool // rules were left out
	Foreign bool // there are sheets that are not here
	Matcher matcher

	byID, byClass, byTag map[string][]int32
	others               []int32
	selectors            selectorRules
	alone                bool // elements are looked at without those around them
	variables
	rem    float64                   // pixels
	inline map[string]props.Declared // style attributes seen before
	found  []int32                   // scratch
}

// variables are the custom properties of a page.
type variables struct {
	customs    map[string][]custom
	registered map[string]bool // those with a value of their own
	scopes     map[Element]*scope
}

// rule is one selector with the declarations that it brings.
type rule struct {
	selector selector
	props.Declared
}

// custom is a variable that a rule sets.
type custom struct {
	rule int32
	props.Variable
}

// reader reads the part of CSS (css-syntax-3) that decides whether and how
// a text shows: style rules, also inside one another and in at-rules.
type reader struct {
	props.TextReader
	s      *Sheet
	unsure bool // nobody knows whether the rules hold
}

const (
	maxRules = 50_000 // style rules that are kept
	maxDepth = 32     // rules inside one another
)

// block reads rules up to the end of the block or of the source.
func (r *reader) block(depth int) {
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
			r.atRule(prelude, depth)
		case at:
			if name, rest := atName(prelude); name == "import" {
				r.s.Import(rest)
			}
		case stop == '{':
			r.style(prelude, r.Body(), depth)
		}
	}
}

// skipMarks moves behind white space and the marks with which pages once hid
// sheets from browsers that knew none.
func (r *reader) skipMarks() {
	for {
		rest := strings.TrimLeft(r.Src[r.Pos:], " \n\t\r\f")
		r.Pos = len(r.Src) - len(rest)
		switch {
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
func (r *reader) atRule(prelude string, depth int) {
	name, rest := atName(prelude)
	if name == "property" {
		dom.Put(&r.s.registered, strings.TrimSpace(prelude[1+len(name):]), true) // its case matters
	}
	holds := blockHolds(name, rest)
	if holds != isFalse && depth >= maxDepth {
		r.s.Full = true
	}
	if holds == isFalse || depth >= maxDepth {
		r.Body()
		return
	}
	outer := r.unsure
	r.unsure = outer || holds == unknown
	r.block(depth + 1)
	r.unsure = outer
}

// atName splits the prelude of an at-rule into its name and the rest.
func atName(prelude string) (name, rest string) {
	name, rest = props.CutName(prelude[1:])
	return strings.ToLower(name), strings.TrimSpace(rest)
}

// Import notes that the page asks for a sheet at an address, which is not
// fetched, or for one that the address holds, which is not read.
func (s *Sheet) Import(address string) {
	if props.HasPrefixFold(address, "url(") {
		address = address[len("url("):]
	}
	if props.HasPrefixFold(strings.TrimLeft(address, "\"' \n\t"), "data:") {
		s.Full = true
	} else {
		s.Foreign = true
	}
}

// style adds a style rule, once for each selector of its list. If one of them
// is none that a browser knows, the rule is none.
func (r *reader) style(prelude, body string, depth int) {
	if strings.IndexByte(body, '{') >= 0 {
		body = r.nested(prelude, body, depth+1)
	}
	made := rule{Declared: props.Declarations(body)}
	if made.IsEmpty() {
		return
	}
	var kept []rule
	unsure := r.unsure
	for text := range props.SplitOutside(prelude, ',') {
		var v verdict
		in := selectorReader{selectorRules: r.s.selectors, s: text}
		made.selector, v = in.selector()
		unsure = unsure || made.selector.unsure // of one that is none, the whole list is none
		switch {
		case v == invalid:
			return
		case v == skipped:
		case v == tooLong || len(r.s.Rules)+len(kept) >= maxRules || *r.s.selectors.compounds >= maxCompounds:
			r.s.Full = true
		default:
			kept = append(kept, made)
		}
	}
	for i := range kept {
		kept[i].selector.unsure = unsure
		r.s.add(&kept[i])
	}
}

// nested adds the rules inside a rule (css-nesting-1), and returns what is
// left: its declarations. What the outer rule matches is not looked at.
func (r *reader) nested(outer, body string, depth int) string {
	if depth >= maxDepth {
		r.s.Full = true
		return ""
	}
	var own strings.Builder
	in := props.TextReader{Src: body}
	was := r.unsure
	for in.Pos < len(body) {
		start := in.Pos
		stop := in.SeekOutside("{};")
		part := strings.TrimSpace(body[start:in.Pos])
		in.Pos++
		if stop != '{' {
			own.WriteString(part + ";")
			continue
		}
		inner, holds, list := in.Body(), unknown, outer
		if strings.HasPrefix(part, "@") {
			holds = blockHolds(atName(part))
		} else {
			list = within(part)
		}
		if r.unsure = was || holds == unknown; holds != isFalse {
			r.style(list, inner, depth)
		}
	}
	r.unsure = was
	return own.String()
}

// within returns the selectors of a rule inside another one, whatever that
// matches.
func within(inner string) string {
	var list []string
	for s := range props.SplitOutside(inner, ',') {
		if !strings.Contains(s, "&") {
			s = "* " + s
		}
		list = append(list, strings.ReplaceAll(s, "&", "*"))
	}
	return strings.Join(list, ",")
}

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

// IsCSS reports whether a style element of a type is read by browsers.
func IsCSS(kind string) bool {
	kind = strings.TrimSpace(kind)
	return kind == "" || strings.EqualFold(kind, "text/css")
}

// IsSheet reports whether a link is to a style sheet that holds.
func IsSheet(rel string) bool {
	rel = strings.ToLower(rel)
	return dom.HasWord(rel, "stylesheet") && !dom.HasWord(rel, "alternate")
}

// sections takes off the marks of CDATA sections.
var sections = strings.NewReplacer("<![CDATA[", "", "]]>", "")

// add keeps a rule.
func (s *Sheet) add(made *rule) {
	sel := &made.selector
	if s.alone && (len(sel.parts) > 1 || sel.parts[0].first || len(sel.parts[0].lists) > 0) {
		sel.parts, sel.unsure = sel.parts[:1], true
		sel.parts[0].combinator, sel.parts[0].first, sel.parts[0].lists = 0, false, nil
	}
	i := int32(len(s.Rules))
	s.Rules = append(s.Rules, *made)
	for _, v := range made.Customs {
		dom.Put(&s.customs, v.Name, append(s.customs[v.Name], custom{i, v}))
	}
	switch last := &sel.parts[0]; {
	case last.id != "":
		dom.Put(&s.byID, last.id, append(s.byID[last.id], i))
	case len(last.classes) > 0:
		dom.Put(&s.byClass, last.classes[0], append(s.byClass[last.classes[0]], i))
	case last.tag != "":
		dom.Put(&s.byTag, last.tag, append(s.byTag[last.tag], i))
	default:
		s.others = append(s.others, i)
	}
}
