package html

import (
	"context"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/converters/internal/plain"
)

// declaredWithin is how many bytes of a page are searched for its encoding. Browsers
// look at 1024; editors put more in front of it.
const declaredWithin = 4096

// source returns the text of a page, its line ends made LF.
func source(ctx context.Context, in converters.Input, env *converters.Env) (string, error) {
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
	return src, nil
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
	z := newScanner(head)
	for {
		switch tok := z.next(); {
		case tok.kind == endOfInput:
			return ""
		case tok.kind == startToken && tok.tag == tagMeta:
			if label := metaCharset(tok.attrs); label != "" {
				return charset.Hint(label)
			}
		}
	}
}

// metaCharset returns the encoding that a meta element declares, or "".
func metaCharset(list []attribute) string {
	label, content, isType := "", "", false
	for _, a := range list {
		switch a.key {
		case attrCharset:
			label = strings.TrimSpace(a.value)
		case attrHttpEquiv:
			isType = strings.EqualFold(strings.TrimSpace(a.value), "content-type")
		case attrContent:
			content = a.value
		}
	}
	if label != "" || !isType {
		return label
	}
	_, label, _ = strings.Cut(strings.ToLower(content), "charset=")
	label, _, _ = strings.Cut(label, ";")
	return strings.Trim(strings.TrimSpace(label), `"'`)
}
