// Package odf reads OpenDocument (ISO/IEC 26300, ODF 1.0 to 1.4): texts,
// spreadsheets and presentations, in packages and flat, as LibreOffice,
// OpenOffice, pandoc, Calligra, Google Docs and Microsoft Office write them.
//
//   - [x] packages and flat documents; templates; encryption told
//   - [x] styles with their parents and defaults; roles by name
//   - [x] headings by outline level, with computed numbers; the title
//   - [x] lists: markers of every format, levels joined, patterns; numbers that go
//     on, start anew, or are overridden; paragraphs that belong to an item
//   - [x] characters: bold, italic, struck, raised, lowered, fixed width
//   - [x] white space as ODF counts it; line breaks, tabs, stored page breaks
//   - [x] quotations, code, definitions, rules, by style or shape
//   - [x] tables: header rows, spans, repeats, nested tables, groups, alignment
//   - [x] footnotes, endnotes, comments with author, date and state
//   - [x] links and bookmarks; fields by what they show; form controls; ruby
//   - [x] frames, shapes and groups by their text, pictures by their description
//   - [x] formulas as LaTeX, charts as a title and a table, documents in documents
//   - [x] recorded changes: inserted text once, deleted text by policy
//   - [x] headers and footers, each text once; tables of contents as they show
//   - [x] sheets: values as they are shown, used range, hidden and filtered rows,
//     columns and sheets, header below titles, comments, shapes, charts, linked
//     cells; rows stream
//   - [x] slides: title, reading order, notes apart, hidden slides and shapes, no
//     placeholders, footers, dates and numbers
//   - [x] hidden content (safety: B) by policy, counted by kind
//   - [-] number formats, where a sheet stores values without their text
//   - [-] colours: of characters against the ground of character, paragraph, cell,
//     table, shape and page; not against pictures or what lies below a shape
//   - [ ] text in two columns or a chain of frames: as it is stored
//   - [ ] databases, drawings and master documents that link to others
//
// What is read how:
//
//   - package.go, space.go: packages, flat documents, namespaces
//   - convert.go, doc.go, meta.go: a document as a whole
//   - head.go, style.go, styleread.go, chars.go, role.go, measure.go: styles
//   - liststyle.go, numeral.go, number.go, duration.go: how numbers are written
//   - block.go, flow.go, flowjoin.go, list.go: what stands among paragraphs
//   - inline.go, note.go, field.go, para.go: what stands in a paragraph
//   - table.go, tablecell.go, tablehead.go: tables of texts and slides
//   - drawn.go, drawnhide.go, object.go, chart.go: frames, shapes, objects
//   - workbook.go, bookfacts.go, sheet.go, sheetread.go, sheetcell.go,
//     sheetref.go, condition.go: spreadsheets, into converters/internal/sheet
//   - slide.go, slideshape.go: presentations
//   - furniture.go: headers and footers
//   - loss.go, hold.go: what is hidden or lost, what is held
//
// A part is scanned once, without a tree; paragraphs become blocks as they
// end. What the cells of a sheet show is kept in one text, so that rows can be
// given again and again when the part is gone. Every number of repeats in a file
// is bounded by what has content, or spends a limit.
//
// To add a kind of document, such as drawings: a case in bodyKind and bodyPart
// (convert.go), a media type in kindOf (package.go), and a folder like
// converters/odp with the names of its files.
package odf

import "github.com/seed353dc258/backstory/converters/internal/xmlread"

// The namespaces of OpenDocument 1.0 to 1.4 (ODF 1.3 part 3, 1.4) and of the
// extensions that LibreOffice writes.
const (
	nsOffice xmlread.Space = iota + 1
	nsStyle
	nsText
	nsTable
	nsDraw
	nsFo
	nsXlink
	nsDC
	nsMeta
	nsNumber
	nsSvg
	nsChart
	nsMath
	nsPresentation
	nsForm
	nsManifest
	nsExt // loext, calcext, drawooo, officeooo, field
	nsAnim
	ns3D
)

const oasis = "urn:oasis:names:tc:opendocument:xmlns:"

// spaces is a table that nothing changes: the namespaces that the readers know.
var spaces = xmlread.NewSpaces(
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
