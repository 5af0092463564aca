package html

import (
	"slices"
	"strings"
)

// sheet is the style rules of a page, found by the last part of their
// selectors.
type sheet struct {
	rules   []rule
	byID    map[string]*bucket
	byClass map[string]*bucket
	byTag   map[string]*bucket
	any     bucket
	full    bool // rules were left out

	matcher matcher
	inline  map[string][]decl // style attributes seen before
	found   []int32           // scratch
}

// bucket is the rules that ask for one id, class or name.
type bucket struct {
	rules []int32
	hides bool // one of them hides what it matches
}

// matchSteps is how many steps selectors may take on a page, for each byte of
// it and at least. When they are spent, what a rule may hide is hidden: a page
// cannot buy text past its own rules by making them expensive.
const (
	matchStepsByte = 8
	matchStepsMin  = 4 << 20
)

// newSheet reads the style elements of a tree.
func newSheet(t *tree, size int) *sheet {
	s := emptySheet(t)
	s.matcher.steps = matchStepsMin + matchStepsByte*int64(size)
	for id := int32(1); id < t.nodes.len(); id++ {
		n := t.node(id)
		if n.tag != tagStyle || n.isText || !mediaHolds(t.value(id, attrMedia)) {
			continue
		}
		var css []string // one, as in HTML nothing but text is read in a style element
		for c := range t.children(id) {
			if t.node(c).isText {
				css = append(css, t.text(c))
			}
		}
		s.add(strings.Join(css, ""))
	}
	return s
}

// emptySheet returns a sheet without rules and without steps to match any.
func emptySheet(t *tree) *sheet {
	return &sheet{
		byID: map[string]*bucket{}, byClass: map[string]*bucket{}, byTag: map[string]*bucket{},
		inline: map[string][]decl{}, matcher: matcher{t: t, words: map[string]uint64{}},
	}
}

// add reads more rules.
func (s *sheet) add(css string) {
	r := cssReader{rules: s.rules, full: s.full}
	r.readSheet(css)
	first := len(s.rules)
	s.rules, s.full = r.rules, r.full
	for i := first; i < len(s.rules); i++ {
		s.index(int32(i))
	}
}

func (s *sheet) index(i int32) {
	r := &s.rules[i]
	r.selector.around = asked(&r.selector, s.matcher.words)
	last := &r.selector.parts[0]
	b := &s.any
	switch {
	case last.id != "":
		b = place(s.byID, last.id)
	case len(last.classes) > 0:
		b = place(s.byClass, last.classes[0])
	case last.tag != "":
		b = place(s.byTag, last.tag)
	}
	b.rules = append(b.rules, i)
	var c cascade
	c.apply(r.decls, 1)
	l := c.look()
	b.hides = b.hides || l.hides != notHidden || l.veils()
}

func place(m map[string]*bucket, key string) *bucket {
	b := m[key]
	if b == nil {
		b = &bucket{}
		m[key] = b
	}
	return b
}

// look returns how an element looks by its style attribute and the rules.
func (s *sheet) look(e element) (look, bool) {
	inline, styled := s.matcher.attr(e, attrStyle)
	s.found = s.found[:0]
	spent := false
	if len(s.rules) > 0 {
		spent = s.gather(e)
	}
	if !styled && len(s.found) == 0 && !spent {
		return look{}, false
	}
	var c cascade
	slices.Sort(s.found)
	for _, i := range s.found {
		c.apply(s.rules[i].decls, s.rules[i].selector.specificity+1)
	}
	if styled {
		c.apply(s.parse(inline), inlinePriority)
	}
	l := c.look()
	if spent && l.hides == notHidden {
		l.hides = hiddenStyle
	}
	return l, true
}

// gather finds the rules that match, and reports whether the budget is spent
// and a rule may hide the element.
func (s *sheet) gather(e element) (spent bool) {
	try := func(b *bucket) {
		switch {
		case b == nil:
		case s.matcher.steps <= 0:
			spent = spent || b.hides
		default:
			for _, i := range b.rules {
				if s.matcher.match(&s.rules[i].selector, e) {
					s.found = append(s.found, i)
				}
			}
		}
	}
	if id, ok := s.matcher.attr(e, attrId); ok && len(s.byID) > 0 {
		try(s.byID[id])
	}
	if class, ok := s.matcher.attr(e, attrClass); ok && len(s.byClass) > 0 {
		for name := range strings.FieldsSeq(class) {
			try(s.byClass[name])
		}
	}
	if len(s.byTag) > 0 {
		try(s.byTag[s.matcher.name(e)])
	}
	if len(s.any.rules) > 0 {
		try(&s.any)
	}
	return spent
}

// stylesKept is how many different style attributes are kept parsed.
const stylesKept = 1024

func (s *sheet) parse(style string) []decl {
	if d, ok := s.inline[style]; ok {
		return d
	}
	d := declarations(stripComments(style))
	if len(s.inline) < stylesKept && len(style) < 1024 {
		s.inline[style] = d
	}
	return d
}

// inlinePriority is above that of any selector.
const inlinePriority = 1 << 28

// cascade collects the declarations that hold for one element.
type cascade struct {
	values   [propCount]string
	priority [propCount]int32
}

// apply adds declarations of a priority; of two with the same, the later holds.
func (c *cascade) apply(decls []decl, priority int32) {
	for i := range decls {
		d := &decls[i]
		p := priority
		if d.important {
			p += 1 << 29
		}
		if p >= c.priority[d.property] {
			c.priority[d.property] = p
			c.values[d.property] = d.value
		}
	}
}
