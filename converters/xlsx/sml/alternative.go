package sml

import (
	"bytes"
	"strings"
	"unicode"
)

// Next goes to the next tag: of alternatives to those in the branch that is read.
func (s *Scanner) Next() (Kind, error) {
	for {
		k, err := s.next()
		if err != nil || k == Data {
			return k, err
		}
		if passed, err := s.passes(k); !passed || err != nil {
			return k, err
		}
	}
}

// Skip passes over the element whose start tag was read.
func (s *Scanner) Skip() error {
	if s.Empty {
		return nil
	}
	depth := s.Depth
	for s.Depth >= depth {
		if k, err := s.Next(); err != nil || k == EOF {
			return err
		}
	}
	return nil
}

// Inner calls visit for every element inside of the one whose start tag was read. What
// visit passes over has no elements.
func (s *Scanner) Inner(visit func() error) error {
	if s.Empty {
		return nil
	}
	depth := s.Depth
	for s.Depth >= depth {
		k, err := s.Next()
		if err != nil || k == EOF {
			return err
		}
		if k == Start {
			if err := visit(); err != nil {
				return err
			}
		}
	}
	return nil
}

// requires reports whether the choice whose start tag was read requires only what
// programs understand.
func (s *Scanner) requires() bool {
	const most = 1000 // bytes, which no program writes
	needs := s.Attrs.Get("Requires")
	if len(needs) > most || len(s.bindings) > maxBindings {
		return false
	}
	for prefix := range strings.FieldsSeq(needs) {
		at := len(s.bindings) - 1
		for at >= 0 && s.bindings[at].prefix != prefix {
			at--
		}
		if at < 0 || !s.bindings[at].isUnderstood {
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
	if k == End {
		if s.Depth < in.depth {
			s.alternatives = s.alternatives[:n-1]
		}
		return s.Depth <= in.depth, nil
	}
	if s.Empty {
		return s.Depth == in.depth, nil
	}
	if k != Start || s.Depth != in.depth+1 {
		return false, nil
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
		isValue := k == End && s.Is("v") && len(bytes.TrimSpace(s.Text)) > 0 // other numbers say where something is
		if len(words) < maxToken && (isValue || bytes.IndexFunc(s.Text, unicode.IsLetter) >= 0) {
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
