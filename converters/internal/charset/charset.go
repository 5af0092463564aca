package charset

import (
	"fmt"
	"io"
	"strings"
	"unsafe"
)

// Certain is the Margin of an answer that needs no guess: a byte order mark, valid UTF-8, UTF-16 by its shape.
const Certain = 1000

// Hint is an encoding that a document declares (XML, HTML meta, RTF code page) or that a user names. It may be any common
// label, or empty. A hint is strong evidence, not a command: text that contradicts it is read as what it is.
type Hint string

// NotTextError is the error for input that is not text.
type NotTextError struct {
	// What names what it is, to be read after «is»: "gzip data", "a PNG image", "EBCDIC text", "binary data".
	What string
}

// Error implements error.
func (e *NotTextError) Error() string { return "not readable as text: " + e.What }

// Decode returns the text of b in valid UTF-8 without byte order mark. Bytes without meaning become U+FFFD. The error is
// a *NotTextError.
func Decode(b []byte, hint Hint) (string, Result, error) {
	p, res, err := plan(&source{b: b, n: int64(len(b))}, hint)
	if err != nil {
		return "", Result{}, err
	}
	b = b[p.start:]
	if p.plain {
		return string(b), res, nil
	}
	text := p.decoded(b, &res)
	return text, res, nil
}

// decoded returns the text of all bytes behind the byte order mark.
func (p *reading) decoded(b []byte, res *Result) string {
	dec := p.decoder()
	out, _ := dec.Step(make([]byte, 0, len(b)+len(b)/4+16), b, true)
	res.Replaced, res.Recovered = dec.Lost()
	return held(out)
}

// held returns the text of bytes that nothing writes to any more, without a
// copy of it.
func held(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// wholeSize is up to which size an input is in memory at once beside its text.
const wholeSize = 2 << 20

// whole is Text for an input that is not large.
func whole(r *io.SectionReader, hint Hint) (string, Result, error) {
	b := make([]byte, r.Size())
	if n, err := r.ReadAt(b, 0); n < len(b) {
		if err == nil || err == io.EOF {
			err = errShort
		} else {
			err = fmt.Errorf("reading text: %w", err)
		}
		return "", Result{}, err
	}
	p, res, err := plan(&source{b: b, n: int64(len(b))}, hint)
	if err != nil {
		return "", Result{}, err
	}
	b = b[p.start:]
	if p.plain {
		return held(b), res, nil
	}
	text := p.decoded(b, &res)
	return text, res, nil
}

// Text returns what Decode would for the bytes of r, which it reads twice or three times where they are many, so that
// little but the text is in memory. The error is a *NotTextError, or that of r.
func Text(r *io.SectionReader, hint Hint) (string, Result, error) {
	if r.Size() <= wholeSize {
		return whole(r, hint)
	}
	p, res, err := plan(&source{r: r, n: r.Size()}, hint)
	if err != nil {
		return "", Result{}, err
	}
	bytes := func() io.Reader { return io.NewSectionReader(r, p.start, r.Size()-p.start) }
	text, size := bytes(), r.Size()-p.start
	if !p.plain {
		if err := p.tally(bytes(), &res); err != nil {
			return "", Result{}, err
		}
		text, size = newReader(text, p.decoder()), p.size
	}
	var b strings.Builder
	b.Grow(int(size))
	if _, err := io.CopyBuffer(&b, text, make([]byte, pieceSize)); err != nil {
		return "", Result{}, err
	}
	return b.String(), res, nil
}

// Open returns a function that gives a reader of the text of r in UTF-8, with the result that Decode would give. It reads
// all of r at least once before it returns, in bounded memory; each reader then reads all of it again. Bytes that change in
// between are the caller's to notice. The error is a *NotTextError, or that of r.
func Open(r *io.SectionReader, hint Hint) (func() io.Reader, Result, error) {
	p, res, err := plan(&source{r: r, n: r.Size()}, hint)
	if err != nil {
		return nil, Result{}, err
	}
	section := func() *io.SectionReader { return io.NewSectionReader(r, p.start, r.Size()-p.start) }
	if p.plain {
		return func() io.Reader { return section() }, res, nil
	}
	if err := p.tally(section(), &res); err != nil {
		return nil, Result{}, err
	}
	return func() io.Reader { return newReader(section(), p.decoder()) }, res, nil
}
