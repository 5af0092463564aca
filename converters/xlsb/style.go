package xlsb

import (
	"fmt"
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// style writes a record of formats.
func (m *markup) style(kind int) {
	switch kind {
	case recCode: // 2.4.661
		id := m.short()
		m.raw("<numFmt")
		m.attrInt("numFmtId", id)
		m.attr("formatCode", m.text())
		m.raw("/>")
	case recFont:
		font := m.font()
		m.book.fonts = append(m.book.fonts, font)
		m.raw("<font>", font, "</font>")
	case recFill: // 2.4.660
		pattern := m.long()
		m.raw("<fill>")
		m.fill(pattern, m.color("fgColor"), "")
		m.raw("</fill>")
	case recFormat: // 2.4.876
		m.skip(2)
		number, font, fill := m.short(), m.short(), m.short()
		m.raw("<xf")
		m.attrInt("numFmtId", number)
		m.attrInt("fontId", font)
		m.attrInt("fillId", fill)
		m.raw("/>")
	case recPaletteColor: // 2.4.693
		c := m.take(4)
		m.raw("<rgbColor")
		m.attr("rgb", fmt.Sprintf("FF%02X%02X%02X", c[0], c[1], c[2]))
		m.raw("/>")
	case recBeginFormats:
		m.begin("cellXfs")
	case recEndFormats:
		m.end("cellXfs")
	case recLook:
		if m.isOpen("conditionalFormatting") {
			m.look()
			return
		}
		m.begin("dxfs")
		m.look()
		m.end("dxfs")
	}
}

// fill writes a pattern with its colours.
func (m *markup) fill(pattern uint32, front, back string) {
	const solid, gradient = 1, 40
	if pattern == gradient {
		m.raw("<gradientFill/>")
		return
	}
	kind := "other"
	switch pattern {
	case 0:
		kind = "none"
	case solid:
		kind = "solid"
	}
	m.raw(`<patternFill patternType="`, kind, `">`, front, back, "</patternFill>")
}

// font reads a font (2.4.658), and returns what of its markup says whether text is seen.
func (m *markup) font() string {
	const struck = 8
	size := float64(m.short()) / 20
	flags := m.short()
	m.skip(2)
	script := m.short()
	m.skip(4)
	out := m.color("color")
	m.skip(1)
	name := m.text()
	if size < visible.MinSize {
		out += `<sz val="` + strconv.FormatFloat(size, 'f', -1, 64) + `"/>`
	}
	if flags&struck != 0 {
		out += "<strike/>"
	}
	switch script {
	case 1:
		out += `<vertAlign val="superscript"/>`
	case 2:
		out += `<vertAlign val="subscript"/>`
	}
	if symbolfont.Of(name).HasSymbols() {
		quoted := string(appendEscaped(nil, name))
		out += `<name val="` + quoted + `"/><rFont val="` + quoted + `"/>`
	}
	return out
}

// color reads a colour (2.5.14), and returns its markup; "" for that of the system.
func (m *markup) color(name string) string {
	const indexed, direct, themed = 1, 2, 3
	kind, index := m.byte()>>1, m.byte()
	tint := int16(m.short())
	c := m.take(4)
	out := "<" + name
	switch kind {
	case indexed:
		out += ` indexed="` + strconv.Itoa(int(index)) + `"`
	case direct:
		out += fmt.Sprintf(` rgb="FF%02X%02X%02X"`, c[0], c[1], c[2])
	case themed:
		out += ` theme="` + strconv.Itoa(int(index)) + `"`
	default:
		return ""
	}
	if tint != 0 {
		out += ` tint="` + strconv.FormatFloat(float64(tint)/32767, 'f', 6, 64) + `"`
	}
	return out + "/>"
}

// The properties of a look that may hide a text (2.5.158).
const (
	lookPattern  = 0x00
	lookFront    = 0x01
	lookBack     = 0x02
	lookGradient = 0x03
	lookInk      = 0x05
	lookCode     = 0x26
)

// look writes what a condition changes of cells (2.4.357).
func (m *markup) look() {
	m.skip(2)
	count := m.short()
	var ink, front, back, code string
	pattern := uint32(1)
	filled := false
	for range count {
		if len(m.body) < 4 {
			break
		}
		kind, size := m.short(), m.short()
		rest := m.body[min(max(size-4, 0), len(m.body)):]
		switch kind {
		case lookPattern:
			pattern, filled = uint32(m.byte()), true
		case lookGradient:
			pattern, filled = 40, true
		case lookFront:
			front, filled = m.color("fgColor"), true
		case lookBack:
			back, filled = m.color("bgColor"), true
		case lookInk:
			ink = m.color("color")
		case lookCode:
			m.skip(2)
			n := m.short()
			code = cfb.Wide(m.take(min(2*n, len(m.body))))
		}
		m.body = rest
	}
	m.raw("<dxf><font>", ink, "</font>")
	if code != "" {
		m.raw("<numFmt")
		m.attr("formatCode", code)
		m.raw("/>")
	}
	if filled {
		m.raw("<fill>")
		m.fill(pattern, front, back)
		m.raw("</fill>")
	}
	m.raw("</dxf>")
}
