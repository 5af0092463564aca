package document

import (
	"fmt"
	"iter"
	"strings"

	"github.com/seed353dc258/backstory/document/gate"
)

// Clean passes every text of a document through the gate, in place. Rows that
// stream are cleaned as they are read, so that the gate's findings are
// complete only when the document has been written.
//
// It runs on what every converter returns; text that a converter has cleaned
// before passes unchanged.
//
// Unless it is nil, at is set to the place that is cleaned.
func Clean(gate *gate.Gate, d *Document, at *Pos) {
	g := &cleaner{Gate: gate, at: at}
	for _, field := range []*string{
		&d.Meta.Title, &d.Meta.Author, &d.Meta.Subject, &d.Meta.Keywords,
		&d.Meta.Created, &d.Meta.Modified, &d.Meta.Language,
	} {
		*field = g.Line(*field)
	}
	g.blocks(d.Blocks)
}

// cleaner passes parts of documents through a gate.
type cleaner struct {
	*gate.Gate
	texts   []*string // scratch of inlines
	lineEnd string    // what a break is among them
	at      *Pos      // the place that is cleaned; nil where nobody asks
}

// enter says which place is cleaned next.
func (g *cleaner) enter(at Pos) {
	if g.at != nil && !at.IsZero() {
		*g.at = at
	}
}

func (g *cleaner) blocks(blocks []Block) {
	for _, b := range blocks {
		g.block(b)
	}
}

func (g *cleaner) block(b Block) {
	g.enter(b.At())
	switch b := b.(type) {
	case *Heading:
		b.Inlines = g.inlines(b.Inlines)
	case *Paragraph:
		b.Inlines = g.inlines(b.Inlines)
	case *List:
		for i := range b.Items {
			b.Items[i].Marker = g.Line(b.Items[i].Marker)
			g.blocks(b.Items[i].Blocks)
		}
	case *Table:
		b.Caption = g.inlines(b.Caption)
		for _, row := range b.Rows {
			g.enter(row.Pos)
			g.cells(row.Cells)
		}
		if b.Source != nil {
			b.Source = cleanRows{b.Source, g}
		}
	case *CodeBlock:
		b.Lang, b.Text = g.Line(b.Lang), g.Code(b.Text)
	case *Quote:
		g.blocks(b.Blocks)
	case *ThematicBreak:
	case *DefinitionList:
		for _, d := range b.Definitions {
			for i := range d.Terms {
				d.Terms[i] = g.inlines(d.Terms[i])
			}
			for _, detail := range d.Details {
				g.blocks(detail)
			}
		}
	case *Note:
		g.blocks(b.Blocks)
	case *Annotation:
		b.Author, b.Date = g.Line(b.Author), g.Line(b.Date)
		g.blocks(b.Blocks)
	case *MathBlock:
		b.TeX = g.Code(b.TeX)
	case *Section:
		b.Title = g.Line(b.Title)
		g.blocks(b.Blocks)
	case *Verbatim:
		b.Text = g.Code(b.Text)
	default:
		panic(fmt.Sprintf("document: unknown block %T", b))
	}
}

func (g *cleaner) cells(cells []Cell) {
	for i := range cells {
		if cells[i].Blocks == nil {
			cells[i].Text = g.Text(cells[i].Text)
		} else {
			g.blocks(cells[i].Blocks)
		}
	}
}

// cleanRows cleans the rows of another source as they pass.
type cleanRows struct {
	source RowSource
	gate   *cleaner
}

// Rows yields the rows of the source with their text cleaned.
func (c cleanRows) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for row, err := range c.source.Rows() {
			if !row.Plain {
				c.gate.enter(row.Pos)
				c.gate.cells(row.Cells)
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// Size returns what the source knows of its size.
func (c cleanRows) Size() (rows, bytes int64) {
	if s, ok := c.source.(RowSizer); ok {
		return s.Size()
	}
	return -1, -1
}

// inlines cleans the text of one paragraph. What looks at its neighbours,
// such as a joiner, is judged over the whole of it, so that a change of style
// in the middle of a word changes nothing.
func (g *cleaner) inlines(inlines []Inline) []Inline {
	if len(inlines) == 1 {
		if t, ok := inlines[0].(*Text); ok {
			t.Value = g.Text(t.Value)
			return splitLines(inlines)
		}
	}
	g.texts = g.gather(g.texts[:0], inlines)
	g.Runs(g.texts)
	clear(g.texts) // they are somebody else's
	return splitLines(inlines)
}

// gather collects the text of a paragraph, with nil for what is in it and
// is not text, and cleans what is not prose.
func (g *cleaner) gather(runs []*string, inlines []Inline) []*string {
	for _, in := range inlines {
		switch in := in.(type) {
		case *Text:
			runs = append(runs, &in.Value)
		case *Styled:
			runs = g.gather(runs, in.Inlines)
		case *Code:
			in.Value = g.Code(in.Value)
			runs = append(runs, nil)
		case *Link:
			in.URL, in.Title = g.Line(in.URL), g.Line(in.Title)
			runs = g.gather(runs, in.Inlines)
		case *Image:
			in.Alt = g.Line(in.Alt)
			runs = append(runs, nil)
		case *Break: // as the line end in text that it may have been
			g.lineEnd = "\n"
			runs = append(runs, &g.lineEnd)
		case *NoteRef:
			runs = append(runs, nil)
		case *Math:
			in.TeX = g.Code(in.TeX)
			runs = append(runs, nil)
		default:
			panic(fmt.Sprintf("document: unknown inline %T", in))
		}
	}
	return runs
}

// splitLines turns line ends inside text, which the gate makes of every
// character that ends a line, into breaks.
func splitLines(inlines []Inline) []Inline {
	var out []Inline // nil as long as nothing is split
	for i, in := range inlines {
		switch in := in.(type) {
		case *Styled:
			in.Inlines = splitLines(in.Inlines)
		case *Link:
			in.Inlines = splitLines(in.Inlines)
		case *Text:
			if strings.Contains(in.Value, "\n") {
				if out == nil {
					out = append(make([]Inline, 0, len(inlines)+2), inlines[:i]...)
				}
				out = append(out, Plain(in.Value)...)
				continue
			}
		}
		if out != nil {
			out = append(out, in)
		}
	}
	if out == nil {
		return inlines
	}
	return out
}
