package css

import (
	"cmp"
	"encoding/binary"
	"html"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/box"
	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// matchSteps is how many steps selectors may take on a page, for each byte of
// it, at least and at most. When they are spent, nobody knows what rules hide.
const (
	matchStepsByte = 8
	matchStepsMin  = 4 << 20
	matchStepsMax  = 96 << 20
	frameSteps     = 512 // for a state of an animation: an element is looked at in it
)

// NewSheet reads the style elements of a tree, of those that are equal the last one alone:
// each declaration of another one comes before the same one there, for the same elements and
// with the same specificity, so that it holds for none. That is not so where there are layers,
// whose order is that in which they come first.
func NewSheet(t *dom.Tree, size int) *Sheet {
	s := newSheet(t, size)
	sources, last := s.sources(), map[source]int{}
	for i, from := range sources {
		last[from] = i
	}
	for i, from := range sources {
		if s.templates.in = from.in; last[from] == i || t.XML || mayLayer(from.css) {
			s.AddFor(from.media, from.css)
		}
	}
	s.templates.fill(t)
	switch l, _ := s.Look(HtmlElement); {
	case l.Letters.Font > 0:
		s.rem = l.Letters.Font
	case l.Letters.Zoom > 0:
		s.rem = 16 * l.Letters.Zoom
	}
	s.found.looks = nil // the page itself was looked at with another one
	return s
}

// source is a sheet as it is written.
type source struct {
	media, css string
	in         *shadow // the template that it is for
}

// sources returns the sheets of the page, in their order.
func (s *Sheet) sources() []source {
	var out []source
	t := s.Matcher.t
	for id := int32(1); id < t.Nodes.Len(); id++ {
		n := t.Node(id)
		s.templates.meet(t, id)
		switch {
		case n.IsText:
		case n.Tag == dom.TagTemplate && t.Value(id, dom.AttrShadowrootmode) == "":
			id = n.End - 1
		case n.Tag == dom.TagLink && IsSheet(t.Value(id, dom.AttrRel)):
			if css, here := s.held(t.Value(id, dom.AttrHref)); here {
				out = append(out, source{t.Value(id, dom.AttrMedia), css, s.templates.in})
			}
		case n.Tag == dom.TagStyle && IsCSS(t.Value(id, dom.AttrType)):
			var css []string // one, as in HTML nothing but text is read in a style element
			for c := range t.Children(id) {
				if t.Node(c).IsText {
					css = append(css, t.Text(c))
				}
			}
			out = append(out, source{t.Value(id, dom.AttrMedia), strings.Join(css, ""), s.templates.in})
		}
	}
	return out
}

// mayLayer reports whether a sheet may name layers, or sheets that do.
func mayLayer(css string) bool {
	css = props.StripComments(css)
	for i := strings.IndexByte(css, '@'); i >= 0; i = strings.IndexByte(css, '@') {
		name, rest := atName(css[i:])
		if name == "layer" || name == "import" {
			return true
		}
		css = rest
	}
	return false
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
	return &Sheet{
		rem: 16, scopes: map[Element]*scope{},
		Matcher:   matcher{t: t, quirks: t.Quirks, Steps: min(matchStepsMin+matchStepsByte*int64(size), matchStepsMax)},
		selectors: selectorRules{quirks: t.Quirks, extra: t.Extra, compounds: new(int)},
	}
}

// AddFor reads more rules, if they are for a desktop screen.
func (s *Sheet) AddFor(media, css string) {
	if s.Matcher.t.XML { // where a style element has text as any other
		css = html.UnescapeString(sections.Replace(css))
	}
	if holds := mediaHolds(media); holds != isFalse {
		s.found.looks = nil
		r := reader{s: s, unsure: holds == unknown}
		r.Src = props.StripComments(css)
		r.block(0)
	}
}

// HasRules reports whether there are any.
func (s *Sheet) HasRules() bool { return len(s.rules.all) > 0 }

// Look returns how an element looks by its style attribute and the rules. Where
// it is hidden or not by what is not evaluated, it shows, as
// [visible.StyleUnsure].
func (s *Sheet) Look(e Element) (Look, bool) {
	if len(s.templates.filled) > 0 && s.templates.filled[e.ID] && !e.IsFormat {
		return Look{Hides: visible.Element}, true
	}
	return s.own(e)
}

// own does so for an element that nothing is shown in place of.
func (s *Sheet) own(e Element) (Look, bool) {
	inline := s.inlineOf(e)
	s.found.rules = s.rules.gather(&s.Matcher, e, s.found.rules[:0])
	spent := s.Matcher.Steps <= 0 && s.HasRules() || s.Full
	if inline == nil && len(s.found.rules) == 0 && !spent {
		return Look{}, false
	}
	var l Look
	if len(s.found.rules) == 0 && (inline == nil || !spent) {
		l = s.byStyle(e, inline)
	} else {
		l = s.evaluate(e, inline)
	}
	if spent && l.Hides == visible.Shown {
		l.Hides = visible.StyleUnsure
	}
	return l, true
}

// byRules returns how an element looks by the rules that were found, all of which hold. Most
// elements look like another one that the same rules are for.
func (s *Sheet) byRules(e Element) Look {
	s.found.key = s.found.key[:0]
	for _, i := range s.found.rules {
		s.found.key = binary.LittleEndian.AppendUint32(s.found.key, uint32(i))
	}
	l, known := s.found.looks[string(s.found.key)]
	if known {
		return l
	}
	l = s.lookBy(e, nil, nil)
	if s.found.alike && len(s.found.looks) < maxInline {
		dom.Put(&s.found.looks, string(s.found.key), l)
	}
	return l
}

// byStyle returns how an element looks by its style attribute alone, or of which nothing is
// said.
func (s *Sheet) byStyle(e Element, inline *props.Declared) Look {
	style, _ := attrOf(s.Matcher.t, e, dom.AttrStyle)
	l, known := s.styles.looks[style]
	if known && s.scene.isUsual() {
		return l
	}
	l = s.evaluate(e, inline)
	if few := len(s.styles.looks) < maxInline && len(style) < maxInline; s.scene.isUsual() && (inline == nil || few && inline.IsAlone()) {
		dom.Put(&s.styles.looks, style, l)
	}
	return l
}

// evaluate returns how an element looks by its style attribute and the rules that were
// found.
func (s *Sheet) evaluate(e Element, inline *props.Declared) Look {
	var unsure, generated []int32
	for _, i := range s.found.rules {
		if sel := &s.rules.all[i].selector; sel.generated {
			generated = append(generated, i)
		} else if sel.unsure {
			unsure = append(unsure, i)
		}
	}
	if inline == nil && len(unsure)+len(generated) == 0 && s.scene.isUsual() {
		return s.byRules(e)
	}
	l := s.lookBy(e, inline, nil)
	for i := range min(len(unsure), maxUnsure) {
		l.doubt(s.lookBy(e, inline, unsure[i:i+1]))
	}
	if len(unsure) > 1 {
		l.doubt(s.lookBy(e, inline, unsure))
	}
	s.coverBy(e, generated, &l)
	return l
}

// maxUnsure is how many rules of which nobody knows whether they hold are tried
// one by one.
const maxUnsure = 16

// doubt takes out of a look what may be another way.
func (l *Look) doubt(other Look) {
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
	for _, i := range s.found.rules {
		if r := &s.rules.all[i]; !r.selector.generated && (!r.selector.unsure || slices.Contains(with, i)) {
			c.apply(r.Decls, s.rules.priority(i))
		}
	}
	if inline != nil {
		c.apply(inline.Decls, inlinePriority)
	}
	s.settle(&c, e)
	s.found.alike = c.isAlike()
	c.inside = moves(&c.values) && s.isInside(e)
	l := c.look(s.rem)
	if l.Hides == visible.Shown && (s.names.shrinks(&c.values) || s.isBehind(e, &c.values) || s.isPressed(e, &c)) {
		l.Hides = visible.StyleUnsure
	}
	s.scene.take(&c.values, &l)
	if name := c.values[props.AnimationName]; name != "" && name != "none" {
		return s.animate(e, &c, l)
	}
	return l
}

// isPressed reports whether a box that cuts what is outside of it has no size in the
// flexible box around.
func (s *Sheet) isPressed(e Element, c *cascade) bool {
	v := &c.values
	if s.alone || !box.HasNoBasis(v) || !c.clips(props.OverflowX) && !c.clips(props.OverflowY) || v[props.OverflowX] == "clip" && v[props.MinWidth] == "" {
		return false
	}
	p := s.Matcher.parent(e)
	return p != noElement && strings.HasSuffix(s.Values(p)[props.Display], "flex")
}

// coverBy evaluates what rules generate for an element: a box of some size, with a ground
// through which nothing is seen, lies over its text, or over all that is around it.
func (s *Sheet) coverBy(e Element, rules []int32, l *Look) {
	if len(rules) == 0 {
		return
	}
	var c cascade
	for _, i := range rules {
		c.apply(s.rules.all[i].Decls, s.rules.priority(i))
	}
	s.settle(&c, e)
	v, ground := &c.values, c.ground()
	if !dom.HasWord("none", cmp.Or(v[props.Content], "none")) && !strings.HasPrefix(v[props.ZIndex], "-") && c.opacity() >= 0.99 && c.hiding(1) == visible.Shown {
		if !l.Box.Positioned && ground.Known && ground.A == 255 && covers(v) {
			l.Box.Covers, l.Box.Positioned = true, true
		}
		if l.Hides == visible.Shown && liesOver(v, ground, strings.HasSuffix(s.Values(e)[props.Display], "grid")) {
			l.Hides = visible.StyleUnsure
		}
	}
}

// isBehind reports whether an element is painted before the grounds of those around it.
func (s *Sheet) isBehind(e Element, v *props.Values) bool {
	if !strings.HasPrefix(v[props.ZIndex], "-") || v[props.Position] == "" || v[props.Position] == "static" || s.alone {
		return false
	}
	for p := s.Matcher.parent(e); p != noElement && p != BodyElement && p != HtmlElement && s.Matcher.Steps > 0; p = s.Matcher.parent(p) {
		around := cascade{values: *s.Values(p)}
		if around.values.Stacks() {
			return false
		}
		if g := around.ground(); g.Known && g.A == 255 {
			return true
		}
	}
	return false
}

// isInside reports whether one of the elements around another one has a place of its own.
func (s *Sheet) isInside(e Element) bool {
	if s.alone {
		return false
	}
	for p := s.Matcher.parent(e); p != noElement && p != BodyElement && s.Matcher.Steps > 0; p = s.Matcher.parent(p) {
		if at := s.Values(p)[props.Position]; at != "" && at != "static" {
			return true
		}
	}
	return false
}

// Values returns what the rules say of an element, with those of which nobody knows
// whether they hold.
func (s *Sheet) Values(e Element) *props.Values {
	var c cascade
	for _, i := range s.rules.gather(&s.Matcher, e, nil) {
		if r := &s.rules.all[i]; !r.selector.generated {
			c.apply(r.Decls, s.rules.priority(i))
		}
	}
	if inline := s.inlineOf(e); inline != nil {
		c.apply(inline.Decls, inlinePriority)
	}
	s.settle(&c, e)
	return &c.values
}

// HoldsFixed reports whether an element that is directly in another one is placed
// on the screen, where the box of the other does not clip it.
func (s *Sheet) HoldsFixed(id int32) bool {
	for c := range s.Matcher.t.Children(id) {
		if n := s.Matcher.t.Node(c); !n.IsText {
			if l, _ := s.Look(Element{ID: c}); l.Box.Fixed {
				return true
			}
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
		frames := s.names.animations[way.name]
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
		out.Hides, out.Opacity, out.Letters.Veil, out.Letters.Font, out.Letters.Zoom = visible.StyleUnsure, 1, [VeilCount]Tri{}, 0, 0
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
	c.apply(decls, importantPriority-1)
	s.settle(&c, e)
	return c.look(s.rem)
}
