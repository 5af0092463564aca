package sql

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// unparsed heads what is shown as SQL, as in Coqui.
const unparsed = "Unparsed SQL"

// build makes a document of what was read, in the order of the text: a table
// at its first rows, SQL without anything between it as one block.
func (r *reader) build() *document.Document {
	r.settle()
	var blocks []document.Block
	var pieces []piece
	flush := func() {
		if b := r.fence(pieces); b != nil {
			blocks = append(blocks, b)
		}
		pieces = pieces[:0]
	}
	for _, it := range r.items {
		switch it.kind {
		case itemPiece:
			pieces = append(pieces, r.pieces[it.index])
		case itemCreation:
			if c := &r.creations[it.index]; !c.used {
				pieces = append(pieces, c.piece)
			}
		case itemTable:
			if t := r.tables[it.index]; len(t.segments) > 0 {
				flush()
				blocks = append(blocks, r.section(t))
			}
		}
	}
	flush()
	if len(blocks) == 0 {
		return nil
	}
	return &document.Document{Blocks: blocks}
}

// settle finds the creations of tables whose rows stand before them, and notes
// which are used.
func (r *reader) settle() {
	for _, t := range r.tables {
		if len(t.segments) == 0 {
			continue
		}
		if at, ok := r.created[t.key]; ok && t.created < 0 {
			c := &r.creations[at]
			if t.columns != nil || c.columns == t.width {
				t.created = at
			}
		}
		if t.created < 0 {
			continue
		}
		c := &r.creations[t.created]
		c.used = true
		if t.columns == nil {
			t.columns = r.columnsOf(c)
		}
	}
}

// section returns a table under its name, its types in front of it.
func (r *reader) section(t *table) *document.Section {
	pos := document.LineSpan(t.first, t.last)
	grid := &document.Table{
		Pos:     pos,
		Columns: max(t.width, len(t.columns)),
		Source:  &rowSource{ctx: r.ctx, env: r.env, lexer: r.lexer, table: t},
	}
	s := &document.Section{Pos: pos, Kind: document.SectionTable, Title: t.name}
	if t.columns != nil {
		grid.Header = 1
	}
	if r.env.Options.Compat != "coqui" {
		s.Blocks = r.prelude(t)
	}
	s.Blocks = append(s.Blocks, grid)
	return s
}

// prelude returns what stands in front of a table: comments, and the columns
// with their types.
func (r *reader) prelude(t *table) []document.Block {
	var blocks []document.Block
	comments := func(p piece) {
		notes := r.notes(p.from, p.to)
		if len(notes) > noteLinesMost {
			r.lost.comments.add(r, p.from)
			notes = notes[:noteLinesMost]
		}
		if len(notes) > 0 {
			pos := document.LineSpan(p.line, p.line+strings.Count(r.text[p.from:p.to-1], "\n"))
			blocks = append(blocks, document.PlainParagraph(pos, strings.Join(notes, "\n")))
		}
	}
	if t.created >= 0 && !r.creations[t.created].shown {
		c := &r.creations[t.created]
		c.shown = true
		comments(piece{span{c.from, r.blank(c.from)}, c.line})
		blocks = append(blocks, document.PlainParagraph(document.LineSpan(c.first, c.last), r.summary(c)))
	}
	for _, n := range t.notes {
		comments(n)
	}
	return blocks
}

// fence returns pieces as SQL in one block, nil for none.
func (r *reader) fence(pieces []piece) document.Block {
	texts := make([]string, 0, len(pieces))
	pos := document.Pos{}
	for _, p := range pieces {
		text := strings.TrimRight(r.text[p.from:p.to], " \t\n")
		if text == "" {
			continue
		}
		if len(texts) == 0 {
			pos.Lines.First = p.line
		}
		pos.Lines.Last = p.line + strings.Count(text, "\n")
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil
	}
	code := &document.CodeBlock{Pos: pos, Lang: "sql", Text: strings.Join(texts, "\n\n")}
	return &document.Section{Pos: pos, Kind: document.SectionPart, Title: unparsed, Blocks: []document.Block{code}}
}
