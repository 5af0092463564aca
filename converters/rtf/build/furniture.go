package build

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/prose"
	"github.com/seed353dc258/backstory/converters/rtf/model"
	"github.com/seed353dc258/backstory/document"
)

// furniture returns a section of headers or footers with a title: each text once,
// without those that only count pages.
func (b *builder) furniture(title string, all []model.Furniture) []document.Block {
	said := map[string]bool{}
	section := &document.Section{Kind: document.SectionPart, Title: title}
	for _, f := range all {
		text := strings.Join(strings.Fields(string(appendItems(nil, f.Items))), " ")
		switch {
		case text == "":
		case f.Paged && prose.OnlyPages(text), said[text]:
			b.Losses.Lose(lost.Furniture, model.LineAt(f.Items[0].Line()))
		default:
			if len(said) == 0 {
				section.Pos = model.LineAt(f.Items[0].Line())
			}
			said[text] = true
			section.Blocks = b.pour(section.Blocks, f.Items)
		}
	}
	if len(section.Blocks) == 0 {
		return nil
	}
	return []document.Block{section}
}

// appendItems appends the text of paragraphs and tables.
func appendItems(text []byte, items []model.Item) []byte {
	for _, it := range items {
		if it.Para != nil {
			text = append(append(text, it.Para.Text...), '\n')
			continue
		}
		for _, row := range it.Table.Rows {
			for _, cell := range row.Cells {
				text = appendItems(append(text, cell.Text...), cell.Items)
			}
		}
	}
	return text
}

// cellText returns the text of a cell without the blanks around it.
func cellText(c model.Cell) string {
	switch {
	case len(c.Items) == 0:
		return strings.TrimSpace(c.Text)
	case len(c.Items) == 1 && c.Items[0].Para != nil:
		return strings.TrimSpace(c.Items[0].Para.Text)
	}
	return strings.TrimSpace(string(appendItems(nil, c.Items)))
}
