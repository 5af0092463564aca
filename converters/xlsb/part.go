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
	m.out.raw(`<part xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`)
	m.out.open = append(m.out.open, "part")
	return m
}

// stepBytes is how many bytes of a record count as a step.
const stepBytes = 16

// window is about how much markup is made at once, in bytes.
const window = 8 << 10

// Read implements [io.Reader].
func (m *markup) Read(p []byte) (int, error) {
	if m.at == len(m.out.buf) {
		m.out.buf, m.at = m.out.buf[:0], 0
		for len(m.out.buf) < window && m.err == nil {
			m.err = m.book.env.Step(m.book.ctx, int64(1+len(m.body)/stepBytes), document.Pos{Part: m.part})
			if m.err == nil {
				m.err = m.record()
			}
			if errors.Is(m.err, io.EOF) {
				m.out.closeTo(0)
			}
		}
	}
	n := copy(p, m.out.buf[m.at:])
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
		m.out.raw("<si>")
		m.rich()
		m.out.raw("</si>")
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
		m.out.raw("<workbookPr")
		m.out.attrInt("date1904", int(m.body.long()&1))
		m.out.raw("/>")
	case recSheet: // 2.4.313
		states := [...]string{"visible", "hidden", "veryHidden"}
		state := min(m.body.long(), 2)
		m.body.skip(4)
		id, name := m.body.text(), m.body.text()
		m.book.sheets = append(m.book.sheets, name)
		m.out.raw("<sheet")
		m.out.attr("name", name)
		m.out.attr("state", states[state])
		m.out.attr("r:id", id)
		m.out.raw("/>")
	case recName:
		m.name()
	case recThisBook, recThisSheet, recOtherBook, recBookOfNames:
		m.book.books = append(m.book.books, kind == recThisBook || kind == recThisSheet)
	case recRanges: // 2.4.667
		for range m.body.long() {
			if len(m.body) < 12 {
				break
			}
			m.book.ranges = append(m.book.ranges, sheetRange{m.body.index(), m.body.index(), m.body.index()})
		}
	case recTable: // 2.4.110
		area := m.body.area()
		m.body.skip(8)
		headers := m.body.index()
		m.body.skip(36)
		name, shown := m.body.text(), m.body.text()
		m.out.raw("<table")
		m.out.attr("ref", area)
		m.out.attr("name", name)
		m.out.attr("displayName", shown)
		m.out.attrInt("headerRowCount", headers)
		m.out.raw("/>")
	}
}

// beside writes a record of what is beside the cells of a sheet.
func (m *markup) beside(kind int) {
	switch kind {
	case recFurniture: // 2.4.93
		m.body.skip(2)
		for _, name := range [...]string{"oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"} {
			units := m.body.units()
			if len(units) == 0 {
				continue
			}
			m.out.begin(name)
			m.out.buf = appendText(m.out.buf, units)
			m.out.end(name)
		}
	case recRowsUsual: // 2.4.863
		const zero = 2
		m.body.skip(8)
		m.out.raw("<sheetFormatPr")
		m.out.attrInt("zeroHeight", m.body.short()&zero/zero)
		m.out.raw("/>")
	case recLink: // 2.4.715
		area := m.body.area()
		id, location := m.body.text(), m.body.text()
		m.out.raw("<hyperlink")
		m.out.attr("ref", area)
		m.out.attr("id", id)
		m.out.attr("location", location)
		m.out.raw("/>")
	case recDrawing:
		m.related("drawing")
	case recOldDrawing:
		m.related("legacyDrawing")
	case recObject:
		m.out.raw("<oleObject/>")
	case recControl:
		m.out.raw("<control/>")
	}
}

// related writes an element that names a relationship.
func (m *markup) related(name string) {
	m.out.raw("<", name)
	m.out.attr("id", m.body.text())
	m.out.raw("/>")
}

// comment writes a record of comments.
func (m *markup) comment(kind int) {
	switch kind {
	case recAuthors:
		m.out.begin("authors")
	case recEndAuthors:
		m.out.end("authors")
	case recAuthor:
		m.out.raw("<author>")
		m.out.buf = appendEscaped(m.out.buf, m.body.text())
		m.out.raw("</author>")
	case recComments:
		m.out.begin("commentList")
	case recEndComments:
		m.out.end("commentList")
	case recComment: // 2.4.28
		author := m.body.index()
		m.out.raw("<comment")
		m.out.attr("ref", m.body.area())
		m.out.attrInt("authorId", author)
		m.out.raw(">")
		m.out.open = append(m.out.open, "comment")
	case recEndComment:
		m.out.end("comment")
	case recCommentText:
		m.out.begin("text")
		m.rich()
		m.out.end("text")
	}
}
