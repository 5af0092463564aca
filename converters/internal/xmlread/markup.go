package xmlread

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
)

// markup reads what begins with "<!" or "<?". For what is not an event it returns
// EOF without an error.
func (s *Scanner) markup() (Kind, error) {
	rest := s.src[s.at:]
	switch {
	case strings.HasPrefix(rest, "<?"):
		return s.instruction()
	case strings.HasPrefix(rest, "<!--"):
		raw, ok := s.until("<!--", "-->")
		if !ok {
			return EOF, s.fault("a comment does not end")
		}
		s.event.raw = raw
		return Comment, nil
	case strings.HasPrefix(rest, "<![CDATA["):
		if len(s.open) == 0 {
			return EOF, s.outside()
		}
		raw, ok := s.until("<![CDATA[", "]]>")
		if !ok {
			return EOF, s.fault("a CDATA section does not end")
		}
		s.event.raw, s.event.cdata = raw, true
		return Text, nil
	case strings.HasPrefix(rest, "<!DOCTYPE"):
		return EOF, s.documentType()
	default:
		return EOF, s.fault("a declaration where none is allowed")
	}
}

// until reads from an opening to the closing after it and returns what is
// between them.
func (c *cursor) until(opening, closing string) (string, bool) {
	body := c.src[c.at+len(opening):]
	n := strings.Index(body, closing)
	if n < 0 {
		return "", false
	}
	c.at += len(opening) + n + len(closing)
	return body[:n], true
}

// instruction reads a processing instruction. The XML declaration is one in
// its form only.
func (s *Scanner) instruction() (Kind, error) {
	raw, ok := s.until("<?", "?>")
	if !ok {
		return EOF, s.fault("a processing instruction does not end")
	}
	s.event.raw = raw
	target, _, _ := strings.Cut(raw, " ")
	if !strings.EqualFold(strings.TrimRight(target, "\t\r\n"), "xml") {
		return ProcInst, nil
	}
	if skipSpace(s.src, 0) != s.from {
		return EOF, s.fault("an XML declaration that is not at the start")
	}
	return EOF, nil
}

// documentType reads a document type declaration. One with an internal subset
// is refused, unless that is blank: it could declare entities, and nothing in a document is worth
// them.
func (s *Scanner) documentType() error {
	if s.prolog.rooted || s.prolog.doctype {
		return s.fault("a document type declaration where none is allowed")
	}
	for i := s.at + len("<!DOCTYPE"); i < len(s.src); i++ {
		switch s.src[i] {
		case '>':
			s.prolog.typed = s.src[s.at+len("<!DOCTYPE") : i]
			s.at = i + 1
			s.prolog.doctype = true
			return nil
		case '[':
			if end := skipSpace(s.src, i+1); end < len(s.src) && s.src[end] == ']' {
				i = end // it declares nothing
				continue
			}
			pos := s.Pos()
			return &converters.CorruptError{
				Pos:    pos,
				What:   "Invalid XML document: the document type has an internal subset, which could declare entities and is not read",
				Remedy: "take the part in [ ] out of the DOCTYPE",
			}
		case '"', '\'':
			n := strings.IndexByte(s.src[i+1:], s.src[i])
			if n < 0 {
				return s.fault("the document type declaration does not end")
			}
			i += n + 1
		case '<':
			return s.fault("a %q inside the document type declaration", "<")
		}
	}
	return s.fault("the document type declaration does not end")
}
