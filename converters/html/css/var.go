package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// custom is a variable that a rule sets.
type custom struct {
	rule int32
	props.Variable
}

const (
	maxVariableDepth = 16  // variables in the values of variables
	maxVariables     = 256 // that one declaration may ask for
)

// resolver puts the values of variables into the declarations of an element.
type resolver struct {
	s     *Sheet
	asked int
	over  bool // more was asked than is allowed, or can be told
}

// settle puts the values of variables into what holds for an element. Where
// that takes too much, nobody knows what holds.
func (s *Sheet) settle(c *cascade, e Element) {
	r := resolver{s: s}
	for p := range props.Count {
		if !props.Depends(c.values[p]) {
			continue
		}
		r.asked = 0
		v, ok := "", false
		if s.Matcher.Steps > 0 {
			v, ok = r.substitute(c.values[p], e, 0)
			v = strings.TrimSpace(v)
		} else {
			r.over = true
		}
		if ok && c.via[p] != 0 {
			v = partOf(c.via[p], p, v)
		}
		if !ok || v == "" || !props.Valid(p, v, s.quirks) {
			v = "unset"
		}
		c.unsure = c.unsure || props.Conclusive(p) && (r.over || props.Depends(v))
		c.values[p] = v
		r.over = false
	}
}

// partOf returns what a shorthand gives to one of its properties.
func partOf(via, p props.Property, value string) string {
	if props.IsWide(value) {
		return value
	}
	parts := props.Expand(via, value)
	for i, q := range props.Shorthands[via-props.Count] {
		if q == p {
			return parts[i]
		}
	}
	return ""
}

// substitute replaces each var() in a value. It reports false for a variable
// that nothing sets and that has no fallback.
func (r *resolver) substitute(v string, e Element, depth int) (string, bool) {
	var b strings.Builder
	for {
		i := strings.Index(v, "var(")
		if j := strings.Index(v, "env("); j >= 0 && (i < 0 || j < i) {
			i = j
		}
		if i < 0 {
			b.WriteString(v)
			return b.String(), true
		}
		if len(v) > props.LongestValue || b.Len() > props.LongestValue {
			return "", false // of what is judged by its value, none is as long
		}
		if r.asked++; r.asked > maxVariables || depth > maxVariableDepth {
			r.over = true
			return "", false
		}
		args, behind := props.Parenthesis(v[i:])
		name, fallback, hasFallback := strings.Cut(args, ",")
		b.WriteString(v[:i])
		value, at, ok := "0px", e, strings.HasPrefix(strings.TrimSpace(name), "safe-area-inset-")
		if v[i] == 'v' {
			value, at, ok = r.s.variable(strings.TrimSpace(name), e)
		}
		if ok {
			value, ok = r.substitute(value, at, depth+1)
		}
		if !ok && hasFallback && !r.over {
			value, ok = r.substitute(strings.TrimSpace(fallback), e, depth+1)
		}
		if !ok {
			r.over = r.over || r.s.registered[strings.TrimSpace(name)]
			return "", false
		}
		b.WriteString(" " + value + " ") // it stays a word of its own
		v = behind
	}
}

// variableAt is where a variable has a value, and which.
type variableAt struct {
	at    Element
	value string
	ok    bool
}

// variableOf is a variable of an element.
type variableOf struct {
	name string
	of   Element
}

// keptVariables is how many variables of elements are kept.
const keptVariables = 1 << 14

// variable returns a variable's value for an element, and the element that
// gives it: itself, or the nearest one around. What is found is kept for all
// on the way, so that elements beside one another do not search again.
func (s *Sheet) variable(name string, e Element) (string, Element, bool) {
	found := variableAt{at: noElement}
	first := e
	for ; e != noElement; e = s.Matcher.parent(e) {
		kept, ok := s.variables[variableOf{name, e}]
		if ok {
			found = kept
			break
		}
		if v, ok := s.own(name, e); ok && v != "inherit" && v != "unset" {
			found = variableAt{e, v, v != "initial"}
			break
		}
	}
	for ; first != e; first = s.Matcher.parent(first) {
		s.keep(variableOf{name, first}, found)
	}
	if e != noElement {
		s.keep(variableOf{name, e}, found)
	}
	return found.value, found.at, found.ok
}

func (s *Sheet) keep(key variableOf, v variableAt) {
	if len(s.variables) >= keptVariables {
		clear(s.variables)
	}
	dom.Put(&s.variables, key, v)
}

// own returns the value that an element itself gives to a variable.
func (s *Sheet) own(name string, e Element) (value string, ok bool) {
	best := int64(-1)
	take := func(v *props.Variable, priority int64) {
		if priority < best {
			return
		}
		best, value, ok = priority, v.Value, true
		if len(value) > props.LongestValue { // an address with data, mostly
			value = "url()"
		}
	}
	for i := range s.customs[name] {
		if s.Matcher.Steps <= 0 {
			return value, ok
		}
		c := &s.customs[name][i]
		s.Matcher.Steps -= foundSteps
		if rule := &s.Rules[c.rule]; s.Matcher.match(&rule.selector, e) {
			take(&c.Variable, rule.priorityOf(c.Important))
		}
	}
	if style, styled := s.Matcher.attr(e, dom.AttrStyle); styled && strings.Contains(style, "--") {
		s.Matcher.Steps -= int64(len(style))
		_, customs := props.Declarations(props.StripComments(style), s.quirks)
		for i := range customs {
			if v := &customs[i]; v.Name == name {
				priority := int64(inlinePriority)
				if v.Important {
					priority += importantPriority
				}
				take(v, priority)
			}
		}
	}
	return value, ok
}
