package xml

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// list adds a list with the markers that its kind shows.
func (p *prose) list(to *sink, n xmlread.NodeID, r role) error {
	if strings.Contains("order alpha-lower alpha-upper roman-lower roman-upper", orNone(p.elements.Attr(n, xmlread.None, "list-type"))) {
		r = roleNumbers
	}
	if err := p.infoTitle(to, n); err != nil {
		return err
	}
	kind := p.elements.Attr(n, xmlread.None, "numeration") + p.elements.Attr(n, xmlread.None, "list-type")
	list := converters.Make(p.elements.Env, &document.List{Pos: p.elements.Pos(n)})
	put := func() {
		if len(list.Items) > 0 {
			to.put(list)
		}
	}
	count := p.startOf(n, r)
	err := p.elements.each(n, func(c xmlread.NodeID) error {
		if !p.isItem(c) {
			put()
			list = converters.Make(p.elements.Env, &document.List{Pos: p.elements.Pos(n)})
			return p.beside(to, n, c)
		}
		label, first := p.elements.named(c, "label"), true
		return p.portions(c, label, 1, func(blocks []document.Block) {
			marker := "-"
			switch {
			case !first: // goes on
			case label != 0 && p.elements.words(label) != "":
				marker = p.elements.words(label)
			case r == roleNumbers:
				count++
				marker = number(kind, count)
			}
			first = false
			list.Items = append(list.Items, converters.Make(p.elements.Env, document.Item{Marker: marker, Blocks: blocks}))
		})
	})
	if r == roleNumbers {
		p.counted = count
	}
	put()
	return err
}

// isItem reports whether a child of a list is one of its items, not something
// that may be elsewhere, too.
func (p *prose) isItem(n xmlread.NodeID) bool {
	name := p.elements.Name(n).Local
	return name == "step" || p.elements.roles[name] == roleUnknown
}

// startOf returns the number before the first one of a list: DocBook says where
// it begins, or that it continues the numbers of the list before.
func (p *prose) startOf(n xmlread.NodeID, r role) int {
	if r != roleNumbers {
		return 0
	}
	if p.elements.Attr(n, xmlread.None, "continuation") == "continues" {
		return p.counted
	}
	start, err := strconv.Atoi(p.elements.Attr(n, xmlread.None, "startingnumber"))
	if err != nil || start < 1 || start > 1<<30 {
		return 0
	}
	return start - 1
}

// number returns the marker of a numbered item.
func number(kind string, n int) string {
	if strings.Contains(kind, "alpha") && n <= 26 {
		if strings.Contains(kind, "upper") {
			return string(rune('A'+n-1)) + "."
		}
		return string(rune('a'+n-1)) + "."
	}
	return strconv.Itoa(n) + "."
}

// definitions adds a list of terms with what is said of them.
func (p *prose) definitions(to *sink, n xmlread.NodeID) error {
	list := converters.Make(p.elements.Env, &document.DefinitionList{Pos: p.elements.Pos(n)})
	put := func() {
		if len(list.Definitions) > 0 {
			to.put(list)
		}
		list = converters.Make(p.elements.Env, &document.DefinitionList{Pos: list.Pos})
	}
	if err := p.infoTitle(to, n); err != nil {
		return err
	}
	err := p.elements.each(n, func(c xmlread.NodeID) error {
		if p.elements.named(c, "term", "glossterm") == 0 {
			put()
			return p.beside(to, n, c)
		}
		if len(list.Definitions) == maxBlocks {
			put()
		}
		return p.definition(list, c)
	})
	put()
	return err
}

// definition adds a term and what is said of it to a list.
func (p *prose) definition(list *document.DefinitionList, n xmlread.NodeID) error {
	var d document.Definition
	err := p.elements.each(n, func(part xmlread.NodeID) error {
		switch p.elements.Name(part).Local {
		case "term", "glossterm":
			l := p.elements.newLine()
			err := p.inlines(&l, part, 0)
			d.Terms = append(d.Terms, l.inlines())
			return err
		}
		out := sink{held: &p.held}
		err := p.beside(&out, n, part)
		if len(out.blocks) > 0 {
			d.Details = append(d.Details, out.blocks)
		}
		return err
	})
	if len(d.Terms)+len(d.Details) > 0 {
		list.Definitions = append(list.Definitions, d)
	}
	return err
}

// entry returns an entry of a glossary that is in no list.
func (p *prose) entry(n xmlread.NodeID) ([]document.Block, error) {
	list := converters.Make(p.elements.Env, &document.DefinitionList{Pos: p.elements.Pos(n)})
	if err := p.definition(list, n); err != nil || len(list.Definitions) == 0 {
		return nil, err
	}
	return []document.Block{list}, nil
}

// labelled returns a note that is among others, behind its mark.
func (p *prose) labelled(n xmlread.NodeID) ([]document.Block, error) {
	blocks, err := p.noteText(n)
	label := p.elements.words(p.elements.named(n, "label"))
	if label == "" || err != nil {
		return blocks, err
	}
	if len(blocks) > 0 {
		if first, ok := blocks[0].(*document.Paragraph); ok {
			first.Inlines = append([]document.Inline{converters.Make(p.elements.Env, &document.Text{Value: label + " "})}, first.Inlines...)
			return blocks, nil
		}
	}
	return append([]document.Block{p.elements.Env.PlainParagraph(p.elements.Pos(n), label)}, blocks...), nil
}

// infoTitle adds the title that is in what an element says of itself as a
// paragraph in bold. One that is in the element itself is read there.
func (p *prose) infoTitle(to *sink, n xmlread.NodeID) error {
	title := p.elements.titleOf(n)
	if title == 0 || p.elements.Parent(title) == n {
		return nil
	}
	blocks, err := p.bold(title)
	to.put(blocks...)
	return err
}
