package token

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/converters/internal/charset/magic"
	"github.com/seed353dc258/backstory/document"
)

// Source is a file, which is not held in memory, and what a first pass over it
// tells.
type Source struct {
	Head []byte // the first bytes
	UTF8 bool   // it has characters beyond ASCII, and they are UTF-8

	content io.ReaderAt
	size    int64
	tail    []byte // the last bytes
	start   int64  // where the document begins
	line    int    // of the start, from 1
}

const (
	pieceSize = 1 << 20 // read at once; the budget of steps is looked at between two
	headSize  = 4096
	tailSize  = 64
)

// Load looks at an input: where the document begins, and whether it is UTF-8.
// One in UTF-16, which has no use for RTF but exists, is held as UTF-8. A file
// that is not RTF is a [converters.CorruptError].
func Load(ctx context.Context, in converters.Input, env *converters.Env) (*Source, error) {
	s := &Source{content: in, size: in.Size()}
	var err error
	if s.Head, err = s.read(0, headSize); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(s.Head, []byte("\xFF\xFE")) || bytes.HasPrefix(s.Head, []byte("\xFE\xFF")) {
		all, err := s.read(0, s.size)
		if err != nil {
			return nil, err
		}
		if text, _, err := charset.Decode(all, ""); err == nil {
			s.content, s.size = strings.NewReader(text), int64(len(text))
			s.Head = []byte(text[:min(len(text), headSize)])
		}
	}
	if s.tail, err = s.read(max(0, s.size-tailSize), tailSize); err != nil {
		return nil, err
	}
	return s, s.survey(ctx, env)
}

// read returns the n bytes from an offset on, or as many as there are.
func (s *Source) read(at, n int64) ([]byte, error) {
	b := make([]byte, min(n, s.size-at))
	return b, s.fill(b, at)
}

// fill reads a whole slice from an offset on.
func (s *Source) fill(b []byte, at int64) error {
	if n, err := s.content.ReadAt(b, at); n < len(b) {
		return fmt.Errorf("reading: %w", err)
	}
	return nil
}

// survey reads the whole source once.
func (s *Source) survey(ctx context.Context, env *converters.Env) error {
	found, ascii, valid := false, true, true
	s.line = 1
	buffer := make([]byte, min(pieceSize, s.size))
	for at := int64(0); at < s.size; {
		piece := buffer[:min(int64(len(buffer)), s.size-at)]
		if err := s.fill(piece, at); err != nil {
			return err
		}
		if err := env.Step(ctx, int64(len(piece)/1024+1), document.Pos{}); err != nil {
			return err
		}
		if !found {
			blank := blanks(piece, at == 0)
			s.line += bytes.Count(piece[:blank], []byte{'\n'})
			s.start = at + int64(blank)
			if found = blank < len(piece); found {
				if err := s.check(); err != nil {
					return err
				}
			}
		}
		ascii = ascii && isASCII(piece)
		if !ascii && valid {
			if last := at+int64(len(piece)) == s.size; !last {
				piece = piece[:whole(piece)]
			}
			valid = utf8.Valid(piece)
		}
		at += int64(len(piece))
	}
	if !found {
		return &converters.CorruptError{What: "the file is empty", Empty: true}
	}
	s.UTF8 = !ascii && valid
	return nil
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// blanks returns how many bytes in front of a document mean nothing.
func blanks(piece []byte, first bool) int {
	rest := piece
	if first {
		rest = bytes.TrimPrefix(rest, []byte("\xEF\xBB\xBF"))
	}
	return len(piece) - len(bytes.TrimLeft(rest, " \t\r\n\x00"))
}

// whole returns how much of a piece is left without a character that it cuts.
func whole(piece []byte) int {
	for i := len(piece) - 1; i >= max(0, len(piece)-utf8.UTFMax+1); i-- {
		if utf8.RuneStart(piece[i]) {
			if !utf8.FullRune(piece[i:]) {
				return i
			}
			break
		}
	}
	return len(piece)
}

// check returns an error for a file that is not RTF.
func (s *Source) check() error {
	begin, err := s.read(s.start, 5)
	if err != nil || bytes.EqualFold(begin, []byte(`{\rtf`)) {
		return err
	}
	what := "it does not begin with {\\rtf"
	if kind := magic.Type(s.Head[:min(len(s.Head), 512)]); kind != "" && kind != "rtf" {
		what = "it is of the type " + kind
	}
	return &converters.CorruptError{What: "invalid RTF document: " + what, Remedy: "save it as RTF again, or rename it"}
}

// window is the part of the source that is being read.
type window struct {
	of   *Source
	src  []byte // what is held
	at   int    // the next byte of it
	base int64  // where it begins in the source
	err  error
}

// windowSize is how much of the source is held.
const windowSize = 1 << 18

// open returns a window at the start of the document.
func (s *Source) open() window {
	return window{of: s, src: make([]byte, 0, min(windowSize, s.size)), base: s.start}
}

// Offset returns how much of the source has been read, in bytes.
func (w *window) Offset() int64 { return w.base + int64(w.at) }

// Err returns the error that ended reading, if one did.
func (w *window) Err() error { return w.err }

// have reports whether n more bytes are held, and gets them if it can. They
// must be few: what was held before may move.
func (w *window) have(n int) bool {
	return w.at+n <= len(w.src) || w.fill() && w.at+n <= len(w.src)
}

// ahead returns the next n bytes, or as many as there are.
func (w *window) ahead(n int) []byte {
	w.have(n)
	return w.src[w.at:min(len(w.src), w.at+n)]
}

// fill moves the window on, and reports whether there is more in it.
func (w *window) fill() bool {
	rest := w.of.size - w.base - int64(len(w.src))
	if rest == 0 || w.err != nil {
		return false
	}
	n := copy(w.src, w.src[w.at:])
	w.base += int64(w.at)
	w.at = 0
	more := int(min(int64(cap(w.src)-n), rest))
	w.src = w.src[:n+more]
	if w.err = w.of.fill(w.src[n:], w.base+int64(n)); w.err != nil {
		w.src = w.src[:n]
		return false
	}
	return more > 0
}
