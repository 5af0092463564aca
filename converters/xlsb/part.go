package xlsb

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/seed353dc258/backstory/document"
)

// maxRecord is how long a record may be, in bytes. A text has at most 64 KiB and a list of
// areas 128 KiB.
const maxRecord = 4 << 20

// markup returns the markup of a part.
func (b *book) markup(part string, r io.Reader) io.Reader {
	m := &markup{book: b, part: part, src: bufio.NewReader(r)}
	m.out = append(m.out, `<part xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`...)
	m.open = append(m.open, "part")
	return m
}

// stepBytes is how many bytes of a record count as a step.
const stepBytes = 16

// window is about how much markup is made at once, in bytes.
const window = 8 << 10

// Read implements [io.Reader].
func (m *markup) Read(p []byte) (int, error) {
	if m.at == len(m.out) {
		m.out, m.at = m.out[:0], 0
		for len(m.out) < window && m.err == nil {
			m.err = m.env.Step(m.ctx, int64(1+len(m.body)/stepBytes), document.Pos{Part: m.part})
			if m.err == nil {
				m.err = m.record()
			}
			if errors.Is(m.err, io.EOF) {
				m.closeTo(0)
			}
		}
	}
	n := copy(p, m.out[m.at:])
	if m.at += n; n == 0 && len(p) > 0 {
		return 0, m.err
	}
	return n, nil
}

// record reads a record and writes what it becomes. A part that ends inside of one is
// broken.
func (m *markup) record() error {
	kind, _, err := m.varint(2)
	if err != nil {
		return err
	}
	size, n, err := m.varint(4)
	if errors.Is(err, io.EOF) && n == 0 {
		return m.broken("it ends inside of a record")
	}
	if err != nil {
		return err
	}
	if size > maxRecord {
		return m.broken("a record of " + strconv.Itoa(size) + " bytes")
	}
	m.body = slices.Grow(m.body[:0], size)[:size]
	if _, err := io.ReadFull(m.src, m.body); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return m.broken("it ends inside of a record")
		}
		return err
	}
	body := m.body
	err = m.write(kind)
	m.body = body
	return err
}

// write writes what a record becomes; most become nothing.
func (m *markup) write(kind int) error {
	switch {
	case kind <= recFormulaError || kind == recCellRich:
		return m.cell(kind)
	case kind == recShared:
		m.raw("<si>")
		m.rich()
		m.raw("</si>")
	case kind >= recBeginCells && kind <= recPane, kind == recColumns, kind == recMerge, kind >= recBeginFilter && kind <= recFilterColumn:
		m.onSheet(kind)
	case kind >= recConditions && kind <= recBar, kind == recChoice, kind >= recSparkline:
		m.condition(kind)
	case kind >= recAuthors && kind <= recCommentText:
		m.comment(kind)
	case kind >= recFont && kind <= recFormat, kind == recPaletteColor, kind == recLook, kind == recBeginFormats, kind == recEndFormats:
		m.style(kind)
	case kind <= recRanges:
		m.ofBook(kind)
	default:
		m.beside(kind)
	}
	return nil
}

// ofBook writes a record of the workbook, and of a table object.
func (m *markup) ofBook(kind int) {
	switch kind {
	case recBookOptions: // 2.4.822
		m.raw("<workbookPr")
		m.attrInt("date1904", int(m.long()&1))
		m.raw("/>")
	case recSheet: // 2.4.313
		states := [...]string{"visible", "hidden", "veryHidden"}
		state := min(m.long(), 2)
		m.skip(4)
		id, name := m.text(), m.text()
		m.book.sheets = append(m.book.sheets, name)
		m.raw("<sheet")
		m.attr("name", name)
		m.attr("state", states[state])
		m.attr("r:id", id)
		m.raw("/>")
	case recName:
		m.name()
	case recThisBook, recThisSheet, recOtherBook, recBookOfNames:
		m.books = append(m.books, kind == recThisBook || kind == recThisSheet)
	case recRanges: // 2.4.667
		for range m.long() {
			if len(m.body) < 12 {
				break
			}
			m.ranges = append(m.ranges, sheetRange{m.index(), m.index(), m.index()})
		}
	case recTable: // 2.4.110
		area := m.area()
		m.skip(8)
		headers := m.index()
		m.skip(36)
		name, shown := m.text(), m.text()
		m.raw("<table")
		m.attr("ref", area)
		m.attr("name", name)
		m.attr("displayName", shown)
		m.attrInt("headerRowCount", headers)
		m.raw("/>")
	}
}

// beside writes a record of what is beside the cells of a sheet.
func (m *markup) beside(kind int) {
	switch kind {
	case recFurniture: // 2.4.93
		m.skip(2)
		for _, name := range [...]string{"oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"} {
			units := m.units()
			if len(units) == 0 {
				continue
			}
			m.begin(name)
			m.out = appendText(m.out, units)
			m.end(name)
		}
	case recRowsUsual: // 2.4.863
		const zero = 2
		m.skip(8)
		m.raw("<sheetFormatPr")
		m.attrInt("zeroHeight", m.short()&zero/zero)
		m.raw("/>")
	case recLink: // 2.4.715
		area := m.area()
		id, location := m.text(), m.text()
		m.raw("<hyperlink")
		m.attr("ref", area)
		m.attr("id", id)
		m.attr("location", location)
		m.raw("/>")
	case recDrawing:
		m.related("drawing")
	case recOldDrawing:
		m.related("legacyDrawing")
	case recObject:
		m.raw("<oleObject/>")
	case recControl:
		m.raw("<control/>")
	}
}

// related writes an element that names a relationship.
func (m *markup) related(name string) {
	m.raw("<", name)
	m.attr("id", m.text())
	m.raw("/>")
}

// comment writes a record of comments.
func (m *markup) comment(kind int) {
	switch kind {
	case recAuthors:
		m.begin("authors")
	case recEndAuthors:
		m.end("authors")
	case recAuthor:
		m.raw("<author>")
		m.out = appendEscaped(m.out, m.text())
		m.raw("</author>")
	case recComments:
		m.begin("commentList")
	case recEndComments:
		m.end("commentList")
	case recComment: // 2.4.28
		author := m.index()
		m.raw("<comment")
		m.attr("ref", m.area())
		m.attrInt("authorId", author)
		m.raw(">")
		m.open = append(m.open, "comment")
	case recEndComment:
		m.end("comment")
	case recCommentText:
		m.begin("text")
		m.rich()
		m.end("text")
	}
}
