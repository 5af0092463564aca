package xls

import (
	"encoding/binary"
	"math"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/document"
)

// cellReader reads the records of a sheet.
type cellReader struct {
	*records
	book   *book
	sheet  *worksheet
	at     sheet.Place
	style  *format
	buf    []byte
	waits  bool // the text of a formula follows
	beside besideReader
}

// besideReader reads what is beside the cells: comments, text boxes, links.
type besideReader struct {
	*records
	book   *book
	sheet  *worksheet
	object uint16 // the last one
	kindOf int    // and its kind
}

// begin takes the place and the format of a cell.
func (c *cellReader) begin(col, format int) error {
	c.at, c.style = sheet.Place{Row: c.short(0) + 1, Col: col}, c.book.styles.at(format)
	return c.sheet.checkColumn(col)
}

// readCell reads a record with a cell, or with several.
func (c *cellReader) readCell() error {
	if c.kind == recResult && c.waits {
		c.waits = false
		p := c.whole()
		return c.text([]byte(c.book.plainText(&p, p.short())))
	}
	if len(c.body) < 6 {
		return nil
	}
	switch c.kind {
	case recNumbersRow:
		return c.numbers()
	case recSharedCell, recText, recRichText, recNumber, recShort, recTruth, recFormula:
	default:
		return nil
	}
	if err := c.begin(c.short(2), c.short(4)); err != nil {
		return err
	}
	switch c.kind {
	case recText, recRichText:
		p := c.whole()
		p.skip(6)
		return c.text([]byte(c.book.plainText(&p, p.short())))
	}
	return c.readValue(c.body[6:])
}

// readValue reads what is in a cell that is no text of its own.
func (c *cellReader) readValue(value []byte) error {
	switch c.kind {
	case recSharedCell:
		return c.sharedText(value)
	case recNumber:
		if len(value) >= 8 {
			return c.number(math.Float64frombits(binary.LittleEndian.Uint64(value)))
		}
	case recShort:
		if len(value) >= 4 {
			return c.number(numfmt.ShortNumber(binary.LittleEndian.Uint32(value)))
		}
	case recTruth:
		if len(value) >= 2 {
			return c.truth(value[0], value[1] != 0)
		}
	case recFormula:
		if len(value) >= 8 {
			return c.result(value)
		}
	}
	return nil
}

// numbers reads a row of numbers (2.4.175).
func (c *cellReader) numbers() error {
	col := c.short(2)
	for at := 4; at+8 <= len(c.body); at += 6 {
		if err := c.begin(col, c.short(at)); err != nil {
			return err
		}
		if err := c.number(numfmt.ShortNumber(binary.LittleEndian.Uint32(c.body[at+2:]))); err != nil {
			return err
		}
		col++
	}
	return nil
}

// result reads what a formula gave (2.5.133).
func (c *cellReader) result(value []byte) error {
	if value[6] != 0xFF || value[7] != 0xFF {
		return c.number(math.Float64frombits(binary.LittleEndian.Uint64(value)))
	}
	switch value[0] {
	case 0:
		c.waits = true
	case 1:
		return c.truth(value[2], false)
	case 2:
		return c.truth(value[2], true)
	}
	return nil
}

// sharedText keeps a shared text.
func (c *cellReader) sharedText(value []byte) error {
	if len(value) < 4 {
		return nil
	}
	i := binary.LittleEndian.Uint32(value)
	if uint64(i) >= uint64(len(c.book.shared)) {
		c.book.losses.Lose(lost.String, c.sheet.grid.At(c.at))
		return nil
	}
	s := &c.book.shared[i]
	if s.empty {
		return nil
	}
	if !c.style.isPlain || c.style.struck || c.style.signs.HasSymbols() {
		text := []byte(c.sheet.grid.Book.Texts.Get(s.at))
		if s.flags&sheet.Rich != 0 {
			return c.keep(text, sheet.Rich)
		}
		return c.text(text)
	}
	if err := c.sheet.grid.Book.Texts.Spend(int64(s.size)); err != nil {
		return err
	}
	return c.push(sheet.Cell{At: s.at, Flags: s.flags})
}

// text keeps a text by its format.
func (c *cellReader) text(text []byte) error {
	if c.style.signs.HasSymbols() {
		text = []byte(c.style.signs.Text(string(text)))
	}
	if !c.style.isPlain {
		shown := c.style.show.AppendText(nil, string(text))
		if isBlank(shown) {
			return c.keep(text, blank|plainFlag(text))
		}
		text = shown
	}
	return c.keep(text, plainFlag(text))
}

// number keeps a number by its format.
func (c *cellReader) number(v float64) error {
	n := numfmt.FromFloat(v)
	f := sheet.Value
	if c.style.isDate {
		f |= sheet.Time
	}
	if c.style.show.IsPlain(&n) {
		c.book.losses.Plain(c.sheet.grid.At(c.at))
	}
	c.buf = c.style.show.Append(c.buf[:0], &n, c.book.epoch)
	if len(c.buf) == 0 && !n.IsZero() {
		c.buf = numfmt.AppendGeneral(c.buf, &n)
		f |= blank
	}
	if color := c.style.show.Color(&n); color > 0 {
		const before = 7 // colours before the first one that a number format can name
		f |= c.style.flagsOf(c.book.styles.color(color + before))
		return c.keepLooks(c.buf, f|plainFlag(c.buf), c.style.flags&tiny)
	}
	return c.keep(c.buf, f|plainFlag(c.buf))
}

// truth keeps a truth value or an error.
func (c *cellReader) truth(v byte, isError bool) error {
	text := "FALSE"
	if v != 0 {
		text = "TRUE"
	}
	if isError {
		text = numfmt.ErrorName(v)
	}
	return c.keep([]byte(text), sheet.Value|sheet.Plain)
}

// keep stores the text of the cell.
func (c *cellReader) keep(text []byte, f sheet.Flags) error {
	return c.keepLooks(text, f, c.style.flags)
}

func (c *cellReader) keepLooks(text []byte, f, looks sheet.Flags) error {
	if isBlank(text) {
		return nil
	}
	if c.style.struck && f&sheet.Rich == 0 {
		f = (f | sheet.Rich) &^ sheet.Plain
		text = append([]byte{sml.MarkStruck}, text...)
	}
	at, err := c.sheet.grid.Book.Texts.Add(text)
	if err != nil {
		return err
	}
	if err := c.spendCell(); err != nil {
		return err
	}
	c.sheet.cells = append(c.sheet.cells, placedCell{uint32(c.at.Row), sheet.Cell{At: at, Col: uint16(c.at.Col), Flags: f | looks}})
	return nil
}

// push adds a cell whose text is stored.
func (c *cellReader) push(cell sheet.Cell) error {
	cell.Col, cell.Flags = uint16(c.at.Col), cell.Flags|c.style.flags
	c.sheet.cells = append(c.sheet.cells, placedCell{uint32(c.at.Row), cell})
	return c.spendCell()
}

func (c *cellReader) spendCell() error {
	return c.book.env.Spend(converters.LimitCells, 1, document.Pos{Part: c.sheet.grid.Name})
}

// Inlines implements [sheet.Format].
func (sh *worksheet) Inlines(_ *sheet.Cell, text string) []document.Inline {
	return sml.Inlines(sh.book.env, text)
}
