package xlsb

import (
	"fmt"
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// onSheet writes a record of a sheet.
func (m *markup) onSheet(kind int) {
	switch kind {
	case recBeginCells:
		m.cells.in = true
		m.out.begin("sheetData")
	case recEndCells:
		m.cells.in = false
		m.out.end("sheetData")
	case recColumns: // 2.4.323
		const hidden = 1
		first, last := m.body.index(), m.body.index()
		width := float64(m.body.long()) / 256
		m.body.skip(4)
		flags := m.body.short()
		m.out.raw("<col")
		m.out.attrInt("min", first+1)
		m.out.attrInt("max", last+1)
		m.out.attr("width", strconv.FormatFloat(width, 'g', -1, 64))
		m.out.attrInt("hidden", flags&hidden)
		m.out.attrInt("outlineLevel", flags>>8&7)
		m.out.raw("/>")
	case recPane: // 2.4.732
		const frozen, unsplit = 1, 2
		x, y := m.body.number(), m.body.number()
		m.body.skip(12)
		if flags := m.body.byte(); flags&(frozen|unsplit) != 0 {
			m.out.raw(`<pane state="frozen"`)
			m.out.attr("xSplit", strconv.FormatFloat(x, 'f', 0, 64))
			m.out.attr("ySplit", strconv.FormatFloat(y, 'f', 0, 64))
			m.out.raw("/>")
		}
	case recBeginFilter:
		m.out.raw("<autoFilter")
		m.out.attr("ref", m.body.area())
		m.out.raw(">")
		m.out.open = append(m.out.open, "autoFilter")
	case recEndFilter:
		m.out.end("autoFilter")
	case recFilterColumn:
		m.out.raw("<filterColumn/>")
	case recMerge:
		m.out.raw("<mergeCell")
		m.out.attr("ref", m.body.area())
		m.out.raw("/>")
	}
}

// cell writes a row or a cell. Those of other parts than sheets have the same numbers.
func (m *markup) cell(kind int) error {
	if !m.cells.in {
		return nil
	}
	if kind == recRow {
		return m.row()
	}
	if len(m.body) < 8 {
		return nil
	}
	col := m.body.index()
	style := int(m.body.long() & 0xFFFFFF)
	if kind == recCellBlank {
		return nil
	}
	if col < 0 || col >= sheet.MaxColumns {
		return m.broken(fmt.Sprintf("a cell in column %d of %d", col+1, sheet.MaxColumns))
	}
	m.out.raw("<c")
	if col != m.cells.next {
		m.out.raw(` r="`, sheet.ColumnName(col), `"`)
	}
	m.cells.next = col + 1
	if style != 0 {
		m.out.attrInt("s", style)
	}
	m.value(kind)
	m.out.raw("</c>")
	return nil
}

// row begins a row (2.4.741).
func (m *markup) row() error {
	const hidden = 1 << 12
	m.out.end("row")
	number := m.body.index()
	m.body.skip(4)
	height, flags := m.body.short(), m.body.short()
	if number < 0 || number >= sheet.MaxRows {
		return m.broken(fmt.Sprintf("row %d of %d", number+1, sheet.MaxRows))
	}
	m.out.raw("<row")
	m.out.attrInt("r", number+1)
	m.out.attrInt("hidden", flags&hidden/hidden)
	const low = 100 // twentieths of a point: every other height is seen
	if height < low {
		m.out.attr("ht", strconv.FormatFloat(float64(height)/20, 'f', -1, 64))
	}
	if level := flags >> 8 & 7; level > 0 {
		m.out.attrInt("outlineLevel", level)
	}
	m.out.raw(">")
	m.out.open = append(m.out.open, "row")
	m.cells.next = 0
	return nil
}

// value writes what is in a cell: the rest of its start tag, and the value.
func (m *markup) value(kind int) {
	switch kind {
	case recCellShort:
		m.out.raw("><v>")
		m.out.buf = strconv.AppendFloat(m.out.buf, numfmt.ShortNumber(m.body.long()), 'g', -1, 64)
	case recCellNumber, recFormulaReal:
		m.out.raw("><v>")
		m.out.buf = strconv.AppendFloat(m.out.buf, m.body.number(), 'g', -1, 64)
	case recCellError, recFormulaError:
		m.out.raw(` t="e"><v>`, numfmt.ErrorName(m.body.byte()))
	case recCellTruth, recFormulaTruth:
		m.out.raw(` t="b"><v>`)
		m.out.int(int(min(m.body.byte(), 1)))
	case recCellShared:
		m.out.raw(` t="s"><v>`)
		m.out.int(m.body.index())
	case recFormulaText:
		m.out.raw(` t="str"><v>`)
		m.out.buf = appendText(m.out.buf, m.body.units())
	case recCellText:
		m.out.raw(` t="inlineStr"><is><t>`)
		m.out.buf = appendText(m.out.buf, m.body.units())
		m.out.raw("</t></is>")
		return
	case recCellRich:
		m.out.raw(` t="inlineStr"><is>`)
		m.rich()
		m.out.raw("</is>")
		return
	}
	m.out.raw("</v>")
}
