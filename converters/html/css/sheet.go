package css

import (
	"iter"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Sheet is the style rules of a page, found by the last part of their
// selectors.
type Sheet struct {
	Rules     []rule
	byID      map[string]*bucket
	byClass   map[string]*bucket
	byTag     map[string]*bucket
	any       bucket
	customs   map[string][]custom
	guessed   map[guessOf]bool
	variables map[variableOf]variableAt // as far as they were asked for
	layers    []string
	frames    map[string][]props.Decl // the ends of animations
	Extra     dom.Extras
	Full      bool // rules were left out
	late      bool // some of them may hide
	quirks    bool // the page is read as old browsers read pages
	Foreign   bool // there are sheets that are not here

	lostFrames bool // there are animations that are not kept
	rem        float64

	compounds int // parts of selectors

	Matcher matcher
	inline  map[string][]props.Decl // style attributes seen before
	found   []int32                 // scratch
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

// NewSheet reads the style elements of a tree.
func NewSheet(t *dom.Tree, size int) *Sheet {
	s := EmptySheet(t)
	s.Extra, s.quirks, s.Matcher.quirks = t.Extra, t.Quirks, t.Quirks
	s.Matcher.Steps = matchStepsMin + matchStepsByte*int64(size)
	for id := int32(1); id < t.Nodes.Len(); id++ {
		n := t.Node(id)
		switch {
		case n.IsText:
		case n.Tag == dom.TagTemplate && t.Value(id, dom.AttrShadowrootmode) == "":
			id = n.End - 1
		case n.Tag == dom.TagLink && IsSheet(t.Value(id, dom.AttrRel)):
			if css, ok := dataText(t.Value(id, dom.AttrHref)); ok {
				s.AddFor(t.Value(id, dom.AttrMedia), css)
			}
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
	order := layerOrder(s.layers)
	for i := range s.Rules {
		s.Rules[i].layer = order[s.Rules[i].layer]
	}
	s.findRem()
	return s
}

// IsCSS reports whether a style element of a type is read by browsers.
func IsCSS(kind string) bool {
	kind = strings.TrimSpace(kind)
	return kind == "" || strings.EqualFold(kind, "text/css")
}

// findRem finds how many pixels a rem has.
func (s *Sheet) findRem() {
	l, _ := s.Look(HtmlElement)
	switch {
	case l.Font > 0:
		s.rem = l.Font
	case l.Zoom > 0:
		s.rem = 16 * l.Zoom
	}
}

// EmptySheet returns a sheet without rules and without steps to match any.
func EmptySheet(t *dom.Tree) *Sheet {
	return &Sheet{rem: 16, Matcher: matcher{t: t}}
}

// AddFor reads more rules, if they are for a desktop screen.
func (s *Sheet) AddFor(media, css string) {
	if tooDeep(media) {
		s.any.late, s.late, s.Full = true, true, true // nobody knows
	} else if mediaHolds(media) {
		s.add(css)
	}
}

// add reads more rules.
func (s *Sheet) add(css string) {
	r := cssReader{rules: s.Rules, full: s.Full, layers: s.layers, quirks: s.quirks, extra: s.Extra, compounds: s.compounds}
	r.readSheet(css)
	first := len(s.Rules)
	s.Rules, s.Full, s.layers, s.Foreign = r.rules, r.full, r.layers, s.Foreign || r.foreign
	for _, f := range r.frames {
		dom.Put(&s.frames, f.name, f.decls)
	}
	s.compounds, s.lostFrames = r.compounds, s.lostFrames || r.lostFrames
	clear(s.guessed)
	for i := first; i < len(s.Rules); i++ {
		s.index(int32(i))
	}
	for i := range r.late {
		s.bucketOf(&r.late[i]).late, s.late = true, true
	}
}

// bucketOf returns the bucket of the last part of a selector.
func (s *Sheet) bucketOf(last *compound) *bucket {
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

func (s *Sheet) index(i int32) {
	r := &s.Rules[i]
	r.selector.around = asked(&r.selector, &s.Matcher.words)
	b := s.bucketOf(&r.selector.parts[0])
	b.rules = append(b.rules, i)
	surely, perhaps := r.hides()
	b.hides, b.waits = b.hides || surely, b.waits || perhaps
	for _, d := range r.customs {
		dom.Put(&s.customs, d.Name, append(s.customs[d.Name], custom{i, d}))
	}
}

func place(m *map[string]*bucket, key string) *bucket {
	b := (*m)[key]
	if b == nil {
		b = &bucket{}
		dom.Put(m, key, b)
	}
	return b
}

// Look returns how an element looks by its style attribute and the rules.
func (s *Sheet) Look(e Element) (Look, bool) {
	inline, styled := s.Matcher.attr(e, dom.AttrStyle)
	s.found = s.found[:0]
	spent := false
	if len(s.Rules) > 0 || s.late {
		spent = s.gather(e)
	}
	if !styled && len(s.found) == 0 && !spent {
		return Look{}, false
	}
	var c cascade
	slices.Sort(s.found)
	for _, i := range s.found {
		r := &s.Rules[i]
		c.apply(r.decls, r.priorityOf(false), r.priorityOf(true))
	}
	if styled {
		c.apply(s.parse(inline), inlinePriority, importantPriority+inlinePriority)
	}
	if c.waits {
		s.settle(&c, e)
	}
	if c.values[props.AnimationName] != "" && s.animate(&c) && c.waits {
		s.settle(&c, e)
	}
	l := c.look(s.rem, s.quirks)
	if spent && l.Hides == visible.Shown {
		l.Hides = visible.Style
	}
	return l, true
}

// gather finds the rules that match, and reports whether the budget is spent
// and a rule may hide the element.
func (s *Sheet) gather(e Element) (spent bool) {
	try := func(b *bucket) {
		if b == nil || !b.late && s.tryAll(b.rules, e) {
			return
		}
		spent = spent || b.late || b.hides || b.waits && len(b.rules) > guesses
		if b.waits && !spent {
			s.found = append(s.found, b.rules...)
		}
	}
	if id, ok := s.Matcher.word(e, dom.AttrId); ok && len(s.byID) > 0 {
		try(s.byID[id])
	}
	if class, ok := s.Matcher.word(e, dom.AttrClass); ok && len(s.byClass) > 0 {
		for name := range classesOf(class) {
			try(s.byClass[name])
		}
	}
	if len(s.byTag) > 0 {
		try(s.byTag[s.Matcher.name(e)])
	}
	if len(s.any.rules) > 0 || s.late {
		try(&s.any)
	}
	return spent
}

// tryAll finds the rules that match among some, and reports whether the budget
// was enough for all.
func (s *Sheet) tryAll(rules []int32, e Element) bool {
	for _, i := range rules {
		if s.Matcher.Steps <= 0 {
			return false
		}
		if s.Matcher.match(&s.Rules[i].selector, e) {
			s.found = append(s.found, i)
			s.Matcher.Steps -= foundSteps
		}
	}
	return true
}

// classesOf yields the classes of an attribute. Other white space than that of
// ASCII is part of a class.
func classesOf(s string) iter.Seq[string] {
	return strings.FieldsFuncSeq(s, func(r rune) bool { return r < 0x80 && dom.IsSpace(byte(r)) })
}

// stylesKept is how many different style attributes are kept parsed.
const stylesKept = 1024

func (s *Sheet) parse(style string) []props.Decl {
	if d, ok := s.inline[style]; ok {
		return d
	}
	d, _ := props.Declarations(props.StripComments(style), s.quirks)
	if len(s.inline) < stylesKept && len(style) < 1024 {
		dom.Put(&s.inline, style, d)
	}
	return d
}

// cascade collects the declarations that hold for one element.
type cascade struct {
	values   [props.Count]string
	via      [props.Count]props.Property // the shorthand that the value is of, if it waits for a variable
	priority [props.Count]int64
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
func (c *cascade) apply(decls []props.Decl, usual, important int64) {
	for i := range decls {
		d := &decls[i]
		p := usual
		if d.Important {
			p = important
		}
		if p >= c.priority[d.Property] {
			c.priority[d.Property] = p
			c.values[d.Property], c.via[d.Property] = d.Value, d.Via
			if props.Depends(d.Value) {
				c.waits, c.mayHide = true, c.mayHide || props.Conclusive(d.Property)
			}
		}
	}
}

// IsSheet reports whether a link is to a style sheet that holds.
func IsSheet(rel string) bool {
	rel = strings.ToLower(rel)
	return dom.HasWord(rel, "stylesheet") && !dom.HasWord(rel, "alternate")
}
