package ingest

import (
	"bufio"
	"bytes"
	"io"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// warnOfConflicts warns of what a merge left in a source, whether it was converted
// or fails, perhaps for that: unless its options say that it is a text about it.
// Errors of reading are those of the conversion, which read all of it.
func (o *Outcome) warnOfConflicts(content *io.SectionReader, options converters.Options) {
	if options.ConflictMarkers == "allow" || !mayConflict(content) {
		return
	}
	at, count := conflicts(content)
	if count == 0 {
		return
	}
	w := document.Warning{
		Code: converters.WarnConflictMarkers, Count: count, Pos: document.Pos{Lines: at},
		Message: "conflict markers of a merge: resolve it, or set \"conflict-markers\": \"allow\"",
	}
	if o.Chapter == nil {
		o.Warnings = append(o.Warnings, w)
		return
	}
	o.Chapter.Warnings = append(o.Chapter.Warnings, w)
}

const conflictMark = "<<<<<<<"

// mayConflict looks for the first marker anywhere: most sources have none.
func mayConflict(content *io.SectionReader) bool {
	buf := make([]byte, min(64<<10, content.Size()+1))
	for at := int64(0); ; {
		n, err := content.ReadAt(buf, at)
		if bytes.Contains(buf[:n], []byte(conflictMark)) {
			return true
		}
		if err != nil || n < len(buf) {
			return false
		}
		at += int64(n - len(conflictMark) + 1)
	}
}

// conflicts counts the places that a merge left with its three markers in
// order, and returns the lines of the first.
func conflicts(content *io.SectionReader) (first document.Span, count int) {
	lines := bufio.NewReader(io.NewSectionReader(content, 0, content.Size()))
	began, parted, number := 0, false, 0
	for whole := true; ; {
		line, more, err := lines.ReadLine()
		if err != nil {
			return first, count
		}
		beginning := whole
		if whole = !more; !beginning {
			continue
		}
		number++
		switch {
		case isMarker(line, '<'):
			began, parted = number, false
		case began > 0 && string(line) == "=======":
			parted = true
		case parted && isMarker(line, '>'):
			if count++; count == 1 {
				first = document.SpanOf(began, number)
			}
			began, parted = 0, false
		}
	}
}

// isMarker reports whether a line is seven times c, and ends there or goes on
// with a space and the name of a side.
func isMarker(line []byte, c byte) bool {
	return len(line) >= 7 && bytes.Count(line[:7], []byte{c}) == 7 && (len(line) == 7 || line[7] == ' ')
}
