package pdf

import "github.com/seed353dc258/backstory/converters/pdf/pdfium"

// tagShare is how much of a page's text a structure tree must hold to be
// believed.
const tagShare = .9

// tags is what the structure tree of a page says of its marked content.
type tags struct {
	levels map[int]int // of headings, by marked-content id
	tables []*pdfium.Element
	known  map[int]bool
}

// readTags reads the structure of a page; nil where there is none, or where it
// does not hold nearly all of the text.
func readTags(p *pdfium.Page) *tags {
	if len(p.Tree) == 0 {
		return nil
	}
	t := &tags{levels: map[int]int{}, known: map[int]bool{}}
	for _, e := range p.Tree {
		t.element(e, 0)
	}
	held, all := 0, 0
	for i := range p.Chars {
		if run := p.Chars[i].Run; run >= 0 {
			all++
			if t.known[p.Runs[run].MCID] {
				held++
			}
		}
	}
	if float64(held) < tagShare*float64(all) {
		return nil
	}
	return t
}

// element notes an element and what is below it.
func (t *tags) element(e *pdfium.Element, level int) {
	switch {
	case e.Type == "H" || e.Type == "Title":
		level = 1
	case len(e.Type) == 2 && e.Type[0] == 'H' && e.Type[1] >= '1' && e.Type[1] <= '6':
		level = int(e.Type[1] - '0')
	case e.Type == "Table":
		t.tables = append(t.tables, e)
	}
	for _, c := range e.Children {
		if c.Element != nil {
			t.element(c.Element, level)
			continue
		}
		t.known[c.MCID] = true
		if level > 0 {
			t.levels[c.MCID] = level
		}
	}
}

// mark gives words the level of the heading that they are of.
func (t *tags) mark(words []word) (headings int) {
	for i := range words {
		words[i].level = t.levels[words[i].mcid]
		if words[i].level > 0 {
			headings++
		}
	}
	return headings
}

// take makes the tables that the structure names, and returns them with the
// words that are in none.
func (t *tags) take(words []word) ([]table, []word) {
	var out []table
	for _, e := range t.tables {
		if made, rest, ok := takeTable(e, words); ok {
			out, words = append(out, made), rest
		}
	}
	return out, words
}

// takeTable makes one table. A table of one column, or of one row, may be there
// for the layout alone and is left to the eye.
func takeTable(e *pdfium.Element, words []word) (table, []word, bool) {
	var t table
	place := map[int]owned{}
	heads := true
	for _, row := range rowsIn(e, nil) {
		var cells []cell
		head := true
		for _, c := range row.Children {
			if c.Element == nil || c.Element.Type != "TD" && c.Element.Type != "TH" {
				continue
			}
			head = head && c.Element.Type == "TH"
			content(c.Element, func(id int) { place[id] = owned{len(t.rows), len(cells)} })
			cells = append(cells, cell{colSpan: max(c.Element.ColSpan, 1), rowSpan: max(c.Element.RowSpan, 1)})
		}
		if len(cells) == 0 {
			continue
		}
		t.cols = max(t.cols, len(cells))
		t.rows = append(t.rows, cells)
		if heads = heads && head; heads {
			t.header = len(t.rows)
		}
	}
	if len(t.rows) < 2 || t.cols < 2 {
		return table{}, words, false
	}
	rest := make([]word, 0, len(words))
	filled := 0
	for _, w := range words {
		o, ok := place[w.mcid]
		if !ok || w.mcid < 0 {
			rest = append(rest, w)
			continue
		}
		c := &t.rows[o.row][o.cell]
		if filled == 0 {
			t.box = w.box
		}
		filled++
		t.box = t.box.Union(w.box)
		c.words = append(c.words, w)
	}
	if filled == 0 || t.header == len(t.rows) {
		return table{}, words, false
	}
	t.tagged = true
	return t, rest, true
}

// rowsIn returns the rows of a table, those in its head and bodies too, and
// none of a table inside it.
func rowsIn(e *pdfium.Element, out []*pdfium.Element) []*pdfium.Element {
	for _, c := range e.Children {
		if c.Element == nil {
			continue
		}
		switch c.Element.Type {
		case "TR":
			out = append(out, c.Element)
		case "THead", "TBody", "TFoot":
			out = rowsIn(c.Element, out)
		}
	}
	return out
}

// content calls visit for the marked content of an element and of those below
// it.
func content(e *pdfium.Element, visit func(id int)) {
	for _, c := range e.Children {
		if c.Element != nil {
			content(c.Element, visit)
		} else {
			visit(c.MCID)
		}
	}
}
