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
func (b *book) whole(part string) error {
	if e, ok := b.pkg.Find(part); ok && e.Size > maxWhole {
		return &converters.LimitError{Limit: converters.LimitPart, Value: e.Size, Max: maxWhole, Pos: document.Pos{Part: part}}
	}
	return nil
}

// visit calls a function with a scanner of a part that is held as a whole.
func (b *book) visit(part string, read func(*xmlread.Scanner) error) error {
	if err := b.whole(part); err != nil {
		return err
	}
	if !b.isMade(part) {
		return b.pkg.Visit(part, spaces, read)
	}
	text, err := b.made(part)
	if err != nil {
		return err
	}
	return read(xmlread.New(b.ctx, b.env, xmlread.Source{Part: part, Text: text, Spaces: spaces}))
}

// isMade reports whether the markup of a part is made of something else.
func (b *book) isMade(part string) bool {
	return b.form.Extension != "" && strings.HasSuffix(part, b.form.Extension)
}

// made returns the markup that is made of a part that is held as a whole.
func (b *book) made(part string) (string, error) {
	r, err := b.pkg.Open(part)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	n, err := io.Copy(&out, io.LimitReader(b.form.Markup(part, r), maxWhole+1))
	if err == nil && n > maxWhole {
		err = &converters.LimitError{Limit: converters.LimitPart, Value: n, Max: maxWhole, Pos: document.Pos{Part: part}}
	}
	return out.String(), err
}

// partText returns the text of a part that is held as a whole.
func (b *book) partText(part string) (string, error) {
	if err := b.whole(part); err != nil {
		return "", err
	}
	return b.pkg.Text(part)
}

// tree returns a part that is held as a whole as a tree.
func (b *book) tree(part string, known *xmlread.Spaces) (*xmlread.Tree, error) {
	if err := b.whole(part); err != nil {
		return nil, err
	}
	if !b.isMade(part) {
		return b.pkg.Tree(part, known)
	}
	text, err := b.made(part)
	if err != nil {
		return nil, err
	}
	return xmlread.ReadTree(b.ctx, b.env, xmlread.Source{Part: part, Text: text, Spaces: known})
}

// windowSize is how much of a long part is in memory.
const windowSize = 64 << 10

// scan returns a scanner of a part that may be long. Long UTF-8 is read as it
// unpacks.
func (b *book) scan(part string) (*sml.Scanner, error) {
	var s *sml.Scanner
	if e, ok := b.pkg.Find(part); ok && e.Size <= windowSize && !b.isMade(part) {
		content, err := b.pkg.ReadTo(b.window, part)
		if err != nil {
			return nil, err
		}
		b.window = content
		s = sml.NewScanner(part, b.env.Limits.Depth, content)
	} else {
		var r io.Reader
		r, err := b.pkg.Open(part)
		if err != nil {
			return nil, err
		}
		if b.isMade(part) {
			r = b.form.Markup(part, r)
		}
		if cap(b.window) < windowSize {
			b.window = make([]byte, windowSize)
		}
		s = sml.NewStream(part, b.env.Limits.Depth, r, b.window[:windowSize], e.Size)
	}
	s.Unread = b.pkg.Unread
	if ok, err := s.IsUTF8(); ok || err != nil {
		return s, err
	}
	text, err := b.pkg.Text(part) // which tells of alternatives itself
	return sml.NewScanner(part, b.env.Limits.Depth, []byte(text)), err
}
