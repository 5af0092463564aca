package pack

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// PlainText returns the text of the element that is the event and of all
// inside, and goes to its end.
func PlainText(s *xmlread.Scanner) (string, error) {
	var b []byte
	depth := s.Depth()
	for {
		kind, err := s.Next()
		if err != nil {
			return "", err
		}
		switch kind {
		case xmlread.Text:
			if b, err = s.AppendText(b); err != nil {
				return "", err
			}
		case xmlread.Start:
			if len(b) > 0 && s.Space() == ns.Text && s.Local() == "p" {
				b = append(b, '\n')
			}
		case xmlread.End:
			if s.Depth() == depth {
				return strings.Join(strings.Fields(string(b)), " "), nil
			}
		case xmlread.EOF:
			return string(b), nil
		}
	}
}

// SaysSome goes to the end of the element that is the event and reports
// whether there is text or a drawing in it.
func SaysSome(s *xmlread.Scanner) (bool, error) {
	some := false
	depth := s.Depth()
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return some, err
		case kind == xmlread.Text:
			some = some || !s.IsBlank()
		case kind == xmlread.Start:
			some = some || s.Space() == ns.Draw
		case kind == xmlread.EOF || kind == xmlread.End && s.Depth() == depth:
			return some, nil
		}
	}
}
