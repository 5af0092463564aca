package xmlread

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
)

// Is reports whether the name is one of a namespace.
func (n Name) Is(space Space, local string) bool { return n.Space == space && n.Local == local }

// startTag reads a start tag or the tag of an empty element.
func (s *Scanner) startTag() (Kind, error) {
	start := s.at + 1
	end, local := nameEnd(s.src, start)
	if end == start {
		return EOF, s.fault("a %q that begins no tag", "<")
	}
	if len(s.open) == 0 {
		if s.prolog.rooted {
			return EOF, s.fault("a second root element, <%s>", clip(s.src[start:end]))
		}
		s.prolog.rooted = true
	}
	s.open = append(s.open, element{start: start, local: local, end: end})
	if depth := int64(len(s.open)); depth > s.env.Limits.Depth {
		return EOF, s.env.Check(converters.LimitDepth, depth, s.Pos())
	}
	s.at = end
	s.event.attrs = s.event.attrs[:0]
	if s.src[min(end, len(s.src)-1)] == '>' {
		s.at++
	} else if err := s.attributes(); err != nil {
		return EOF, err
	}
	s.open[len(s.open)-1].space = s.Resolve(s.src[start:max(start, local-1)])
	return Start, nil
}

// attributes reads a tag from the end of its name to its own end.
func (s *Scanner) attributes() error {
	for {
		i := skipSpace(s.src, s.at)
		if i == len(s.src) {
			return s.fault("the text ends inside a tag")
		}
		switch s.src[i] {
		case '>':
			s.at = i + 1
			return nil
		case '/':
			if i+1 == len(s.src) || s.src[i+1] != '>' {
				return s.fault("a %q inside a tag", "/")
			}
			s.at = i + 2
			s.event.empty = true
			return nil
		}
		if i == s.at {
			return s.fault("a blank is missing between the attributes of <%s>", clip(s.inner()))
		}
		s.at = i
		if err := s.attribute(); err != nil {
			return err
		}
	}
}

// blanksTo returns where the white space ends that begins at i: mostly there is none
// before the character that is expected.
func (c *cursor) blanksTo(expected byte, i int) int {
	if i < len(c.src) && c.src[i] == expected {
		return i
	}
	return skipSpace(c.src, i)
}

// isBinding reports whether an attribute's name binds a prefix, or none, to a namespace.
func isBinding(name string) bool {
	return name[0] == 'x' && (name == "xmlns" || strings.HasPrefix(name, "xmlns:"))
}

// attribute reads one attribute.
func (s *Scanner) attribute() error {
	start := s.at
	end, local := nameEnd(s.src, start)
	if end == start {
		return s.fault("a character that begins no attribute in the tag <%s>", clip(s.inner()))
	}
	i := s.blanksTo('=', end)
	if i == len(s.src) || s.src[i] != '=' {
		return s.fault("the attribute %q has no value", clip(s.src[start:end]))
	}
	i = s.blanksTo('"', i+1)
	if i == len(s.src) || s.src[i] != '"' && s.src[i] != '\'' {
		return s.fault("the value of the attribute %q is not in quotes", clip(s.src[start:end]))
	}
	n := strings.IndexByte(s.src[i+1:], s.src[i])
	if n < 0 {
		return s.fault("the value of the attribute %q does not end", clip(s.src[start:end]))
	}
	from, to := i+1, i+1+n
	if hasByte(s.src[from:to], '<') {
		return s.fault("a %q in the value of the attribute %q", "<", clip(s.src[start:end]))
	}
	s.at = to + 1
	name := s.src[start:end]
	if isBinding(name) {
		if !s.bind(strings.TrimPrefix(name[len("xmlns"):], ":"), s.src[from:to]) {
			return s.repeated(start, end)
		}
		return nil
	}
	if s.hasAttr(name) {
		return s.repeated(start, end)
	}
	s.event.attrs = append(s.event.attrs, attr{start, local, end, from, to})
	return nil
}

// repeated is the error for an attribute that a tag has twice (XML 3.1).
func (s *Scanner) repeated(start, end int) error {
	return s.fault("the attribute %q occurs twice in the tag <%s>", clip(s.src[start:end]), clip(s.inner()))
}

// hasAttr reports whether the tag has an attribute with a name so far, which it
// may not have again.
func (s *Scanner) hasAttr(name string) bool {
	if len(s.event.attrs) < few {
		for i := range s.event.attrs {
			if a := &s.event.attrs[i]; a.end-a.start == len(name) && s.src[a.start:a.end] == name {
				return true
			}
		}
		return false
	}
	if len(s.event.attrs) == few {
		s.event.named = make(map[string]bool, 2*few)
		for i := range s.event.attrs {
			s.event.named[s.src[s.event.attrs[i].start:s.event.attrs[i].end]] = true
		}
	}
	if s.event.named[name] {
		return true
	}
	s.event.named[name] = true
	return false
}

// endTag reads an end tag and checks that it is the one that is due.
func (s *Scanner) endTag() (Kind, error) {
	start := s.at + 2
	if len(s.open) == 0 {
		end, _ := nameEnd(s.src, start)
		return EOF, s.fault("an end tag </%s> without its start", clip(s.src[start:end]))
	}
	open := s.inner()
	i := start + len(open)
	if i > len(s.src) || s.src[start:i] != open || i < len(s.src) && nameByte[s.src[i]] {
		end, _ := nameEnd(s.src, start)
		return EOF, s.fault("</%s> where </%s> is expected", clip(s.src[start:end]), clip(open))
	}
	if i = skipSpace(s.src, i); i == len(s.src) || s.src[i] != '>' {
		return EOF, s.fault("the end tag </%s> does not end", clip(open))
	}
	s.at = i + 1
	return End, nil
}

// Attrs returns how many attributes the start tag has. Declarations of
// namespaces are none.
func (s *Scanner) Attrs() int { return len(s.event.attrs) }

// AttrName returns the name of an attribute. One without prefix is in no
// namespace (Namespaces in XML 1.0, 6.2).
func (s *Scanner) AttrName(i int) Name {
	a := &s.event.attrs[i]
	return Name{Space: s.attrSpace(a), Local: s.src[a.local:a.end], Full: s.src[a.start:a.end]}
}

func (s *Scanner) attrSpace(a *attr) Space {
	if a.local == a.start {
		return None
	}
	return s.Resolve(s.src[a.start : a.local-1])
}

// AttrValue returns the value of an attribute, its references resolved and
// its line ends and tabs made blanks (XML 3.3.3).
func (s *Scanner) AttrValue(i int) (string, error) {
	return s.value(s.src[s.event.attrs[i].from:s.event.attrs[i].to])
}

// Attr returns the value of the first attribute with a name, and whether
// there is one. A value with a reference that is wrong is as it is written.
func (s *Scanner) Attr(space Space, local string) (string, bool) {
	for i := range s.event.attrs {
		a := &s.event.attrs[i]
		if s.src[a.local:a.end] != local || s.attrSpace(a) != space {
			continue
		}
		raw := s.src[a.from:a.to]
		v, err := s.value(raw)
		if err != nil {
			return raw, true
		}
		return v, true
	}
	return "", false
}

// Value returns the value of an attribute as [Scanner.Attr] does, or "".
func (s *Scanner) Value(space Space, local string) string {
	v, _ := s.Attr(space, local)
	return v
}
