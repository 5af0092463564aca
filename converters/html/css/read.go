package css

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/box"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// Sheet is the style rules of a page, found by the last part of their
// selectors.
type Sheet struct {
	Full    bool // rules were left out
	Foreign bool // there are sheets that are not here
	Matcher matcher

	rules     ruleSet
	selectors selectorRules
	alone     bool // elements are looked at without those around them
	names     names
	scopes    map[Element]*scope
	scene     scene
	rem       float64 // pixels
	styles    styles
	templates templates
	found     found
}

// ruleSet has the rules by what the last part of a selector asks for, and the variables
// that they set.
type ruleSet struct {
	all                  []rule
	byID, byClass, byTag map[string][]int32
	others               []int32
	customs              map[string][]custom
}

// found are the rules that match the element that is looked at.
type found struct {
	rules []int32
	key   []byte          // of them
	looks map[string]Look // by such keys, of those that mean the same for each element
	alike bool            // the look that was evaluated last is such a one
}

// styles are style attributes that were seen before, by their text.
type styles struct {
	declared map[string]props.Declared
	looks    map[string]Look // of those that mean the same for each element
}

// scope is the variables that an element sets, inside those of the elements
// around it.
type scope struct {
	outer  *scope
	rules  []int32 // that set some
	inline []props.Variable
}

// names are what rules define by a name.
type names struct {
	layers     map[string]int32 // by their order from 1
	layerCount int32
	animations map[string][]frame
	registered map[string]bool // variables with a value of their own
	small      map[string]bool // fonts whose letters are small
}

// rule is one selector with the declarations that it brings.
type rule struct {
	selector selector
	layer    int32 // from 1 in their order; 0 for none
	in       *shadow
	reach    reach
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
	s       *Sheet
	unsure  bool  // nobody knows whether the rules hold
	layer   int32 // that they are in; 0 for none
	scoped  bool  // they are for a part of the page
	imports int   // sheets around that import this one
	inside  int   // bytes of rules inside rules that have been read
}

const (
	maxRules = 50_000 // style rules that are kept
	maxDepth = 32     // rules inside one another
	maxAgain = 8      // how often the whole source may be read for rules inside rules
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
			switch name, rest := atName(prelude); name {
			case "import":
				r.imported(rest)
			case "layer":
				for layer := range strings.SplitSeq(rest, ",") {
					r.s.names.layer(strings.TrimSpace(layer))
				}
			}
		case stop == '{':
			r.style(r.outermost(prelude), r.Body(), depth)
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
	outer := *r
	defer func() { r.unsure, r.layer, r.scoped = outer.unsure, outer.layer, outer.scoped }()
	switch name {
	case "keyframes", "-webkit-keyframes":
		r.frames(strings.ToLower(strings.Trim(rest, `"'`)))
		return
	case "layer":
		r.layer = r.s.names.layer(rest)
		r.unsure = r.unsure || outer.layer != 0 || r.layer > maxLayers || strings.Contains(rest, ".") // nobody knows the order of those inside one another
	}
	if name == "font-face" {
		r.face(r.Body())
		return
	}
	if name == "property" {
		dom.Put(&r.s.names.registered, strings.TrimSpace(prelude[1+len(name):]), true) // its case matters
	}
	holds := blockHolds(name, rest)
	if holds != isFalse && depth >= maxDepth {
		r.s.Full = true
	}
	if holds == isFalse || depth >= maxDepth {
		r.Body()
		return
	}
	r.unsure = r.unsure || holds == unknown
	r.scoped = r.scoped || name == "scope"
	r.block(depth + 1)
}

// outermost returns the selectors of a rule that is in no other one: "&" is the root of
// the page there, and in a part of it that and ":scope" may be any element.
func (r *reader) outermost(prelude string) string {
	if r.scoped {
		return swapped(swapped(prelude, ":scope", ":is(*)"), "&", ":is(*)")
	}
	return swapped(prelude, "&", ":root")
}

// swapped returns a selector with another word in place of one, but in brackets.
func swapped(selector, word, by string) string {
	if !strings.Contains(selector, word) {
		return selector
	}
	var b strings.Builder
	for rest := selector; rest != ""; {
		in := props.TextReader{Src: rest}
		if in.Seek("["); in.Pos >= len(rest) {
			b.WriteString(strings.ReplaceAll(rest, word, by))
			break
		}
		b.WriteString(strings.ReplaceAll(rest[:in.Pos], word, by))
		end := props.TextReader{Src: rest, Pos: in.Pos + 1}
		end.Seek("]")
		stop := min(end.Pos+1, len(rest))
		b.WriteString(rest[in.Pos:stop])
		rest = rest[stop:]
	}
	return b.String()
}

// layer returns the number of a layer, from 1 in their order, by its name; one
// without a name is apart.
func (n *names) layer(name string) int32 {
	if order, ok := n.layers[name]; ok && name != "" {
		return order
	}
	n.layerCount++
	if name != "" && n.layerCount <= maxLayers {
		dom.Put(&n.layers, name, n.layerCount)
	}
	return min(n.layerCount, maxLayers+1)
}

// face notes a font whose letters are smaller than their size says.
func (r *reader) face(body string) {
	const least = 20 // per cent
	name, small := "", false
	for part := range props.SplitOutside(body, ';') {
		switch property, value, _ := strings.Cut(part, ":"); strings.ToLower(strings.TrimSpace(property)) {
		case "font-family":
			name = faceName(value)
		case "size-adjust":
			small = props.IsZero(strings.TrimSpace(value), least/100.)
		}
	}
	if small && len(r.s.names.small) < maxRules {
		dom.Put(&r.s.names.small, name, true)
	}
}

// shrinks reports whether a font makes the letters of an element small.
func (n *names) shrinks(v *props.Values) bool {
	if len(n.small) > 0 {
		for family := range props.SplitOutside(v[props.FontFamily], ',') {
			if n.small[faceName(family)] {
				return true
			}
		}
	}
	return false
}

// faceName returns the name of a font as it is compared.
func faceName(v string) string { return strings.ToLower(strings.Trim(v, " \n\t\r\f\"'")) }

// frames adds an animation.
func (r *reader) frames(name string) {
	list, whole := framesOf(r.Body())
	if !whole || len(r.s.names.animations) >= maxRules {
		r.s.Full = true
		return
	}
	dom.Put(&r.s.names.animations, name, list)
}

// atName splits the prelude of an at-rule into its name and the rest.
func atName(prelude string) (name, rest string) {
	name, rest = props.CutName(prelude[1:])
	return strings.ToLower(name), strings.TrimSpace(rest)
}

// maxImports is how many sheets may import one another.
const maxImports = 8

// imported reads a sheet that a rule imports, perhaps on a condition.
func (r *reader) imported(rule string) {
	address, condition, _ := strings.Cut(rule, " ")
	if in := (props.TextReader{Src: rule, Pos: len("url(")}); props.HasPrefixFold(rule, "url(") && in.SeekOutside(")") != 0 {
		address, condition = rule[len("url("):in.Pos], rule[in.Pos+1:]
	} else if rule != "" && (rule[0] == '"' || rule[0] == '\'') {
		quoted := props.TextReader{Src: rule}
		quoted.Quoted(rule[0])
		address, condition = rule[:quoted.Pos], rule[min(quoted.Pos+1, len(rule)):]
	}
	css, here := r.s.held(address)
	holds := isTrue
	if condition = strings.TrimSpace(condition); props.HasPrefixFold(condition, "layer") || props.HasPrefixFold(condition, "supports") {
		holds = unknown
	} else {
		holds = mediaHolds(condition)
	}
	switch {
	case !here || holds == isFalse:
	case r.imports >= maxImports:
		r.s.Full = true
	default:
		inner := reader{s: r.s, unsure: r.unsure || holds == unknown, layer: r.layer, imports: r.imports + 1}
		inner.Src = props.StripComments(css)
		inner.block(0)
	}
}

// held returns the sheet that an address holds (RFC 2397). Of another kind than a
// sheet, browsers read it for old pages alone.
func (s *Sheet) held(address string) (css string, here bool) {
	address = strings.Trim(address, "\"' \n\t\r\f")
	if !props.HasPrefixFold(address, "data:") {
		s.Foreign = true
		return "", false
	}
	kind, body, _ := strings.Cut(address[len("data:"):], ",")
	kind = strings.ToLower(kind)
	if !strings.HasPrefix(kind, "text/css") && !s.Matcher.quirks {
		return "", false
	}
	if text, err := url.PathUnescape(body); err == nil {
		body = text
	}
	if strings.HasSuffix(strings.TrimSpace(kind), "base64") {
		raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.Join(strings.Fields(body), ""), "="))
		if err != nil {
			s.Full = true // perhaps a browser can
			return "", false
		}
		body = string(raw)
	}
	return body, true
}

// style adds a style rule, once for each selector of its list, and the rules
// inside it, which come behind it. If one of the selectors is none that a browser
// knows, the rule is none.
func (r *reader) style(prelude, body string, depth int) {
	if strings.IndexByte(body, '{') < 0 {
		r.declare(prelude, body)
		return
	}
	if r.inside += len(body); r.inside > maxAgain*len(r.Src) {
		r.s.Full = true
		return
	}
	own, inside := parts(body)
	r.declare(prelude, own)
	if len(inside) > 0 && depth+1 >= maxDepth {
		r.s.Full = true
		return
	}
	was := r.unsure
	for _, part := range inside {
		holds, list := isTrue, prelude
		if name, rest := atName(part[0]); !strings.HasPrefix(part[0], "@") {
			list = r.within(prelude, part[0])
		} else if holds = blockHolds(name, rest); name == "layer" {
			holds = unknown
		}
		if r.unsure = was || holds == unknown; holds != isFalse {
			r.style(list, part[1], depth+1)
		}
	}
	r.unsure = was
}

// parts returns the declarations of a rule, and the rules inside it (css-nesting-1),
// each with what is in front of its block.
func parts(body string) (own string, inside [][2]string) {
	var b strings.Builder
	in := props.TextReader{Src: body}
	for in.Pos < len(body) {
		start := in.Pos
		stop := in.SeekOutside("{};")
		part := strings.TrimSpace(body[start:in.Pos])
		in.Pos++
		if stop != '{' {
			b.WriteString(part + ";")
		} else if inner := in.Body(); part != "" {
			inside = append(inside, [2]string{part, inner})
		}
	}
	return b.String(), inside
}

// declare adds what a rule declares.
func (r *reader) declare(prelude, body string) {
	if len(r.s.rules.all) >= maxRules {
		r.s.Full = true
		return
	}
	made := rule{layer: r.layer, in: r.s.templates.in, Declared: props.Declarations(body)}
	if made.IsEmpty() {
		return
	}
	var kept []rule
	unsure := r.unsure
	for text := range props.SplitOutside(prelude, ',') {
		var v verdict
		if made.in != nil {
			made.reach, text = reachOf(text)
		}
		in := selectorReader{selectorRules: r.s.selectors, s: text}
		made.selector, v = in.selector()
		unsure = unsure || made.selector.unsure // of one that is none, the whole list is none
		switch {
		case v == invalid:
			return
		case v == skipped, made.selector.generated && !made.isPlaced():
		case v == tooLong || len(r.s.rules.all)+len(kept) >= maxRules || *r.s.selectors.compounds >= maxCompounds:
			r.s.Full = true
		default:
			kept = append(kept, made)
		}
	}
	for i := range kept {
		kept[i].selector.unsure = unsure
		if r.s.alone {
			kept[i].selector.standAlone()
		}
		r.s.rules.add(&kept[i])
	}
}

// within returns the selectors of a rule inside another one; none where that
// would be too much.
func (r *reader) within(outer, inner string) string {
	var list []string
	around := ":is(" + outer + ")"
	size := len(inner) + (1+strings.Count(inner, "&"))*len(around)
	if *r.s.selectors.compounds += size / 16; size > maxSelector || *r.s.selectors.compounds >= maxCompounds {
		r.s.Full = true
		return ""
	}
	for s := range props.SplitOutside(inner, ',') {
		if !strings.Contains(s, "&") {
			s = "& " + s
		}
		list = append(list, strings.ReplaceAll(s, "&", around))
	}
	return strings.Join(list, ",")
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

// standAlone leaves of a selector what it asks of an element itself.
func (sel *selector) standAlone() {
	if last := &sel.parts[0]; len(sel.parts) > 1 || len(last.places) > 0 || len(last.lists) > 0 {
		sel.parts, sel.unsure = sel.parts[:1], true
		last.combinator, last.places, last.lists = 0, nil, nil
	}
}

// add keeps a rule.
func (rs *ruleSet) add(made *rule) {
	sel := &made.selector
	sel.needs = sel.needed()
	i := int32(len(rs.all))
	rs.all = append(rs.all, *made)
	for _, v := range made.Customs {
		dom.Put(&rs.customs, v.Name, append(rs.customs[v.Name], custom{i, v}))
	}
	switch last := &sel.parts[0]; {
	case last.id != "":
		dom.Put(&rs.byID, last.id, append(rs.byID[last.id], i))
	case len(last.classes) > 0:
		dom.Put(&rs.byClass, last.classes[0], append(rs.byClass[last.classes[0]], i))
	case last.tag != "":
		dom.Put(&rs.byTag, last.tag, append(rs.byTag[last.tag], i))
	default:
		rs.others = append(rs.others, i)
	}
}

// isPlaced reports whether what a rule generates may lie over the text.
func (r *rule) isPlaced() bool {
	return slices.ContainsFunc(r.Decls, func(d props.Decl) bool { return box.Places(d.Property) })
}
