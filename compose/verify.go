package compose

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"github.com/seed353dc258/backstory/document/markdown"
)

// Sealed is a chapter as a manifest knows it.
type Sealed struct {
	Path   string
	Length int64
	Digest string // SHA-256 in hexadecimal
}

// Is reports whether a text is the backstory of a label and chapters, byte for
// byte, with each chapter under its heading. Errors are the reader's.
func Is(text io.Reader, label string, chapters []Sealed) (bool, error) {
	length := int64(len(label))
	for _, c := range chapters {
		length += c.Length + int64(len(c.Path)) + 32 // and its heading
	}
	v := verifier{r: bufio.NewReaderSize(text, int(min(length, 256<<10)))}
	v.expect(markdown.HeadingLine(Base-1, label) + "\n\n")
	for i := range chapters {
		v.chapter(&chapters[i], i == 0)
	}
	if v.other || v.err != nil {
		return false, v.err
	}
	if _, err := v.r.Peek(1); err != io.EOF {
		return false, err
	}
	return true, nil
}

// verifier reads a text along what it should be.
type verifier struct {
	r     *bufio.Reader
	other bool // the text is another one
	err   error
}

// fail notes why nothing more can be read.
func (v *verifier) fail(err error) {
	v.other = true
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		v.err = err
	}
}

func (v *verifier) expect(text string) {
	if v.other {
		return
	}
	got := make([]byte, len(text))
	if _, err := io.ReadFull(v.r, got); err != nil {
		v.fail(err)
		return
	}
	v.other = string(got) != text
}

func (v *verifier) chapter(c *Sealed, first bool) {
	lead := markdown.FileHeading(Base, "/"+c.Path) + "\n"
	if !first {
		lead = "\n" + lead
	}
	if c.Length > 0 {
		lead += "\n"
	}
	v.expect(lead)
	if v.other {
		return
	}
	h := sha256.New()
	if _, err := io.CopyN(h, v.r, c.Length); err != nil {
		v.fail(err)
		return
	}
	if hex.EncodeToString(h.Sum(nil)) != c.Digest {
		v.other = true
		return
	}
	if c.Length > 0 {
		v.expect("\n")
	}
}
