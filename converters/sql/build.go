package sql

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// unparsed heads what is shown as SQL, as in Coqui.
const unparsed = "Unparsed SQL"

// builder makes the document of what was read.
type builder struct {
	ctx      context.Context
	env      *converters.Env
	catalog  *catalog
	lines    *lineCounter
	comments *tallied // those that are not shown
}

// build makes a document of what was read, in the order of the text: a table
// at its first rows, SQL without anything between it as one block.
func (b *builder) build() *document.Document {
	b.catalog.settle()
	var blocks []document.Block
	several := b.catalog.several()
	from := 0 // of the items that are not in blocks yet
	flush := func(to int) {
		if f := b.fence(b.catalog.items[from:to]); f != nil {
			blocks = append(blocks, f)
		}
		from = to
	}
	for i, it := range b.catalog.items {
		if it.kind != itemTable || len(b.catalog.tables[it.index].segments) == 0 {
			continue
		}
		flush(i)
		s := b.section(b.catalog.tables[it.index])
		s.Title = b.titleOf(b.catalog.tables[it.index], several)
		blocks = append(blocks, s)
	}
	flush(len(b.catalog.items))
	if len(blocks) == 0 {
		return nil
	}
	return &document.Document{Blocks: blocks}
}

// several reports whether the tables with rows are of more than one database.
func (c *catalog) several() bool {
	first := int32(-1)
	for _, t := range c.tables {
		if len(t.segments) == 0 {
			continue
		}
		if first >= 0 && t.database != first {
			return true
		}
		first = t.database
	}
	return false
}

// settle finds the creations of tables whose rows are before them, and notes
// which are used.
func (c *catalog) settle() {
	for _, t := range c.tables {
		if len(t.segments) == 0 {
			continue
		}
		if at := c.creationOf(t.key); at >= 0 && t.created < 0 {
			if t.columns != nil || c.creations.at(at).columns == t.width {
				t.created = at
			}
		}
		if t.created < 0 {
			continue
		}
		made := c.creations.at(t.created)
		made.used = true
		if t.columns == nil {
			t.columns = columnsOf(c.lex, made)
		}
	}
}

// titleOf returns the name of a table, with that of its database where the text
// has several.
func (b *builder) titleOf(t *table, several bool) string {
	database := b.catalog.databases[t.database]
	if !several || database == "" || b.env.Options.Compat == "coqui" || b.catalog.lex.Mysql && strings.IndexByte(t.name, '.') >= 0 {
		return t.name
	}
	return database + "." + t.name
}

// section returns a table, its types in front of it.
func (b *builder) section(t *table) *document.Section {
	pos := document.LineSpan(int(t.first), int(t.last))
	grid := converters.Make(b.env, &document.Table{
		Pos:     pos,
		Columns: max(int(t.width), len(t.columns)),
		Source:  &rowSource{ctx: b.ctx, env: b.env, lexer: b.catalog.lex, forms: b.catalog.forms, table: t},
	})
	s := converters.Make(b.env, &document.Section{Pos: pos, Kind: document.SectionTable})
	if t.columns != nil {
		grid.Header = 1
	}
	if b.env.Options.Compat != "coqui" {
		s.Blocks = b.prelude(t)
	}
	s.Blocks = append(s.Blocks, grid)
	return s
}

// prelude returns the text before a table: comments, and the columns
// with their types.
func (b *builder) prelude(t *table) []document.Block {
	var blocks []document.Block
	comments := func(p piece) {
		notes := b.catalog.lex.Notes(p.From, p.To)
		if len(notes) > lex.MaxNoteLines {
			b.comments.add(b.lines, p.From)
			notes = notes[:lex.MaxNoteLines]
		}
		if len(notes) > 0 {
			pos := document.LineSpan(p.line, p.line+strings.Count(string(b.catalog.lex.Text[p.From:p.To-1]), "\n"))
			blocks = append(blocks, b.env.PlainParagraph(pos, strings.Join(notes, "\n")))
		}
	}
	if t.created >= 0 && !b.catalog.creations.at(t.created).shown {
		c := b.catalog.creations.at(t.created)
		c.shown = true
		comments(piece{lex.Span{From: c.from, To: b.catalog.lex.Blank(c.from)}, int(c.line)})
		text, pos := summary(b.catalog.lex, c)
		blocks = append(blocks, b.env.PlainParagraph(pos, text))
	}
	for _, n := range t.seldom().notes {
		comments(n)
	}
	return blocks
}

// between is between statements in a block of SQL.
const between = "\n\n"

// fence returns what items show as SQL in one block, nil for none.
func (b *builder) fence(items []item) document.Block {
	pos := document.Pos{}
	text, count, size := "", 0, 0
	for _, it := range items {
		line, one := b.catalog.shown(it)
		if one == "" {
			continue
		}
		if count == 0 {
			text, pos.Lines.First = one, int32(line)
		}
		pos.Lines.Last = int32(line + strings.Count(one, "\n"))
		count, size = count+1, size+len(one)+len(between)
	}
	if count == 0 {
		return nil
	}
	if count > 1 {
		text = b.catalog.together(items, size-len(between))
	}
	code := converters.Make(b.env, &document.CodeBlock{Pos: pos, Lang: "sql", Text: text})
	return converters.Make(b.env, &document.Section{Pos: pos, Kind: document.SectionPart, Title: unparsed, Blocks: []document.Block{code}})
}

// together returns what items show as SQL, which has a size.
func (c *catalog) together(items []item, size int) string {
	var b strings.Builder
	b.Grow(size)
	for _, it := range items {
		_, text := c.shown(it)
		if text != "" && b.Len() > 0 {
			b.WriteString(between)
		}
		b.WriteString(text)
	}
	return b.String()
}

// shown returns what an item shows as SQL, and its line: nothing for a table,
// and for a creation that a table sums up.
func (c *catalog) shown(it item) (line int, text string) {
	var p piece
	switch it.kind {
	case itemPiece:
		p = c.pieces[it.index]
	case itemCreation:
		if made := c.creations.at(it.index); !made.used {
			p = made.whole()
		}
	}
	return p.line, strings.TrimRight(c.lex.Of(p.Span), " \t\n")
}
