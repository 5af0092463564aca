package css

import (
	"cmp"
	"html"
	"iter"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// matchSteps is how many steps selectors may take on a page, for each byte of
// it and at least. When they are spent, nobody knows what rules hide.
const (
	matchStepsByte = 8
	matchStepsMin  = 4 << 20
	foundSteps     = 4   // for a rule that matches: it has to be applied
	frameSteps     = 512 // for a state of an animation: an element is looked at in it
)

// NewSheet reads the style elements of a tree.
func NewSheet(t *dom.Tree, size int) *Sheet {
	s := newSheet(t, size)
	for id := int32(1); id < t.Nodes.Len(); id++ {
		n := t.Node(id)
		switch {
		case n.IsText:
		case n.Tag == dom.TagTemplate && t.Value(id, dom.AttrShadowrootmode) == "":
			id = n.End - 1
		case n.Tag == dom.TagLink && IsSheet(t.Value(id, dom.AttrRel)):
			s.Import(t.Value(id, dom.AttrHref), t.Value(id, dom.AttrMedia))
		case n.Tag == dom.TagStyle && IsCSS(t.Value(id, dom.AttrType)):
			var css []string // one, as in HTML nothing but text is read in a style element
			for c := range t.Children(id) {
				if t.Node(c).IsText {
					css = append(css, t.Text(c))
				}
			}
			s.AddFor(t.Value(id, dom.AttrMedia), strings.Join(css, ""))
		}
	}
	switch l, _ := s.Look(HtmlElement); {
	case l.Font > 0:
		s.rem = l.Font
	case l.Zoom > 0:
		s.rem = 16 * l.Zoom
	}
	return s
}

// SheetWithoutTree returns a sheet without rules for elements that are looked at
// one by one, each as the only one of a tree, on a page of so many bytes. What a
// rule asks of the elements around one is unsure.
func SheetWithoutTree(t *dom.Tree, size int) *Sheet {
	s := newSheet(t, size)
	s.alone = true
	return s
}

func newSheet(t *dom.Tree, size int) *Sheet {
	s := &Sheet{rem: 16, Matcher: matcher{t: t, quirks: t.Quirks, Steps: matchStepsMin + matchStepsByte*int64(size)}}
	s.selectors = selectorRules{quirks: t.Quirks, extra: t.Extra, compounds: new(int)}
	s.scopes = map[Element]*scope{}
	return s
}

// AddFor reads more rules, if they are for a desktop screen.
func (s *Sheet) AddFor(media, css string) {
	if s.Matcher.t.XML { // where a style element has text as any other
		css = html.UnescapeString(sections.Replace(css))
	}
	if holds := mediaHolds(media); holds != isFalse {
		r := reader{s: s, unsure: holds == unknown}
		r.Src = props.StripComments(css)
		r.block(0)
	}
}

// Import reads a sheet that an address holds, for a medium. One at another address
// is not fetched.
func (s *Sheet) Import(address, media string) {
	if css, here := s.held(address); here {
		s.AddFor(media, css)
	}
}

// Look returns how an element looks by its style attribute and the rules. Where
// it is hidden or not by what is not evaluated, it shows, as
// [visible.StyleUnsure].
func (s *Sheet) Look(e Element) (Look, bool) {
	inline := s.inlineOf(e)
	s.found = s.gather(e, s.found[:0])
	spent := s.Matcher.Steps <= 0 && len(s.Rules) > 0 || s.Full
	if inline == nil && len(s.found) == 0 && !spent {
		return Look{}, false
	}
	var unsure, generated []int32
	for _, i := range s.found {
		if sel := &s.Rules[i].selector; sel.generated {
			generated = append(generated, i)
		} else if sel.unsure {
			unsure = append(unsure, i)
		}
	}
	l := s.lookBy(e, inline, nil)
	for i := range min(len(unsure), maxUnsure) {
		s.doubt(&l, s.lookBy(e, inline, unsure[i:i+1]))
	}
	if len(unsure) > 1 {
		s.doubt(&l, s.lookBy(e, inline, unsure))
	}
	if (spent || s.isCovered(e, generated)) && l.Hides == visible.Shown {
		l.Hides = visible.StyleUnsure
	}
	return l, true
}

// maxUnsure is how many rules of which nobody knows whether they hold are tried
// one by one.
const maxUnsure = 16

// doubt takes out of a look what may be another way.
func (s *Sheet) doubt(l *Look, other Look) {
	switch {
	case l.isHidden() == other.isHidden():
		if other.Hides == visible.StyleUnsure && l.Hides == visible.Shown {
			l.Hides = visible.StyleUnsure
		}
	case l.isHidden():
		*l = other
		fallthrough
	default:
		l.Hides = visible.StyleUnsure
	}
	if other.Ink != l.Ink {
		l.Ink = props.Paint{Set: true, Unread: l.Ink.Unread || other.Ink.Unread}
	}
	if other.Ground != l.Ground {
		l.Ground = props.Paint{Set: true}
	}
}

// lookBy evaluates the rules that were found: those that hold, and those of some
// of which nobody knows.
func (s *Sheet) lookBy(e Element, inline *props.Declared, with []int32) Look {
	var c cascade
	for _, i := range s.found {
		if r := &s.Rules[i]; !r.selector.generated && (!r.selector.unsure || slices.Contains(with, i)) {
			c.apply(r.Decls, s.priority(i))
		}
	}
	if inline != nil {
		c.apply(inline.Decls, inlinePriority)
	}
	if c.waits {
		s.settle(&c, s.scopeOf(e))
	}
	c.inside = moves(&c.values) && s.isInside(e)
	l := c.look(s.rem)
	s.takePage(&c, &l)
	if name := c.values[props.AnimationName]; name != "" && name != "none" {
		return s.animate(e, &c, l)
	}
	return l
}

// takePage takes over what holds for the elements inside, too: whether they are dark, so
// that nobody knows the colours of the system, and from how far they are seen.
func (s *Sheet) takePage(c *cascade, l *Look) {
	v := &c.values
	if s.eye != "" && l.Hides == visible.Shown && v.IsDeep(s.eye) {
		l.Hides = visible.StyleUnsure
	}
	s.eye = cmp.Or(v.Eye(), s.eye)
	if s.dark = s.dark || dom.HasWord(v[props.ColorScheme], "dark"); !s.dark {
		return
	}
	ink, ground := v.OfSystem()
	if l.Ink.Unread = l.Ink.Unread || ink; ground {
		l.Ground = props.Paint{Set: true}
	}
}

// isCovered reports whether what rules generate for an element lies over its text: a box
// of some size, with a ground through which nothing is seen.
func (s *Sheet) isCovered(e Element, rules []int32) bool {
	if len(rules) == 0 {
		return false
	}
	var c cascade
	for _, i := range rules {
		c.apply(s.Rules[i].Decls, s.priority(i))
	}
	if c.waits {
		s.settle(&c, s.scopeOf(e))
	}
	v, ground := &c.values, c.ground()
	const wide, high = 64, 16
	return v.Placed() && v[props.Content] != "" && v[props.Content] != "none" && !strings.HasPrefix(v[props.ZIndex], "-") && ground.Known && ground.A == 255 && c.opacity() == 1 &&
		span(v, props.Left, props.Right, props.Width) >= wide && span(v, props.Top, props.Bottom, props.Height) >= high && c.hiding(1) == visible.Shown
}

// isInside reports whether one of the elements around another one has a place of its own.
func (s *Sheet) isInside(e Element) bool {
	if s.alone {
		return false
	}
	for p := s.Matcher.parent(e); p != noElement && p != BodyElement && s.Matcher.Steps > 0; p = s.Matcher.parent(p) {
		var c cascade
		for _, i := range s.gather(p, nil) {
			if r := &s.Rules[i]; !r.selector.generated {
				c.apply(r.Decls, s.priority(i))
			}
		}
		if inline := s.inlineOf(p); inline != nil {
			c.apply(inline.Decls, inlinePriority)
		}
		if at := c.values[props.Position]; at != "" && at != "static" {
			return true
		}
	}
	return false
}

// animate evaluates what becomes of an element by its animations: what it ends
// with, if that is soon.
func (s *Sheet) animate(e Element, c *cascade, base Look) Look {
	out, open := base, false
	hides, shows := base.isHidden(), !base.isHidden()
	for _, way := range c.courses() {
		var last Look
		frames := s.animations[way.name]
		for _, f := range frames {
			l := s.lookIn(e, *c, f.decls)
			hides, shows = hides || l.isHidden(), shows || !l.isHidden()
			last = chosen(f.last, l, last)
		}
		if len(frames) > 0 {
			open = open || way.open
			out = chosen(way.stays, last, out)
		} else if s.Foreign && way.stays && hides {
			shows, open = true, true // nobody knows how one ends that may be elsewhere
		}
	}
	switch {
	case !hides || !shows:
		return base
	case open || out.isHidden() && !base.isHidden():
		out = base
		out.Hides, out.Opacity, out.Veil, out.Font, out.Zoom = visible.StyleUnsure, 1, [VeilCount]Tri{}, 0, 0
	}
	return out
}

// chosen returns one of two looks.
func chosen(first bool, a, b Look) Look {
	if first {
		return a
	}
	return b
}

// lookIn evaluates a state of an animation.
func (s *Sheet) lookIn(e Element, c cascade, decls []props.Decl) Look {
	s.Matcher.Steps -= frameSteps
	if c.apply(decls, importantPriority-1); c.waits {
		s.settle(&c, s.scopeOf(e))
	}
	return c.look(s.rem)
}

// gather adds to a list the rules that match, as far as the budget goes.
func (s *Sheet) gather(e Element, found []int32) []int32 {
	if id, ok := s.Matcher.word(e, dom.AttrId); ok && len(s.byID) > 0 {
		found = s.tryAll(s.byID[id], e, found)
	}
	if class, ok := s.Matcher.word(e, dom.AttrClass); ok && len(s.byClass) > 0 {
		for name := range classesOf(class) {
			found = s.tryAll(s.byClass[name], e, found)
		}
	}
	if len(s.byTag) > 0 {
		found = s.tryAll(s.byTag[s.Matcher.name(e)], e, found)
	}
	return s.tryAll(s.others, e, found)
}

// tryAll adds to a list those of some rules that match.
func (s *Sheet) tryAll(rules []int32, e Element, found []int32) []int32 {
	for _, i := range rules {
		if s.Matcher.Steps <= 0 {
			break
		}
		if s.Matcher.match(&s.Rules[i].selector, e) {
			found = append(found, i)
			s.Matcher.Steps -= foundSteps
		}
	}
	return found
}

// classesOf yields the classes of an attribute. Other white space than that of
// ASCII is part of a class.
func classesOf(s string) iter.Seq[string] {
	return strings.FieldsFuncSeq(s, func(r rune) bool { return r < 0x80 && dom.IsSpace(byte(r)) })
}

// maxInline is how many different style attributes are kept parsed.
const maxInline = 1024

// inlineOf returns the declarations of an element's style attribute, or nil.
func (s *Sheet) inlineOf(e Element) *props.Declared {
	style, styled := s.Matcher.attr(e, dom.AttrStyle)
	if !styled {
		return nil
	}
	d, ok := s.inline[style]
	if !ok {
		d = props.Declarations(props.StripComments(style))
		if len(s.inline) < maxInline && len(style) < maxInline {
			dom.Put(&s.inline, style, d)
		}
	}
	return &d
}

// priority returns the priority of a declaration in a rule that is not important.
func (s *Sheet) priority(rule int32) int64 {
	r := &s.Rules[rule]
	layer := int64(maxLayers + 1) // what is in no layer is in front
	if r.layer != 0 {
		layer = int64(r.layer)
	}
	return layer*layerPriority + min(int64(r.selector.specificity)*specificityPriority, layerPriority/2) + int64(rule) + 1
}

const (
	maxVariableDepth = 16      // variables in the values of variables
	maxVariables     = 256     // that one declaration may ask for
	maxScopes        = 1 << 14 // that are kept
)

// scopeOf returns the variables that hold for an element; nil for none.
func (s *Sheet) scopeOf(e Element) *scope {
	if e == noElement || s.alone {
		return nil
	}
	if sc, ok := s.scopes[e]; ok {
		return sc
	}
	sc := s.scopeOf(s.Matcher.parent(e))
	own := scope{outer: sc}
	for _, i := range s.gather(e, nil) {
		if len(s.Rules[i].Customs) > 0 && !s.Rules[i].selector.generated {
			own.rules = append(own.rules, i)
		}
	}
	if style := s.inlineOf(e); style != nil {
		own.inline = style.Customs
	}
	if len(own.rules)+len(own.inline) > 0 {
		sc = &own
	}
	if len(s.scopes) >= maxScopes {
		clear(s.scopes)
	}
	s.scopes[e] = sc
	return sc
}

// variable returns a variable's value, and the scope that gives it, or nil.
func (s *Sheet) variable(name string, sc *scope) (string, *scope) {
	for ; sc != nil; sc = sc.outer {
		best, value := int64(-1), ""
		take := func(v *props.Variable, priority int64) {
			if v.Important {
				priority = important(priority)
			}
			if priority >= best {
				best, value = priority, v.Value
			}
		}
		for i := range s.customs[name] {
			c := &s.customs[name][i]
			if s.Matcher.Steps -= int64(len(sc.rules)); slices.Contains(sc.rules, c.rule) {
				take(&c.Variable, s.priority(c.rule))
			}
		}
		for i := range sc.inline {
			if sc.inline[i].Name == name {
				take(&sc.inline[i], inlinePriority)
			}
		}
		switch {
		case value == "initial":
			return "", nil
		case best >= 0 && value != "inherit" && value != "unset":
			return value, sc
		}
	}
	return "", nil
}

// resolver puts the values of variables into the declarations of an element.
type resolver struct {
	s     *Sheet
	asked int
	over  bool // more was asked than is allowed, or can be told
}

// settle puts the values of variables into what holds for an element. Where
// that takes too much, nobody knows what holds.
func (s *Sheet) settle(c *cascade, sc *scope) {
	for p := range props.Count {
		if !props.Depends(c.values[p]) {
			continue
		}
		r := resolver{s: s, over: s.alone}
		v, ok := r.substitute(c.values[p], sc, 0)
		v = strings.TrimSpace(v)
		c.unsure = c.unsure || props.Conclusive(p) && (r.over || props.Depends(v))
		if ok && c.via[p] != 0 {
			v = props.PartOf(c.via[p], p, v)
		}
		switch {
		case r.over && (p == props.Color || p == props.TextFill):
			v = "color()" // one that nobody knows
		case !ok || v == "" || !props.Valid(p, v):
			v = "unset"
		}
		c.values[p] = v
	}
}

// substitute replaces each var() in a value. It reports false for a variable
// that nothing sets and that has no fallback.
func (r *resolver) substitute(v string, sc *scope, depth int) (string, bool) {
	var b strings.Builder
	for {
		i := strings.Index(v, "var(")
		if i < 0 {
			b.WriteString(v)
			return b.String(), true
		}
		r.asked++
		if r.s.Matcher.Steps--; r.s.Matcher.Steps <= 0 || r.asked > maxVariables || depth > maxVariableDepth {
			r.over = true
		}
		if r.over || len(v)+b.Len() > 2*props.LongestValue {
			return "", false // of what is judged by its value, none is as long
		}
		args, behind := props.Parenthesis(v[i:])
		value, ok := r.value(args, sc, depth)
		if !ok {
			return "", false
		}
		b.WriteString(v[:i] + " " + value + " ") // it stays a word of its own
		v = behind
	}
}

// value returns the value of a variable, or of its fallback.
func (r *resolver) value(args string, sc *scope, depth int) (string, bool) {
	name, fallback, hasFallback := strings.Cut(args, ",")
	name = strings.TrimSpace(name)
	value, at := r.s.variable(name, sc)
	ok := at != nil
	if ok {
		value, ok = r.substitute(value, at, depth+1)
	}
	if !ok && hasFallback && !r.over {
		value, ok = r.substitute(strings.TrimSpace(fallback), sc, depth+1)
	}
	r.over = r.over || !ok && r.s.registered[name]
	return value, ok
}
