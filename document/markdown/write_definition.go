package markdown

import "github.com/seed353dc258/backstory/document"

// writeDefinitions returns the list of terms: each an item that begins with the term
// in bold and a colon. Several details are a list below it.
func writeDefinitions(b *document.DefinitionList) *document.List {
	list := &document.List{Pos: b.Pos}
	for _, d := range b.Definitions {
		list.Items = append(list.Items, writeDefinition(d))
	}
	return list
}

func writeDefinition(d document.Definition) document.Item {
	var head []document.Inline
	for i, term := range d.Terms {
		if i > 0 {
			head = append(head, &document.Text{Value: ", "})
		}
		head = append(head, &document.Styled{Style: document.Strong, Inlines: term})
	}
	head = append(head, &document.Text{Value: ": "})
	if len(d.Details) != 1 {
		blocks := []document.Block{&document.Paragraph{Inlines: head}}
		details := &document.List{}
		for _, detail := range d.Details {
			details.Items = append(details.Items, document.Item{Blocks: detail})
		}
		if len(details.Items) > 0 {
			blocks = append(blocks, details)
		}
		return document.Item{Blocks: blocks}
	}
	rest := d.Details[0]
	var pos document.Pos
	if len(rest) > 0 {
		if p, ok := rest[0].(*document.Paragraph); ok {
			head, rest, pos = append(head, p.Inlines...), rest[1:], p.Pos
		}
	}
	blocks := []document.Block{&document.Paragraph{Pos: pos, Inlines: head}}
	return document.Item{Blocks: append(blocks, rest...)}
}
