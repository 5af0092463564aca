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

	byID, byClass, byTag map[string][]int32
	others               []int32
	compounds            int  // parts of selectors that were read
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

// matchSteps is how many steps selectors may take on a page, for each byte of
// it and at least. When they are spent, nobody knows what rules hide.
const (
	matchStepsByte = 8
	matchStepsMin  = 4 << 20
	foundSteps     = 4 // for a rule that matches: it has to be applied
)

// NewSheet reads the style elements of a tree.
func NewSheet(t *dom.Tree, size int) *Sheet {
	s := &Sheet{rem: 16, Extra: t.Extra, Matcher: matcher{t: t, quirks: t.Quirks, Steps: matchStepsMin + matchStepsByte*int64(size)}}
	s.scopes = map[Element]*scope{}
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

// SheetWithoutTree returns a sheet without rules for elements that are looked at
// one by one, each as the only one of a tree, on a page of so many bytes. What a
// rule asks of the elements around one is unsure.
func SheetWithoutTree(t *dom.Tree, size int) *Sheet {
	return &Sheet{rem: 16, Extra: t.Extra, alone: true, Matcher: matcher{t: t, Steps: matchStepsMin + matchStepsByte*int64(size)}}
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

// AddFor reads more rules, if they are for a desktop screen.
func (s *Sheet) AddFor(media, css string) {
	if s.Matcher.t.XML { // where a style element has text as any other
		css = sections.Replace(css)
	}
	s.read(media, css, false, 0)
}

// sections takes off the marks of CDATA sections.
var sections = strings.NewReplacer("<![CDATA[", "", "]]>", "")

// read reads a sheet that is inside so many others.
func (s *Sheet) read(media, css string, unsure bool, depth int) {
	if holds := mediaHolds(media); holds != isFalse {
		r := reader{s: s, unsure: unsure || holds == unknown, depth: depth}
		r.Src = props.StripComments(css)
		r.block(0)
	}
}

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

// Look returns how an element looks by its style attribute and the rules. Where
// it is hidden or not by what is not evaluated, it shows, as
// [visible.StyleUnsure].
func (s *Sheet) Look(e Element) (Look, bool) {
	inline := s.inlineOf(e)
	s.found = s.gather(e, s.found[:0])
	spent := s.Matcher.Steps <= 0 && len(s.Rules) > 0
	if inline == nil && len(s.found) == 0 && !spent {
		return Look{}, false
	}
	var unsure []int32
	for _, i := range s.found {
		if s.Rules[i].selector.unsure {
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
	if spent && l.Hides == visible.Shown {
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
	case l.isHidden():
		*l = other
		fallthrough
	default:
		l.Hides = visible.StyleUnsure
	}
	if other.Ink != l.Ink {
		l.Ink = props.Paint{Set: true}
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
		if r := &s.Rules[i]; !r.selector.unsure || slices.Contains(with, i) {
			c.apply(r.Decls, s.priority(i))
		}
	}
	if inline != nil {
		c.apply(inline.Decls, inlinePriority)
	}
	if c.waits {
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
