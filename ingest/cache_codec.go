package ingest

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
)

// codecVersion begins every encoded chapter. One of another version is a miss.
// Behind it stand the length of what is said of the text, that, and the text.
const codecVersion = 4

// maxVarint is the most bytes that a number takes.
const maxVarint = binary.MaxVarintLen64

// errCodec says that bytes are not an encoded chapter.
var errCodec = errors.New("not an encoded chapter")

// EncodeChapter returns a chapter as bytes: the same for the same chapter. A
// long text has to be written behind them.
func EncodeChapter(c *Chapter) []byte {
	e := encoder{b: make([]byte, 2*maxVarint, len(c.Text)+512)}
	e.b = append(e.b, c.Digest[:]...)
	e.int(c.Coqui)
	e.string(c.NotePrefix)
	e.string(c.Format)
	e.int(c.Version)
	e.int(int(c.Length))
	e.int(c.Tokens)
	e.int(c.Notes)
	e.int(len(c.Places))
	for _, p := range c.Places {
		e.int(int(p.Offset))
		e.pos(p.Pos)
	}
	e.int(len(c.Segments))
	for _, s := range c.Segments {
		e.int(int(s.Offset))
		e.int(int(s.Length))
		e.string(s.Title)
		e.int(s.Tokens)
	}
	e.int(len(c.Warnings))
	for _, w := range c.Warnings {
		e.string(w.Code)
		e.pos(w.Pos)
		e.string(w.Message)
		e.int(w.Count)
	}
	head := binary.AppendVarint(nil, codecVersion)
	head = binary.AppendVarint(head, int64(len(e.b)-2*maxVarint))
	from := 2*maxVarint - len(head)
	copy(e.b[from:], head)
	return append(e.b[from:], c.Text...)
}

// decodeChapter reads what EncodeChapter wrote.
func decodeChapter(b []byte) (*Chapter, error) {
	said, at, err := headOf(b)
	if err != nil || said > len(b)-at {
		return nil, errCodec
	}
	c, err := decodeSaid(b[at:][:said])
	if err == nil {
		c.Text = string(b[at+said:])
	}
	return c, err
}

// headOf returns how long what is said of a text is, and where it begins, given
// the first bytes of an encoded chapter.
func headOf(b []byte) (said, at int, err error) {
	d := decoder{b: b}
	version, said := d.int(), d.int()
	if d.bad || version != codecVersion || said < 0 {
		return 0, 0, errCodec
	}
	return said, len(b) - len(d.b), nil
}

// decodeSaid reads what is said of a text.
func decodeSaid(b []byte) (*Chapter, error) {
	d := decoder{b: b}
	c := &Chapter{Digest: d.digest(), Coqui: d.int(), NotePrefix: d.string(), Format: d.string(), Version: d.int()}
	c.Length, c.Tokens, c.Notes = int64(d.int()), d.int(), d.int()
	c.Places = list(&d, func() markdown.Place { return markdown.Place{Offset: int64(d.int()), Pos: d.pos()} })
	c.Segments = list(&d, func() markdown.Segment {
		return markdown.Segment{Offset: int64(d.int()), Length: int64(d.int()), Title: d.string(), Tokens: d.int()}
	})
	c.Warnings = list(&d, func() document.Warning {
		return document.Warning{Code: d.string(), Pos: d.pos(), Message: d.string(), Count: d.int()}
	})
	if d.bad || len(d.b) > 0 {
		return nil, errCodec
	}
	return c, nil
}

// list reads a count and as many values. A value takes at least a byte, so
// that a count is never believed beyond the bytes that are there.
func list[T any](d *decoder, value func() T) []T {
	n := d.int()
	if n < 0 || n > len(d.b) {
		d.bad = true
		return nil
	}
	if n == 0 {
		return nil
	}
	out := make([]T, 0, n)
	for range n {
		out = append(out, value())
		if d.bad {
			return nil
		}
	}
	return out
}

type encoder struct{ b []byte }

func (e *encoder) int(n int) { e.b = binary.AppendVarint(e.b, int64(n)) }

func (e *encoder) string(s string) {
	e.int(len(s))
	e.b = append(e.b, s...)
}

func (e *encoder) pos(p document.Pos) {
	e.string(p.Part)
	e.int(p.Page)
	e.int(int(p.Paragraph))
	e.int(int(p.Table))
	for _, f := range [...]float32{p.Box.X0, p.Box.Y0, p.Box.X1, p.Box.Y1} {
		e.int(int(math.Float32bits(f)))
	}
	for _, s := range [...]document.Span{p.Rows, p.Lines} {
		e.int(s.First)
		e.int(s.Last - s.First)
	}
}

// decoder reads values until the first that is not there; bad then says so,
// and every later value is zero.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) int() int {
	v, n := binary.Varint(d.b)
	if n <= 0 || d.bad {
		d.bad = true
		return 0
	}
	d.b = d.b[n:]
	return int(v)
}

func (d *decoder) string() string { return string(d.bytes()) }

// bytes reads a string where it lies.
func (d *decoder) bytes() []byte {
	n := d.int()
	if n < 0 || n > len(d.b) {
		d.bad = true
		return nil
	}
	s := d.b[:n]
	d.b = d.b[n:]
	return s
}

func (d *decoder) pos() document.Pos {
	p := document.Pos{Part: d.string(), Page: d.int(), Paragraph: int32(d.int()), Table: int32(d.int())}
	for _, f := range [...]*float32{&p.Box.X0, &p.Box.Y0, &p.Box.X1, &p.Box.Y1} {
		*f = math.Float32frombits(uint32(d.int()))
	}
	for _, s := range [...]*document.Span{&p.Rows, &p.Lines} {
		s.First = d.int()
		s.Last = s.First + d.int()
	}
	return p
}
