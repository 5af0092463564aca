package pdf

import "strings"

// dateOf returns a date of a PDF (PDF 32000-1, 7.9.4), such as
// "D:20141112072351+01'00'", as people read it: "2014-11-12 07:23". Another
// text is returned as it is.
func dateOf(s string) string {
	digits := strings.TrimPrefix(s, "D:")
	n := 0
	for n < len(digits) && n < 14 && '0' <= digits[n] && digits[n] <= '9' {
		n++
	}
	d := digits[:n]
	switch {
	case n < 4 || n == 4 && len(digits) > 4:
		return s
	case n < 6:
		return d[:4]
	case n < 8:
		return d[:4] + "-" + d[4:6]
	case n < 12:
		return d[:4] + "-" + d[4:6] + "-" + d[6:8]
	default:
		return d[:4] + "-" + d[4:6] + "-" + d[6:8] + " " + d[8:10] + ":" + d[10:12]
	}
}
