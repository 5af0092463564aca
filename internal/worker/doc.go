// Package worker gives converters what they ask of the world: the compiled
// PDFium with its cache.
//
//   - engine.go: the engine and its cache
package worker
