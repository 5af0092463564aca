// Package embedded reads documents that are embedded in files of Word and Excel, each by
// its format, on the budget of the file around it. Programs among them are never run.
package embedded

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/document"
)

// Read returns the document in the storage of an object as a section; nil where it is none
// that is read. The number tells it from others of the same file.
func Read(ctx context.Context, env *converters.Env, file *cfb.File, of *cfb.Entry, number string) (*document.Section, error) {
	name, content, err := contentOf(file, of)
	if err != nil || len(content) == 0 {
		return nil, err
	}
	doc, err := env.Convert(ctx, converters.Input{Name: name, SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))})
	switch {
	case err == nil:
	case ctx.Err() != nil, errors.Is(err, converters.ErrLimit):
		return nil, err // the budget is that of the whole
	default:
		return nil, nil
	}
	pos := document.Pos{Part: "object " + number}
	return converters.Make(env, &document.Section{Pos: pos, Kind: document.SectionPart, Title: "Object: " + name, Blocks: inner.FitDocument(doc.Blocks, "o"+number+"-", pos)}), nil
}

// contentOf returns the name and the content of what is in the storage of an object: a
// package of Office, a stream of Excel, or a file of any kind ([MS-OLEDS], 2.3.6).
func contentOf(file *cfb.File, of *cfb.Entry) (name string, content []byte, err error) {
	if e := of.Stream("Package"); e != nil {
		content, err = file.Read(e)
		return "object" + extension(content), content, err
	}
	for _, stream := range []string{"Workbook", "Book"} {
		if e := of.Stream(stream); e != nil {
			content, err = file.Read(e)
			return "object.xls", content, err
		}
	}
	if e := of.Stream("\x01Ole10Native"); e != nil {
		content, err = file.Read(e)
		name, content = native(content)
	}
	return name, content, err
}

// extension returns that of a package of Office by the folder of its main part.
func extension(content []byte) string {
	for _, kind := range []struct{ folder, extension string }{{"word/", ".docx"}, {"xl/", ".xlsx"}, {"ppt/", ".pptx"}} {
		if bytes.Contains(content, []byte(kind.folder)) {
			return kind.extension
		}
	}
	return ""
}

// native returns the file that an object holds, and its name without folders.
func native(b []byte) (string, []byte) {
	if len(b) < 6 {
		return "", nil
	}
	rest := b[6:] // its length, and a mark
	text := func() string {
		at := bytes.IndexByte(rest, 0)
		if at < 0 {
			rest = nil
			return ""
		}
		s := string(rest[:at])
		rest = rest[at+1:]
		return s
	}
	label, from := text(), text()
	if len(rest) < 8 {
		return "", nil
	}
	rest = rest[8:] // two marks, and the length of the path that follows
	text()
	if len(rest) < 4 {
		return "", nil
	}
	n := int(binary.LittleEndian.Uint32(rest))
	rest = rest[4:]
	if path.Ext(label) == "" {
		label = from
	}
	return path.Base(strings.ReplaceAll(strings.ToValidUTF8(label, "_"), `\`, "/")), rest[:min(max(n, 0), len(rest))]
}
