package markdown

import (
	"strconv"
	"strings"
)

// IsTarget reports whether a link may lead to a URL: http, https with a host
// and without a user, or mailto.
func IsTarget(url string) bool {
	_, ok := writeURL(url)
	return ok
}

// RelabelNotes gives the footnotes of a chapter that was written with a
// [WriteOptions].NotePrefix another prefix, the nth with that one. A source
// that has its own digest in its text is not to be had, so what looks like
// one of its labels is one.
func RelabelNotes(text, prefix string, n int) string {
	label := "[^" + prefix
	return strings.ReplaceAll(text, label+"-", label+"x"+strconv.Itoa(n)+"-")
}
