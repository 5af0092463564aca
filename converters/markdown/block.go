package markdown

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// block appends what a block becomes.
func (r *reader) block(out []document.Block, n markdown.NodeID) []document.Block {
	node := &r.tree.Nodes[n]
	pos := r.pos(n)
	if r.mdx && r.isModule(n) {
		return append(out, &document.CodeBlock{Pos: pos, Lang: "jsx", Text: strings.TrimRight(r.tree.Text(n), "\n")})
	}
	switch node.Kind {
	case markdown.KindFrontMatter:
		return r.frontMatter(out, n)
	case markdown.KindParagraph:
		return r.paragraph(out, n)
	case markdown.KindHeading:
		return append(out, r.heading(n))
	case markdown.KindThematicBreak:
		return append(out, &document.ThematicBreak{Pos: pos})
	case markdown.KindBlockQuote:
		return append(out, &document.Quote{Pos: pos, Blocks: r.inside(n)})
	case markdown.KindList:
		return append(out, r.list(n))
	case markdown.KindCodeBlock:
		lang, _, _ := strings.Cut(r.tree.Info(n), " ")
		return append(out, &document.CodeBlock{Pos: pos, Lang: lang, Text: strings.TrimSuffix(r.tree.Text(n), "\n")})
	case markdown.KindHTMLBlock:
		return r.htmlBlock(out, n)
	case markdown.KindTable:
		return append(out, r.table(n))
	case markdown.KindDefinition:
		return out // its links hold the target now
	case markdown.KindFootnote:
		return append(out, &document.Note{Pos: pos, ID: noteID(r.span(node.Info)), Blocks: r.inside(n)})
	default:
		panic("markdown: unknown block " + node.Kind.String())
	}
}

// inside returns the blocks in a container.
func (r *reader) inside(n markdown.NodeID) []document.Block {
	var out []document.Block
	for c := r.tree.Nodes[n].First; c != 0; c = r.tree.Nodes[c].Next {
		out = r.block(out, c)
	}
	return out
}

func (r *reader) span(s markdown.Span) string { return r.source[s.Start:s.End] }

// paragraph appends a paragraph, unless all of it was HTML that says nothing.
func (r *reader) paragraph(out []document.Block, n markdown.NodeID) []document.Block {
	w := r.leaf(n)
	return w.displayed(out, w.done())
}

func (r *reader) heading(n markdown.NodeID) *document.Heading {
	inlines := r.inlines(n)
	return &document.Heading{
		Pos: r.pos(n), Level: int(r.tree.Nodes[n].Level),
		ID: r.anchor(document.InlineText(inlines)), Inlines: inlines,
	}
}

// anchor returns what links in the same file call a heading: GitHub's rule,
// lower case, letters, digits, hyphens and underscores, spaces as hyphens, and
// a number from the second of a name on.
func (r *reader) anchor(text string) string {
	slug := markdown.Slug(text)
	n := r.slugs[slug]
	r.slugs[slug]++
	if n == 0 {
		return slug
	}
	return slug + "-" + strconv.Itoa(n)
}

func (r *reader) list(n markdown.NodeID) *document.List {
	node := &r.tree.Nodes[n]
	list := &document.List{Pos: r.pos(n), Loose: !node.Tight}
	for c := node.First; c != 0; c = r.tree.Nodes[c].Next {
		list.Items = append(list.Items, r.item(c))
	}
	return list
}

func (r *reader) item(n markdown.NodeID) document.Item {
	node := &r.tree.Nodes[n]
	item := document.Item{Marker: "-", Blocks: r.inside(n)}
	if node.Mark == '.' || node.Mark == ')' {
		item.Marker = strconv.Itoa(int(node.Number)) + string(node.Mark)
	}
	switch node.Task {
	case markdown.TaskOpen:
		item.Task = document.TaskOpen
	case markdown.TaskDone:
		item.Task = document.TaskDone
	}
	return item
}

func (r *reader) table(n markdown.NodeID) *document.Table {
	grid := document.Grid{}
	for row := r.tree.Nodes[n].First; row != 0; row = r.tree.Nodes[row].Next {
		node := &r.tree.Nodes[row]
		if node.Excess {
			r.warn(warnCells, "a table row has more cells than its header; they are not shown", r.pos(row))
		}
		var cells []document.Cell
		for c := node.First; c != 0; c = r.tree.Nodes[c].Next {
			if node.Header {
				grid.Table.Align = append(grid.Table.Align, document.Align(r.tree.Nodes[c].Align))
			}
			cell := document.Cell{Blocks: []document.Block{}}
			if inlines := r.inlines(c); len(inlines) > 0 {
				cell.Blocks = append(cell.Blocks, &document.Paragraph{Pos: r.pos(row), Inlines: inlines})
			}
			cells = append(cells, cell)
		}
		grid.Row(document.Row{Pos: r.pos(row), Cells: cells})
	}
	grid.Table.Pos, grid.Table.Header = r.pos(n), 1
	return &grid.Table
}

// frontMatter takes the title, the author and the date, and keeps the whole
// only where that is asked for.
func (r *reader) frontMatter(out []document.Block, n markdown.NodeID) []document.Block {
	text := strings.TrimRight(r.tree.Text(n), "\n")
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(line, ":")
		if r.tree.Nodes[n].Mark == '+' {
			key, value, ok = strings.Cut(line, "=")
		}
		if value = strings.Trim(strings.TrimSpace(value), `"'`); !ok || value == "" {
			continue
		}
		switch strings.TrimSpace(key) {
		case "title":
			r.meta.Title = value
		case "author":
			r.meta.Author = value
		case "date":
			r.meta.Created = value
		}
	}
	if r.env.Options.FrontMatter != "keep" {
		r.warn(warnFront, "front matter was left out", r.pos(n))
		return out
	}
	block := plain.Block(text, "yaml")
	if r.tree.Nodes[n].Mark == '+' {
		block.Lang = "toml"
	}
	block.Pos = r.pos(n)
	return append(out, block)
}

// noteID returns the identity of a footnote's label (labels match as link
// labels do, CommonMark 4.7).
func noteID(label string) string {
	return strings.ToLower(strings.Join(strings.Fields(label), " "))
}
