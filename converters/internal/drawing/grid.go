package drawing

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/document"
)

// grid is a table of text.
type grid struct {
	head []string
	rows [][]string
}

// column is a column of a grid before its rows are known.
type column struct {
	head   string
	points []point
}

// cellNodes is how many nodes a cell of a chart counts: all of them are held, also
// the empty ones, of which a few values can make many.
const cellNodes = 4

// grid makes a table of series with the same categories: a row for each place
// at which one of them has a value.
func (r *chartReader) grid(all []series) (grid, error) {
	columns := r.columns(all)
	var places []int
	for _, c := range columns {
		for _, p := range c.points {
			places = append(places, p.at)
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	if len(places) == 0 {
		return grid{}, nil
	}
	if err := r.env.Check(converters.LimitColumns, int64(len(columns)), r.pos); err != nil {
		return grid{}, err
	}
	cells := int64(len(columns)) * int64(len(places))
	if err := r.env.Spend(converters.LimitCells, cells, r.pos); err != nil {
		return grid{}, err
	}
	if err := r.env.Spend(converters.LimitNodes, cellNodes*cells, r.pos); err != nil {
		return grid{}, err
	}
	g := grid{rows: make([][]string, len(places))}
	texts := make([]string, cells)
	for i := range g.rows {
		g.rows[i], texts = texts[:len(columns):len(columns)], texts[len(columns):]
	}
	for i, c := range columns {
		g.head = append(g.head, c.head)
		row := 0
		for _, p := range c.points {
			for places[row] < p.at {
				row++
			}
			g.rows[row][i] = p.text
		}
	}
	return g, nil
}

// columns returns the columns that series make. Those without any value, as
// templates have them, make none.
func (r *chartReader) columns(all []series) []column {
	var out []column
	first := r.axes.category
	if first == "" && all[0].scatter {
		first = "X"
	}
	for i, level := range all[0].categories {
		head := ""
		if i == len(all[0].categories)-1 {
			head = first
		}
		out = append(out, column{head, level})
	}
	for _, s := range all {
		name := s.name
		if name == "" && s.scatter {
			name = "Y"
		}
		if len(s.values) > 0 {
			out = append(out, column{name, s.values})
		}
		if len(s.sizes) > 0 {
			size := "Size"
			if s.name != "" {
				size = s.name + ", size"
			}
			out = append(out, column{size, s.sizes})
		}
	}
	return out
}

// table returns the grid as a table.
func (g *grid) table(env *converters.Env, pos document.Pos) *document.Table {
	t := converters.Make(env, &document.Table{Pos: pos, Columns: len(g.head), Header: 1})
	for _, row := range append([][]string{g.head}, g.rows...) {
		cells := make([]document.Cell, len(row))
		for i, text := range row {
			cells[i].Text = text
		}
		t.Rows = append(t.Rows, converters.Make(env, document.Row{Pos: pos, Cells: cells}))
	}
	return t
}

// show returns a number as a code shows it. What is not a number stays.
func (f *formats) show(raw, code string) string {
	n, ok := numfmt.ParseNumber(raw)
	if !ok {
		return raw
	}
	if f.format == nil || f.code != code {
		f.code, f.format = code, numfmt.Parse(code)
	}
	epoch := numfmt.Epoch1900
	if f.epoch1904 {
		epoch = numfmt.Epoch1904
	}
	return string(f.format.Append(nil, &n, epoch))
}
