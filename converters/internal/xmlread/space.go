package xmlread

// NewSpaces returns a set of namespaces. Names in one list share a number, as
// those of Strict and Transitional OOXML do; the first list has number 1. A name in
// two lists has the number of the first.
func NewSpaces(lists ...[]string) *Spaces {
	s := &Spaces{byName: map[string]Space{}}
	for i, list := range lists {
		for _, name := range list {
			if _, ok := s.byName[name]; !ok {
				s.byName[name] = Space(i + 1)
			}
		}
	}
	return s
}

// Has reports whether the set has a namespace.
func (s *Spaces) Has(name string) bool { return s.find(name) > None }

// find returns the number of a namespace's name.
func (s *Spaces) find(name string) Space {
	switch {
	case name == "":
		return None
	case name == "http://www.w3.org/XML/1998/namespace":
		return XML
	case s == nil:
		return Unknown
	}
	if n, ok := s.byName[name]; ok {
		return n
	}
	return Unknown
}

// few is how many bindings or attributes are searched one by one.
const few = 16

// bound returns the index of the innermost binding of a prefix, or -1.
func (s *scope) bound(prefix string) int {
	if s.byPrefix != nil {
		if i, ok := s.byPrefix[prefix]; ok {
			return i
		}
		return -1
	}
	for i := len(s.bindings) - 1; i >= 0; i-- {
		if s.bindings[i].prefix == prefix {
			return i
		}
	}
	return -1
}

// addBinding adds a binding inside of all others.
func (s *scope) addBinding(b binding) {
	s.bindings = append(s.bindings, b)
	switch n := len(s.bindings) - 1; {
	case s.byPrefix != nil:
		s.byPrefix[b.prefix] = n
	case n == few:
		s.byPrefix = make(map[string]int, 2*few)
		for i := range s.bindings {
			s.byPrefix[s.bindings[i].prefix] = i
		}
	}
	s.fresh = false
}

// bind declares a prefix for the element whose tag is being read. It is not ok
// to do so twice.
func (s *Scanner) bind(prefix, raw string) (ok bool) {
	name, err := s.value(raw)
	if err != nil {
		name = raw
	}
	outer := s.scope.bound(prefix)
	if outer >= 0 && s.scope.bindings[outer].depth == len(s.open) {
		return false
	}
	s.scope.addBinding(binding{prefix, s.scope.spaces.find(name), len(s.open), outer})
	return true
}

// unbind forgets the bindings of elements deeper than depth.
func (s *scope) unbind(depth int) {
	for n := len(s.bindings); n > 0 && s.bindings[n-1].depth > depth; n-- {
		b := &s.bindings[n-1]
		switch {
		case s.byPrefix == nil:
		case b.outer >= 0:
			s.byPrefix[b.prefix] = b.outer
		default:
			delete(s.byPrefix, b.prefix)
		}
		s.bindings = s.bindings[:n-1]
		s.fresh = false
	}
}

// Resolve returns the namespace that a prefix is bound to at the event: of names, and of
// prefixes that are in values.
func (s *Scanner) Resolve(prefix string) Space {
	if s.scope.fresh && prefix == s.scope.last {
		return s.scope.lastSpace
	}
	space := Unknown
	if i := s.scope.bound(prefix); i >= 0 {
		space = s.scope.bindings[i].space
	} else if prefix == "" {
		space = None
	} else if prefix == "xml" {
		space = XML
	}
	s.scope.last, s.scope.lastSpace, s.scope.fresh = prefix, space, true
	return space
}
