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

// copy writes the content piece by piece. [io.WriteString] would copy it as a whole.
func (p *part) copy(to io.Writer) error {
	_, err := io.Copy(to, struct{ io.Reader }{strings.NewReader(p.content)})
	return err
}

// typesPart is the part that says what the others are (ECMA-376 part 2, 7.2.3),
// in lower case. A package in one file has none.
const typesPart = "[content_types].xml"

// bytesOfNode is how many bytes of a package are held at the cost of a node. The file
// that its parts are from is held, too.
const bytesOfNode = 32

// convert reads parts as the package that they are, with an extension.
func convert(ctx context.Context, env *converters.Env, name, extension string, parts []part) (*document.Document, error) {
	size := 0
	for _, p := range parts {
		size += len(p.content)
	}
	if err := env.Spend(converters.LimitNodes, int64(size/bytesOfNode), document.Pos{}); err != nil {
		return nil, err
	}
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
		sum := crc32.NewIEEE()
		_ = p.copy(sum) // a hash takes all
		to, err := w.CreateRaw(&zip.FileHeader{
			Name: p.name, Method: zip.Store, CRC32: sum.Sum32(),
			CompressedSize64: uint64(len(p.content)), UncompressedSize64: uint64(len(p.content)),
		})
		if err == nil {
			err = p.copy(to)
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
