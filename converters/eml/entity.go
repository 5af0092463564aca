package eml

import (
	"bytes"
	"encoding/base64"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// maxDepth is how many parts and messages are read inside one another.
const maxDepth = 16

// entity is a message or a part of one (RFC 2045). Its body is part of the
// source.
type entity struct {
	fields map[string][]byte // see [header]
	kind   string            // media type
	params map[string]string // of the media type
	body   []byte
	line   int // of the body in the source, from 1
	pos    document.Pos
	file   bool // it is not shown beside the text, whatever it says itself
}

// parse reads the headers of an entity that has only its body. They end before a
// line that is no header, which is text.
func (e entity) parse() entity {
	h := header{fields: map[string][]byte{}}
	at := 0
	for at < len(e.body) {
		line, next := lineAt(e.body, at)
		if !h.take(line, at == 0) {
			break
		}
		at = next
		e.line++
		if len(line) == 0 {
			break
		}
	}
	e.body = e.body[at:]
	e.pos = document.LineSpan(e.line, e.line+max(bytes.Count(e.body, []byte("\n"))-1, 0))
	e.fields = h.fields
	e.kind, e.params = parameters(string(e.fields["content-type"]))
	if !strings.Contains(e.kind, "/") { // such a value means nothing (RFC 2045, 5.2)
		e.kind = ""
	}
	return e
}

// isMessage reports whether an entity has a header that messages have.
func (e entity) isMessage() bool {
	return slices.ContainsFunc(ofMessage, func(name string) bool { return e.fields[name] != nil })
}

// text returns a header for people.
func (e entity) text(name string) string { return decodeWords(string(e.fields[name])) }

// boundary returns the line between the parts of an entity, without its end.
// Where the one that is declared is not there, it is the first that looks like one.
func (e entity) boundary() []byte {
	declared := []byte("--" + e.params["boundary"])
	if len(declared) > 2 && bytes.Contains(e.body, declared) {
		return declared
	}
	for at := 0; at < len(e.body); {
		line, next := lineAt(e.body, at)
		if line = bytes.TrimRight(line, " \t"); len(line) > 2 && line[0] == '-' && line[1] == '-' && isHeader(e.body[next:]) {
			return line
		}
		at = next
	}
	return nil
}

// parts goes through the parts of an entity that has several. A missing end is as
// one at the end of the body; an end is that of a part where the part has the same
// boundary.
func (e entity) parts() iter.Seq[entity] {
	mark := e.boundary()
	return func(yield func(entity) bool) {
		begin, number, first, inside := -1, e.line, 0, 0
		for at := 0; at < len(e.body) && mark != nil; number++ {
			line, next := lineAt(e.body, at)
			rest, ok := bytes.CutPrefix(line, mark)
			rest = bytes.TrimRight(rest, " \t")
			if end := string(rest) == "--"; ok && (end || len(rest) == 0) {
				if begin >= 0 {
					part := e.body[begin:at]
					if bytes.Contains(part, mark[2:]) {
						inside++
					}
					if !yield(entity{body: part, line: first}) {
						return
					}
				}
				if begin, first = next, number+1; end {
					if begin = -1; inside == 0 {
						return
					}
					inside--
				}
			}
			at = next
		}
		if begin >= 0 {
			yield(entity{body: e.body[begin:], line: first})
		}
	}
}

// content returns the body without its transfer encoding, and whether all of it
// could be decoded.
func (e entity) content() ([]byte, bool) {
	switch strings.ToLower(string(e.fields["content-transfer-encoding"])) {
	case "quoted-printable":
		return quotedPrintable(e.body), true
	case "base64":
		return decodeBase64(e.body)
	}
	return e.body, true
}

// decodeBase64 decodes up to what is no letter of the encoding (RFC 2045, 6.8),
// such as a text that a list put after it. It goes on after a padding.
func decodeBase64(b []byte) ([]byte, bool) {
	letters := make([]byte, 0, len(b))
	whole := true
	for _, c := range b {
		if whole = c <= ' ' || strings.IndexByte(base64Letters, c) >= 0; !whole {
			break
		}
		if c > ' ' {
			letters = append(letters, c)
		}
	}
	out := make([]byte, 0, base64.StdEncoding.DecodedLen(len(letters)))
	for run := range bytes.SplitSeq(letters, []byte("=")) {
		var err error
		if out, err = base64.RawStdEncoding.AppendDecode(out, run); err != nil {
			return out, false
		}
	}
	return out, whole
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="

// quotedPrintable decodes an encoding of text (RFC 2045, 6.7). Bytes that should
// have been encoded, and lines that are longer than they may be, are kept: mail
// has many, and mime/quotedprintable ends at them.
func quotedPrintable(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for at := 0; at < len(b); {
		line, next := lineAt(b, at)
		line, goesOn := bytes.CutSuffix(bytes.TrimRight(line, " \t"), []byte("="))
		for i := 0; i < len(line); i++ {
			c := line[i]
			if c == '=' && i+2 < len(line) {
				if v, err := strconv.ParseUint(string(line[i+1:i+3]), 16, 8); err == nil {
					c = byte(v)
					i += 2
				}
			}
			out = append(out, c)
		}
		if at = next; !goesOn && b[at-1] == '\n' {
			out = append(out, '\n')
		}
	}
	return out
}

// name returns the file name of a part, or "".
func (e entity) name() string {
	_, disposition := e.disposition()
	for _, name := range []string{disposition["filename"], e.params["name"]} {
		if name != "" {
			return decodeWords(name)
		}
	}
	return ""
}

func (e entity) disposition() (string, map[string]string) {
	return parameters(string(e.fields["content-disposition"]))
}

// attached reports whether a part is a file beside the text.
func (e entity) attached() bool {
	how, _ := e.disposition()
	return e.file || how == "attachment" || e.name() != ""
}

// isPage reports whether a part is a page.
func (e entity) isPage() bool { return e.kind == "text/html" || e.kind == "application/xhtml+xml" }

// isForPage reports whether a part is of a kind that pages show, such as a picture,
// and no file beside the text.
func (e entity) isForPage() bool {
	if how, _ := e.disposition(); how == "attachment" {
		return false
	}
	kind, _, _ := strings.Cut(e.kind, "/")
	return kind == "image" || kind == "font" || e.kind == "text/css" || strings.HasSuffix(e.kind, "/javascript")
}
