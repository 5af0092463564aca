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
	r.page = &page{src: r.source}
	err := r.readAll()
	return string(r.page.text), err
}

// put adds text to the page.
func (p *page) put(b []byte) {
	p.text = append(p.text, xmlText.Replace(string(b))...)
	p.src.fail(p.src.env.Check(converters.LimitInput, int64(len(p.text)), p.src.pos()))
}

// htmlTag takes a piece of HTML as it is.
func htmlTag(r *reader, _ token.Token) {
	switch {
	case r.page != nil:
		r.at.begin(toPage, roleOther)
	case r.at.fresh:
		r.drop()
	}
}
