package odf

import (
	"cmp"

	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// readMeta reads what the document says of itself (ODF 1.3 part 3, 4.3).
func (d *doc) readMeta() error {
	part := "meta.xml"
	if d.src.Archive == nil {
		part = ""
	} else if !d.src.Has(part) {
		return nil
	}
	s, err := d.src.Open(part)
	if err == nil {
		err = d.meta.read(s)
	}
	return d.Spare(err, document.Pos{Part: part})
}

// read reads the elements of office:meta.
func (m *meta) read(s *xmlread.Scanner) error {
	initial := ""
	fields := map[string]*string{
		"generator": &m.generator, "title": &m.Title, "subject": &m.Subject, "creator": &m.Author, "initial-creator": &initial,
		"keyword": &m.Keywords, "creation-date": &m.Created, "date": &m.Modified, "language": &m.Language,
	}
	err := s.Walk(func() error {
		local := s.Local()
		switch {
		case s.Depth() == 2 && local != "meta":
			return s.Skip() // flat documents have their body here
		case s.Depth() <= 2:
			return nil
		}
		text, err := pack.PlainText(s)
		if to := fields[local]; to != nil && err == nil {
			if local == "keyword" && *to != "" {
				text = *to + ", " + text
			}
			*to = text
		}
		return err
	})
	m.Author = cmp.Or(m.Author, initial)
	return err
}
