package xml

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/crc32"
	"html"
	"io"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/converters/xml/vocab"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// isFlatRoot reports whether a document is a package of Office Open XML in one
// file (Flat OPC), as Word and PowerPoint save documents as XML.
func isFlatRoot(name xmlread.Name) bool { return name.Is(vocab.NsPackage, "package") }

// flatPart is a part of such a package.
type flatPart struct {
	name, kind string // kind is its content type
	content    string
}

// flat reads a package by making the zip file of it that it is short for. Where
// its main part is of no format that is read, it returns nothing.
func flat(ctx context.Context, name string, env *converters.Env, source xmlread.Source) (*document.Document, error) {
	parts, err := flatParts(ctx, env, source)
	if err != nil {
		return nil, err
	}
	extension := flatExtension(parts)
	if extension == "" {
		return nil, nil
	}
	content, err := zipOf(parts)
	if err != nil {
		return nil, err
	}
	doc, err := env.Convert(ctx, converters.Input{
		Name:          strings.TrimSuffix(name, path.Ext(name)) + extension,
		SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))),
	})
	if errors.Is(err, converters.ErrUnsupported) {
		return nil, nil
	}
	return doc, err
}

// flatExtension returns the extension for the main part among parts, or "".
func flatExtension(parts []flatPart) string {
	for _, p := range parts {
		kind := strings.ToLower(p.kind)
		if !strings.HasSuffix(kind, ".main+xml") {
			continue
		}
		switch {
		case strings.Contains(kind, "wordprocessingml"), strings.Contains(kind, "ms-word"):
			return ".docx"
		case strings.Contains(kind, "presentationml"), strings.Contains(kind, "ms-powerpoint"):
			return ".pptx"
		case strings.Contains(kind, "spreadsheetml"), strings.Contains(kind, "ms-excel"):
			return ".xlsx"
		}
	}
	return ""
}

// flatParts reads the parts of a package. XML stands in it as it is: its
// namespaces are declared inside.
func flatParts(ctx context.Context, env *converters.Env, source xmlread.Source) ([]flatPart, error) {
	r := &flatReader{Scanner: xmlread.New(ctx, env, source), env: env, source: source.Text, names: map[string]bool{}}
	for {
		kind, err := r.Next()
		if err != nil {
			return nil, err
		}
		switch {
		case kind == xmlread.EOF:
			return r.parts, nil
		case kind == xmlread.Start && r.Name().Is(vocab.NsPackage, "part") && r.Depth() == 2:
			err = r.part()
		case kind == xmlread.Start && r.Name().Is(vocab.NsPackage, "xmlData") && r.Depth() == 3:
			err = r.xml()
		case kind == xmlread.Start && r.Name().Is(vocab.NsPackage, "binaryData") && r.Depth() == 3:
			err = r.binary()
		}
		if err != nil {
			return nil, err
		}
	}
}

// flatReader reads the parts of a package.
type flatReader struct {
	*xmlread.Scanner
	env    *converters.Env
	source string
	names  map[string]bool // in lower case
	parts  []flatPart
}

// part begins a part.
func (r *flatReader) part() error {
	var p flatPart
	for i := range r.Attrs() {
		value, err := r.AttrValue(i)
		if err != nil {
			return err
		}
		switch name := r.AttrName(i); {
		case name.Is(vocab.NsPackage, "name"):
			p.name = strings.TrimPrefix(value, "/")
		case name.Is(vocab.NsPackage, "contentType"):
			p.kind = value
		}
	}
	if key := strings.ToLower(p.name); p.name == "" || r.names[key] || key == typesPart {
		return converters.Corrupt(r.Pos(), "a part of the package has the name %q, which is taken or none", short(p.name))
	}
	r.names[strings.ToLower(p.name)] = true
	r.parts = append(r.parts, p)
	return r.env.Check(converters.LimitEntries, int64(len(r.parts)), r.Pos())
}

// xml takes the XML of a part.
func (r *flatReader) xml() error {
	if len(r.parts) == 0 {
		return r.Skip()
	}
	from := r.After()
	if err := r.Skip(); err != nil {
		return err
	}
	r.parts[len(r.parts)-1].content = r.source[from:max(from, r.Offset())]
	return nil
}

// binary takes the bytes of a part, which are written in base64.
func (r *flatReader) binary() error {
	var text []byte
	for depth := r.Depth(); ; {
		kind, err := r.Next()
		if err != nil {
			return err
		}
		if kind == xmlread.End && r.Depth() == depth {
			break
		}
		if kind == xmlread.Text {
			if text, err = r.AppendText(text); err != nil {
				return err
			}
		}
	}
	if len(r.parts) == 0 {
		return nil
	}
	decoded, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(bytes.Join(bytes.Fields(text), nil))))
	if err != nil {
		return converters.Corrupt(r.Pos(), "the data of a part is not in base64")
	}
	r.parts[len(r.parts)-1].content = string(decoded)
	return nil
}

// typesPart is the part that says what the others are (ECMA-376 part 2, 7.2.3),
// in lower case. A package in one file has none.
const typesPart = "[content_types].xml"

// zipOf returns the zip file of parts, which are not packed.
func zipOf(parts []flatPart) ([]byte, error) {
	var types strings.Builder
	types.WriteString(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`)
	size := 0
	for _, p := range parts {
		fmt.Fprintf(&types, `<Override PartName="/%s" ContentType="%s"/>`, html.EscapeString(p.name), html.EscapeString(p.kind))
		size += len(p.content) + 2*len(p.name) + 128
	}
	types.WriteString(`</Types>`)
	var out bytes.Buffer
	out.Grow(size + types.Len() + 512)
	w := zip.NewWriter(&out)
	for _, p := range append([]flatPart{{name: "[Content_Types].xml", content: types.String()}}, parts...) {
		part, err := w.CreateRaw(&zip.FileHeader{
			Name: p.name, Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(p.content)),
			CompressedSize64: uint64(len(p.content)), UncompressedSize64: uint64(len(p.content)),
		})
		if err == nil {
			_, err = io.WriteString(part, p.content)
		}
		if err != nil {
			return nil, converters.Corrupt(document.Pos{}, "the package cannot be read as one: %v", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("packing parts: %w", err)
	}
	return out.Bytes(), nil
}
