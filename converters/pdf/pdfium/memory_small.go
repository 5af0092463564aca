//go:build unix && !linux

package pdfium

// inLargePages does nothing: it is for Linux alone to be asked.
func inLargePages([]byte) {}
