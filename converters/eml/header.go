package eml

import (
	"bytes"
	"io"
	"mime"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/charset"
)

// maxHeader is how many bytes of a header are read.
const maxHeader = 64 << 10

// header holds the headers of an entity that are read, by their names in lower
// case: the first of each name, unfolded.
type header struct {
	fields map[string][]byte
	last   string // that a line may go on with, or ""
}

// take reads a line, and reports whether it can be one of headers.
func (h *header) take(line []byte, first bool) bool {
	switch {
	case len(line) == 0:
	case line[0] == ' ', line[0] == '\t':
		if first { // no line is before it that it could continue
			return h.take(bytes.TrimLeft(line, " \t"), false)
		}
		h.add(line)
	case first && isEnvelope(line):
	case isHeader(line):
		key, value, _ := bytes.Cut(line, []byte(":"))
		name := strings.ToLower(string(bytes.TrimSpace(key[:min(len(key), maxName)])))
		if h.last = ""; isRead(name) && h.fields[name] == nil {
			h.last = name
			h.fields[name] = []byte{}
			h.add(bytes.TrimSpace(value))
		}
	default:
		return false
	}
	return true
}

// add appends to the header that was taken last.
func (h *header) add(text []byte) {
	if h.last != "" {
		value := h.fields[h.last]
		h.fields[h.last] = append(value, text[:min(len(text), maxHeader-len(value))]...)
	}
}

// maxName is more bytes than the name of a header that is read has.
const maxName = 40

// ofMessage are the headers that tell a message. Archives of pages may have
// nothing but a type.
var ofMessage = []string{"from", "to", "subject", "date", "message-id", "received", "mime-version", "content-type"}

// isRead reports whether a header is read, by its name in lower case.
func isRead(name string) bool {
	switch name {
	case "cc", "content-disposition", "content-id", "content-location", "content-transfer-encoding", "snapshot-content-location":
		return true
	}
	return slices.Contains(ofMessage, name)
}

// isEnvelope reports whether a line is that which begins a message of a mailbox.
func isEnvelope(line []byte) bool { return bytes.HasPrefix(bytes.TrimPrefix(line, []byte(">")), from) }

var from = []byte("From ")

// isHeader reports whether a text begins with a header.
func isHeader(b []byte) bool {
	line, _ := lineAt(b, 0)
	key, _, ok := bytes.Cut(line, []byte(":"))
	key = bytes.TrimRight(key, " \t")
	return ok && len(key) > 0 && !bytes.ContainsAny(key, " \t<>")
}

// decodeWords returns a header for people: its encoded words decoded, on one line.
func decodeWords(s string) string {
	if text, _, err := charset.Decode([]byte(s), ""); err == nil {
		s = text
	} else { // a short text with a control is no binary data: the gate takes it out
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	words := mime.WordDecoder{CharsetReader: func(name string, r io.Reader) (io.Reader, error) {
		b, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		text, _, err := charset.Decode(b, charset.Hint(name))
		return strings.NewReader(text), err
	}}
	if decoded, err := words.DecodeHeader(s); err == nil {
		s = decoded
	}
	return strings.Join(strings.Fields(s), " ")
}

// maxParams is how many parameters of a header are read, and maxPieces how many
// pieces of one.
const maxParams, maxPieces = 100, 100

// parameters reads a header such as Content-Type: its value in lower case, and
// its parameters. It is lenient, since names of files are often not quoted.
func parameters(s string) (string, map[string]string) {
	value, rest, _ := strings.Cut(s, ";")
	raw := map[string]string{}
	for range maxParams {
		var key, text string
		var ok bool
		if key, rest, ok = strings.Cut(rest, "="); !ok {
			break
		}
		text, rest = parameter(strings.TrimLeft(rest, " \t"))
		raw[strings.ToLower(strings.TrimSpace(key))] = text
	}
	for _, key := range []string{"filename", "name", "boundary", "charset"} {
		if text := continued(raw, key); text != "" {
			raw[key] = text
		}
	}
	return strings.ToLower(strings.TrimSpace(value)), raw
}

// parameter returns the value that a text begins with, and what follows it.
func parameter(s string) (value, rest string) {
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		return strings.TrimSpace(value), rest
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] == '"' {
			_, rest, _ = strings.Cut(s[i:], ";")
			break
		}
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\') {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), rest
}

// continued joins a parameter that is encoded or in pieces (RFC 2231), or
// returns "".
func continued(raw map[string]string, key string) string {
	whole, encoded := raw[key+"*"]
	for i := 0; !encoded && i < maxPieces; i++ {
		piece, plain := raw[key+"*"+strconv.Itoa(i)]
		if !plain {
			var ok bool
			if piece, ok = raw[key+"*"+strconv.Itoa(i)+"*"]; !ok {
				break
			}
		}
		whole += piece
	}
	name, rest, ok := strings.Cut(whole, "'")
	_, text, tongue := strings.Cut(rest, "'")
	if !ok || !tongue {
		return whole
	}
	bytes, err := url.PathUnescape(text)
	if err != nil {
		return text
	}
	decoded, _, err := charset.Decode([]byte(bytes), charset.Hint(name))
	if err != nil {
		return text
	}
	return decoded
}

// lineAt returns the line at an offset without its end, and where the next is.
func lineAt(b []byte, at int) (line []byte, next int) {
	line, next = b[at:], len(b)
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line, next = line[:n], at+n+1
	}
	return bytes.TrimSuffix(line, []byte("\r")), next
}
