// Package ns names the namespaces of OpenDocument.
package ns

import "github.com/seed353dc258/backstory/converters/internal/xmlread"

// The namespaces of OpenDocument 1.0 to 1.4 (ODF 1.3 part 3, 1.4) and of the
// extensions that LibreOffice writes.
const (
	Office xmlread.Space = iota + 1
	Style
	Text
	Table
	Draw
	Fo
	Xlink
	DC
	Meta
	Number
	Svg
	Chart
	Math
	Presentation
	Form
	Manifest
	Ext // loext, calcext, drawooo, officeooo, field
	nsAnim
	ThreeD
)

const oasis = "urn:oasis:names:tc:opendocument:xmlns:"

// All is a table that nothing changes: the namespaces that the readers know.
var All = xmlread.NewSpaces(
	[]string{oasis + "office:1.0"},
	[]string{oasis + "style:1.0"},
	[]string{oasis + "text:1.0"},
	[]string{oasis + "table:1.0"},
	[]string{oasis + "drawing:1.0"},
	[]string{oasis + "xsl-fo-compatible:1.0"},
	[]string{"http://www.w3.org/1999/xlink"},
	[]string{"http://purl.org/dc/elements/1.1/"},
	[]string{oasis + "meta:1.0"},
	[]string{oasis + "datastyle:1.0"},
	[]string{oasis + "svg-compatible:1.0"},
	[]string{oasis + "chart:1.0"},
	[]string{"http://www.w3.org/1998/Math/MathML"},
	[]string{oasis + "presentation:1.0"},
	[]string{oasis + "form:1.0"},
	[]string{oasis + "manifest:1.0"},
	[]string{
		"urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0",
		"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
		"http://openoffice.org/2010/draw",
		"http://openoffice.org/2009/office",
		"urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0",
	},
	[]string{oasis + "animation:1.0"},
	[]string{oasis + "dr3d:1.0"},
)
