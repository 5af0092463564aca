package css

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// gather adds to a list the rules that match, as far as the budget goes.
func (rs *ruleSet) gather(m *matcher, e Element, found []int32) []int32 {
	if id, ok := m.word(e, dom.AttrId); ok && len(rs.byID) > 0 {
		found = rs.tryAll(m, rs.byID[id], e, found)
	}
	if class, ok := m.word(e, dom.AttrClass); ok && len(rs.byClass) > 0 {
		for name := range classesOf(class) {
			found = rs.tryAll(m, rs.byClass[name], e, found)
		}
	}
	if len(rs.byTag) > 0 {
		found = rs.tryAll(m, rs.byTag[nameOf(m.t, e)], e, found)
	}
	return rs.tryAll(m, rs.others, e, found)
}

// foundSteps is for a rule that matches: it has to be applied.
const foundSteps = 12

// tryAll adds to a list those of some rules that match.
func (rs *ruleSet) tryAll(m *matcher, rules []int32, e Element, found []int32) []int32 {
	for _, i := range rules {
		if m.Steps <= 0 {
			break
		}
		r := &rs.all[i]
		if r.in != nil && !r.in.reaches(r.reach, startOf(m.t, e)) {
			continue
		}
		if m.match(&r.selector, e) {
			found = append(found, i)
			m.Steps -= foundSteps
		}
	}
	return found
}

// maxInline is how many different style attributes are kept parsed.
const maxInline = 1024

// inlineOf returns the declarations of an element's style attribute, or nil.
func (s *Sheet) inlineOf(e Element) *props.Declared {
	style, styled := attrOf(s.Matcher.t, e, dom.AttrStyle)
	if !styled {
		return nil
	}
	d, ok := s.styles.declared[style]
	if !ok {
		d = props.Declarations(props.StripComments(style))
		if len(s.styles.declared) < maxInline && len(style) < maxInline {
			dom.Put(&s.styles.declared, style, d)
		}
	}
	return &d
}

// priority returns the priority of a declaration in a rule that is not important.
func (rs *ruleSet) priority(rule int32) int64 {
	r := &rs.all[rule]
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
	for _, i := range s.rules.gather(&s.Matcher, e, nil) {
		if r := &s.rules.all[i]; len(r.Customs) > 0 && !r.selector.generated {
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
func (r *resolver) variable(name string, sc *scope) (string, *scope) {
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
		for i := range r.s.rules.customs[name] {
			c := &r.s.rules.customs[name][i]
			if r.s.Matcher.Steps -= int64(len(sc.rules)); slices.Contains(sc.rules, c.rule) {
				take(&c.Variable, r.s.rules.priority(c.rule))
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
func (s *Sheet) settle(c *cascade, e Element) {
	if !c.waits {
		return
	}
	sc := s.scopeOf(e)
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
	value, at := r.variable(name, sc)
	ok := at != nil
	if ok {
		value, ok = r.substitute(value, at, depth+1)
	}
	if !ok && hasFallback && !r.over {
		value, ok = r.substitute(strings.TrimSpace(fallback), sc, depth+1)
	}
	r.over = r.over || !ok && r.s.names.registered[name]
	return value, ok
}
