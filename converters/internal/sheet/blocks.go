package sheet

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Blocks returns the tables and the lines of text of a sheet.
func (sh *Sheet) Blocks() ([]document.Block, error) {
	regions, err := (&divider{sheet: sh}).regions()
	if err != nil {
		return nil, err
	}
	var out []document.Block
	for i := range regions {
		t := tableRows{sheet: sh, region: &regions[i]}
		out = t.appendTo(out)
	}
	return out, nil
}

// maxHeld is how many cells a table may have that is held as a whole, so that it
// can become HTML with its spans.
const maxHeld = 1 << 16

// appendTo appends the blocks of the region.
func (t *tableRows) appendTo(out []document.Block) []document.Block {
	sh, g := t.sheet, t.region
	if g.text {
		for row := range t.Rows() {
			out = append(out, lines(sh.Book.Env, row)...)
		}
		return out
	}
	first, last := int(sh.Rows[g.first].Number), int(sh.Rows[g.last-1].Number)
	table := converters.Make(sh.Book.Env, &document.Table{Pos: RowsAt(g.part, first, last), Columns: len(g.cols), Header: g.header, Source: t})
	if g.sparse {
		table.Columns = 2
	}
	if sh.Nested || sh.Book.Env.Options.Tables == "html" && !g.sparse && (g.last-g.first)*len(g.cols) <= maxHeld {
		table.Source = nil
		for row := range t.Rows() {
			row.Cells = slices.Clone(row.Cells)
			table.Rows = append(table.Rows, row)
		}
	}
	return append(out, table)
}

// lines returns the cells of a row as paragraphs.
func lines(env *converters.Env, row document.Row) []document.Block {
	var out []document.Block
	for _, c := range row.Cells {
		switch {
		case c.Blocks != nil:
			for _, b := range c.Blocks {
				if p, ok := b.(*document.Paragraph); ok {
					p.Pos = row.Pos
					out = append(out, p)
				}
			}
		case c.Text != "":
			out = append(out, env.PlainParagraph(row.Pos, c.Text))
		}
	}
	return out
}

// MaxFacts is how many names, tables or choices are listed for a sheet.
const MaxFacts = 50

// AppendFacts appends a list of facts, of which not too many are shown, and how
// many there are besides.
func AppendFacts(parts []string, title string, list []string, count int) []string {
	if len(list) == 0 {
		return parts
	}
	more := ""
	list = list[:min(len(list), MaxFacts)]
	if n := count - len(list); n > 0 {
		more = " and " + strconv.Itoa(n) + " more"
	}
	return append(parts, title+": "+strings.Join(list, ", ")+more)
}

// AppendFrozen appends which rows and columns do not scroll, where a place says how many.
func (p Place) AppendFrozen(parts []string) []string {
	var list []string
	if n := p.Row; n == 1 {
		list = append(list, "row 1")
	} else if n > 1 && n <= MaxRows {
		list = append(list, "rows 1–"+strconv.Itoa(n))
	}
	if n := p.Col; n == 1 {
		list = append(list, "column A")
	} else if n > 1 && n <= MaxColumns {
		list = append(list, "columns A–"+ColumnName(n-1))
	}
	if len(list) == 0 {
		return parts
	}
	return append(parts, "Frozen: "+strings.Join(list, ", "))
}

// FactsBlock returns the line that says what a sheet, or a part, has besides its
// cells; nil where that is nothing.
func FactsBlock(env *converters.Env, part string, facts []string) document.Block {
	if len(facts) == 0 {
		return nil
	}
	return env.PlainParagraph(document.Pos{Part: part}, strings.Join(facts, ". ")+".")
}
