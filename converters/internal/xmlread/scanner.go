package xmlread

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Scanner reads a document event by event. What its methods say holds for the
// event that Next returned last, until Next is called again; strings stay
// valid.
type Scanner struct {
	ctx context.Context
	env *converters.Env

	cursor
	event   event
	prolog  prolog
	scope   scope
	open    []element // the innermost last; at an end tag, its element is still here
	done    int       // bytes that the budget was asked for
	scratch []byte    // for text with references
}

// cursor is where in the source the scanner is.
type cursor struct {
	src   string
	at    int    // the next byte
	from  int    // where the current event begins
	part  string // of a package
	line  int    // of the byte at lined, from 1
	lined int
}

// event is what [Scanner.Next] came to.
type event struct {
	kind  Kind
	cdata bool
	raw   string // of a text, a comment, an instruction
	attrs []attr
	named map[string]bool // the names of attrs, where they are many
	empty bool            // the start tag was an empty element's: its end comes next
}

// prolog is what was met before the root element, and whether that has begun.
type prolog struct {
	rooted  bool
	doctype bool   // a document type without internal subset was read
	typed   string // what it says
}

// scope is which namespaces prefixes are bound to.
type scope struct {
	spaces   *Spaces
	bindings []binding
	innermost
}

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

// stepEvery is how many bytes are read between two looks at the budget.
const stepEvery = 64 << 10

// element is an open element, by offsets in the source.
type element struct {
	start, local, end int // its qualified name, and where the local part begins
	space             Space
}

// attr is an attribute of the start tag, by offsets in the source. Its
// namespace is looked up when it is asked for.
type attr struct {
	start, local, end int // its qualified name
	from, to          int // its value, without quotes
}

// Name is the name of an element or an attribute.
type Name struct {
	Space Space
	Local string
	Full  string // as written, with its prefix
}

// Space is a namespace as a small number: that of its name in [NewSpaces]
// from 1 on, or one of the constants.
type Space int16

// Spaces is the set of namespaces that a reader knows. It does not change
// after it is made, so that goroutines may share it.
type Spaces struct{ byName map[string]Space }

// The namespaces that have no number of their own.
const (
	None    Space = 0  // no namespace
	Unknown Space = -1 // one that the reader does not know, or a prefix that is not declared
	XML     Space = -2 // http://www.w3.org/XML/1998/namespace, the prefix xml
)

// binding is a prefix that stands for a namespace from an element on.
type binding struct {
	prefix string
	space  Space
	depth  int // of the element that declares it
	outer  int // the binding of the same prefix that it hides, or -1
}

// innermost finds the binding of a prefix. The last answer is kept: most names
// have the prefix of the one before them.
type innermost struct {
	byPrefix  map[string]int // prefix to the index of its innermost binding; nil for few
	last      string
	lastSpace Space
	fresh     bool // last and lastSpace hold
}

// fault returns the error for the place of the event.
func (c *cursor) fault(format string, args ...any) error {
	line := c.Line()
	pos := document.Pos{Part: c.part, Lines: document.SpanOf(line, line)}
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

// inner returns the qualified name of the innermost open element.
func (s *Scanner) inner() string {
	e := &s.open[len(s.open)-1]
	return s.src[e.start:e.end]
}

// Pos returns the place of the event: the part of a package, else the line.
func (c *cursor) Pos() document.Pos {
	if c.part != "" {
		return document.Pos{Part: c.part}
	}
	return document.LineSpan(c.Line(), c.Line())
}

// Line returns the line on which the event begins, from 1.
func (c *cursor) Line() int {
	if c.from > c.lined {
		c.line += strings.Count(c.src[c.lined:c.from], "\n")
		c.lined = c.from
	}
	return c.line
}

// nameEnd returns where a name ends that begins at i, and where its local
// part begins; end is i if there is no name.
func nameEnd(s string, i int) (end, local int) {
	local = i
	if i < len(s) && (s[i] == '-' || s[i] == '.' || s[i] >= '0' && s[i] <= '9') {
		return i, i
	}
	for end = i; end < len(s) && nameByte[s[end]]; end++ {
		if s[end] == ':' && local == i {
			local = end + 1
		}
	}
	if local == end {
		local = i
	}
	return end, local
}

// nameByte says which bytes a name may have. Every byte beyond ASCII may
// are in one.
var nameByte = func() (t [256]bool) {
	for b := range t {
		t[b] = b >= 0x80 || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' ||
			b == '_' || b == '-' || b == '.' || b == ':'
	}
	return t
}()

// short is how long a text may be for a plain loop to find a byte in it
// sooner than the search of the standard library does.
const short = 16

// skipSpace returns where the white space ends that begins at i.
func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i
}

// hasByte reports whether a text has a byte.
func hasByte(t string, b byte) bool {
	if len(t) > short {
		return strings.IndexByte(t, b) >= 0
	}
	for i := range len(t) {
		if t[i] == b {
			return true
		}
	}
	return false
}

// step counts the bytes that were read since it was called last.
func (s *Scanner) step() error {
	n := s.at - s.done
	s.done = s.at
	return s.env.Step(s.ctx, int64(n), document.Pos{Part: s.part})
}

// Offset returns where the event begins in the source, in bytes.
func (c *cursor) Offset() int { return c.from }

// After returns where the event ends in the source, in bytes.
func (c *cursor) After() int { return c.at }

// Depth returns how many elements are open. At a start tag and at an end tag
// the element itself counts.
func (s *Scanner) Depth() int { return len(s.open) }

// Raw returns the content of a comment or an instruction, or character data
// as it is written.
func (s *Scanner) Raw() string { return s.event.raw }

// Doctype returns what the document type declaration says, or "" before it
// was read.
func (s *Scanner) Doctype() string { return s.prolog.typed }

// outside is the error for text that is in no element.
func (s *Scanner) outside() error {
	if !s.prolog.rooted {
		return s.fault("text before the first element")
	}
	return s.fault("text after the end of the document")
}
