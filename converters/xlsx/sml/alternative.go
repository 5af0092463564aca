package sml

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/internal/ooxml"
)

// alternative is one that the scanner is in (ISO/IEC 29500-3, 7.6): its tags and those
// of its branches are passed over, with all branches but the one that is read.
type alternative struct {
	depth int // of the element
	taken bool
}

// binding is a prefix of a namespace.
type binding struct {
	prefix       string
	isUnderstood bool
	depth        int // of the element that binds it
}

// maxBindings is how many prefixes are known at a time; what requires one is not read
// where there are more.
const maxBindings = 1000

// bind notes the prefixes that a start tag binds.
func (s *Scanner) bind() {
	a := s.Attrs
	for name, value, ok := a.whole(); ok; name, value, ok = a.whole() {
		if prefix, ok := bytes.CutPrefix(name, []byte("xmlns:")); ok && len(s.bindings) <= maxBindings {
			s.bindings = append(s.bindings, binding{string(prefix), ooxml.IsUnderstood(string(unescape(nil, value))), s.Depth})
		}
	}
}

// requires reports whether the choice whose start tag was read requires only what
// programs understand.
func (s *Scanner) requires() bool {
	for prefix := range strings.FieldsSeq(s.Attrs.Get("Requires")) {
		at := len(s.bindings) - 1
		for at >= 0 && s.bindings[at].prefix != prefix {
			at--
		}
		if at < 0 || !s.bindings[at].isUnderstood || len(s.bindings) > maxBindings {
			return false
		}
	}
	return true
}

// passes reports whether a tag that was read is one of an alternative or of a branch, and
// passes over a branch that is not read.
func (s *Scanner) passes(k Kind) (bool, error) {
	if k == Start && s.Is("AlternateContent") {
		if !s.Empty {
			s.alternatives = append(s.alternatives, alternative{depth: s.Depth})
		}
		return true, nil
	}
	n := len(s.alternatives)
	if n == 0 {
		return false, nil
	}
	in := &s.alternatives[n-1]
	switch {
	case k == End && s.Depth < in.depth:
		s.alternatives = s.alternatives[:n-1]
		return true, nil
	case k == End && s.Depth == in.depth:
		return true, nil
	case k != Start || s.Empty || s.Depth != in.depth+1:
		return k == Start && s.Empty && s.Depth == in.depth, nil
	}
	understood := !s.Is("Choice") || s.requires()
	if understood && !in.taken {
		in.taken = true
		return true, nil
	}
	return true, s.unread(!understood)
}

// unread passes over a branch, and tells its text.
func (s *Scanner) unread(isUnseen bool) error {
	var words []byte
	for depth := s.Depth; s.Depth >= depth; {
		k, err := s.next()
		if err != nil {
			return err
		}
		if len(words) < maxToken && bytes.IndexFunc(s.Text, unicode.IsLetter) >= 0 {
			words = append(Decode(words, s.Text), ' ')
		}
		if k == EOF {
			break
		}
	}
	if len(words) > 0 && s.Unread != nil {
		s.Unread(s.Pos(), isUnseen, string(words))
	}
	return nil
}
