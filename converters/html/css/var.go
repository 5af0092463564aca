package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// custom is a variable that a rule sets.
type custom struct {
	rule int32
	props.Variable
}

const (
	deepestVariable = 16  // variables in the values of variables
	mostVariables   = 256 // that one declaration may ask for
)

// resolver puts the values of variables into the declarations of an element.
type resolver struct {
	s     *Sheet
	asked int
	over  bool // more was asked than is allowed, or can be told
}

// settle puts the values of variables into what holds for an element. Where
// that takes too much, the element is hidden: a page cannot buy text past its
// own rules by making them expensive.
func (s *Sheet) settle(c *cascade, e Element) {
	r := resolver{s: s}
	for p := range props.Count {
		if !props.Depends(c.values[p]) {
			continue
		}
		if r.asked = 0; s.Matcher.Steps <= 0 {
			r.over = r.over || props.Conclusive(p) && s.guess(c, p)
			c.values[p] = "" // nobody knows
			continue
		}
		v, ok := r.substitute(c.values[p], e, 0)
		v = strings.TrimSpace(v)
		if ok && c.via[p] != 0 {
			v = partOf(c.via[p], p, v)
		}
		if !ok || v == "" || !props.Valid(p, v, s.quirks) {
			v = "unset"
		}
		r.over = r.over || props.Conclusive(p) && props.Depends(v) // on what is not read here
		c.values[p] = v
	}
	if r.over {
		c.values[props.Display] = "none"
	}
}

// guesses is how many values of a variable are tried when nobody can afford to
// find the one that holds.
const guesses = 16

// guess returns what mayHide says, and keeps it for elements like this one.
func (s *Sheet) guess(c *cascade, p props.Property) bool {
	key := guessOf{p, c.via[p], c.values[p], c.values[props.Position]}
	hides, ok := s.guessed[key]
	if !ok {
		hides = s.mayHide(c, p)
		if len(s.guessed) < stylesKept && len(key.value) <= props.LongestValue {
			dom.Put(&s.guessed, key, hides)
		}
	}
	return hides
}

// guessOf is a declaration with a variable, and what its hiding depends on.
type guessOf struct {
	property, via   props.Property
	value, position string
}

// mayHide reports whether a value with a variable hides with one of the values
// that the variable has anywhere on the page.
func (s *Sheet) mayHide(c *cascade, p props.Property) bool {
	v := c.values[p]
	i := strings.Index(v, "var(")
	if i < 0 {
		return true
	}
	args, behind := props.Parenthesis(v[i:])
	name, fallback, hasFallback := strings.Cut(args, ",")
	customs := s.customs[strings.TrimSpace(name)]
	if len(customs) > guesses {
		return true
	}
	tries := make([]string, 0, len(customs)+1)
	for i := range customs {
		tries = append(tries, customs[i].Value)
	}
	if hasFallback {
		tries = append(tries, fallback)
	}
	for _, t := range tries {
		value := strings.TrimSpace(v[:i] + " " + t + " " + behind)
		if len(value) > props.LongestValue || props.Depends(value) {
			return true
		}
		try := *c
		if try.values[p] = value; c.via[p] != 0 {
			try.values[p] = partOf(c.via[p], p, value)
		}
		if l := try.look(s.rem, s.quirks); l.Hides != visible.Shown || l.veils() {
			return true
		}
	}
	return false
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
		if r.asked++; r.asked > mostVariables || depth > deepestVariable {
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

// variablesKept is how many variables of elements are kept.
const variablesKept = 1 << 14

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
	if len(s.variables) >= variablesKept {
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
