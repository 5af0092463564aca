package ingest

import (
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest/codec"
)

// codecVersion begins every encoded chapter. One of another version is a miss.
// Behind it are the length of what is said of the text, that, and the text.
const codecVersion = 6

// EncodeChapter returns a chapter as bytes: the same for the same chapter. A
// long text has to be written behind them.
func EncodeChapter(c *Chapter) []byte {
	e := codec.Encoder{B: make([]byte, 2*codec.MaxVarint, len(c.Text)+512)}
	e.Digest(c.Digest)
	e.Int(c.Coqui)
	e.String(c.NotePrefix)
	e.String(c.Format)
	e.Int(c.Version)
	e.Int(int(c.Length))
	e.Int(c.Tokens)
	e.Int(c.Notes)
	e.String(c.Keywords)
	e.Int(len(c.Places))
	for _, p := range c.Places {
		e.Int(int(p.Offset))
		e.Pos(p.Pos)
	}
	e.Int(len(c.Segments))
	for _, s := range c.Segments {
		e.Int(int(s.Offset))
		e.Int(int(s.Length))
		e.String(s.Title)
		e.Int(s.Tokens)
	}
	e.Int(len(c.Warnings))
	for _, w := range c.Warnings {
		e.String(w.Code)
		e.Pos(w.Pos)
		e.String(w.Message)
		e.Int(w.Count)
	}
	var head codec.Encoder
	head.Int(codecVersion)
	head.Int(len(e.B) - 2*codec.MaxVarint)
	from := 2*codec.MaxVarint - len(head.B)
	copy(e.B[from:], head.B)
	return append(e.B[from:], c.Text...)
}

// decodeChapter reads what EncodeChapter wrote.
func decodeChapter(b []byte) (*Chapter, error) {
	said, at, err := headOf(b)
	if err != nil || said > len(b)-at {
		return nil, codec.ErrCodec
	}
	c, err := decodeSaid(string(b[at:][:said]))
	if err == nil {
		c.Text = string(b[at+said:])
	}
	return c, err
}

// headOf returns how long what is said of a text is, and where it begins, given
// the first bytes of an encoded chapter.
func headOf(b []byte) (said, at int, err error) {
	d := codec.Decoder{S: string(b[:min(len(b), 2*codec.MaxVarint)])}
	start := len(d.S)
	version, said := d.Int(), d.Int()
	if d.Bad || version != codecVersion || said < 0 {
		return 0, 0, codec.ErrCodec
	}
	return said, start - len(d.S), nil
}

// decodeSaid reads what is said of a text.
func decodeSaid(s string) (*Chapter, error) {
	d := codec.Decoder{S: s}
	c := &Chapter{Digest: d.Digest(), Coqui: d.Int(), NotePrefix: d.String(), Format: d.String(), Version: d.Int()}
	c.Length, c.Tokens, c.Notes, c.Keywords = int64(d.Int()), d.Int(), d.Int(), d.String()
	c.Places = codec.List(&d, func() markdown.Place { return markdown.Place{Offset: int64(d.Int()), Pos: d.Pos()} })
	c.Segments = codec.List(&d, func() markdown.Segment {
		return markdown.Segment{Offset: int64(d.Int()), Length: int64(d.Int()), Title: d.String(), Tokens: d.Int()}
	})
	c.Warnings = codec.List(&d, func() document.Warning {
		return document.Warning{Code: d.String(), Pos: d.Pos(), Message: d.String(), Count: d.Int()}
	})
	if !d.Done() {
		return nil, codec.ErrCodec
	}
	return c, nil
}
