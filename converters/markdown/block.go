package markdown

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// block appends what a block becomes that no element hides.
func (b *builder) block(out []document.Block, n scan.NodeID) []document.Block {
	node := &b.tree.Nodes[n]
	pos := b.pos(n)
	if b.mdx && b.isModule(n) {
		return b.module(out, n)
	}
	switch node.Kind {
	case scan.KindFrontMatter:
		return b.frontMatter(out, n)
	case scan.KindParagraph:
		return b.paragraph(out, n)
	case scan.KindHeading:
		return append(out, b.heading(n))
	case scan.KindThematicBreak:
		return append(out, converters.Make(b.env, &document.ThematicBreak{Pos: pos}))
	case scan.KindBlockQuote:
		return append(out, converters.Make(b.env, &document.Quote{Pos: pos, Blocks: b.inside(n)}))
	case scan.KindList:
		return append(out, b.list(n))
	case scan.KindCodeBlock:
		lang, _, _ := strings.Cut(b.tree.Info(n), " ")
		text := strings.TrimSuffix(b.text(n), "\n")
		b.account.count.add(text)
		return append(out, converters.Make(b.env, &document.CodeBlock{Pos: pos, Lang: lang, Text: text}))
	case scan.KindHTMLBlock:
		return b.htmlBlock(out, n, b.text(n), 0)
	case scan.KindTable:
		return append(out, b.table(n))
	case scan.KindDefinition, scan.KindFolded:
		return out // links hold the target now; what was let go is held
	case scan.KindFootnote:
		return append(out, converters.Make(b.env, &document.Note{Pos: pos, ID: noteID(b.span(node.Info)), Blocks: b.inside(n)}))
	default:
		panic("markdown: unknown block " + node.Kind.String())
	}
}

// inside returns the blocks in a container.
func (b *builder) inside(n scan.NodeID) []document.Block {
	h := b.folding.held[n]
	if node := &b.tree.Nodes[n]; h == nil && node.End-node.Start > packFrom {
		h = b.folding.hold(n, b.tree.Nodes[n].Kind)
	}
	if h != nil {
		b.hold(h, n)
		return h.blocks
	}
	var out []document.Block
	for c := b.tree.Nodes[n].First; c != 0; c = b.tree.Nodes[c].Next {
		out = b.block(out, c)
	}
	return out
}

// paragraph appends a paragraph, unless all of it was HTML that says nothing. One
// that is longer than people write becomes several.
func (b *builder) paragraph(out []document.Block, n scan.NodeID) []document.Block {
	w := b.inliner(n)
	for w.part() {
		if w.divides() {
			out = w.displayed(out, w.done())
			w.displays = w.displays[:0]
			if b.folding.sink != nil && b.tree.Nodes[n].Parent == b.folding.sinkOf {
				b.account.holds(document.Weight(out...), w.pos)
				*b.folding.sink = append(*b.folding.sink, out...)
				out = out[:0]
			}
		}
		w.from.Next()
	}
	return w.displayed(out, w.done())
}

func (b *builder) heading(n scan.NodeID) *document.Heading {
	inlines := b.inlines(n)
	return converters.Make(b.env, &document.Heading{
		Pos: b.pos(n), Level: int(b.tree.Nodes[n].Level),
		ID: b.slugs.anchor(document.InlineText(inlines)), Inlines: inlines,
	})
}

func (b *builder) list(n scan.NodeID) *document.List {
	node := &b.tree.Nodes[n]
	if h := b.folding.held[n]; h != nil {
		b.hold(h, n)
		list := converters.Make(b.env, &document.List{Pos: b.pos(n), Items: h.items})
		list.Loose = !node.Tight
		return list
	}
	list := converters.Make(b.env, &document.List{Pos: b.pos(n), Loose: !node.Tight})
	for c := node.First; c != 0; c = b.tree.Nodes[c].Next {
		list.Items = append(list.Items, b.item(c))
	}
	return list
}

func (b *builder) item(n scan.NodeID) document.Item {
	node := &b.tree.Nodes[n]
	item := converters.Make(b.env, document.Item{Marker: "-", Blocks: b.inside(n)})
	if node.Mark == '.' || node.Mark == ')' {
		item.Marker = strconv.Itoa(int(node.Number)) + string(node.Mark)
	}
	switch node.Task {
	case scan.TaskOpen:
		item.Task = document.TaskOpen
	case scan.TaskDone:
		item.Task = document.TaskDone
	}
	return item
}

func (b *builder) table(n scan.NodeID) *document.Table {
	grid := &document.Grid{}
	if h := b.folding.held[n]; h != nil {
		b.hold(h, n)
		grid = h.grid
	} else {
		for row := b.tree.Nodes[n].First; row != 0; row = b.tree.Nodes[row].Next {
			b.row(grid, row)
		}
	}
	grid.Table.Pos, grid.Table.Header = b.pos(n), 1
	return &grid.Table
}

// row adds a row to a table, and returns how many nodes it is.
func (b *builder) row(grid *document.Grid, n scan.NodeID) (nodes int) {
	node := &b.tree.Nodes[n]
	if node.Excess {
		b.account.warn(warnCells, "a table row has more cells than its header; they are not shown", b.pos(n))
	}
	b.account.count.table = true // which is cut where there is too much of it
	count := 0
	for c := node.First; c != 0; c = b.tree.Nodes[c].Next {
		count++
	}
	cells := make([]document.Cell, 0, count)
	for c := node.First; c != 0; c = b.tree.Nodes[c].Next {
		if node.Header {
			grid.Table.Align = append(grid.Table.Align, document.Align(b.tree.Nodes[c].Align))
		}
		cell := cellOf(b.env, b.pos(c), b.inlines(c))
		nodes += max(document.Weight(cell.Blocks...), 1)
		cells = append(cells, cell)
	}
	b.account.count.table = false
	grid.Row(converters.Make(b.env, document.Row{Pos: b.pos(n), Cells: cells}))
	return nodes + 1
}

// cellOf returns a cell, as plain text if it is nothing else.
func cellOf(env *converters.Env, pos document.Pos, inlines []document.Inline) document.Cell {
	if len(inlines) == 0 {
		return document.Cell{}
	}
	if text, ok := inlines[0].(*document.Text); ok && len(inlines) == 1 {
		return document.Cell{Text: text.Value}
	}
	return document.Cell{Blocks: []document.Block{converters.Make(env, &document.Paragraph{Pos: pos, Inlines: inlines})}}
}

// frontMatter takes the title, the author, the date, and what the text is to be
// found by, and keeps the whole only where that is asked for.
func (b *builder) frontMatter(out []document.Block, n scan.NodeID) []document.Block {
	text := strings.TrimRight(b.text(n), "\n")
	lang := "yaml"
	switch b.tree.Nodes[n].Mark {
	case '+':
		lang = "toml"
		frontKeys(&b.meta, text, "=")
	case '{':
		lang = "json"
		frontKeys(&b.meta, linesOf(text), ":")
	default:
		frontKeys(&b.meta, text, ":")
	}
	if b.env.Options.FrontMatter != "keep" {
		b.account.warn(warnFront, "front matter was left out", b.pos(n))
		b.env.Show(warnFront, b.pos(n), text)
		return out
	}
	block := plain.Block(b.env, text, lang)
	block.Pos = b.pos(n)
	return append(out, block)
}

// linesOf writes an object of JSON as lines of keys and values.
func linesOf(text string) string {
	var object map[string]any
	if json.Unmarshal([]byte(text), &object) != nil {
		return ""
	}
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(object)) {
		list, ok := object[key].([]any)
		if !ok {
			fmt.Fprintf(&b, "%s: %s\n", key, oneLine(object[key]))
			continue
		}
		fmt.Fprintf(&b, "%s:\n", key)
		for _, one := range list {
			fmt.Fprintf(&b, "- %s\n", oneLine(one))
		}
	}
	return b.String()
}

func oneLine(value any) string { return strings.Join(strings.Fields(fmt.Sprint(value)), " ") }

// frontKeys reads the keys of front matter, which are before a sign.
func frontKeys(meta *document.Meta, text, between string) {
	var keys []string
	inKeys := false // the lines of a list of keys follow
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		if item, ok := strings.CutPrefix(bare, "- "); ok && inKeys {
			keys = append(keys, keyWords(item)...)
			continue
		}
		key, value, ok := strings.Cut(bare, between)
		value = strings.TrimSpace(value)
		inKeys = false
		switch key = strings.TrimSpace(key); key {
		case "tags", "tag", "keywords", "keyword", "aliases", "alias", "categories", "category":
			keys, inKeys = append(keys, keyWords(value)...), ok && value == ""
			continue
		}
		if value = strings.Trim(value, `"'`); !ok || value == "" {
			continue
		}
		switch key {
		case "title":
			meta.Title = value
		case "author":
			meta.Author = value
		case "date":
			meta.Created = value
		}
	}
	meta.Keywords = strings.Join(keys, ", ")
}

// keyWords returns the words or names of a list in one line: [a, "b c"], or a, b.
func keyWords(list string) (keys []string) {
	list = strings.TrimSuffix(strings.TrimPrefix(list, "["), "]")
	for one := range strings.SplitSeq(list, ",") {
		if one = strings.Trim(strings.TrimSpace(one), `"'`); one != "" {
			keys = append(keys, strings.TrimPrefix(one, "#"))
		}
	}
	return keys
}

// hold returns what holds the children of a block of a kind from now on.
func (f *folding) hold(n scan.NodeID, kind scan.Kind) *held {
	h := &held{}
	if kind == scan.KindTable {
		h.grid = &document.Grid{}
	}
	if f.held == nil {
		f.held = map[scan.NodeID]*held{}
	}
	f.held[n] = h
	return h
}

// hold packs the children of a block that are in the tree.
func (b *builder) hold(h *held, n scan.NodeID) {
	for c := b.tree.Nodes[n].First; c != 0; c = b.tree.Nodes[c].Next {
		if b.tree.Nodes[c].Kind != scan.KindFolded {
			b.holdOne(h, n, c)
		}
	}
}

func (b *builder) holdOne(h *held, parent, child scan.NodeID) {
	switch b.tree.Nodes[parent].Kind {
	case scan.KindList:
		item := b.item(child)
		b.account.holds(itemNodes+document.Weight(item.Blocks...), b.pos(child))
		h.items = append(h.items, item)
	case scan.KindTable:
		b.account.holds(b.row(h.grid, child), b.pos(child))
	default:
		sink, of := b.folding.sink, b.folding.sinkOf
		b.folding.sink, b.folding.sinkOf = &h.blocks, parent
		blocks := b.block(nil, child)
		b.folding.sink, b.folding.sinkOf = sink, of
		b.account.holds(document.Weight(blocks...), b.pos(child))
		h.blocks = append(h.blocks, blocks...)
	}
}

// divides reports whether the paragraph ends with the part that was read.
func (w *inliner) divides() bool {
	nodes := w.from.Nodes
	w.read += len(nodes)
	ended := w.read >= lineNodes && len(w.outer) == 0 && len(nodes) > 0 && isBreak(&nodes[len(nodes)-1])
	if !ended && w.read < maxNodes {
		return false
	}
	w.read = 0
	return true
}
