package xlsx

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters/xlsx/sml"
)

// furniture keeps the header or the footer of printed pages, once for the
// workbook, and not where it is only numbers, dates and names.
func (sh *worksheet) furniture(s *sml.Scanner) error {
	title := "Header"
	if bytes.HasSuffix(s.Name, []byte("Footer")) {
		title = "Footer"
	}
	var raw []byte
	if err := s.Content(func(text []byte, data bool) {
		if data {
			raw = append(raw, text...)
		} else {
			raw = sml.Decode(raw, text)
		}
	}); err != nil {
		return err
	}
	text := sml.HeaderText(string(raw))
	if text == "" || sh.book.printed[title+text] {
		return nil
	}
	if sh.book.printed == nil {
		sh.book.printed = map[string]bool{}
	}
	sh.book.printed[title+text] = true
	sh.printed = append(sh.printed, title+": "+text)
	return sh.node()
}
