package csv

import "bytes"

// dialect is how a file marks its fields.
type dialect struct {
	comma     byte // between fields; noComma where a line is one field
	backslash bool // \" inside quotes is a quote
}

// noComma is the delimiter of a file with one column: a byte that valid UTF-8
// never has.
const noComma = 0xFF

// wraps reports whether quotes mean something only where they wrap a whole
// field, and may be text everywhere else without being a mistake.
func (d dialect) wraps() bool { return d.comma == '\t' }

// window is the text at hand, of which the scanner asks where things are.
type window struct {
	dialect
	text  []byte
	ended bool // no more text follows

	// The next place of each byte, known for every position from the one
	// that it was asked for up to it; len(text) where there is none.
	lf, cr, quote int
}

// separates reports whether a byte ends a field.
func (w *window) separates(b byte) bool { return b == w.comma || b == '\n' || b == '\r' }

// index returns the next place of a byte, or len(text).
func (w *window) index(b byte, from int) int {
	if i := bytes.IndexByte(w.text[from:], b); i >= 0 {
		return from + i
	}
	return len(w.text)
}

// lineEnd returns where the line that from is in ends, and where the next one
// begins. A line ends at LF, CRLF or CR. It is not ok if that is not known yet.
func (w *window) lineEnd(from int) (end, next int, ok bool) {
	if w.lf < from {
		w.lf = w.index('\n', from)
	}
	end = w.lf
	if w.cr < from {
		w.cr = w.index('\r', from)
	}
	end = min(end, w.cr)
	if end == len(w.text) {
		return end, end, w.ended
	}
	next = end + 1
	if w.text[end] == '\r' {
		if next == len(w.text) {
			return end, next, w.ended
		}
		if w.text[next] == '\n' {
			next++
		}
	}
	return end, next, true
}

// lineEnds counts the line ends in a text: LF, CRLF and CR.
func lineEnds(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if bytes.IndexByte(text, '\r') < 0 {
		return n
	}
	return n + bytes.Count(text, []byte{'\r'}) - bytes.Count(text, []byte("\r\n"))
}

// skipBlanks returns the first place from p on that is not a blank, end at most.
func (w *window) skipBlanks(p, end int) int {
	for p < end && (w.text[p] == ' ' || w.text[p] == '\t' && w.comma != '\t') {
		p++
	}
	return p
}

// escaped reports whether an odd number of backslashes is before i, where
// they mean something.
func (w *window) escaped(i int) bool {
	if !w.backslash {
		return false
	}
	first := i
	for first > 0 && w.text[first-1] == '\\' {
		first--
	}
	return (i-first)%2 == 1
}

// measure returns how many fields a text without quotes has, and how many up to
// the last one with text in it.
func (w *window) measure(from, to int) (fields, filled int) {
	comma := []byte{w.comma}
	end := w.textEnd(from, to)
	if end > from {
		filled = bytes.Count(w.text[from:end], comma) + 1
	}
	if end == to && filled > 0 {
		return filled, filled
	}
	return max(filled, 1) + bytes.Count(w.text[end:to], comma), filled
}

// textEnd returns where the last text ends that is not a comma.
func (w *window) textEnd(from, to int) int {
	for to > from && (w.text[to-1] == w.comma || isBlank(w.text[to-1])) {
		to--
	}
	return to
}

// isBlank reports whether a byte is a blank for the purpose of telling whether
// a cell has text.
func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// blank reports whether a cell has no text.
func blank(text []byte) bool {
	for _, b := range text {
		if !isBlank(b) && b != '\n' && b != '\r' {
			return false
		}
	}
	return true
}
