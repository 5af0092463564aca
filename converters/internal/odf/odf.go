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
//   - [x] paragraphs of texts under shapes that nothing is seen through, by an estimate
//   - [-] number formats, where a sheet stores values without their text
//   - [-] colours: of characters against the ground of character, paragraph, cell,
//     table, shape and page; not against pictures or what lies below a shape
//   - [ ] text in two columns or a chain of frames: as it is stored
//   - [ ] databases, drawings and master documents that link to others
//
// What is read how:
//
//   - ns, pack: namespaces; packages and flat documents
//   - style: styles, and how numbers are written
//   - convert.go: the document; furniture.go: headers and footers
//   - lid: what lies under shapes of texts
//   - workbook: spreadsheets, into converters/internal/sheet; sheettext.go: text
//     in cells
//   - object.go: documents in documents
//   - block.go, list.go: what is among paragraphs, into
//     converters/internal/wordtext
//   - slide.go: presentations; chart.go: charts
//   - table.go: tables of texts and slides
//   - inline.go, change.go: what is in a paragraph
//   - drawn.go, math.go, lid.go: frames, shapes, formulas
//   - paragraph.go: the paragraph
//   - hold.go: what is held
//   - meta.go, doc.go: what is said of a document, and what is held of it
//
// A part is scanned once, without a tree; paragraphs become blocks as they
// end. What the cells of a sheet show is kept in one text, so that rows can be
// given again and again when the part is gone. Every number of repeats in a file
// is bounded by what has content, or spends a limit.
//
// To add a kind of document, such as drawings: a word in kindNames (pack), a case
// in bodyPart (block.go), and a folder like converters/odp.
package odf
