package html

import (
	"iter"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// sheet is the style rules of a page, found by the last part of their
// selectors.
type sheet struct {
	rules     []rule
	byID      map[string]*bucket
	byClass   map[string]*bucket
	byTag     map[string]*bucket
	any       bucket
	customs   map[string][]custom
	guessed   map[guessOf]bool
	variables map[variableOf]variableAt // as far as they were asked for
	layers    []string
	frames    map[string][]decl // the ends of animations
	extra     extras
	full      bool // rules were left out
	late      bool // some of them may hide
	quirks    bool // the page is read as old browsers read pages
	foreign   bool // there are sheets that are not here

	lostFrames bool // there are animations that are not kept
	rem        float64

	compounds int // parts of selectors

	matcher matcher
	inline  map[string][]decl // style attributes seen before
	found   []int32           // scratch
}

// bucket is the rules that ask for one id, class or name.
type bucket struct {
	rules []int32
	hides bool // one of them hides what it matches
	waits bool // one of them may do so, by the value of a variable
	late  bool // one that is not kept may do so
}

// matchSteps is how many steps selectors may take on a page, for each byte of
// it and at least. When they are spent, what a rule may hide is hidden: a page
// cannot buy text past its own rules by making them expensive.
const (
	matchStepsByte = 8
	matchStepsMin  = 4 << 20
	foundSteps     = 4 // for a rule that matches: it has to be sorted in and applied
)

// newSheet reads the style elements of a tree.
func newSheet(t *tree, size int) *sheet {
	s := emptySheet(t)
	s.extra, s.quirks, s.matcher.quirks = t.extra, t.quirks, t.quirks
	s.matcher.steps = matchStepsMin + matchStepsByte*int64(size)
	for id := int32(1); id < t.nodes.len(); id++ {
		n := t.node(id)
		switch {
		case n.isText:
		case n.tag == tagTemplate && t.value(id, attrShadowrootmode) == "":
			id = n.end - 1
		case n.tag == tagLink && isSheet(t.value(id, attrRel)):
			if css, ok := dataText(t.value(id, attrHref)); ok {
				s.addFor(t.value(id, attrMedia), css)
			}
		case n.tag == tagStyle && isCSS(t.value(id, attrType)):
			var css []string // one, as in HTML nothing but text is read in a style element
			for c := range t.children(id) {
				if t.node(c).isText {
					css = append(css, t.text(c))
				}
			}
			s.addFor(t.value(id, attrMedia), strings.Join(css, ""))
		}
	}
	order := layerOrder(s.layers)
	for i := range s.rules {
		s.rules[i].layer = order[s.rules[i].layer]
	}
	s.findRem()
	return s
}

// isCSS reports whether a style element of a type is read by browsers.
func isCSS(kind string) bool {
	kind = strings.TrimSpace(kind)
	return kind == "" || strings.EqualFold(kind, "text/css")
}

// findRem finds how many pixels a rem has.
func (s *sheet) findRem() {
	l, _ := s.look(htmlElement)
	switch {
	case l.font > 0:
		s.rem = l.font
	case l.zoom > 0:
		s.rem = 16 * l.zoom
	}
}

// emptySheet returns a sheet without rules and without steps to match any.
func emptySheet(t *tree) *sheet {
	return &sheet{rem: 16, matcher: matcher{t: t}}
}

// put sets a value in a map, which it makes for the first one: most pages are
// fragments that need none.
func put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// addFor reads more rules, if they are for a desktop screen.
func (s *sheet) addFor(media, css string) {
	if tooDeep(media) {
		s.any.late, s.late, s.full = true, true, true // nobody knows
	} else if mediaHolds(media) {
		s.add(css)
	}
}

// add reads more rules.
func (s *sheet) add(css string) {
	r := cssReader{rules: s.rules, full: s.full, layers: s.layers, quirks: s.quirks, extra: s.extra, compounds: s.compounds}
	r.readSheet(css)
	first := len(s.rules)
	s.rules, s.full, s.layers, s.foreign = r.rules, r.full, r.layers, s.foreign || r.foreign
	for _, f := range r.frames {
		put(&s.frames, f.name, f.decls)
	}
	s.compounds, s.lostFrames = r.compounds, s.lostFrames || r.lostFrames
	clear(s.guessed)
	for i := first; i < len(s.rules); i++ {
		s.index(int32(i))
	}
	for i := range r.late {
		s.bucketOf(&r.late[i]).late, s.late = true, true
	}
}

// bucketOf returns the bucket of the last part of a selector.
func (s *sheet) bucketOf(last *compound) *bucket {
	switch {
	case last.id != "":
		return place(&s.byID, last.id)
	case len(last.classes) > 0:
		return place(&s.byClass, last.classes[0])
	case last.tag != "":
		return place(&s.byTag, last.tag)
	}
	return &s.any
}

func (s *sheet) index(i int32) {
	r := &s.rules[i]
	r.selector.around = asked(&r.selector, &s.matcher.words)
	b := s.bucketOf(&r.selector.parts[0])
	b.rules = append(b.rules, i)
	surely, perhaps := r.hides()
	b.hides, b.waits = b.hides || surely, b.waits || perhaps
	for _, d := range r.customs {
		put(&s.customs, d.name, append(s.customs[d.name], custom{i, d}))
	}
}

func place(m *map[string]*bucket, key string) *bucket {
	b := (*m)[key]
	if b == nil {
		b = &bucket{}
		put(m, key, b)
	}
	return b
}

// look returns how an element looks by its style attribute and the rules.
func (s *sheet) look(e element) (look, bool) {
	inline, styled := s.matcher.attr(e, attrStyle)
	s.found = s.found[:0]
	spent := false
	if len(s.rules) > 0 || s.late {
		spent = s.gather(e)
	}
	if !styled && len(s.found) == 0 && !spent {
		return look{}, false
	}
	var c cascade
	slices.Sort(s.found)
	for _, i := range s.found {
		r := &s.rules[i]
		c.apply(r.decls, r.priorityOf(false), r.priorityOf(true))
	}
	if styled {
		c.apply(s.parse(inline), inlinePriority, importantPriority+inlinePriority)
	}
	if c.waits {
		s.settle(&c, e)
	}
	if c.values[propAnimationName] != "" && s.animate(&c) && c.waits {
		s.settle(&c, e)
	}
	l := c.look(s.rem, s.quirks)
	if spent && l.hides == visible.Shown {
		l.hides = visible.Style
	}
	return l, true
}

// gather finds the rules that match, and reports whether the budget is spent
// and a rule may hide the element.
func (s *sheet) gather(e element) (spent bool) {
	try := func(b *bucket) {
		if b == nil || !b.late && s.tryAll(b.rules, e) {
			return
		}
		spent = spent || b.late || b.hides || b.waits && len(b.rules) > guesses
		if b.waits && !spent {
			s.found = append(s.found, b.rules...)
		}
	}
	if id, ok := s.matcher.word(e, attrId); ok && len(s.byID) > 0 {
		try(s.byID[id])
	}
	if class, ok := s.matcher.word(e, attrClass); ok && len(s.byClass) > 0 {
		for name := range classesOf(class) {
			try(s.byClass[name])
		}
	}
	if len(s.byTag) > 0 {
		try(s.byTag[s.matcher.name(e)])
	}
	if len(s.any.rules) > 0 || s.late {
		try(&s.any)
	}
	return spent
}

// tryAll finds the rules that match among some, and reports whether the budget
// was enough for all.
func (s *sheet) tryAll(rules []int32, e element) bool {
	for _, i := range rules {
		if s.matcher.steps <= 0 {
			return false
		}
		if s.matcher.match(&s.rules[i].selector, e) {
			s.found = append(s.found, i)
			s.matcher.steps -= foundSteps
		}
	}
	return true
}

// classesOf yields the classes of an attribute. Other white space than that of
// ASCII is part of a class.
func classesOf(s string) iter.Seq[string] {
	return strings.FieldsFuncSeq(s, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) })
}

// stylesKept is how many different style attributes are kept parsed.
const stylesKept = 1024

func (s *sheet) parse(style string) []decl {
	if d, ok := s.inline[style]; ok {
		return d
	}
	d, _ := declarations(stripComments(style), s.quirks)
	if len(s.inline) < stylesKept && len(style) < 1024 {
		put(&s.inline, style, d)
	}
	return d
}

// cascade collects the declarations that hold for one element.
type cascade struct {
	values   [propCount]string
	via      [propCount]property // the shorthand that the value is of, if it waits for a variable
	priority [propCount]int64
	waits    bool // a value depends on a variable
	mayHide  bool // and one of them may hide
}

// Priorities of declarations (css-cascade-5, section 6): important ones come
// first, then those of the style attribute, then by layer and specificity.
const (
	importantPriority = 1 << 50
	animatedPriority  = 1 << 49
	inlinePriority    = 1 << 48
	layerPriority     = 1 << 32
)

// priorityOf returns the priority of a declaration in a rule.
func (r *rule) priorityOf(important bool) int64 {
	p := int64(r.selector.specificity) + 1
	switch {
	case r.selector.specificity == weakest:
		return 0
	case !important && r.layer == 0:
		return p + mostLayers*layerPriority
	case !important:
		return p + int64(r.layer-1)*layerPriority
	case r.layer == 0:
		return p + importantPriority
	default: // of important declarations, those of the first layer win
		return p + importantPriority + int64(mostLayers-r.layer)*layerPriority
	}
}

// apply adds declarations of two priorities: the usual ones and the important
// ones. Of two with the same, the later holds.
func (c *cascade) apply(decls []decl, usual, important int64) {
	for i := range decls {
		d := &decls[i]
		p := usual
		if d.important {
			p = important
		}
		if p >= c.priority[d.property] {
			c.priority[d.property] = p
			c.values[d.property], c.via[d.property] = d.value, d.via
			if depends(d.value) {
				c.waits, c.mayHide = true, c.mayHide || conclusive(d.property)
			}
		}
	}
}
