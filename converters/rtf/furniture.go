package rtf

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/document"
)

// furniture returns what headers or footers say, each text once, as a section
// with a title.
func (b *builder) furniture(title string, stories []story) []document.Block {
	section := &document.Section{Kind: document.SectionPart, Title: title}
	var said []string
	for i := range stories {
		text := strings.Join(strings.Fields(itemsText(stories[i].items)), " ")
		if text == "" {
			continue
		}
		if slices.Contains(said, text) || stories[i].paged && prose.OnlyPages(text) || len(said) == furnitureMost {
			b.lost[lostPage].add(lineOf(stories[i].items))
			continue
		}
		said = append(said, text)
		if len(section.Blocks) == 0 {
			section.Pos = lineAt(lineOf(stories[i].items))
		}
		section.Blocks = append(section.Blocks, b.blocks(stories[i].items)...)
	}
	if len(section.Blocks) == 0 {
		return nil
	}
	return []document.Block{section}
}

// furnitureMost bounds the headers that are told apart.
const furnitureMost = 64

func lineOf(items []item) int {
	switch {
	case len(items) == 0:
		return 1
	case items[0].para != nil:
		return max(int(items[0].para.line), 1)
	default:
		return max(items[0].table.line, 1)
	}
}

// itemsText returns the text of paragraphs and tables.
func itemsText(items []item) string {
	var out strings.Builder
	for _, it := range items {
		if it.para != nil {
			out.WriteString(it.para.text + "\n")
			for _, p := range it.para.alike {
				out.WriteString(p.text + "\n")
			}
			continue
		}
		if it.table == nil {
			continue // there is none of the body here
		}
		for _, row := range it.table.rows.all() {
			for i := range row.count() {
				out.WriteString(row.text(i))
			}
		}
	}
	return out.String()
}
