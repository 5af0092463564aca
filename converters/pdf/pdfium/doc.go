// Package pdfium reads PDF files with PDFium, compiled to WebAssembly and run
// by wazero: characters with their boxes and looks, paths, images, links,
// fields, bookmarks and the structure tree.
//
// Each document has an instance of its own, with a memory of at most
// [MemoryLimit], no files, no clock, no random source and no output: what
// goes wrong in PDFium stays in that memory and ends with the document. A trap
// is [ErrTrap]; the instance is thrown away with its document.
//
//   - engine.go, module.go, bare.go, meter.go, segment.go, code*.go: the compiled module
//   - memory_*.go: the memory of an instance
//   - call.go, call_table.go: calls, and values in the instance's memory
//   - document.go, outline.go: a document
//   - page.go, text.go, object.go, path.go, annot.go, tree.go: a page
//   - render.go: a page as pixels
//
// Coordinates are in points from the top left corner of the page as it is
// shown, its rotation applied.
package pdfium
