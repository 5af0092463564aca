package xmlread

import (
	"slices"
	"strings"
)

// Mark is what is open around an element, so that a reader can pass over it
// and come back to read it, or one of its siblings, when it is needed.
type Mark struct {
	open     []element
	bindings []binding
}

// Mark returns the mark of the element whose start tag is the event.
func (s *Scanner) Mark() Mark {
	around := len(s.open) - 1
	n := len(s.scope.bindings)
	for n > 0 && s.scope.bindings[n-1].depth > around {
		n--
	}
	return Mark{slices.Clone(s.open[:around]), slices.Clone(s.scope.bindings[:n])}
}

// Return goes back to an element that begins at an offset of the source, as
// [Scanner.Offset] said it, and that has the same parent as the marked one. Its
// start tag is the event then. The errors are those of [Scanner.Next].
func (s *Scanner) Return(m Mark, offset int) error {
	s.scope.unbind(-1)
	s.open = append(s.open[:0], m.open...)
	for _, b := range m.bindings {
		s.scope.addBinding(b)
	}
	s.scope.fresh, s.event.empty, s.event.kind = false, false, EOF
	s.at, s.done = offset, offset
	_, err := s.Next()
	return err
}

// SkipFast goes past the element whose start tag is the event without looking
// at what is in it, to the event of its end tag. That is right for elements
// that are never inside of one of the same name; what is in them is not
// checked. The error is a [converters.CorruptError] where there is no end tag.
func (s *Scanner) SkipFast() error {
	if s.event.empty {
		_, err := s.Next()
		return err
	}
	name := s.inner()
	for at := s.at; ; {
		n := strings.Index(s.src[at:], name)
		if n < 0 {
			return s.Skip() // which says what is wrong
		}
		n += at
		after := n + len(name)
		if n >= 2 && s.src[n-2:n] == "</" && (after == len(s.src) || !nameByte[s.src[after]]) {
			s.at = n - 2
			break
		}
		at = after
	}
	for {
		kind, err := s.Next()
		if err != nil || kind == End {
			return err
		}
	}
}
