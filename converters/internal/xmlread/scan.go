package xmlread

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Kind is what [Scanner.Next] came to.
type Kind uint8

// The kinds of events.
const (
	EOF      Kind = iota // the end of a well-formed document
	Start                // a start tag: Name, Attrs
	End                  // an end tag, also that of an empty element: Name
	Text                 // character data outside or inside of CDATA: Text
	Comment              // Raw is what is in it
	ProcInst             // Raw is target and content; the XML declaration is none
)

// stepEvery is how many bytes are read between two looks at the budget.
const stepEvery = 64 << 10

// Source is a document to scan.
type Source struct {
	Part   string  // of a package, for positions; may be empty
	Text   string  // UTF-8 without byte order mark, see [Decode]
	Spaces *Spaces // the namespaces that the reader knows; nil for none
	// Omit tells which elements [ReadTree] leaves out with all that is in
	// them; nil for none.
	Omit func(Name) bool
	// Room is a tree that is not used any more, whose memory [ReadTree] takes
	// for the new one; nil for none.
	Room *Tree
}

// Scanner reads a document event by event. What its methods say holds for the
// event that Next returned last, until Next is called again; strings stay
// valid.
type Scanner struct {
	src  string
	at   int // the next byte
	from int // where the current event begins
	part string
	ctx  context.Context
	env  *converters.Env

	kind    Kind
	cdata   bool
	raw     string // of a text, a comment, an instruction
	attrs   []attr
	named   map[string]bool // the names of attrs, where they are many
	open    []element       // the innermost last; at an end tag, its element is still here
	empty   bool            // the start tag was an empty element's: its end comes next
	rooted  bool            // the root element has begun
	doctype bool            // a document type without internal subset was read
	typed   string          // what it says

	spaces   *Spaces
	bindings []binding
	innermost
	done    int    // bytes that the budget was asked for
	line    int    // of the byte at lined, from 1
	scratch []byte // for text with references
	lined   int
}

// New returns a scanner at the start of a document.
func New(ctx context.Context, env *converters.Env, src Source) *Scanner {
	room := &struct {
		Scanner
		open     [8]element
		attrs    [8]attr
		bindings [8]binding
	}{Scanner: Scanner{src: src.Text, part: src.Part, ctx: ctx, env: env, spaces: src.Spaces, line: 1}}
	s := &room.Scanner
	s.open, s.attrs, s.bindings = room.open[:0], room.attrs[:0], room.bindings[:0]
	return s
}

// Reset sets the scanner to the start of another document, as [New] returns one.
// Strings of the one before stay valid.
func (s *Scanner) Reset(src Source) {
	*s = Scanner{
		src: src.Text, part: src.Part, ctx: s.ctx, env: s.env, spaces: src.Spaces, line: 1,
		open: s.open[:0], attrs: s.attrs[:0], bindings: s.bindings[:0], scratch: s.scratch,
	}
}

// Next goes to the next event. After EOF it returns EOF. An error is a
// [converters.CorruptError] for text that is not well-formed or has a document
// type with an internal subset, a [converters.LimitError] for the limits depth
// and steps, or the context's; there is nothing after it.
func (s *Scanner) Next() (Kind, error) {
	if s.at-s.done >= stepEvery {
		if err := s.step(); err != nil {
			return EOF, err
		}
	}
	if s.kind == End {
		s.leave()
	}
	if s.empty {
		s.empty = false
		s.kind = End
		return End, nil
	}
	kind, err := s.scan()
	s.kind = kind
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
// only white space may stand, it returns EOF.
func (s *Scanner) text() (Kind, error) {
	n := strings.IndexByte(s.src[s.at:], '<')
	if n < 0 {
		n = len(s.src) - s.at
	}
	s.raw, s.cdata = s.src[s.at:s.at+n], false
	if len(s.open) == 0 {
		if skipSpace(s.raw, 0) < len(s.raw) {
			s.from += skipSpace(s.raw, 0)
			return EOF, s.outside()
		}
		s.at += n
		return EOF, nil
	}
	s.at += n
	return Text, nil
}

// outside is the error for text that is in no element.
func (s *Scanner) outside() error {
	if !s.rooted {
		return s.fault("text before the first element")
	}
	return s.fault("text after the end of the document")
}

// finish checks that a document is whole where its text ends.
func (s *Scanner) finish() error {
	switch {
	case len(s.open) > 0:
		return s.fault("the text ends inside of <%s>", clip(s.inner()))
	case !s.rooted:
		return s.fault("there is no element")
	}
	return s.step()
}

// step counts the bytes that were read since it was called last.
func (s *Scanner) step() error {
	n := s.at - s.done
	s.done = s.at
	return s.env.Step(s.ctx, int64(n), document.Pos{Part: s.part})
}

// leave forgets the element whose end was reached.
func (s *Scanner) leave() {
	s.open = s.open[:len(s.open)-1]
	if n := len(s.bindings); n > 0 && s.bindings[n-1].depth > len(s.open) {
		s.unbind(len(s.open))
	}
}

// inner returns the qualified name of the innermost open element.
func (s *Scanner) inner() string {
	e := &s.open[len(s.open)-1]
	return s.src[e.start:e.end]
}

// Depth returns how many elements are open. At a start tag and at an end tag
// the element itself counts.
func (s *Scanner) Depth() int { return len(s.open) }

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

// Raw returns the content of a comment or an instruction, or character data
// as it is written.
func (s *Scanner) Raw() string { return s.raw }

// Offset returns where the event begins in the source, in bytes.
func (s *Scanner) Offset() int { return s.from }

// After returns where the event ends in the source, in bytes.
func (s *Scanner) After() int { return s.at }

// Line returns the line on which the event begins, from 1.
func (s *Scanner) Line() int {
	if s.from > s.lined {
		s.line += strings.Count(s.src[s.lined:s.from], "\n")
		s.lined = s.from
	}
	return s.line
}

// Pos returns the place of the event: the part of a package, else the line.
func (s *Scanner) Pos() document.Pos {
	if s.part != "" {
		return document.Pos{Part: s.part}
	}
	return document.LineSpan(s.Line(), s.Line())
}

// Doctype returns what the document type declaration says, or "" before it
// was read.
func (s *Scanner) Doctype() string { return s.typed }

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

// fault returns the error for the place of the event.
func (s *Scanner) fault(format string, args ...any) error {
	line := s.Line()
	pos := document.Pos{Part: s.part, Lines: document.SpanOf(line, line)}
	return &converters.CorruptError{Pos: pos, What: "Invalid XML document: " + fmt.Sprintf(format, args...)}
}

// clip shortens a name for a message.
func clip(name string) string {
	const most = 40
	if len(name) <= most {
		return strings.ToValidUTF8(name, "")
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}
