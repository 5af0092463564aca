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
func (r *reader) block(out []document.Block, n scan.NodeID) []document.Block {
	node := &r.tree.Nodes[n]
	pos := r.pos(n)
	if r.mdx && r.isModule(n) {
		return r.module(out, n)
	}
	switch node.Kind {
	case scan.KindFrontMatter:
		return r.frontMatter(out, n)
	case scan.KindParagraph:
		return r.paragraph(out, n)
	case scan.KindHeading:
		return append(out, r.heading(n))
	case scan.KindThematicBreak:
		return append(out, converters.Make(r.env, &document.ThematicBreak{Pos: pos}))
	case scan.KindBlockQuote:
		return append(out, converters.Make(r.env, &document.Quote{Pos: pos, Blocks: r.inside(n)}))
	case scan.KindList:
		return append(out, r.list(n))
	case scan.KindCodeBlock:
		lang, _, _ := strings.Cut(r.tree.Info(n), " ")
		text := strings.TrimSuffix(r.text(n), "\n")
		r.count.add(text)
		return append(out, converters.Make(r.env, &document.CodeBlock{Pos: pos, Lang: lang, Text: text}))
	case scan.KindHTMLBlock:
		return r.htmlBlock(out, n, r.text(n), 0)
	case scan.KindTable:
		return append(out, r.table(n))
	case scan.KindDefinition, scan.KindFolded:
		return out // links hold the target now; what was let go is held
	case scan.KindFootnote:
		return append(out, converters.Make(r.env, &document.Note{Pos: pos, ID: noteID(r.span(node.Info)), Blocks: r.inside(n)}))
	default:
		panic("markdown: unknown block " + node.Kind.String())
	}
}

// inside returns the blocks in a container.
func (r *reader) inside(n scan.NodeID) []document.Block {
	h := r.folding.held[n]
	if node := &r.tree.Nodes[n]; h == nil && node.End-node.Start > packFrom {
		h = r.newHeld(n)
	}
	if h != nil {
		r.hold(h, n)
		return h.blocks
	}
	var out []document.Block
	for c := r.tree.Nodes[n].First; c != 0; c = r.tree.Nodes[c].Next {
		out = r.block(out, c)
	}
	return out
}

// paragraph appends a paragraph, unless all of it was HTML that says nothing. One
// that is longer than people write becomes several.
func (r *reader) paragraph(out []document.Block, n scan.NodeID) []document.Block {
	w := r.inliner(n)
	for w.part() {
		if w.divides() {
			out = w.displayed(out, w.done())
			w.displays = w.displays[:0]
			if r.folding.sink != nil && r.tree.Nodes[n].Parent == r.folding.sinkOf {
				r.holds(document.Weight(out...), w.pos)
				*r.folding.sink = append(*r.folding.sink, out...)
				out = out[:0]
			}
		}
		w.from.Next()
	}
	return w.displayed(out, w.done())
}

func (r *reader) heading(n scan.NodeID) *document.Heading {
	inlines := r.inlines(n)
	return converters.Make(r.env, &document.Heading{
		Pos: r.pos(n), Level: int(r.tree.Nodes[n].Level),
		ID: r.output.anchor(document.InlineText(inlines)), Inlines: inlines,
	})
}

func (r *reader) list(n scan.NodeID) *document.List {
	node := &r.tree.Nodes[n]
	if h := r.folding.held[n]; h != nil {
		r.hold(h, n)
		list := converters.Make(r.env, &document.List{Pos: r.pos(n), Items: h.items})
		list.Loose = !node.Tight
		return list
	}
	list := converters.Make(r.env, &document.List{Pos: r.pos(n), Loose: !node.Tight})
	for c := node.First; c != 0; c = r.tree.Nodes[c].Next {
		list.Items = append(list.Items, r.item(c))
	}
	return list
}

func (r *reader) item(n scan.NodeID) document.Item {
	node := &r.tree.Nodes[n]
	item := converters.Make(r.env, document.Item{Marker: "-", Blocks: r.inside(n)})
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

func (r *reader) table(n scan.NodeID) *document.Table {
	grid := &document.Grid{}
	if h := r.folding.held[n]; h != nil {
		r.hold(h, n)
		grid = h.grid
	} else {
		for row := r.tree.Nodes[n].First; row != 0; row = r.tree.Nodes[row].Next {
			r.row(grid, row)
		}
	}
	grid.Table.Pos, grid.Table.Header = r.pos(n), 1
	return &grid.Table
}

// row adds a row to a table, and returns how many nodes it is.
func (r *reader) row(grid *document.Grid, n scan.NodeID) (nodes int) {
	node := &r.tree.Nodes[n]
	if node.Excess {
		r.warn(warnCells, "a table row has more cells than its header; they are not shown", r.pos(n))
	}
	r.count.table = true // which is cut where there is too much of it
	count := 0
	for c := node.First; c != 0; c = r.tree.Nodes[c].Next {
		count++
	}
	cells := make([]document.Cell, 0, count)
	for c := node.First; c != 0; c = r.tree.Nodes[c].Next {
		if node.Header {
			grid.Table.Align = append(grid.Table.Align, document.Align(r.tree.Nodes[c].Align))
		}
		cell := r.cell(c)
		nodes += max(document.Weight(cell.Blocks...), 1)
		cells = append(cells, cell)
	}
	r.count.table = false
	grid.Row(converters.Make(r.env, document.Row{Pos: r.pos(n), Cells: cells}))
	return nodes + 1
}

// cell returns a cell, as plain text if it is nothing else.
func (r *reader) cell(n scan.NodeID) document.Cell {
	inlines := r.inlines(n)
	if len(inlines) == 0 {
		return document.Cell{}
	}
	if text, ok := inlines[0].(*document.Text); ok && len(inlines) == 1 {
		return document.Cell{Text: text.Value}
	}
	return document.Cell{Blocks: []document.Block{converters.Make(r.env, &document.Paragraph{Pos: r.pos(n), Inlines: inlines})}}
}

// frontMatter takes the title, the author, the date, and what the text is to be
// found by, and keeps the whole only where that is asked for.
func (r *reader) frontMatter(out []document.Block, n scan.NodeID) []document.Block {
	text := strings.TrimRight(r.text(n), "\n")
	lang := "yaml"
	switch r.tree.Nodes[n].Mark {
	case '+':
		lang = "toml"
		frontKeys(&r.output.meta, text, "=")
	case '{':
		lang = "json"
		frontKeys(&r.output.meta, linesOf(text), ":")
	default:
		frontKeys(&r.output.meta, text, ":")
	}
	if r.env.Options.FrontMatter != "keep" {
		r.warn(warnFront, "front matter was left out", r.pos(n))
		r.env.Show(warnFront, r.pos(n), text)
		return out
	}
	block := plain.Block(r.env, text, lang)
	block.Pos = r.pos(n)
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

// newHeld returns what holds the children of a block from now on.
func (r *reader) newHeld(n scan.NodeID) *held {
	h := &held{}
	if r.tree.Nodes[n].Kind == scan.KindTable {
		h.grid = &document.Grid{}
	}
	if r.folding.held == nil {
		r.folding.held = map[scan.NodeID]*held{}
	}
	r.folding.held[n] = h
	return h
}

// hold packs the children of a block that are in the tree.
func (r *reader) hold(h *held, n scan.NodeID) {
	for c := r.tree.Nodes[n].First; c != 0; c = r.tree.Nodes[c].Next {
		if r.tree.Nodes[c].Kind != scan.KindFolded {
			r.holdOne(h, n, c)
		}
	}
}

func (r *reader) holdOne(h *held, parent, child scan.NodeID) {
	switch r.tree.Nodes[parent].Kind {
	case scan.KindList:
		item := r.item(child)
		r.holds(itemNodes+document.Weight(item.Blocks...), r.pos(child))
		h.items = append(h.items, item)
	case scan.KindTable:
		r.holds(r.row(h.grid, child), r.pos(child))
	default:
		sink, of := r.folding.sink, r.folding.sinkOf
		r.folding.sink, r.folding.sinkOf = &h.blocks, parent
		blocks := r.block(nil, child)
		r.folding.sink, r.folding.sinkOf = sink, of
		r.holds(document.Weight(blocks...), r.pos(child))
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
