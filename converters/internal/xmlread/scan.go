package xmlread

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
)

// New returns a scanner at the start of a document.
func New(ctx context.Context, env *converters.Env, src Source) *Scanner {
	room := &struct {
		Scanner
		open     [8]element
		attrs    [8]attr
		bindings [8]binding
	}{Scanner: Scanner{ctx: ctx, env: env, cursor: cursor{src: src.Text, part: src.Part, line: 1}, scope: scope{spaces: src.Spaces}}}
	s := &room.Scanner
	s.open, s.event.attrs, s.scope.bindings = room.open[:0], room.attrs[:0], room.bindings[:0]
	return s
}

// Reset sets the scanner to the start of another document, as [New] returns one.
// Strings of the one before stay valid.
func (s *Scanner) Reset(src Source) {
	*s = Scanner{
		ctx: s.ctx, env: s.env, cursor: cursor{src: src.Text, part: src.Part, line: 1}, event: event{attrs: s.event.attrs[:0]},
		scope: scope{spaces: src.Spaces, bindings: s.scope.bindings[:0]}, open: s.open[:0], scratch: s.scratch,
	}
}

// Next goes to the next event. After EOF it returns EOF. An error is a
// [converters.CorruptError] for text that is not well-formed or has a document
// type with an internal subset (see [Expand]), a [converters.LimitError] for the limits depth
// and steps, or the context's; there is nothing after it.
func (s *Scanner) Next() (Kind, error) {
	if s.at-s.done >= stepEvery {
		if err := s.step(); err != nil {
			return EOF, err
		}
	}
	if s.event.kind == End {
		s.leave()
	}
	if s.event.empty {
		s.event.empty = false
		s.event.kind = End
		return End, nil
	}
	kind, err := s.scan()
	s.event.kind = kind
	return kind, err
}

// scan reads one event.
func (s *Scanner) scan() (Kind, error) {
	for {
		s.from = s.at
		if s.at == len(s.src) {
			return EOF, s.finish()
		}
		if s.src[s.at] != '<' {
			kind, err := s.text()
			if kind != EOF || err != nil {
				return kind, err
			}
			continue
		}
		if s.at+1 == len(s.src) {
			return EOF, s.fault("the text ends inside a tag")
		}
		switch s.src[s.at+1] {
		case '/':
			return s.endTag()
		case '!', '?':
			kind, err := s.markup()
			if kind != EOF || err != nil {
				return kind, err
			}
		default:
			return s.startTag()
		}
	}
}

// text reads character data up to the next markup. Outside of the root, where
// only white space is allowed, it returns EOF.
func (s *Scanner) text() (Kind, error) {
	n := strings.IndexByte(s.src[s.at:], '<')
	if n < 0 {
		n = len(s.src) - s.at
	}
	s.event.raw, s.event.cdata = s.src[s.at:s.at+n], false
	if len(s.open) == 0 {
		if skipSpace(s.event.raw, 0) < len(s.event.raw) {
			s.from += skipSpace(s.event.raw, 0)
			return EOF, s.outside()
		}
		s.at += n
		return EOF, nil
	}
	s.at += n
	return Text, nil
}

// finish checks that a document is whole where its text ends.
func (s *Scanner) finish() error {
	switch {
	case len(s.open) > 0:
		return s.fault("the text ends inside of <%s>", clip(s.inner()))
	case !s.prolog.rooted:
		return s.fault("there is no element")
	}
	return s.step()
}

// leave forgets the element whose end was reached.
func (s *Scanner) leave() {
	s.open = s.open[:len(s.open)-1]
	if n := len(s.scope.bindings); n > 0 && s.scope.bindings[n-1].depth > len(s.open) {
		s.scope.unbind(len(s.open))
	}
}

// Name returns the name of the element of a start or end tag.
func (s *Scanner) Name() Name {
	e := &s.open[len(s.open)-1]
	return Name{Space: e.space, Local: s.src[e.local:e.end], Full: s.src[e.start:e.end]}
}

// Space returns the namespace of the element of a start or end tag.
func (s *Scanner) Space() Space { return s.open[len(s.open)-1].space }

// Local returns the local part of the name of a start or end tag's element.
func (s *Scanner) Local() string {
	e := &s.open[len(s.open)-1]
	return s.src[e.local:e.end]
}

// Skip goes to the end tag of the element whose start tag is the event, past
// all that is in it.
func (s *Scanner) Skip() error {
	depth := s.Depth()
	for {
		kind, err := s.Next()
		if err != nil {
			return err
		}
		if kind == EOF || kind == End && s.Depth() == depth {
			return nil
		}
	}
}

// Each calls visit for the start tag of every child of the element whose start tag
// is the event, up to the end tag of that element. A visit ends at the child's end
// tag.
func (s *Scanner) Each(visit func() error) error {
	depth := s.Depth()
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return err
		case kind == EOF, kind == End && s.Depth() == depth:
			return nil
		case kind == Start:
			if err := visit(); err != nil {
				return err
			}
		}
	}
}

// Walk calls visit for the start tags up to the end of the source, but for those
// in elements that a visit has read.
func (s *Scanner) Walk(visit func() error) error {
	for {
		kind, err := s.Next()
		if err == nil && kind == Start {
			err = visit()
		}
		if err != nil || kind == EOF {
			return err
		}
	}
}

// InnerText returns the text of the element whose start tag is the event, and of all
// inside, as it is.
func (s *Scanner) InnerText() (string, error) {
	var text []byte
	depth := s.Depth()
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return "", err
		case kind == EOF, kind == End && s.Depth() == depth:
			return string(text), nil
		case kind == Text:
			if text, err = s.AppendText(text); err != nil {
				return "", err
			}
		}
	}
}
