package xlsx

import (
	"io"
	"strings"

	"github.com/seed353dc258/backstory/converters/xlsx/sml"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// maxWhole is how long a part may be that is held as a whole, in bytes: all
// but sheets and shared strings.
const maxWhole = 32 << 20

// whole holds a part to the limit of those that are held as a whole.
func (p *packed) whole(part string) error {
	if e, ok := p.pkg.Find(part); ok && e.Size > maxWhole {
		return &converters.LimitError{Limit: converters.LimitPart, Value: e.Size, Max: maxWhole, Pos: document.Pos{Part: part}}
	}
	return nil
}

// visit calls a function with a scanner of a part that is held as a whole.
func (p *packed) visit(part string, read func(*xmlread.Scanner) error) error {
	if err := p.whole(part); err != nil {
		return err
	}
	if !p.isMade(part) {
		return p.pkg.Visit(part, spaces, read)
	}
	text, err := p.made(part)
	if err != nil {
		return err
	}
	return read(xmlread.New(p.ctx, p.env, xmlread.Source{Part: part, Text: text, Spaces: spaces}))
}

// isMade reports whether the markup of a part is made of something else.
func (p *packed) isMade(part string) bool {
	return p.form.Extension != "" && strings.HasSuffix(part, p.form.Extension)
}

// made returns the markup that is made of a part that is held as a whole.
func (p *packed) made(part string) (string, error) {
	r, err := p.pkg.Open(part)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	n, err := io.Copy(&out, io.LimitReader(p.form.Markup(part, r), maxWhole+1))
	if err == nil && n > maxWhole {
		err = &converters.LimitError{Limit: converters.LimitPart, Value: n, Max: maxWhole, Pos: document.Pos{Part: part}}
	}
	return out.String(), err
}

// partText returns the text of a part that is held as a whole.
func (p *packed) partText(part string) (string, error) {
	if err := p.whole(part); err != nil {
		return "", err
	}
	return p.pkg.Text(part)
}

// tree returns a part that is held as a whole as a tree.
func (p *packed) tree(part string, known *xmlread.Spaces) (*xmlread.Tree, error) {
	if err := p.whole(part); err != nil {
		return nil, err
	}
	if !p.isMade(part) {
		return p.pkg.Tree(part, known)
	}
	text, err := p.made(part)
	if err != nil {
		return nil, err
	}
	return xmlread.ReadTree(p.ctx, p.env, xmlread.Source{Part: part, Text: text, Spaces: known})
}

// windowSize is how much of a long part is in memory.
const windowSize = 64 << 10

// scan returns a scanner of a part that may be long. Long UTF-8 is read as it
// unpacks.
func (p *packed) scan(part string) (*sml.Scanner, error) {
	var s *sml.Scanner
	if e, ok := p.pkg.Find(part); ok && e.Size <= windowSize && !p.isMade(part) {
		content, err := p.pkg.ReadTo(p.window, part)
		if err != nil {
			return nil, err
		}
		p.window = content
		s = sml.NewScanner(part, p.env.Limits.Depth, content)
	} else {
		var r io.Reader
		r, err := p.pkg.Open(part)
		if err != nil {
			return nil, err
		}
		if p.isMade(part) {
			r = p.form.Markup(part, r)
		}
		if cap(p.window) < windowSize {
			p.window = make([]byte, windowSize)
		}
		s = sml.NewStream(part, p.env.Limits.Depth, r, p.window[:windowSize], e.Size)
	}
	s.Unread = p.pkg.Unread
	if ok, err := s.IsUTF8(); ok || err != nil {
		return s, err
	}
	text, err := p.pkg.Text(part) // which tells of alternatives itself
	return sml.NewScanner(part, p.env.Limits.Depth, []byte(text)), err
}
