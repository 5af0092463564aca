//go:build !linux

package pdfium

import "os"

// mapCode says that the code has to be read.
func mapCode(*os.File, int64, []byte) bool { return false }
