package css

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
)

// custom is a variable that a rule sets.
type custom struct {
	rule int32
	props.Variable
}

// scope is the variables that an element sets, inside those of the elements
// around it.
type scope struct {
	outer  *scope
	rules  []int32 // that set some
	inline []props.Variable
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
		if len(s.Rules[i].Customs) > 0 {
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
				priority += importantPriority
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
		if !ok || v == "" || !props.Valid(p, v) {
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
