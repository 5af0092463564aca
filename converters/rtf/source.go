package rtf

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

// source is the file, which is not held in memory, and what a first look at
// all of it tells.
type source struct {
	content io.ReaderAt
	size    int64
	head    []byte // the first bytes
	tail    []byte // the last ones
	start   int64  // where the document begins
	line    int    // of the start, from 1
	utf8    bool   // it has characters beyond ASCII, and they are UTF-8
}

// Sizes of what is read at once.
const (
	pieceSize = 1 << 20 // between two looks at the budget
	headSize  = 4096
	tailSize  = 64
)

// load looks at the input. One in UTF-16, which has no use for RTF but exists,
// is held as UTF-8.
func load(ctx context.Context, in converters.Input, env *converters.Env) (*source, error) {
	s := &source{content: in, size: in.Size()}
	var err error
	if s.head, err = s.read(0, headSize); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(s.head, []byte("\xFF\xFE")) || bytes.HasPrefix(s.head, []byte("\xFE\xFF")) {
		all, err := s.read(0, s.size)
		if err != nil {
			return nil, err
		}
		if text, _, err := charset.Decode(all, ""); err == nil {
			s.content, s.size = strings.NewReader(text), int64(len(text))
			s.head = []byte(text[:min(len(text), headSize)])
		}
	}
	if s.tail, err = s.read(max(0, s.size-tailSize), tailSize); err != nil {
		return nil, err
	}
	return s, s.survey(ctx, env)
}

// read returns the n bytes from an offset on, or as many as there are.
func (s *source) read(at, n int64) ([]byte, error) {
	b := make([]byte, min(n, s.size-at))
	if m, err := s.content.ReadAt(b, at); m < len(b) {
		return nil, fmt.Errorf("reading: %w", err)
	}
	return b, nil
}

// survey reads the whole source once: where the document begins, and whether
// it is UTF-8.
func (s *source) survey(ctx context.Context, env *converters.Env) error {
	found, ascii, valid := false, true, true
	s.line = 1
	buffer := make([]byte, min(pieceSize, s.size))
	for at := int64(0); at < s.size; {
		piece := buffer[:min(int64(len(buffer)), s.size-at)]
		if m, err := s.content.ReadAt(piece, at); m < len(piece) {
			return fmt.Errorf("reading: %w", err)
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
		ascii = ascii && asciiOnly(piece)
		if !ascii && valid {
			if last := at+int64(len(piece)) == s.size; !last {
				piece = piece[:whole(piece)]
			}
			valid = utf8.Valid(piece)
		}
		at += int64(len(piece))
	}
	if !found {
		return converters.Corrupt(document.Pos{}, "the file is empty")
	}
	s.utf8 = !ascii && valid
	return nil
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

// check returns an error for a file that is no RTF.
func (s *source) check() error {
	begin, err := s.read(s.start, 5)
	if err != nil || bytes.EqualFold(begin, []byte(`{\rtf`)) {
		return err
	}
	what := "it does not begin with {\\rtf"
	if kind := magic.Name(s.head[:min(len(s.head), 512)]); kind != "" && kind != "rtf" {
		what = "it is of the type " + kind
	}
	return &converters.CorruptError{What: "invalid RTF document: " + what, Remedy: "save it as RTF again, or rename it"}
}

// window is the part of the source that is being read.
type window struct {
	of   *source
	src  []byte // what is held
	at   int    // the next byte of it
	base int64  // where it begins in the source
	err  error
}

// windowSize is how much of the source is held, and windowBehind how much of
// what was read of it at least: words are looked at again.
const (
	windowSize   = 1 << 18
	windowBehind = 256
)

// open returns a window at the start of the document.
func (s *source) open() window {
	return window{of: s, src: make([]byte, 0, min(windowSize, s.size)), base: s.start}
}

// offset returns how much of the source has been read.
func (w *window) offset() int64 { return w.base + int64(w.at) }

// have reports whether n more bytes are held, and gets them if it can. They
// must be few: what was held before may move.
func (w *window) have(n int) bool {
	return w.at+n <= len(w.src) || w.fill() && w.at+n <= len(w.src)
}

// fill moves the window on, and reports whether there is more in it.
func (w *window) fill() bool {
	rest := w.of.size - w.base - int64(len(w.src))
	if rest == 0 || w.err != nil {
		return false
	}
	gone := max(w.at-windowBehind, 0)
	n := copy(w.src, w.src[gone:])
	w.base += int64(gone)
	w.at -= gone
	more := int(min(int64(cap(w.src)-n), rest))
	w.src = w.src[:n+more]
	if m, err := w.of.content.ReadAt(w.src[n:], w.base+int64(n)); m < more {
		w.src, w.err = w.src[:n], fmt.Errorf("reading: %w", err)
		return false
	}
	return more > 0
}
