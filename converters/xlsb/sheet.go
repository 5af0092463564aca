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
		m.in = true
		m.begin("sheetData")
	case recEndCells:
		m.in = false
		m.end("sheetData")
	case recColumns: // 2.4.323
		const hidden = 1
		first, last := m.index(), m.index()
		width := float64(m.long()) / 256
		m.skip(4)
		flags := m.short()
		m.raw("<col")
		m.attrInt("min", first+1)
		m.attrInt("max", last+1)
		m.attr("width", strconv.FormatFloat(width, 'g', -1, 64))
		m.attrInt("hidden", flags&hidden)
		m.attrInt("outlineLevel", flags>>8&7)
		m.raw("/>")
	case recPane: // 2.4.732
		const frozen, unsplit = 1, 2
		x, y := m.number(), m.number()
		m.skip(12)
		if flags := m.byte(); flags&(frozen|unsplit) != 0 {
			m.raw(`<pane state="frozen"`)
			m.attr("xSplit", strconv.FormatFloat(x, 'f', 0, 64))
			m.attr("ySplit", strconv.FormatFloat(y, 'f', 0, 64))
			m.raw("/>")
		}
	case recBeginFilter:
		m.raw("<autoFilter")
		m.attr("ref", m.area())
		m.raw(">")
		m.open = append(m.open, "autoFilter")
	case recEndFilter:
		m.end("autoFilter")
	case recFilterColumn:
		m.raw("<filterColumn/>")
	case recMerge:
		m.raw("<mergeCell")
		m.attr("ref", m.area())
		m.raw("/>")
	}
}

// cell writes a row or a cell. Those of other parts than sheets have the same numbers.
func (m *markup) cell(kind int) error {
	if !m.in {
		return nil
	}
	if kind == recRow {
		return m.row()
	}
	if len(m.body) < 8 {
		return nil
	}
	col := m.index()
	style := int(m.long() & 0xFFFFFF)
	if kind == recCellBlank {
		return nil
	}
	if col < 0 || col >= sheet.MaxColumns {
		return m.broken(fmt.Sprintf("a cell in column %d of %d", col+1, sheet.MaxColumns))
	}
	m.raw("<c")
	if col != m.next {
		m.raw(` r="`, sheet.ColumnName(col), `"`)
	}
	m.next = col + 1
	if style != 0 {
		m.attrInt("s", style)
	}
	m.value(kind)
	m.raw("</c>")
	return nil
}

// row begins a row (2.4.741).
func (m *markup) row() error {
	const hidden = 1 << 12
	m.end("row")
	number := m.index()
	m.skip(4)
	height, flags := m.short(), m.short()
	if number < 0 || number >= sheet.MaxRows {
		return m.broken(fmt.Sprintf("row %d of %d", number+1, sheet.MaxRows))
	}
	m.raw("<row")
	m.attrInt("r", number+1)
	m.attrInt("hidden", flags&hidden/hidden)
	const low = 100 // twentieths of a point: every other height is seen
	if height < low {
		m.attr("ht", strconv.FormatFloat(float64(height)/20, 'f', -1, 64))
	}
	if level := flags >> 8 & 7; level > 0 {
		m.attrInt("outlineLevel", level)
	}
	m.raw(">")
	m.open = append(m.open, "row")
	m.next = 0
	return nil
}

// value writes what is in a cell: the rest of its start tag, and the value.
func (m *markup) value(kind int) {
	switch kind {
	case recCellShort:
		m.raw("><v>")
		m.out = strconv.AppendFloat(m.out, numfmt.ShortNumber(m.long()), 'g', -1, 64)
	case recCellNumber, recFormulaReal:
		m.raw("><v>")
		m.out = strconv.AppendFloat(m.out, m.number(), 'g', -1, 64)
	case recCellError, recFormulaError:
		m.raw(` t="e"><v>`, numfmt.ErrorName(m.byte()))
	case recCellTruth, recFormulaTruth:
		m.raw(` t="b"><v>`)
		m.int(int(min(m.byte(), 1)))
	case recCellShared:
		m.raw(` t="s"><v>`)
		m.int(m.index())
	case recFormulaText:
		m.raw(` t="str"><v>`)
		m.out = appendText(m.out, m.units())
	case recCellText:
		m.raw(` t="inlineStr"><is><t>`)
		m.out = appendText(m.out, m.units())
		m.raw("</t></is>")
		return
	case recCellRich:
		m.raw(` t="inlineStr"><is>`)
		m.rich()
		m.raw("</is>")
		return
	}
	m.raw("</v>")
}
