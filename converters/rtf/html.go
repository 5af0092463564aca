package rtf

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/rtf/parse"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// wraps reports whether the first bytes of a file say that it wraps a page of HTML, as Outlook writes it
// (MS-OXRTFEX 2.1.3.1, \fromhtml1).
func wraps(head []byte) bool {
	return bytes.Contains(head, []byte(`\fromhtml1`))
}

// convertPage converts the page that a file wraps. Where pages are not read,
// or this one cannot be, it returns nothing, and the file is to be read as it
// is. The lines of the document are those of the page.
func convertPage(ctx context.Context, name string, env *converters.Env, src *token.Source) (*document.Document, error) {
	page, err := parse.Page(ctx, env, src)
	if err != nil {
		return nil, err
	}
	doc, err := env.Convert(ctx, converters.TextInput(strings.TrimSuffix(name, ".rtf")+".html", page))
	switch {
	case err == nil && len(doc.Blocks) > 0:
		return doc, nil
	case err == nil, errors.Is(err, converters.ErrCorrupt):
		env.Warn(document.Warning{Code: warnNoHTML, Message: noHTML})
	case errors.Is(err, converters.ErrUnsupported):
	default:
		return nil, err
	}
	return nil, nil
}
