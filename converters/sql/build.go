package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// unparsed heads what is shown as SQL, as in Coqui.
const unparsed = "Unparsed SQL"

// build makes a document of what was read, in the order of the text: a table
// at its first rows, SQL without anything between it as one block.
func (r *reader) build() *document.Document {
	r.settle()
	var blocks []document.Block
	several := r.catalog.several()
	from := 0 // of the items that are not in blocks yet
	flush := func(to int) {
		if b := r.fence(r.catalog.items[from:to]); b != nil {
			blocks = append(blocks, b)
		}
		from = to
	}
	for i, it := range r.catalog.items {
		if it.kind != itemTable || len(r.catalog.tables[it.index].segments) == 0 {
			continue
		}
		flush(i)
		s := r.section(r.catalog.tables[it.index])
		s.Title = r.titleOf(r.catalog.tables[it.index], several)
		blocks = append(blocks, s)
	}
	flush(len(r.catalog.items))
	if len(blocks) == 0 {
		return nil
	}
	return &document.Document{Blocks: blocks}
}

// settle finds the creations of tables whose rows are before them, and notes
// which are used.
func (r *reader) settle() {
	for _, t := range r.catalog.tables {
		if len(t.segments) == 0 {
			continue
		}
		if at := r.catalog.creationOf(t.key); at >= 0 && t.created < 0 {
			if t.columns != nil || r.catalog.creations.at(at).columns == t.width {
				t.created = at
			}
		}
		if t.created < 0 {
			continue
		}
		c := r.catalog.creations.at(t.created)
		c.used = true
		if t.columns == nil {
			t.columns = columnsOf(r.lex, c)
		}
	}
}

// section returns a table, its types in front of it.
func (r *reader) section(t *table) *document.Section {
	pos := document.LineSpan(int(t.first), int(t.last))
	grid := converters.Make(r.env, &document.Table{
		Pos:     pos,
		Columns: max(int(t.width), len(t.columns)),
		Source:  &rowSource{ctx: r.ctx, env: r.env, lexer: r.lex, forms: r.catalog.forms, table: t},
	})
	s := converters.Make(r.env, &document.Section{Pos: pos, Kind: document.SectionTable})
	if t.columns != nil {
		grid.Header = 1
	}
	if r.env.Options.Compat != "coqui" {
		s.Blocks = r.prelude(t)
	}
	s.Blocks = append(s.Blocks, grid)
	return s
}

// prelude returns the text before a table: comments, and the columns
// with their types.
func (r *reader) prelude(t *table) []document.Block {
	var blocks []document.Block
	comments := func(p piece) {
		notes := r.lex.Notes(p.From, p.To)
		if len(notes) > lex.MaxNoteLines {
			r.lost.comments.add(&r.lines, p.From)
			notes = notes[:lex.MaxNoteLines]
		}
		if len(notes) > 0 {
			pos := document.LineSpan(p.line, p.line+strings.Count(r.lex.Text[p.From:p.To-1], "\n"))
			blocks = append(blocks, r.env.PlainParagraph(pos, strings.Join(notes, "\n")))
		}
	}
	if t.created >= 0 && !r.catalog.creations.at(t.created).shown {
		c := r.catalog.creations.at(t.created)
		c.shown = true
		comments(piece{lex.Span{From: c.from, To: r.lex.Blank(c.from)}, int(c.line)})
		text, pos := summary(r.lex, c)
		blocks = append(blocks, r.env.PlainParagraph(pos, text))
	}
	for _, n := range t.seldom().notes {
		comments(n)
	}
	return blocks
}

// between is between statements in a block of SQL.
const between = "\n\n"

// fence returns what items show as SQL in one block, nil for none.
func (r *reader) fence(items []item) document.Block {
	pos := document.Pos{}
	text, count, size := "", 0, 0
	for _, it := range items {
		line, one := r.shown(it)
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
		text = r.together(items, size-len(between))
	}
	code := converters.Make(r.env, &document.CodeBlock{Pos: pos, Lang: "sql", Text: text})
	return converters.Make(r.env, &document.Section{Pos: pos, Kind: document.SectionPart, Title: unparsed, Blocks: []document.Block{code}})
}

// together returns what items show as SQL, which has a size.
func (r *reader) together(items []item, size int) string {
	var b strings.Builder
	b.Grow(size)
	for _, it := range items {
		_, text := r.shown(it)
		if text != "" && b.Len() > 0 {
			b.WriteString(between)
		}
		b.WriteString(text)
	}
	return b.String()
}

// shown returns what an item shows as SQL, and its line: nothing for a table,
// and for a creation that a table sums up.
func (r *reader) shown(it item) (line int, text string) {
	var p piece
	switch it.kind {
	case itemPiece:
		p = r.pieces[it.index]
	case itemCreation:
		if c := r.catalog.creations.at(it.index); !c.used {
			p = c.whole()
		}
	}
	return p.line, strings.TrimRight(r.lex.Text[p.From:p.To], " \t\n")
}
