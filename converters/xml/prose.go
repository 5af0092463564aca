package xml

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// child adds a child to a flow.
func (p *prose) child(f *flow, c xmlread.NodeID, level int) error {
	if p.elements.IsText(c) {
		f.say(p.elements.Text(c), 0)
		return nil
	}
	r := p.elements.role(c)
	if p.elements.deletes(c) {
		if isBlock(r) {
			p.end(f)
			defer p.end(f)
		}
		f.say(p.elements.deletedText(c), document.Styles(0).With(document.Hidden))
		return nil
	}
	return p.settle(f, c, r, level)
}

// settle adds a child that is an element and stays to a flow.
func (p *prose) settle(f *flow, c xmlread.NodeID, r role, level int) error {
	if p.elements.Name(c).Local == "label" && p.elements.sibling(c, "title") != 0 {
		return nil // the heading has it
	}
	if r == roleAlternatives {
		if table := p.elements.named(c, "table"); table != 0 {
			c, r = table, roleTable
		}
	}
	if !isBlock(r) {
		return p.inline(&f.line, c, 0)
	}
	p.end(f)
	after := p.after
	p.after = nil
	err := p.block(f.sink, c, r, level)
	if f.sink.out != nil {
		f.put(p.after...)
		p.after = nil
	}
	p.after = append(after, p.after...)
	return err
}

// block adds the blocks for an element to others. Those of an element that has
// no form of its own are the blocks of what is in it.
func (p *prose) block(to *sink, n xmlread.NodeID, r role, level int) error {
	switch r {
	case roleQuote, roleAside:
		return p.quote(to, n, r, level)
	case roleFigure, roleCaptioned:
		return p.figure(to, n, r, level)
	case roleDefinitions:
		return p.definitions(to, n)
	case roleBullets, roleNumbers:
		return p.list(to, n, r)
	case roleSynopsis:
		return p.synopsis(to, n)
	case rolePrototype:
		return p.prototype(to, n)
	}
	blocks, formed, err := p.form(n, r, level)
	switch {
	case formed || err != nil:
		to.put(blocks...)
		return err
	case r == roleSection:
		level++
		if title := p.elements.titleOf(n); title != 0 && p.elements.Parent(title) != n {
			return p.described(to, n, title, level)
		}
	}
	return p.fill(to, n, level)
}

// described adds a section whose title is in what it says of itself.
func (p *prose) described(to *sink, n, title xmlread.NodeID, level int) error {
	blocks, err := p.heading(title, n, level)
	if err != nil {
		return err
	}
	to.put(blocks...)
	outer := p.known
	p.known = p.elements.Parent(title)
	defer func() { p.known = outer }()
	blocks, err = p.info(p.known, level+1)
	if err != nil {
		return err
	}
	to.put(blocks...)
	return p.fill(to, n, level)
}

// form returns the blocks for an element with a form of its own, and whether
// it has one.
func (p *prose) form(n xmlread.NodeID, r role, level int) (blocks []document.Block, formed bool, err error) {
	switch r {
	case roleTitle:
		if !p.isHeading(n) {
			blocks, err = p.bold(n)
			break
		}
		blocks, err = p.heading(n, p.elements.Parent(n), level)
	case roleLines:
		blocks = []document.Block{converters.Make(p.elements.Env, &document.Paragraph{Pos: p.elements.Pos(n), Inlines: converters.Make(p.elements.Env, document.Plain(strings.Trim(p.elements.All(n), "\n")))})}
	case roleCode:
		blocks = p.code(n)
	case roleTable:
		blocks, err = p.table(n)
	case roleDisplay:
		blocks, err = p.display(n, level)
	case roleReferences:
		blocks, err = p.references(n, level)
	case roleLabelled:
		blocks, err = p.labelled(n)
	case roleEntry:
		blocks, err = p.entry(n)
	default:
		return nil, false, nil
	}
	return blocks, true, err
}

// isHeading reports whether a title is that of a section. One in a list, a figure
// or a verse is none: it would be the heading of all that follows.
func (p *prose) isHeading(n xmlread.NodeID) bool {
	outer := p.elements.Parent(n)
	switch name := p.elements.Name(outer).Local; name {
	case "abstract", "trans-abstract", "refnamediv":
		return true
	default:
		r := p.elements.roles[name]
		return p.elements.Name(n).Local != "bridgehead" && (outer == xmlread.Root || r == roleSection || r == roleReferences)
	}
}

// heading returns a title as the heading of a section.
func (p *prose) heading(n, section xmlread.NodeID, level int) ([]document.Block, error) {
	l := p.elements.newLine()
	if label := p.elements.sibling(n, "label"); label != 0 {
		l.say(p.elements.words(label)+" ", 0)
	}
	if err := p.inlines(&l, n, 0); err != nil {
		return nil, err
	}
	inlines := l.inlines()
	if len(inlines) == 0 {
		return nil, nil
	}
	return []document.Block{converters.Make(p.elements.Env, &document.Heading{Pos: p.elements.Pos(n), Level: max(level, 1), ID: p.elements.Attr(section, xmlread.None, "id"), Inlines: inlines})}, nil
}

// beside adds a child of a list that is none of its items: its title, what is
// said before the first of them. A term has what is said of it so.
func (p *prose) beside(to *sink, n, c xmlread.NodeID) error {
	switch p.elements.Name(c).Local {
	case "title", "term-head", "def-head":
		blocks, err := p.bold(c)
		to.put(blocks...)
		return err
	}
	f := p.open(n, to)
	defer p.close()
	err := p.settle(f, c, p.elements.role(c), 1)
	p.end(f)
	return err
}

// quote adds a quotation, or an aside with what it is called.
func (p *prose) quote(to *sink, n xmlread.NodeID, r role, level int) error {
	title := p.elements.titleOf(n)
	blocks, err := p.bold(title)
	if err != nil {
		return err
	}
	if r == roleAside && title == 0 {
		name := p.elements.Name(n).Local
		blocks = append(blocks, converters.Make(p.elements.Env, &document.Paragraph{Pos: p.elements.Pos(n), Inlines: []document.Inline{
			converters.Make(p.elements.Env, &document.Styled{Style: document.Strong, Inlines: converters.Make(p.elements.Env, document.Plain(strings.ToUpper(name[:1])+name[1:]))}),
		}}))
	}
	p.held += document.Weight(blocks...)
	err = p.portions(n, title, level+1, func(content []document.Block) {
		to.put(converters.Make(p.elements.Env, &document.Quote{Pos: p.elements.Pos(n), Blocks: append(blocks, content...)}))
		blocks = nil
	})
	if len(blocks) > 0 {
		to.put(converters.Make(p.elements.Env, &document.Quote{Pos: p.elements.Pos(n), Blocks: blocks}))
	}
	return err
}

// code returns literal text.
func (p *prose) code(n xmlread.NodeID) []document.Block {
	text := strings.Trim(p.elements.Env.Gate.Code(p.elements.All(n)), "\n")
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return []document.Block{converters.Make(p.elements.Env, &document.CodeBlock{Pos: p.elements.Pos(n), Lang: p.elements.Attr(n, xmlread.None, "language"), Text: strings.TrimRight(text, " \t\n")})}
}

// figure adds a figure, a table with its caption, or an example: label and
// title in bold in one line, then the rest, which is a picture by its text where
// the element is one.
func (p *prose) figure(to *sink, n xmlread.NodeID, r role, level int) error {
	bold := document.Styles(0).With(document.Strong)
	l := p.elements.newLine()
	label, caption := p.elements.named(n, "label"), p.elements.named(n, "caption")
	l.say(p.elements.words(label), bold)
	titles := [...]xmlread.NodeID{p.elements.titleOf(n), p.elements.named(caption, "title")}
	for _, title := range titles {
		if title == 0 {
			continue
		}
		l.say(" ", bold)
		if err := p.inlines(&l, title, bold); err != nil {
			return err
		}
	}
	f := p.open(n, to)
	defer p.close()
	if inlines := l.inlines(); len(inlines) > 0 {
		to.put(converters.Make(p.elements.Env, &document.Paragraph{Pos: p.elements.Pos(n), Inlines: inlines}))
	}
	for _, part := range []xmlread.NodeID{caption, n} {
		for c := p.elements.First(part); c != 0; c = p.elements.Next(c) {
			if c == label || c == caption || slices.Contains(titles[:], c) {
				continue
			}
			if err := p.child(f, c, level+1); err != nil {
				return err
			}
		}
		p.end(f)
		if r == roleCaptioned {
			p.image(&f.line, n, 0)
			p.end(f)
			break
		}
	}
	return nil
}

// synopsis adds how a command of DocBook is called, as a paragraph.
func (p *prose) synopsis(to *sink, n xmlread.NodeID) error {
	f := p.open(n, to)
	defer p.close()
	err := p.joined(&f.line, n, "", 0)
	p.end(f)
	return err
}
