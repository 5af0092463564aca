package worker

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
)

// request is the head of a job; the content follows it.
type request struct {
	Name     string
	Size     int64
	Options  converters.Options
	Limits   converters.Limits
	Base     int
	Prefix   string
	NoTokens bool
	Seconds  uint64 // of processor time

	Draw       int  // a page to draw instead of converting, from 1; 0 for none
	Recognizes bool // the parent reads pictures
	Passwords  converters.Passwords
}

// The kinds of frames that a child sends.
const (
	frameReady     = 'R' // with notes on what its sandbox lacks
	frameOpen      = 'O' // likewise, where the system refuses to confine it
	frameCompiling = 'K' // before it is ready, that it will take a while
	frameLoading   = 'L' // before it is ready, that it will not
	frameProgress  = 'P'
	framePicture   = 'I' // to be read; frameWords is the answer
	frameEngine    = 'N' // the source needs an engine, which this child lacks
	frameDrawing   = 'D' // of a page
	frameText      = 'T' // of the chapter that comes
	frameChapter   = 'C' // without its text
	frameError     = 'E'
)

// The kinds of frames that a parent sends.
const (
	frameBegin   = 'B' // first of all; frameFull before a child that gets the engine
	frameFull    = 'F'
	frameRequest = 'J'
	frameWords   = 'W'
)

const (
	maxHead  = 1 << 20
	maxError = 64 << 10
	maxReady = 4 << 10
	maxPiece = 256 << 10
)

var errFrame = errors.New("the process sends what it must not")

// writeFrame writes a kind, a length and as many bytes.
func writeFrame(w io.Writer, kind byte, payload []byte) error {
	head := [9]byte{kind}
	binary.LittleEndian.PutUint64(head[1:], uint64(len(payload)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

// readFrame reads a frame of at most so many bytes, which depends on its kind.
func readFrame(r io.Reader, most func(kind byte) uint64) (byte, []byte, error) {
	var head [9]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint64(head[1:])
	if n > most(head[0]) {
		return 0, nil, errFrame
	}
	payload := make([]byte, n)
	_, err := io.ReadFull(r, payload)
	return head[0], payload, err
}

// texts sends text in frames of whole characters, parted at white space where
// there is some: what is parted there can be looked at by itself.
type texts struct{ to io.Writer }

func (t texts) Write(p []byte) (written int, err error) {
	for written < len(p) {
		n := textCut(p[written:])
		if err := writeFrame(t.to, frameText, p[written:][:n]); err != nil {
			return written, err
		}
		written += n
	}
	return written, nil
}

func textCut(p []byte) int {
	if len(p) <= maxPiece {
		return len(p)
	}
	if n := bytes.LastIndexAny(p[:maxPiece], "\n ") + 1; n > 0 {
		return n
	}
	n := maxPiece
	for n > maxPiece-utf8.UTFMax && !utf8.RuneStart(p[n]) {
		n--
	}
	return n
}

// writeRequest sends a job to a child.
func writeRequest(w io.Writer, q request, content io.Reader) error {
	head, err := json.Marshal(q)
	if err != nil {
		return fmt.Errorf("encoding a job: %w", err)
	}
	if err := writeFrame(w, frameRequest, head); err != nil {
		return err
	}
	_, err = io.CopyN(w, content, q.Size)
	return err
}

// readRequest reads a job and its content; io.EOF means that there is no more.
func readRequest(r io.Reader) (request, []byte, error) {
	var q request
	kind, head, err := readFrame(r, func(byte) uint64 { return maxHead })
	if err != nil {
		return q, nil, err
	}
	if kind != frameRequest {
		return q, nil, errFrame
	}
	if err := json.Unmarshal(head, &q); err != nil {
		return q, nil, err
	}
	if q.Size < 0 || q.Size > q.Limits.Get(converters.LimitInput) {
		return q, nil, errFrame
	}
	content := make([]byte, q.Size)
	_, err = io.ReadFull(r, content)
	return q, content, err
}
