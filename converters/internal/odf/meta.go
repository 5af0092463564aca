package odf

import (
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
		err = d.metadata(s)
	}
	return d.Spare(err, document.Pos{Part: part})
}

// metadata reads the elements of office:meta.
func (d *doc) metadata(s *xmlread.Scanner) error {
	initial := ""
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.EOF {
			if d.meta.Author == "" {
				d.meta.Author = initial
			}
			return err
		}
		if kind != xmlread.Start || s.Depth() <= 2 {
			if kind == xmlread.Start && s.Depth() == 2 && s.Local() != "meta" {
				err = s.Skip() // flat documents have their body here
			}
			if err != nil {
				return err
			}
			continue
		}
		local := s.Local()
		text, err := pack.PlainText(s)
		if err != nil {
			return err
		}
		if local == "initial-creator" {
			initial = text
		}
		d.setMeta(local, text)
	}
}

// setMeta takes what an element of office:meta says.
func (d *doc) setMeta(local, text string) {
	switch local {
	case "generator":
		d.generator = text
	case "title":
		d.meta.Title = text
	case "subject":
		d.meta.Subject = text
	case "creator":
		d.meta.Author = text
	case "keyword":
		if d.meta.Keywords != "" {
			text = d.meta.Keywords + ", " + text
		}
		d.meta.Keywords = text
	case "creation-date":
		d.meta.Created = text
	case "date":
		d.meta.Modified = text
	case "language":
		d.meta.Language = text
	}
}
