package xlsx

import (
	"bytes"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// wholeMost is how long a part may be that is held as a whole, in bytes: all
// but sheets and shared strings.
const wholeMost = 32 << 20

// whole holds a part to the limit of those that are held as a whole.
func (b *book) whole(part string) error {
	if e, ok := b.pkg.Find(part); ok && e.Size > wholeMost {
		return &converters.LimitError{Limit: converters.LimitPart, Value: e.Size, Max: wholeMost, Pos: document.Pos{Part: part}}
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

// scan returns a scanner of a part that may be long. Long UTF-8 is read as it
// unpacks.
func (b *book) scan(part string) (*scanner, error) {
	s := newScanner(part, b.env.Limits.Depth)
	e, ok := b.pkg.Find(part)
	if ok && e.Size <= windowSize {
		content, err := b.pkg.ReadTo(b.window, part)
		if err != nil {
			return nil, err
		}
		b.window = content
		s.buf, s.end, s.ended = content, len(content), true
	} else {
		r, err := b.pkg.Open(part)
		if err != nil {
			return nil, err
		}
		if cap(b.window) < windowSize {
			b.window = make([]byte, windowSize)
		}
		s.src, s.buf, s.size = r, b.window[:windowSize], e.Size
		if err := s.need(4); err != nil {
			return nil, err
		}
	}
	head := s.buf[:min(s.end, headSize)]
	if len(head) < 4 {
		return nil, s.fault("the part is empty")
	}
	switch {
	case string(head[:3]) == "\xef\xbb\xbf":
		s.at = 3
		return s, nil
	case bytes.HasPrefix(head, []byte(usualHead)):
		return s, nil
	case head[0] != 0 && head[1] != 0 && head[0] != 0xFF && head[0] != 0xFE && isUTF8(string(xmlread.Declared(head))):
		return s, nil
	}
	text, err := b.pkg.Text(part)
	if err != nil {
		return nil, err
	}
	s = newScanner(part, b.env.Limits.Depth)
	s.buf, s.end, s.ended = []byte(text), len(text), true
	return s, nil
}

const (
	headSize  = 256 // how much of a part tells its encoding
	usualHead = `<?xml version="1.0" encoding="UTF-8"`
)

func isUTF8(name string) bool {
	return name == "" || strings.EqualFold(name, "utf-8") || strings.EqualFold(name, "us-ascii")
}
