package head

import (
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// declaredWithin is how many bytes of a page are searched for its encoding. Browsers
// look at 1024; editors put more in front of it.
const declaredWithin = 4096

// Source returns the text of a page, its line ends made LF.
func Source(ctx context.Context, in converters.Input, env *converters.Env) (string, error) {
	declared, err := declaration(in)
	if err != nil {
		return "", err
	}
	src, err := plain.Decode(ctx, in, env, declared)
	if err != nil {
		return "", err
	}
	if strings.IndexByte(src, '\r') >= 0 {
		src = strings.ReplaceAll(strings.ReplaceAll(src, "\r\n", "\n"), "\r", "\n")
	}
	if !isXHTML(in.Name, src) {
		return src, nil
	}
	src = xmlread.Unprefixed(src, "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg")
	whole, err := xmlread.Expand(env, src)
	if errors.Is(err, converters.ErrCorrupt) { // pages need not be well-formed
		return src, nil
	}
	return whole, err
}

// isXHTML reports whether a page is XML, by its name or its first line.
func isXHTML(name, src string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".xhtml", ".xht":
		return true
	}
	return strings.HasPrefix(src, "<?xml")
}

// declaration returns the encoding that a page declares, if its encoding is to
// be found.
func declaration(in converters.Input) (charset.Hint, error) {
	if _, known := in.Text(); known {
		return "", nil
	}
	head := make([]byte, min(declaredWithin, in.Size()))
	n, err := in.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	return hint(string(head[:n])), nil
}

// hint returns the encoding that a page declares: in its XML declaration, or
// in a meta element (WHATWG HTML 13.2.3.2).
func hint(head string) charset.Hint {
	if strings.HasPrefix(head, "<?xml") {
		declaration, _, _ := strings.Cut(head, "?>")
		if _, v, ok := strings.Cut(declaration, "encoding="); ok && len(v) > 1 {
			v, _, _ = strings.Cut(v[1:], v[:1])
			return charset.Hint(v)
		}
	}
	z := dom.NewScanner(head, nil)
	for {
		switch tok := z.Next(); {
		case tok.Kind == dom.EndOfInput:
			return ""
		case tok.Kind == dom.StartToken && tok.Tag == dom.TagMeta:
			if label := metaCharset(tok.Attrs); label != "" {
				return charset.Hint(label)
			}
		}
	}
}

// metaCharset returns the encoding that a meta element declares, or "".
func metaCharset(list []dom.Attribute) string {
	label, content, isType := "", "", false
	for _, a := range list {
		switch a.Key {
		case dom.AttrCharset:
			label = strings.TrimSpace(a.Value)
		case dom.AttrHttpEquiv:
			isType = strings.EqualFold(strings.TrimSpace(a.Value), "content-type")
		case dom.AttrContent:
			content = a.Value
		}
	}
	if label != "" || !isType {
		return label
	}
	_, label, _ = strings.Cut(strings.ToLower(content), "charset=")
	label, _, _ = strings.Cut(label, ";")
	return strings.Trim(strings.TrimSpace(label), `"'`)
}
