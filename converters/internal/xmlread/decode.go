package xmlread

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/document"
)

// maxHead is how far a declaration is looked for.
const maxHead = 256

// Decode returns a part of a package as text: UTF-8 at once, UTF-16 and what
// else a part declares by way of charset. The text may share its memory with
// the content, which must not be changed afterwards. The error is a
// [converters.CorruptError].
func Decode(part string, content []byte) (string, error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	head := content[:min(len(content), maxHead)]
	if bytes.IndexByte(head, 0) < 0 && !bytes.HasPrefix(head, []byte("\xff\xfe")) &&
		!bytes.HasPrefix(head, []byte("\xfe\xff")) && utf8.Valid(content) {
		return held(content), nil
	}
	text, _, err := charset.Decode(content, Declared(head))
	var other *charset.NotTextError
	if errors.As(err, &other) {
		return "", converters.Corrupt(document.Pos{Part: part}, "the part is %s, not XML", other.What)
	}
	return text, err
}

// Declared returns the encoding that the XML declaration at the head of a
// file names, or "" (XML 4.3.3).
func Declared(head []byte) charset.Hint {
	text := strings.TrimPrefix(string(head[:min(len(head), maxHead)]), "\xef\xbb\xbf")
	text = strings.TrimLeft(text, " \t\r\n")
	if !strings.HasPrefix(text, "<?xml") {
		return ""
	}
	declaration, _, ok := strings.Cut(text, "?>")
	_, value, found := strings.Cut(declaration, "encoding")
	if !ok || !found {
		return ""
	}
	value = strings.TrimLeft(value, " \t\r\n=")
	if value == "" || value[0] != '"' && value[0] != '\'' {
		return ""
	}
	name, _, _ := strings.Cut(value[1:], value[:1])
	return charset.Hint(name)
}

// held returns the text of bytes that nothing writes to any more, without a copy.
func held(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
