// Package drawing reads DrawingML (ISO/IEC 29500-1, 20 and 21), which
// presentations, documents and sheets share: the text of shapes, charts,
// diagrams, alternative texts, colours, and where shapes are.
//
//   - [x] text bodies: paragraphs, runs, breaks, fields, links, equations
//   - [x] levels, bullets and numbers with what they inherit from list styles
//   - [x] charts (c:chart) and extended charts (cx:chart): a title and a table of
//     the values that the file keeps
//   - [x] diagrams (SmartArt): a nested list of the data model, or the text of
//     the drawing that is beside it
//   - [x] alternative text, the mark for what is only decoration
//   - [x] groups: the place of a shape on the page
//   - [x] shapes whose size or place hides their text, also for other formats
//   - [x] colours of a theme, for telling whether text can be seen
//   - [-] charts: labels of single points that somebody wrote by hand are left out
//   - [ ] effects, geometry, text along a path
//
// A part is read as a [xmlread.Tree] with the namespaces of [Spaces].
//
//   - shown.go: the rule for size and place
//   - order.go: the order of reading
//   - chart.go, chartex.go, series.go, grid.go: charts
//   - diagram.go: diagrams
//   - body.go, run.go: text bodies
//   - number.go, level.go, list.go: what a paragraph inherits, its marker, lists
//   - alt.go, frame.go, color.go: alternative text, places, colours
//   - space.go: namespaces, the branch of an alternative
package drawing
