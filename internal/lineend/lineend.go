// Package lineend has the rule by which a text is the same with the line ends of
// Windows and of Unix: git for Windows writes CRLF for every LF of a text when it
// checks it out, and takes them back on the way in. Whoever keeps a digest of a
// text takes that of the form with LF.
package lineend

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"io"
)

// probe is how many bytes at the start of a file say whether it is a text. It is
// git's own number.
const probe = 8000

// IsText reports whether a file that begins so is one whose CRLF counts as LF. As
// in git that is one without a NUL in its first 8,000 bytes. A mark of UTF-16 says
// that it is none: these two bytes may be something else there.
func IsText(head []byte) bool {
	if bytes.HasPrefix(head, []byte("\xFE\xFF")) || bytes.HasPrefix(head, []byte("\xFF\xFE")) {
		return false
	}
	return bytes.IndexByte(head[:min(len(head), probe)], 0) < 0
}

// Unix returns a text with LF for every CRLF, and what is no text, has none, or has
// bytes in it that are no text, as it is.
func Unix(content []byte) []byte {
	if !bytes.Contains(content, []byte("\r\n")) || !IsText(content) {
		return content
	}
	var w watch
	if w.see(content); w.found {
		return content
	}
	content = bytes.Clone(content)
	return content[:len(content)-drop(content)]
}

// Sum returns the SHA-256 of what [Unix] returns.
func Sum(content []byte) [sha256.Size]byte { return sha256.Sum256(Unix(content)) }

// NewReader returns a reader of a text with LF for every CRLF.
func NewReader(r io.Reader) io.Reader { return bufio.NewReaderSize(&reader{r: r}, 64<<10) }

// reader is read through a buffer, so that there is room for a CR that was held
// back and for what follows.
type reader struct {
	r    io.Reader
	held bool // a CR was read that an LF may follow
}

func (l *reader) Read(p []byte) (int, error) {
	from := 0
	if l.held {
		p[0], from = '\r', 1
	}
	n, err := l.r.Read(p[from:])
	n += from
	l.held = err == nil && n > 0 && p[n-1] == '\r'
	if l.held {
		n--
	}
	return n - drop(p[:n]), err
}

// drop takes the CR of every CRLF out of a text and returns how many there were.
func drop(p []byte) int {
	to := bytes.Index(p, []byte("\r\n"))
	if to < 0 {
		return 0
	}
	for at := to; at < len(p); at++ {
		if p[at] == '\r' && at+1 < len(p) && p[at+1] == '\n' {
			continue
		}
		p[to] = p[at]
		to++
	}
	return len(p) - to
}
