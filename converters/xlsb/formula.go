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
	flags := m.body.long()
	m.body.skip(1)
	owner := m.body.index()
	name := m.body.text()
	if flags&builtin != 0 && !strings.HasPrefix(name, "_xlnm.") {
		name = "_xlnm." + name
	}
	m.out.raw("<definedName")
	m.out.attr("name", name)
	m.out.attrInt("hidden", int(flags&hidden))
	if owner >= 0 {
		m.out.attrInt("localSheetId", owner)
	}
	m.out.raw(">")
	m.out.buf = appendEscaped(m.out.buf, m.book.formula(&m.body))
	m.out.raw("</definedName>")
}

// condition writes a record of what conditions may hide, of choices, and of what newer
// versions of Excel add.
func (m *markup) condition(kind int) {
	switch kind {
	case recConditions: // 2.4.37
		m.body.skip(8)
		m.out.raw("<conditionalFormatting")
		m.out.attr("sqref", m.body.areas())
		m.out.raw(">")
		m.out.open = append(m.out.open, "conditionalFormatting")
	case recEndCondition:
		m.out.end("conditionalFormatting")
	case recNewRules: // 2.4.38
		areas, _ := m.book.future(&m.body)
		m.out.begin("extLst")
		m.out.begin("conditionalFormatting")
		m.out.raw("<sqref>", areas, "</sqref>")
	case recEndNewRules:
		m.out.end("extLst")
	case recRule: // 2.4.26
		m.body.skip(8)
		m.out.raw("<cfRule")
		m.out.attrInt("dxfId", m.body.index())
		m.out.raw("/>")
	case recIcons: // 2.4.98
		const signsAlone = 2
		m.body.skip(4)
		m.out.signs("iconSet", m.body.short()&signsAlone == 0)
	case recBar: // 2.4.66
		m.body.skip(2)
		m.out.signs("dataBar", m.body.byte() != 0)
	case recSparkline:
		areas, _ := m.book.future(&m.body)
		m.out.raw("<extLst><sparkline><sqref>", areas, "</sqref></sparkline></extLst>")
	case recChoice:
		const list = 3
		flags := m.body.long()
		m.choice(m.body.areas(), "", flags&15 == list)
	case recNewChoice: // its formulas are in front of it
		const list = 3
		areas, formulas := m.book.future(&m.body)
		flags := m.body.long()
		m.choice(areas, strings.Join(formulas[:min(1, len(formulas))], ""), flags&15 == list)
	}
}

// signs writes a format that shows a sign, with the value or in its place.
func (w *writer) signs(name string, valued bool) {
	v := 0
	if valued {
		v = 1
	}
	w.raw("<", name)
	w.attrInt("showValue", v)
	w.raw("/>")
}

// choice writes which values cells ask for (2.4.354).
func (m *markup) choice(areas, from string, list bool) {
	m.body.text()
	m.body.text()
	title, prompt := m.body.text(), m.body.text()
	if from == "" && list {
		from = m.book.formula(&m.body)
	}
	m.out.raw("<dataValidation")
	m.out.attr("sqref", areas)
	if list {
		m.out.attr("type", "list")
	}
	m.out.attr("promptTitle", title)
	m.out.attr("prompt", prompt)
	m.out.raw("><formula1>")
	m.out.buf = appendEscaped(m.out.buf, from)
	m.out.raw("</formula1></dataValidation>")
}

// future reads the head of a record that newer versions of Excel add (2.5.53): the areas
// that it is of, and its formulas.
func (b *book) future(r *record) (areas string, formulas []string) {
	const hasRefs, hasAreas, hasFormulas, hasRelation = 1, 2, 4, 8
	flags := r.long()
	if flags&hasRefs != 0 {
		for range r.long() {
			if len(*r) < 20 {
				break
			}
			r.skip(20)
		}
	}
	if flags&hasAreas != 0 {
		var all []string
		for range r.long() {
			if len(*r) < 8 {
				break
			}
			r.skip(4)
			all = append(all, r.areas())
		}
		areas = strings.Join(all, " ")
	}
	if flags&hasFormulas != 0 {
		for range r.long() {
			if len(*r) < 12 {
				break
			}
			r.skip(4)
			formulas = append(formulas, b.formula(r))
		}
	}
	if flags&hasRelation != 0 {
		r.units()
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
func (b *book) formula(r *record) string {
	tokens := r.take(min(int(r.long()), len(*r)))
	extra := min(int(r.long()), len(*r))
	rest := (*r)[extra:]
	*r = tokens
	defer func() { *r = rest }()
	var parts []string
	for len(*r) > 0 {
		kind := r.byte()
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
			r.skip(2)
			continue
		}
		part, ok := b.operand(r, kind)
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
func (b *book) operand(r *record, kind byte) (string, bool) {
	switch kind {
	case tokenText:
		n := r.short()
		return `"` + strings.ReplaceAll(cfb.Wide(r.take(min(2*n, len(*r)))), `"`, `""`) + `"`, true
	case tokenError:
		return numfmt.ErrorName(r.byte()), true
	case tokenTruth:
		return strings.ToUpper(strconv.FormatBool(r.byte() != 0)), true
	case tokenShort:
		return strconv.Itoa(r.short()), true
	case tokenNumber:
		return strconv.FormatFloat(r.number(), 'g', -1, 64), true
	case tokenPlace:
		return place(r.index(), r.short()), true
	case tokenArea:
		return r.span(), true
	case tokenLostCell:
		r.skip(6)
		return lostReference, true
	case tokenLostArea:
		r.skip(12)
		return lostReference, true
	case tokenSheetCell, tokenSheetArea, tokenLostSheetCell, tokenLostSheetArea:
		name, ok := b.sheetName(r.short())
		part := ""
		if kind == tokenSheetCell || kind == tokenLostSheetCell {
			part = place(r.index(), r.short())
		} else {
			part = r.span()
		}
		if name == lostReference || kind >= tokenLostSheetCell {
			return lostReference, ok
		}
		return name + part, ok
	}
	return "", false
}

// span reads an area of a formula: whole rows and columns are written without the other.
func (r *record) span() string {
	top, bottom, left, right := r.index(), r.index(), r.short(), r.short()
	const column = 0x3FFF
	switch {
	case left&column == 0 && right&column == sheet.MaxColumns-1:
		return "$" + strconv.Itoa(top+1) + ":$" + strconv.Itoa(bottom+1)
	case top == 0 && bottom == sheet.MaxRows-1:
		return "$" + sheet.ColumnName(left&column) + ":$" + sheet.ColumnName(right&column)
	}
	return place(top, left) + ":" + place(bottom, right)
}

// place returns a cell of a formula, whose column says which of both numbers are relative.
func place(row, col int) string {
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
func (b *book) sheetName(i int) (string, bool) {
	if i >= len(b.ranges) {
		return "", false
	}
	of := b.ranges[i]
	if of.book < 0 || of.book >= len(b.books) || !b.books[of.book] {
		return "", false
	}
	if of.first < 0 || of.first >= len(b.sheets) {
		return lostReference, true
	}
	name := b.sheets[of.first]
	if of.last != of.first && of.last >= 0 && of.last < len(b.sheets) {
		name += ":" + b.sheets[of.last]
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
