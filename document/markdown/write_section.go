package markdown

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// section writes a section: its heading, then its blocks under it.
func (w *chapterWriter) section(b *document.Section) {
	sections := w.sections
	if title := writeSectionTitle(b); title != "" {
		text := writeSectionInlines(b, title)
		switch {
		case w.out.quiet:
			w.paragraph(text)
		case w.headingText(text, w.opts.Base+1+w.sections):
			w.sections++
		}
	}
	w.blocks(b.Blocks, -1, len(w.out.prefix) == 0)
	w.sections = sections
}

// writeSectionInlines returns the heading of a section, with the title in the label
// that it has.
func writeSectionInlines(b *document.Section, heading string) []document.Inline {
	title := strings.TrimSpace(b.Title)
	if b.Label == 0 || title == "" {
		return document.Plain(heading)
	}
	return []document.Inline{
		&document.Text{Value: strings.TrimSuffix(heading, title)},
		&document.Styled{Style: b.Label, Inlines: document.Plain(title)},
	}
}

// writeSectionTitle returns the heading of a section, or "".
func writeSectionTitle(b *document.Section) string {
	title := strings.TrimSpace(b.Title)
	switch b.Kind {
	case document.SectionSheet:
		return writeLabelled("Sheet", title)
	case document.SectionSlide:
		return writeLabelled(strings.TrimSpace("Slide "+writePositive(b.Number)), title)
	case document.SectionTable:
		return writeLabelled("Table", title)
	case document.SectionSpeakerNotes:
		return "Speaker Notes"
	case document.SectionPart:
		return title
	}
	return ""
}

func writeLabelled(label, title string) string {
	if title == "" {
		return label
	}
	return label + ": " + title
}

func writePositive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}
