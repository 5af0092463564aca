package xlsb

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// notShown is in place of a formula that is more than references and values.
const notShown = "(a formula)"

// lostReference is what Excel shows of a reference to what is gone.
const lostReference = "#REF!"

// name writes a defined name (2.4.711).
func (m *markup) name() {
	const hidden, builtin = 1, 1 << 5
	flags := m.long()
	m.skip(1)
	owner := m.index()
	name := m.text()
	if flags&builtin != 0 && !strings.HasPrefix(name, "_xlnm.") {
		name = "_xlnm." + name
	}
	m.raw("<definedName")
	m.attr("name", name)
	m.attrInt("hidden", int(flags&hidden))
	if owner >= 0 {
		m.attrInt("localSheetId", owner)
	}
	m.raw(">")
	m.out = appendEscaped(m.out, m.formula())
	m.raw("</definedName>")
}

// condition writes a record of what conditions may hide, of choices, and of what newer
// versions of Excel add.
func (m *markup) condition(kind int) {
	switch kind {
	case recConditions: // 2.4.37
		m.skip(8)
		m.raw("<conditionalFormatting")
		m.attr("sqref", m.areas())
		m.raw(">")
		m.open = append(m.open, "conditionalFormatting")
	case recEndCondition:
		m.end("conditionalFormatting")
	case recNewRules: // 2.4.38
		areas, _ := m.future()
		m.begin("extLst")
		m.begin("conditionalFormatting")
		m.raw("<sqref>", areas, "</sqref>")
	case recEndNewRules:
		m.end("extLst")
	case recRule: // 2.4.26
		m.skip(8)
		m.raw("<cfRule")
		m.attrInt("dxfId", m.index())
		m.raw("/>")
	case recIcons: // 2.4.98
		const signsAlone = 2
		m.skip(4)
		m.signs("iconSet", m.short()&signsAlone == 0)
	case recBar: // 2.4.66
		m.skip(2)
		m.signs("dataBar", m.byte() != 0)
	case recSparkline:
		areas, _ := m.future()
		m.raw("<extLst><sparkline><sqref>", areas, "</sqref></sparkline></extLst>")
	case recChoice:
		const list = 3
		flags := m.long()
		m.choice(m.areas(), "", flags&15 == list)
	case recNewChoice: // its formulas are in front of it
		const list = 3
		areas, formulas := m.future()
		flags := m.long()
		m.choice(areas, strings.Join(formulas[:min(1, len(formulas))], ""), flags&15 == list)
	}
}

// signs writes a format that shows a sign, with the value or in its place.
func (m *markup) signs(name string, valued bool) {
	v := 0
	if valued {
		v = 1
	}
	m.raw("<", name)
	m.attrInt("showValue", v)
	m.raw("/>")
}

// choice writes which values cells ask for (2.4.354).
func (m *markup) choice(areas, from string, list bool) {
	m.text()
	m.text()
	title, prompt := m.text(), m.text()
	if from == "" && list {
		from = m.formula()
	}
	m.raw("<dataValidation")
	m.attr("sqref", areas)
	if list {
		m.attr("type", "list")
	}
	m.attr("promptTitle", title)
	m.attr("prompt", prompt)
	m.raw("><formula1>")
	m.out = appendEscaped(m.out, from)
	m.raw("</formula1></dataValidation>")
}

// future reads the head of a record that newer versions of Excel add (2.5.53): the areas
// that it is of, and its formulas.
func (m *markup) future() (areas string, formulas []string) {
	const hasRefs, hasAreas, hasFormulas, hasRelation = 1, 2, 4, 8
	flags := m.long()
	if flags&hasRefs != 0 {
		for range m.long() {
			if len(m.body) < 20 {
				break
			}
			m.skip(20)
		}
	}
	if flags&hasAreas != 0 {
		var all []string
		for range m.long() {
			if len(m.body) < 8 {
				break
			}
			m.skip(4)
			all = append(all, m.areas())
		}
		areas = strings.Join(all, " ")
	}
	if flags&hasFormulas != 0 {
		for range m.long() {
			if len(m.body) < 12 {
				break
			}
			m.skip(4)
			formulas = append(formulas, m.formula())
		}
	}
	if flags&hasRelation != 0 {
		m.units()
	}
	return areas, formulas
}

// The tokens of formulas that are read (2.5.97.16).
const (
	tokenUnion         = 0x10
	tokenParen         = 0x15
	tokenText          = 0x17
	tokenSpace         = 0x19
	tokenError         = 0x1C
	tokenTruth         = 0x1D
	tokenShort         = 0x1E
	tokenNumber        = 0x1F
	tokenPlace         = 0x24
	tokenArea          = 0x25
	tokenSameAs        = 0x29 // the tokens behind it are its value
	tokenLostCell      = 0x2A
	tokenLostArea      = 0x2B
	tokenSheetCell     = 0x3A
	tokenSheetArea     = 0x3B
	tokenLostSheetCell = 0x3C
	tokenLostSheetArea = 0x3D
	tokenClass         = 0x60 // the bits that say how a reference is used
)

// formula reads a formula (2.5.97.4), and returns it where it is made of references and
// values, with commas between them; else that there is one.
func (m *markup) formula() string {
	tokens := m.take(min(int(m.long()), len(m.body)))
	extra := min(int(m.long()), len(m.body))
	rest := m.body[extra:]
	m.body = tokens
	defer func() { m.body = rest }()
	var parts []string
	for len(m.body) > 0 {
		kind := m.byte()
		switch kind {
		case tokenUnion:
			if n := len(parts); n > 1 {
				parts = append(parts[:n-2], parts[n-2]+","+parts[n-1])
			}
			continue
		case tokenParen:
			continue
		}
		if kind >= 0x20 {
			kind = kind&^tokenClass | 0x20
		}
		if kind == tokenSameAs {
			m.skip(2)
			continue
		}
		part, ok := m.operand(kind)
		if !ok {
			return notShown
		}
		parts = append(parts, part)
	}
	if len(parts) != 1 {
		return notShown
	}
	return parts[0]
}

// operand reads a token that is a reference or a value.
func (m *markup) operand(kind byte) (string, bool) {
	switch kind {
	case tokenText:
		n := m.short()
		return `"` + strings.ReplaceAll(cfb.Wide(m.take(min(2*n, len(m.body)))), `"`, `""`) + `"`, true
	case tokenError:
		return numfmt.ErrorName(m.byte()), true
	case tokenTruth:
		return strings.ToUpper(strconv.FormatBool(m.byte() != 0)), true
	case tokenShort:
		return strconv.Itoa(m.short()), true
	case tokenNumber:
		return strconv.FormatFloat(m.number(), 'g', -1, 64), true
	case tokenPlace:
		return m.place(m.index(), m.short()), true
	case tokenArea:
		return m.span(), true
	case tokenLostCell:
		m.skip(6)
		return lostReference, true
	case tokenLostArea:
		m.skip(12)
		return lostReference, true
	case tokenSheetCell, tokenSheetArea, tokenLostSheetCell, tokenLostSheetArea:
		name, ok := m.sheetName(m.short())
		part := ""
		if kind == tokenSheetCell || kind == tokenLostSheetCell {
			part = m.place(m.index(), m.short())
		} else {
			part = m.span()
		}
		if name == lostReference || kind >= tokenLostSheetCell {
			return lostReference, ok
		}
		return name + part, ok
	}
	return "", false
}

// range2 reads an area of a formula: whole rows and columns are written without the other.
func (m *markup) span() string {
	top, bottom, left, right := m.index(), m.index(), m.short(), m.short()
	const column = 0x3FFF
	switch {
	case left&column == 0 && right&column == sheet.MaxColumns-1:
		return "$" + strconv.Itoa(top+1) + ":$" + strconv.Itoa(bottom+1)
	case top == 0 && bottom == sheet.MaxRows-1:
		return "$" + sheet.ColumnName(left&column) + ":$" + sheet.ColumnName(right&column)
	}
	return m.place(top, left) + ":" + m.place(bottom, right)
}

// place returns a cell of a formula, whose column says which of both numbers are relative.
func (m *markup) place(row, col int) string {
	const relativeColumn, relativeRow = 1 << 14, 1 << 15
	out := ""
	if col&relativeColumn == 0 {
		out = "$"
	}
	out += sheet.ColumnName(col & 0x3FFF)
	if col&relativeRow == 0 {
		out += "$"
	}
	return out + strconv.Itoa(row+1)
}

// sheetName returns the sheet of a reference, with the sign behind it.
func (m *markup) sheetName(i int) (string, bool) {
	if i >= len(m.ranges) {
		return "", false
	}
	r := m.ranges[i]
	if r.book < 0 || r.book >= len(m.books) || !m.books[r.book] {
		return "", false
	}
	if r.first < 0 || r.first >= len(m.book.sheets) {
		return lostReference, true
	}
	name := m.book.sheets[r.first]
	if r.last != r.first && r.last >= 0 && r.last < len(m.book.sheets) {
		name += ":" + m.book.sheets[r.last]
	}
	return quoted(name) + "!", true
}

// quoted returns the name of a sheet as formulas have it.
func quoted(name string) string {
	isPlain := func(c rune) bool {
		return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c >= utf8.RuneSelf
	}
	for _, c := range name {
		if !isPlain(c) {
			return "'" + strings.ReplaceAll(name, "'", "''") + "'"
		}
	}
	return name
}
