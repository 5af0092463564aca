package pdfium

import (
	_ "unsafe" // for the link to the module

	_ "github.com/klippa-app/go-pdfium/webassembly" // holds the module
)

// pdfiumWasm is the module that go-pdfium embeds. The package gives no access
// to it, and its own interface costs nine times as much for a page and half as
// much again in the size of the program; TestModuleIsTheOneThatWasChecked
// says when the module is another one.
//
//go:linkname pdfiumWasm github.com/klippa-app/go-pdfium/webassembly.pdfiumWasm
var pdfiumWasm []byte
