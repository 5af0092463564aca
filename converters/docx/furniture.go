package docx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// maxHeads bounds the headers and footers of a document.
const maxHeads = 1 << 10

// section reads the properties of a section (17.6.17): its headers and
// footers. Those of the first page count where the section has one.
func (r *reader) section(s *xmlread.Scanner) error {
	var first []headUse
	title := false
	err := s.Each(func() error {
		switch {
		case wordml.Is(s, "titlePg"):
			title = wordml.Toggled(s)
		case wordml.Is(s, "headerReference"), wordml.Is(s, "footerReference"):
			h := headUse{footer: s.Local() == "footerReference"}
			h.id, _ = s.Attr(wordml.NsR, "id")
			switch kind, _ := s.Attr(wordml.NsW, "type"); kind {
			case "first":
				first = append(first, h)
				return s.Skip()
			case "even":
				h.even = true
			}
			r.paper.addHead(h)
		}
		return s.Skip()
	})
	if title {
		for _, h := range first {
			r.paper.addHead(h)
		}
	}
	return err
}

// addHead notes a header or footer once.
func (p *paper) addHead(h headUse) {
	if !slices.Contains(p.heads, h) && len(p.heads) < maxHeads {
		p.heads = append(p.heads, h)
	}
}

// furniture returns what the headers and the footers say.
func (r *reader) furniture() ([]document.Block, error) {
	var all wordtext.Furniture
	for _, h := range r.paper.heads {
		if h.even {
			if apart, err := r.setting("evenAndOddHeaders"); err != nil || !apart {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		rel, ok := r.defs.Parts.Main.ByID(h.id)
		if !ok || rel.External || !r.pkg.Has(rel.Target) || !r.others.once(rel.Target) {
			continue
		}
		blocks, paged, err := r.head(rel.Target)
		if err = r.spare(rel.Target, err); err != nil {
			return nil, err
		}
		if all.Add(h.footer, paged, blocks) {
			r.Lose(lost.Furniture, document.Pos{Part: rel.Target})
		}
	}
	return all.Sections(r.env), nil
}

// head reads a part that is a header or a footer, and reports whether the number of
// a page was met in it.
func (r *reader) head(part string) (blocks []document.Block, paged bool, err error) {
	st, err := r.open(part)
	if err != nil {
		return nil, false, err
	}
	if err := findLids(st); err != nil {
		return nil, false, err
	}
	err = st.s.Walk(func() (err error) {
		blocks, err = st.blocks()
		return err
	})
	if err != nil {
		return nil, false, err
	}
	return blocks, *st.paged, nil
}

// setting reports whether something is on in the settings of the document
// (17.15.1).
func (r *reader) setting(name string) (bool, error) {
	part := r.pkg.Part(r.defs.Parts.Main, "settings")
	if part == "" {
		return false, nil
	}
	s, err := r.pkg.Scan(part, r.defs.Parts.Spaces)
	if err != nil {
		return false, r.spare(part, err)
	}
	for {
		event, err := s.Next()
		if err != nil || event == xmlread.EOF {
			return false, r.spare(part, err)
		}
		if event == xmlread.Start && wordml.Is(s, name) {
			return wordml.Toggled(s), nil
		}
	}
}
