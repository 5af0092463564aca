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
	for _, c := range b {
		switch c {
		case '<':
			r.page.text = append(r.page.text, "&lt;"...)
		case '>':
			r.page.text = append(r.page.text, "&gt;"...)
		case '&':
			r.page.text = append(r.page.text, "&amp;"...)
		default:
			r.page.text = append(r.page.text, c)
		}
	}
	r.fail(r.env.Check(converters.LimitInput, int64(len(r.page.text)), r.pos()))
}

// htmlTag takes a piece of HTML as it is.
func (r *reader) htmlTag(token.Token) {
	switch {
	case r.page != nil:
		r.begin(toPage, roleOther)
	case r.fresh:
		r.drop()
	}
}
