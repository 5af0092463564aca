package xml

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// references returns the list of what an article cites.
func (p *prose) references(n xmlread.NodeID, level int) ([]document.Block, error) {
	out := sink{held: &p.held}
	if title := p.elements.titleOf(n); title == 0 {
		out.put(converters.Make(p.elements.Env, &document.Heading{Pos: p.elements.Pos(n), Level: level + 1, Inlines: converters.Make(p.elements.Env, document.Plain("References"))}))
	} else if p.elements.Parent(title) != n {
		blocks, err := p.heading(title, n, level+1)
		if err != nil {
			return nil, err
		}
		out.put(blocks...)
	}
	list, count := converters.Make(p.elements.Env, &document.List{Pos: p.elements.Pos(n)}), 0
	err := p.elements.each(n, func(c xmlread.NodeID) error {
		r := p.elements.role(c)
		switch r {
		case roleReference:
		case roleDrop:
			return p.pass(c)
		default:
			return p.block(&out, c, r, level+1)
		}
		blocks, err := p.reference(c)
		if len(blocks) > 0 {
			marker := ""
			marker, count = p.cites.marker(c, count+1)
			list.Items = append(list.Items, converters.Make(p.elements.Env, document.Item{Marker: marker, Blocks: blocks}))
		}
		return err
	})
	if count > 0 {
		out.put(list)
	}
	return out.blocks, err
}

// reference returns what a reference says: one or several citations, and what is
// noted of them. One in parts, without the punctuation between them, gets its own.
func (p *prose) reference(n xmlread.NodeID) ([]document.Block, error) {
	var out []document.Block
	if p.elements.Name(n).Local == "biblioentry" {
		return out, p.cited(&out, n, n)
	}
	found := false
	err := p.elements.each(n, func(c xmlread.NodeID) error {
		if p.elements.Name(c).Local == "citation-alternatives" {
			if c = p.elements.named(c, "mixed-citation", "element-citation", "nlm-citation"); c == 0 {
				return nil
			}
		}
		switch p.elements.Name(c).Local {
		case "element-citation", "mixed-citation", "citation", "nlm-citation":
			found = true
			return p.cited(&out, n, c)
		case "note":
			content, err := p.content(c, 1)
			out = append(out, content...)
			return err
		}
		return nil
	})
	if err == nil && !found {
		err = p.cited(&out, n, n)
	}
	return out, err
}

// cited adds a citation of a reference.
func (p *prose) cited(out *[]document.Block, reference, n xmlread.NodeID) error {
	if name := p.elements.Name(n).Local; name == "element-citation" || name == "biblioentry" {
		text, err := p.cites.citation(n)
		if text != "" {
			*out = append(*out, p.elements.Env.PlainParagraph(p.elements.Pos(reference), text))
		}
		return err
	}
	l := p.elements.newLine()
	err := p.inlines(&l, n, 0)
	if inlines := l.inlines(); len(inlines) > 0 {
		*out = append(*out, converters.Make(p.elements.Env, &document.Paragraph{Pos: p.elements.Pos(reference), Inlines: inlines}))
	}
	return err
}
