// Package pdfium reads PDF files with PDFium, compiled to WebAssembly and run
// by wazero: characters with their boxes and looks, paths, images, links,
// fields, bookmarks and the structure tree.
//
// Each document has an instance of its own, with a memory of at most
// memoryLimit, no files, no clock, no random source and no output: what
// goes wrong in PDFium stays in that memory and ends with the document. A trap
// is [ErrTrap]; the instance is thrown away with its document.
//
//   - engine.go, module.go, bare.go, meter.go, segment.go, wasm.go, code.go, host.go: the compiled module
//   - render_gray.go, render.go: a page as pixels
//   - page.go, text.go, kept.go, font.go, annot.go, tree.go, object.go, marks.go, path.go: a page
//   - open.go, box.go: a page that is open, and places on it
//   - outline.go, attach.go, document.go: a document
//   - call.go, call_table.go: calls, and values in the instance's memory
//   - memory.go: the memory of an instance
//
// Coordinates are in points from the top left corner of the page as it is
// shown, its rotation applied.
package pdfium
