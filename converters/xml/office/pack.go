package office

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"html"
	"io"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// part is a part of a package.
type part struct {
	name, kind string // kind is its content type
	content    string
}

// typesPart is the part that says what the others are (ECMA-376 part 2, 7.2.3),
// in lower case. A package in one file has none.
const typesPart = "[content_types].xml"

// convert reads parts as the package that they are, with an extension.
func convert(ctx context.Context, env *converters.Env, name, extension string, parts []part) (*document.Document, error) {
	content, err := zipOf(parts)
	if err != nil {
		return nil, err
	}
	return env.Convert(ctx, converters.Input{
		Name:          strings.TrimSuffix(name, path.Ext(name)) + extension,
		SectionReader: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))),
	})
}

// zipOf returns the zip file of parts, which are not packed.
func zipOf(parts []part) ([]byte, error) {
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
	for _, p := range append([]part{{name: "[Content_Types].xml", content: types.String()}}, parts...) {
		to, err := w.CreateRaw(&zip.FileHeader{
			Name: p.name, Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(p.content)),
			CompressedSize64: uint64(len(p.content)), UncompressedSize64: uint64(len(p.content)),
		})
		if err == nil {
			_, err = io.WriteString(to, p.content)
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
