package plain

import (
	"bytes"
	"io"

	"github.com/seed353dc258/backstory/converters/internal/charset"
)

// headSize is how much of a file says what it is.
const headSize = 4 << 10

// Head returns the beginning of a file as text, "" where it is none. A file says by it what
// it is, whatever its name.
func Head(content *io.SectionReader) string {
	head := make([]byte, min(content.Size(), headSize)) // of whole characters of UTF-16 and 32
	n, _ := content.ReadAt(head, 0)
	head = head[:n]
	marked := func(mark string) bool { return bytes.HasPrefix(head, []byte(mark)) }
	if bytes.IndexByte(head, 0) >= 0 && !marked("\xff\xfe") && !marked("\xfe\xff") && !marked("\x00\x00\xfe\xff") {
		return "" // to guess that it is UTF-16 is not enough
	}
	text, _, err := charset.Text(io.NewSectionReader(bytes.NewReader(head), 0, int64(n)), "")
	if err != nil {
		return ""
	}
	return text
}
