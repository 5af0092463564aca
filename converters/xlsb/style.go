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
		id := m.body.short()
		m.out.raw("<numFmt")
		m.out.attrInt("numFmtId", id)
		m.out.attr("formatCode", m.body.text())
		m.out.raw("/>")
	case recFont:
		font := m.body.font()
		m.book.fonts = append(m.book.fonts, font)
		m.out.raw("<font>", font, "</font>")
	case recFill: // 2.4.660
		pattern := m.body.long()
		m.out.raw("<fill>")
		m.out.fill(pattern, m.body.color("fgColor"), "")
		m.out.raw("</fill>")
	case recFormat: // 2.4.876
		m.body.skip(2)
		number, font, fill := m.body.short(), m.body.short(), m.body.short()
		m.out.raw("<xf")
		m.out.attrInt("numFmtId", number)
		m.out.attrInt("fontId", font)
		m.out.attrInt("fillId", fill)
		m.out.raw("/>")
	case recPaletteColor: // 2.4.693
		c := m.body.take(4)
		m.out.raw("<rgbColor")
		m.out.attr("rgb", fmt.Sprintf("FF%02X%02X%02X", c[0], c[1], c[2]))
		m.out.raw("/>")
	case recBeginFormats:
		m.out.begin("cellXfs")
	case recEndFormats:
		m.out.end("cellXfs")
	case recLook:
		if m.out.isOpen("conditionalFormatting") {
			m.look()
			return
		}
		m.out.begin("dxfs")
		m.look()
		m.out.end("dxfs")
	}
}

// fill writes a pattern with its colours.
func (w *writer) fill(pattern uint32, front, back string) {
	const solid, gradient = 1, 40
	if pattern == gradient {
		w.raw("<gradientFill/>")
		return
	}
	kind := "other"
	switch pattern {
	case 0:
		kind = "none"
	case solid:
		kind = "solid"
	}
	w.raw(`<patternFill patternType="`, kind, `">`, front, back, "</patternFill>")
}

// font reads a font (2.4.658), and returns what of its markup says whether text is seen.
func (r *record) font() string {
	const struck = 8
	size := float64(r.short()) / 20
	flags := r.short()
	r.skip(2)
	script := r.short()
	r.skip(4)
	out := r.color("color")
	r.skip(1)
	name := r.text()
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
func (r *record) color(name string) string {
	const indexed, direct, themed = 1, 2, 3
	kind, index := r.byte()>>1, r.byte()
	tint := int16(r.short())
	c := r.take(4)
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
	m.body.skip(2)
	count := m.body.short()
	var ink, front, back, code string
	pattern := uint32(1)
	filled := false
	for range count {
		if len(m.body) < 4 {
			break
		}
		kind, size := m.body.short(), m.body.short()
		rest := m.body[min(max(size-4, 0), len(m.body)):]
		switch kind {
		case lookPattern:
			pattern, filled = uint32(m.body.byte()), true
		case lookGradient:
			pattern, filled = 40, true
		case lookFront:
			front, filled = m.body.color("fgColor"), true
		case lookBack:
			back, filled = m.body.color("bgColor"), true
		case lookInk:
			ink = m.body.color("color")
		case lookCode:
			m.body.skip(2)
			n := m.body.short()
			code = cfb.Wide(m.body.take(min(2*n, len(m.body))))
		}
		m.body = rest
	}
	m.out.raw("<dxf><font>", ink, "</font>")
	if code != "" {
		m.out.raw("<numFmt")
		m.out.attr("formatCode", code)
		m.out.raw("/>")
	}
	if filled {
		m.out.raw("<fill>")
		m.out.fill(pattern, front, back)
		m.out.raw("</fill>")
	}
	m.out.raw("</dxf>")
}
