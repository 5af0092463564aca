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
	Rules   []rule
	Extra   dom.Extras // attributes that rules ask for
	Full    bool       // rules were left out
	Foreign bool       // there are sheets that are not here
	Matcher matcher

	byID, byClass, byTag map[string]*bucket
	any                  bucket
	late                 bool // rules that may hide were left out

	limits                         // what was read so far
	names                          // of variables, layers and animations
	quirks bool                    // the page is read as old browsers read pages
	rem    float64                 // pixels
	inline map[string][]props.Decl // style attributes seen before
	found  []int32                 // scratch
}

// names is what rules refer to by a name.
type names struct {
	customs    map[string][]custom
	registered map[string]bool // variables with a value of their own
	variables  map[variableOf]variableAt
	layers     []string        // in the order of their first mention
	frames     map[string]bool // animations whose end hides (true) or shows
}

// bucket is the rules that ask for one id, class or name.
type bucket struct {
	rules []int32
	hides visible.Way // by what one of them hides what it matches, or may do so
	late  bool        // one that is not kept may hide
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
	switch l, _ := s.Look(HtmlElement); {
	case l.Font > 0:
		s.rem = l.Font
	case l.Zoom > 0:
		s.rem = 16 * l.Zoom
	}
	return s
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

// EmptySheet returns a sheet without rules and without steps to match any.
func EmptySheet(t *dom.Tree) *Sheet {
	return &Sheet{rem: 16, Matcher: matcher{t: t}}
}

// AddFor reads more rules, if they are for a desktop screen.
func (s *Sheet) AddFor(media, css string) {
	if holds := mediaHolds(media); holds != isFalse {
		r := reader{s: s, unsure: holds == unknown}
		if s.Matcher.t.XML { // where a style element has text as any other
			css = sections.Replace(css)
		}
		r.Src = props.StripComments(css)
		r.block(0, "")
	}
}

// sections takes off the marks of CDATA sections.
var sections = strings.NewReplacer("<![CDATA[", "", "]]>", "")

// giveUp notes that rules were left out of which nobody knows what they hide.
func (s *Sheet) giveUp() { s.any.late, s.late, s.Full = true, true, true }

// leaveOut notes what a rule that is not kept may hide: what its last part
// asks for is hidden, whatever is around it.
func (s *Sheet) leaveOut(made *rule) {
	s.Full = true
	switch {
	case made.hides() == visible.Shown:
	case len(made.selector.parts) == 0:
		s.giveUp() // nobody knows what
	default:
		s.bucketOf(&made.selector.parts[0]).late, s.late = true, true
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

// add keeps a rule.
func (s *Sheet) add(made rule) {
	i := int32(len(s.Rules))
	s.Rules = append(s.Rules, made)
	b := s.bucketOf(&made.selector.parts[0])
	b.rules = append(b.rules, i)
	if b.hides == visible.Shown || b.hides == visible.StyleUnsure {
		if how := made.hides(); how != visible.Shown {
			b.hides = how
		}
	}
	for _, d := range made.customs {
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

// Look returns how an element looks by its style attribute and the rules. Where
// it is hidden or not by what is not evaluated, it shows, as
// [visible.StyleUnsure].
func (s *Sheet) Look(e Element) (Look, bool) {
	inline, styled := s.Matcher.attr(e, dom.AttrStyle)
	s.found = s.found[:0]
	spent := visible.Shown
	if len(s.Rules) > 0 || s.late {
		spent = s.gather(e)
	}
	if !styled && len(s.found) == 0 && spent == visible.Shown {
		return Look{}, false
	}
	slices.Sort(s.found)
	var decls []props.Decl
	if styled {
		decls = s.parse(inline)
	}
	l, unsure := s.lookBy(e, decls, false)
	if unsure > 0 {
		other, _ := s.lookBy(e, decls, true)
		switch hidden := other.isHidden(); {
		case !l.isHidden():
			if hidden || unsure > 1 && slices.ContainsFunc(s.found, func(i int32) bool { return s.Rules[i].selector.unsure && s.Rules[i].hides() != visible.Shown }) {
				l.Hides = visible.StyleUnsure
			}
		case !hidden:
			l, l.Hides = other, visible.StyleUnsure
		}
	}
	if l.Hides == visible.Shown {
		l.Hides = spent
	}
	return l, true
}

// lookBy evaluates the rules that were found, with or without those of which
// nobody knows whether they hold, and returns how many of those there are.
func (s *Sheet) lookBy(e Element, inline []props.Decl, all bool) (l Look, unsure int) {
	var c cascade
	for _, i := range s.found {
		r := &s.Rules[i]
		if r.selector.unsure && !all {
			unsure++
			continue
		}
		c.apply(r.decls, r.priorityOf(false), r.priorityOf(true))
	}
	c.apply(inline, inlinePriority, importantPriority+inlinePriority)
	if c.waits {
		s.settle(&c, e)
	}
	l = c.look(s.rem, s.quirks)
	if c.values[props.AnimationName] != "" {
		s.animate(&c, &l)
	}
	return l, unsure
}

// gather finds the rules that match. When the budget is spent it returns how
// the others may hide the element.
func (s *Sheet) gather(e Element) (spent visible.Way) {
	try := func(b *bucket) {
		switch {
		case b == nil || !b.late && s.tryAll(b.rules, e):
		case b.late:
			spent = visible.Style
		case b.hides != visible.Shown && spent != visible.Style:
			spent = visible.Style
			if b.hides == visible.StyleUnsure {
				spent = b.hides
			}
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

// maxInline is how many different style attributes are kept parsed.
const maxInline = 1024

func (s *Sheet) parse(style string) []props.Decl {
	if d, ok := s.inline[style]; ok {
		return d
	}
	d, _ := props.Declarations(props.StripComments(style), s.quirks)
	if len(s.inline) < maxInline && len(style) < 1024 {
		dom.Put(&s.inline, style, d)
	}
	return d
}
