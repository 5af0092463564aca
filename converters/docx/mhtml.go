package docx

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
)

// maxEntities is how deep the entities of a message are looked into: the page may be
// one of several forms of a text (multipart/alternative) that pictures belong to.
const maxEntities = 4

// entity is a message or a part of one (RFC 2045).
type entity struct {
	textproto.MIMEHeader
	io.Reader
}

// pageOf returns the page that an archive of a page holds (MHTML, RFC 2557), and
// whether there is one.
func pageOf(archive []byte) (converters.Input, bool) {
	r := bufio.NewReader(bytes.NewReader(bytes.TrimLeft(archive, "\ufeff\r\n")))
	header, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return converters.Input{}, false
	}
	return entity{header, r}.page(maxEntities)
}

// page returns the first page of an entity: the root of related parts comes first
// as programs write them.
func (e entity) page(depth int) (converters.Input, bool) {
	kind, params, err := mime.ParseMediaType(e.Get("Content-Type"))
	switch {
	case err != nil || depth == 0:
	case kind == "text/html", kind == "application/xhtml+xml":
		return e.text(params["charset"])
	case strings.HasPrefix(kind, "multipart/"):
		for parts := multipart.NewReader(e, params["boundary"]); ; {
			part, err := parts.NextRawPart()
			if err != nil {
				break
			}
			if in, ok := (entity{part.Header, part}).page(depth - 1); ok {
				return in, true
			}
		}
	}
	return converters.Input{}, false
}

// text returns a page in the encoding that its header names. Where it names none,
// the page itself may.
func (e entity) text(encoding string) (converters.Input, bool) {
	const name = "page.html"
	body := e.Reader
	switch strings.ToLower(e.Get("Content-Transfer-Encoding")) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	content, err := io.ReadAll(body)
	if len(content) == 0 || err != nil && len(bytes.TrimSpace(content)) == 0 {
		return converters.Input{}, false
	}
	if encoding != "" {
		text, _, err := charset.Decode(content, charset.Hint(encoding))
		return converters.TextInput(name, text), err == nil
	}
	return converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}, true
}
