package office

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// IsFlat reports whether the root element is that of a package of Office Open XML
// in one file (Flat OPC).
func IsFlat(root xmlread.Name) bool { return root.Is(vocab.NsPackage, "package") }

// ReadFlat reads a package in one file. It returns nil where its main part is of
// no format that is read. The errors are those of the scanner, of the format and
// [converters.ErrCorrupt] for parts that cannot be told apart.
func ReadFlat(ctx context.Context, name string, env *converters.Env, source xmlread.Source) (*document.Document, error) {
	parts, err := flatParts(ctx, env, source)
	if err != nil {
		return nil, err
	}
	extension := flatExtension(parts)
	if extension == "" {
		return nil, nil
	}
	doc, err := convert(ctx, env, name, extension, parts)
	if errors.Is(err, converters.ErrUnsupported) {
		return nil, nil
	}
	return doc, err
}

// flatExtension returns the extension for the main part among parts, or "".
func flatExtension(parts []part) string {
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

// flatParts reads the parts of a package. XML is in it as it is: its
// namespaces are declared inside.
func flatParts(ctx context.Context, env *converters.Env, source xmlread.Source) ([]part, error) {
	r := &flatReader{s: xmlread.New(ctx, env, source), env: env, source: source.Text, names: map[string]bool{}}
	for {
		kind, err := r.s.Next()
		if err != nil {
			return nil, err
		}
		switch {
		case kind == xmlread.EOF:
			return r.parts, nil
		case kind == xmlread.Start && r.s.Name().Is(vocab.NsPackage, "part") && r.s.Depth() == 2:
			err = r.part()
		case kind == xmlread.Start && r.s.Name().Is(vocab.NsPackage, "xmlData") && r.s.Depth() == 3:
			err = r.xml()
		case kind == xmlread.Start && r.s.Name().Is(vocab.NsPackage, "binaryData") && r.s.Depth() == 3:
			err = r.binary()
		}
		if err != nil {
			return nil, err
		}
	}
}

// flatReader reads the parts of a package.
type flatReader struct {
	s      *xmlread.Scanner
	env    *converters.Env
	source string
	names  map[string]bool // in lower case
	parts  []part
}

// part begins a part.
func (r *flatReader) part() error {
	var p part
	for i := range r.s.Attrs() {
		value, err := r.s.AttrValue(i)
		if err != nil {
			return err
		}
		switch name := r.s.AttrName(i); {
		case name.Is(vocab.NsPackage, "name"):
			p.name = strings.TrimPrefix(value, "/")
		case name.Is(vocab.NsPackage, "contentType"):
			p.kind = value
		}
	}
	if key := strings.ToLower(p.name); p.name == "" || r.names[key] || key == typesPart {
		return converters.Corrupt(r.s.Pos(), "a part of the package has the name %.40q, which is taken or none", p.name)
	}
	r.names[strings.ToLower(p.name)] = true
	r.parts = append(r.parts, p)
	return r.env.Check(converters.LimitEntries, int64(len(r.parts)), r.s.Pos())
}

// xml takes the XML of a part.
func (r *flatReader) xml() error {
	if len(r.parts) == 0 {
		return r.s.Skip()
	}
	from := r.s.After()
	if err := r.s.Skip(); err != nil {
		return err
	}
	r.parts[len(r.parts)-1].content = r.source[from:max(from, r.s.Offset())]
	return nil
}

// binary takes the bytes of a part, which are written in base64.
func (r *flatReader) binary() error {
	var text []byte
	for depth := r.s.Depth(); ; {
		kind, err := r.s.Next()
		if err != nil {
			return err
		}
		if kind == xmlread.End && r.s.Depth() == depth {
			break
		}
		if kind == xmlread.Text {
			if text, err = r.s.AppendText(text); err != nil {
				return err
			}
		}
	}
	if len(r.parts) == 0 {
		return nil
	}
	decoded, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(bytes.Join(bytes.Fields(text), nil))))
	if err != nil {
		return converters.Corrupt(r.s.Pos(), "the data of a part is not in base64")
	}
	r.parts[len(r.parts)-1].content = string(decoded)
	return nil
}
