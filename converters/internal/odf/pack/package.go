// Package pack opens OpenDocument packages and flat documents, and tells what
// they are.
package pack

import (
	"bytes"
	"context"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/internal/zipfile"
)

// Kind is what a document is.
type Kind uint8

// The kinds of documents that are read.
const (
	Other Kind = iota
	Text
	Spreadsheet
	Presentation
)

// kindNames are the words for kinds, in media types and as elements of a body.
var kindNames = [...]string{Text: "text", Spreadsheet: "spreadsheet", Presentation: "presentation"}

// KindNamed returns the kind that a word is for.
func KindNamed(word string) Kind {
	return Kind(slices.Index(kindNames[Text:], word) + 1)
}

// String returns what a document of the kind is called.
func (k Kind) String() string {
	if k == Other {
		return "another kind of OpenDocument"
	}
	return "a " + kindNames[k]
}

// mediaPrefix begins the media types of OpenDocument.
const mediaPrefix = "application/vnd.oasis.opendocument."

// MediaType returns the media type of a document of the kind.
func (k Kind) MediaType() string { return mediaPrefix + kindNames[k] }

// kindOf returns what a media type says, also that of a template.
func kindOf(media string) Kind {
	media, _, _ = strings.Cut(strings.TrimSpace(strings.TrimPrefix(media, mediaPrefix)), ";")
	media, _, _ = strings.Cut(media, "-")
	return KindNamed(media)
}

// Sniff returns what a document is by the mimetype entry that a package
// begins with (ODF 1.3 part 2, 3.3), by the entry's name in a zip file that
// begins with another one, or by the root of a flat document. It reads a
// bounded part and returns Other where it cannot say.
func Sniff(content *io.SectionReader) Kind {
	head := make([]byte, min(content.Size(), maxSniff))
	n, err := content.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return Other
	}
	head = head[:n]
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return sniffZip(head)
	}
	if i := bytes.Index(head, []byte("mimetype=")); i >= 0 && bytes.Contains(head[:i], []byte("<office:document")) {
		value := head[i+len("mimetype="):]
		if len(value) > 1 {
			if end := bytes.IndexByte(value[1:], value[0]); end >= 0 && bytes.HasPrefix(value[1:], []byte(mediaPrefix)) {
				return kindOf(string(value[1 : 1+end]))
			}
		}
	}
	return Other
}

const (
	maxSniff   = 8 << 10
	zipHeader  = 30
	maxMedia   = 100
	mimeName   = "mimetype"
	nameLength = 26 // where a local header says it
	moreLength = 28
)

// sniffZip looks at the first entry of a package, which has to be the
// mimetype, and has to be stored.
func sniffZip(head []byte) Kind {
	if len(head) < zipHeader+len(mimeName) || string(head[zipHeader:zipHeader+len(mimeName)]) != mimeName {
		return Other
	}
	at := zipHeader + (int(head[nameLength]) | int(head[nameLength+1])<<8) + (int(head[moreLength]) | int(head[moreLength+1])<<8)
	if at >= len(head) {
		return Other
	}
	media := head[at:min(len(head), at+maxMedia)]
	if !bytes.HasPrefix(media, []byte(mediaPrefix)) {
		return Other
	}
	if end := bytes.IndexByte(media, 'P'); end >= 0 {
		media = media[:end] // the next header
	}
	return kindOf(string(media))
}

// Source is what the parts of a document are read from.
type Source struct {
	ctx     context.Context
	env     *converters.Env
	Archive *zipfile.Archive // nil for a flat document
	Base    string           // folder of the document in the package, "" or "Object 1/"
	flat    string           // the text of a flat document
}

// Open opens a package or a flat document.
func Open(ctx context.Context, env *converters.Env, in converters.Input) (*Source, error) {
	src := &Source{ctx: ctx, env: env}
	head := make([]byte, min(in.Size(), 512))
	n, err := in.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(head) == 0 {
		return nil, &converters.CorruptError{What: "the file is empty", Empty: true}
	}
	if head[0] == '<' {
		content := make([]byte, in.Size())
		if _, err := in.ReadAt(content, 0); err != nil && err != io.EOF {
			return nil, err
		}
		src.flat, err = decode("", content)
		return src, err
	}
	if src.Archive, err = zipfile.Open(ctx, env, in.SectionReader); err != nil {
		return nil, err
	}
	return src, src.unlock()
}

// decode returns a part as text. Text that is UTF-8 is not copied: the bytes
// are the caller's alone, and nobody writes to them afterwards.
func decode(part string, content []byte) (string, error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if len(content) > 1 && content[0] == '<' && content[1] != 0 && utf8.Valid(content) {
		return unsafe.String(unsafe.SliceData(content), len(content)), nil
	}
	return xmlread.Decode(part, content)
}

// Has reports whether a part exists.
func (src *Source) Has(name string) bool {
	return src.Archive != nil && src.Archive.Has(src.Base+name)
}

// Open returns a scanner of a part.
func (src *Source) Open(name string) (*xmlread.Scanner, error) {
	text, err := src.Text(name)
	if err != nil {
		return nil, err
	}
	return src.Scan(name, text), nil
}

// Scan returns a scanner of the text of a part.
func (src *Source) Scan(name, text string) *xmlread.Scanner {
	return xmlread.New(src.ctx, src.env, xmlread.Source{Part: src.Base + name, Text: text, Spaces: ns.All})
}

// Text returns the text of a part; the whole of a flat document.
func (src *Source) Text(name string) (string, error) {
	if src.Archive == nil {
		return src.flat, nil
	}
	content, err := src.Archive.Read(src.Base + name)
	if err != nil {
		return "", err
	}
	return decode(src.Base+name, content)
}

// Target returns the folder of an object in the package that a reference
// names, with a slash at its end; "" for one that leads elsewhere.
func (src *Source) Target(href string) string {
	href = strings.TrimPrefix(href, "./")
	if href == "" || strings.ContainsAny(href, ":\\") || href[0] == '/' || href[0] == '#' {
		return ""
	}
	clean := path.Clean(href)
	if clean == "." || clean == ".." || strings.HasPrefix(clean, "../") {
		return ""
	}
	return src.Base + clean + "/"
}
