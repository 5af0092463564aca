package head

import (
	"io"
	"slices"
	"strings"
)

// begins are what a page begins with that has the name of another format.
var begins = []string{"<!doctype html", "<html", "<head", "<body", "<table"}

// IsPage reports whether content begins as a page does: programs write tables as pages and
// give them the names of workbooks, which spreadsheets read.
func IsPage(content *io.SectionReader) bool {
	var buf [256]byte
	n, _ := content.ReadAt(buf[:], 0)
	text := strings.ToLower(strings.TrimLeft(strings.TrimPrefix(string(buf[:n]), "\uFEFF"), " \t\r\n"))
	return slices.ContainsFunc(begins, func(mark string) bool { return strings.HasPrefix(text, mark) })
}
