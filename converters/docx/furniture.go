package docx

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// headUse is a header or a footer that a section names.
type headUse struct {
	footer bool
	even   bool // on pages with even numbers, where the document sets them apart (17.10.1)
	id     string
}

// maxHeads bounds the headers and footers of a document.
const maxHeads = 1 << 10

// headSaid is what a header or a footer says.
type headSaid struct {
	text  []byte
	paged bool // a number of a page was met
}

// page notes that the number of a page was met.
func (h *headSaid) page() {
	if h != nil {
		h.paged = true
	}
}

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
			r.addHead(h)
		}
		return s.Skip()
	})
	if title {
		for _, h := range first {
			r.addHead(h)
		}
	}
	return err
}

// addHead notes a header or footer once.
func (r *reader) addHead(h headUse) {
	if !slices.Contains(r.heads, h) && len(r.heads) < maxHeads {
		r.heads = append(r.heads, h)
	}
}

// furniture returns what the headers or the footers say, each text once, as a
// section with a title.
func (r *reader) furniture(title string, footers bool) ([]document.Block, error) {
	section := &document.Section{Kind: document.SectionPart, Title: title}
	var texts []string
	for _, h := range r.heads {
		if h.footer != footers {
			continue
		}
		if h.even {
			if apart, err := r.setting("evenAndOddHeaders"); err != nil || !apart {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		blocks, text, pos, err := r.head(h)
		if err = r.spare(pos.Part, err); err != nil {
			return nil, err
		}
		if len(blocks) == 0 {
			continue
		}
		if slices.Contains(texts, text) {
			r.Lose(lost.Furniture, pos)
			continue
		}
		texts = append(texts, text)
		if len(section.Blocks) == 0 {
			section.Pos = pos
		}
		section.Blocks = append(section.Blocks, blocks...)
	}
	if len(section.Blocks) == 0 {
		return nil, nil
	}
	return []document.Block{section}, nil
}

// head reads one header or footer. One that says nothing but the number of
// the page is counted instead.
func (r *reader) head(h headUse) (blocks []document.Block, text string, pos document.Pos, err error) {
	rel, ok := r.defs.Main.ByID(h.id)
	if !ok || rel.External || !r.pkg.Has(rel.Target) || !r.once(rel.Target) {
		return nil, "", pos, nil
	}
	pos.Part = rel.Target
	st, err := r.open(rel.Target)
	if err != nil {
		return nil, "", pos, err
	}
	said := &headSaid{}
	st.said = said
	err = st.s.Walk(func() (err error) {
		blocks, err = st.blocks()
		return err
	})
	if err != nil {
		return nil, "", pos, err
	}
	text = strings.Join(strings.Fields(string(said.text)), " ")
	if len(blocks) > 0 && (text != "" || said.paged) && prose.OnlyPages(text) {
		r.Lose(lost.Furniture, st.pos)
		blocks = nil
	}
	return blocks, text, st.pos, nil
}

// setting reports whether something is on in the settings of the document
// (17.15.1).
func (r *reader) setting(name string) (bool, error) {
	part := r.pkg.Part(r.defs.Main, "settings")
	if part == "" {
		return false, nil
	}
	s, err := r.pkg.Scan(part, r.defs.Spaces)
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
