package markdown

import (
	"unicode/utf8"
	"unsafe"

	"github.com/seed353dc258/backstory/internal/tokens"
)

// How the tokens of long text are estimated: so many bytes are counted, and
// of the rest one piece in so many.
const (
	sampleWhole = 32 << 10
	samplePiece = 4 << 10
	sampleEvery = 4
)

// tokenSampler estimates the tokens of a text that comes in parts. Counting
// costs more than writing, so what comes after the first bytes is judged by a
// part of it. The estimate depends on the text alone.
type tokenSampler struct {
	counter tokens.Counter
	counted int64 // bytes
	skipped int64
	left    int // bytes of the piece that is being taken or skipped
	piece   int // its number behind the first bytes
}

// add takes in the next part.
func (t *tokenSampler) add(text []byte) {
	for len(text) > 0 {
		n := len(text)
		if t.counted+t.skipped < sampleWhole {
			n = min(n, int(sampleWhole-t.counted))
			t.take(text[:n])
			text = text[n:]
			continue
		}
		if t.left <= 0 {
			t.left = samplePiece
			t.piece++
		}
		n = min(n, t.left)
		t.left -= n
		if t.piece%sampleEvery == 0 {
			t.take(text[:n])
		} else {
			t.skipped += int64(n)
		}
		text = text[n:]
	}
}

func (t *tokenSampler) take(text []byte) {
	t.counted += int64(len(text))
	for len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:] // the rest of a character that a border of pieces cut
	}
	t.counter.AddString(unsafe.String(unsafe.SliceData(text), len(text))) // it keeps nothing of it
}

// tokens returns the estimate of all that was added.
func (t *tokenSampler) tokens() int {
	n := int64(t.counter.Tokens())
	if t.skipped > 0 {
		n += n * t.skipped / t.counted
	}
	return int(n)
}
