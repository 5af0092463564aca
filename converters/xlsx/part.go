package xlsx

import (
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
	return b.pkg.Visit(part, spaces, read)
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
	return b.pkg.Tree(part, known)
}

// windowSize is how much of a long part is in memory.
const windowSize = 64 << 10

// scan returns a scanner of a part that may be long. Long UTF-8 is read as it
// unpacks.
func (b *book) scan(part string) (*sml.Scanner, error) {
	var s *sml.Scanner
	if e, ok := b.pkg.Find(part); ok && e.Size <= windowSize {
		content, err := b.pkg.ReadTo(b.window, part)
		if err != nil {
			return nil, err
		}
		b.window = content
		s = sml.NewScanner(part, b.env.Limits.Depth, content)
	} else {
		r, err := b.pkg.Open(part)
		if err != nil {
			return nil, err
		}
		if cap(b.window) < windowSize {
			b.window = make([]byte, windowSize)
		}
		s = sml.NewStream(part, b.env.Limits.Depth, r, b.window[:windowSize], e.Size)
	}
	if ok, err := s.IsUTF8(); ok || err != nil {
		return s, err
	}
	text, err := b.pkg.Text(part)
	return sml.NewScanner(part, b.env.Limits.Depth, []byte(text)), err
}
