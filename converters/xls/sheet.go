package xls

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/document"
)

// read reads the records of a sheet, then puts its cells into rows.
func (sh *worksheet) read() error {
	pos := document.Pos{Part: sh.grid.Name}
	r := &records{raw: sh.book.raw, at: sh.at}
	if sh.at < 0 || sh.at > len(sh.book.raw) || !r.next() || r.kind != recBegin {
		sh.book.losses.Lose(lost.Sheet, pos)
		return nil
	}
	c := &cellReader{records: r, book: sh.book, sheet: sh, beside: besideReader{records: r, book: sh.book, sheet: sh}}
	if sh.what == kindChart {
		return c.addChart()
	}
	for r.next() {
		if err := sh.book.env.Step(sh.book.ctx, int64(len(r.body))/16+1, pos); err != nil {
			return err
		}
		var err error
		switch r.kind {
		case recBegin:
			err = c.addChart()
		case recEnd:
			return sh.arrange()
		default:
			err = c.record()
		}
		if err != nil {
			return err
		}
	}
	sh.book.losses.Lose(lost.End, pos)
	return sh.arrange()
}

// addChart reads a chart, whose records are among those of the sheet or are all of them.
func (c *cellReader) addChart() error {
	blocks, err := readChart(c.records, c.book, c.sheet.grid.Name)
	c.sheet.boxes = append(c.sheet.boxes, blocks...)
	return err
}

// record reads a record of a sheet.
func (c *cellReader) record() error {
	switch c.kind {
	case recRow:
		c.readRow()
		return c.book.node(1)
	case recColumns:
		c.readColumns()
	case recFiltered:
		c.sheet.filtered = true
	case recCondition:
		c.sheet.ruled = true
	case recMerged:
		return c.readMerged()
	case recPane:
		c.sheet.grid.Frozen = sheet.Place{Row: c.short(2), Col: c.short(0)}
	case recWindow:
		const frozen = 8
		c.sheet.frozen = c.short(0)&frozen != 0
	case recHeader, recFooter:
		c.readFurniture()
	case recNote, recObject, recObjectText, recLink:
		return c.beside.read()
	}
	return c.readCell()
}

// readRow reads whether a row is seen (2.4.221).
func (c *cellReader) readRow() {
	const level, hidden = 7, 0x20
	flags := sheet.RowFlags(0)
	if at := c.short(12); at&hidden != 0 {
		flags |= sheet.RowHidden
		if at&level != 0 {
			flags |= sheet.RowInGroup
		}
	}
	if flags != 0 {
		c.sheet.rows[uint32(c.short(0))+1] = flags
	}
}

// readColumns reads which columns are hidden (2.4.53).
func (c *cellReader) readColumns() {
	const hidden, level, minWidth = 1, 0x700, 77 // in 256ths of a letter
	flags := c.short(8)
	if flags&hidden == 0 && c.short(4) >= minWidth || len(c.body) < 10 {
		return
	}
	at := sheet.Columns{First: c.short(0), Last: min(c.short(2), sheet.MaxColumns-1), Collapsed: flags&level != 0}
	if at.First <= at.Last {
		c.sheet.grid.Columns = append(c.sheet.grid.Columns, at)
	}
}

// readMerged reads merged cells (2.4.168).
func (c *cellReader) readMerged() error {
	for i := range min(c.short(0), (len(c.body)-2)/8) {
		at := func(k int) int { return c.short(2 + 8*i + 2*k) }
		a := sheet.Area{From: sheet.Place{Row: at(0) + 1, Col: at(2)}, To: sheet.Place{Row: at(1) + 1, Col: at(3)}}
		if a.From != a.To && a.To.Row >= a.From.Row && a.To.Col >= a.From.Col {
			c.sheet.grid.Merges = append(c.sheet.grid.Merges, a)
		}
		if err := c.book.node(2); err != nil {
			return err
		}
	}
	return nil
}

// readFurniture keeps the header or the footer of printed pages, once for the workbook,
// and not where it is only numbers, dates and names.
func (c *cellReader) readFurniture() {
	title := "Header"
	if c.kind == recFooter {
		title = "Footer"
	}
	if len(c.body) < 2 {
		return
	}
	n, at := int(c.body[0]), 1
	if !c.book.old {
		n, at = c.short(0), 2
	}
	p := pieces{rest: [][]byte{c.body[at:]}}
	text := sml.HeaderText(c.book.plainText(&p, n))
	if text == "" || c.book.printed[title+text] {
		return
	}
	if c.book.printed == nil {
		c.book.printed = map[string]bool{}
	}
	c.book.printed[title+text] = true
	c.sheet.printed = append(c.sheet.printed, title+": "+text)
}

// arrange puts the cells into rows, hidden rows without any among them.
func (sh *worksheet) arrange() error {
	if !sh.frozen {
		sh.grid.Frozen = sheet.Place{}
	}
	if sh.filtered {
		for number, flags := range sh.rows {
			sh.rows[number] = flags&^sheet.RowHidden | sheet.RowFiltered
		}
	}
	order := func(a, b placedCell) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.Col, b.Col))
	}
	if !slices.IsSortedFunc(sh.cells, order) {
		slices.SortStableFunc(sh.cells, order)
	}
	hidden := slices.Sorted(maps.Keys(sh.rows))
	var row []sheet.Cell
	for i, c := range sh.cells {
		if n := len(row); n > 0 && row[n-1].Col == c.Col { // the last one counts
			row = row[:n-1]
		}
		row = append(row, c.Cell)
		if i+1 < len(sh.cells) && sh.cells[i+1].row == c.row {
			continue
		}
		var err error
		if hidden, err = sh.addHidden(hidden, c.row); err != nil {
			return err
		}
		if err := sh.grid.Add(sheet.Row{Number: c.row, Flags: sh.rows[c.row]}, row); err != nil {
			return err
		}
		row = row[:0]
	}
	sh.cells = nil
	_, err := sh.addHidden(hidden, math.MaxUint32)
	return err
}

// addHidden adds the hidden rows without cells that are before a row, and returns those
// behind it.
func (sh *worksheet) addHidden(hidden []uint32, before uint32) ([]uint32, error) {
	for len(hidden) > 0 && hidden[0] < before {
		if err := sh.grid.Add(sheet.Row{Number: hidden[0], Flags: sh.rows[hidden[0]]}, nil); err != nil {
			return nil, err
		}
		hidden = hidden[1:]
	}
	if len(hidden) > 0 && hidden[0] == before {
		hidden = hidden[1:]
	}
	return hidden, nil
}

// checkColumn holds a column to the limit.
func (sh *worksheet) checkColumn(col int) error {
	return sh.book.env.Check(converters.LimitColumns, int64(col+1), document.Pos{Part: sh.grid.Name})
}
