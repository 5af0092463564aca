package parse

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/rtf/token"
)

// Page reads the HTML that a file wraps, as Outlook writes it (MS-OXRTFEX
// 2.1.3.1, \fromhtml1), and nothing else.
func Page(ctx context.Context, env *converters.Env, src *token.Source) (string, error) {
	r := newReader(ctx, env, src)
	r.page = &page{}
	err := r.readAll()
	return string(r.page.text), err
}

// putPage adds text to the page.
func (r *reader) putPage(b []byte) {
	if r.chars.rtfOnly {
		return
	}
	r.page.text = append(r.page.text, xmlText.Replace(string(b))...)
	r.fail(r.env.Check(converters.LimitInput, int64(len(r.page.text)), r.pos()))
}

// htmlTag takes a piece of HTML as it is.
func htmlTag(r *reader, _ token.Token) {
	switch {
	case r.page != nil:
		r.begin(toPage, roleOther)
	case r.fresh:
		r.drop()
	}
}
