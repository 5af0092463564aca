package worker

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/seed353dc258/backstory/converters"
)

const (
	progressSize = 8        // two numbers: a page, and how many there are
	pictureHead  = 12       // three: width, height, pixels an inch
	maxPixels    = 24 << 20 // of a picture
	maxWords     = 32 << 20 // bytes of all words of a picture
)

// errNoPicture says that a converter shows what is not a picture, or too big.
var errNoPicture = errors.New("the picture is empty or too big")

// encodePicture returns a picture as bytes.
func encodePicture(p converters.Picture) ([]byte, error) {
	if !sound(p) {
		return nil, errNoPicture
	}
	b := make([]byte, pictureHead, pictureHead+len(p.Gray))
	for i, n := range []int{p.Width, p.Height, p.DPI} {
		binary.LittleEndian.PutUint32(b[4*i:], uint32(n))
	}
	return append(b, p.Gray...), nil
}

// decodePicture returns the picture of a child, whose numbers are checked.
func decodePicture(b []byte) (converters.Picture, error) {
	if len(b) < pictureHead {
		return converters.Picture{}, errFrame
	}
	n := func(i int) int { return int(binary.LittleEndian.Uint32(b[4*i:])) }
	p := converters.Picture{Width: n(0), Height: n(1), DPI: n(2), Gray: b[pictureHead:]}
	if !sound(p) {
		return converters.Picture{}, errFrame
	}
	return p, nil
}

// sound reports whether the numbers of a picture are as they may be.
func sound(p converters.Picture) bool {
	const longest, finest = 1 << 15, 2400
	return p.Width > 0 && p.Height > 0 && p.Width <= longest && p.Height <= longest && p.DPI > 0 && p.DPI <= finest &&
		p.Width*p.Height == len(p.Gray) && len(p.Gray) <= maxPixels
}

// reading is what was read from a picture, as it goes to a child.
type reading struct {
	Words []converters.RecognizedWord
	Err   json.RawMessage `json:",omitempty"`
}

func encodeWords(words []converters.RecognizedWord, err error) ([]byte, error) {
	if err != nil {
		return json.Marshal(reading{Err: encodeError(err)})
	}
	b, err := json.Marshal(reading{Words: words})
	if err == nil && len(b) > maxWords {
		return json.Marshal(reading{Err: encodeError(errors.New("more words are seen on a page than there can be"))})
	}
	return b, err
}

// parent is a child's recognizer: the parent has it.
type parent struct {
	in  io.Reader
	out io.Writer
}

// Recognize asks the parent for the words of a picture.
func (r *parent) Recognize(_ context.Context, p converters.Picture, _ string) ([]converters.RecognizedWord, error) {
	b, err := encodePicture(p)
	if err != nil {
		return nil, err
	}
	if err := writeFrame(r.out, framePicture, b); err != nil {
		return nil, err
	}
	kind, b, err := readFrame(r.in, func(byte) uint64 { return maxWords })
	if err != nil {
		return nil, err
	}
	if kind != frameWords {
		return nil, errFrame
	}
	var answer reading
	if err := json.Unmarshal(b, &answer); err != nil {
		return nil, err
	}
	if answer.Err != nil {
		return nil, decodeError(answer.Err)
	}
	return answer.Words, nil
}

// tellEvery is how often a child tells of its progress, after the first page.
const tellEvery = 100 * time.Millisecond

// teller returns a service that tells the parent of the progress.
func teller(out io.Writer) converters.Progress {
	var last time.Time
	return func(done, all int) {
		if done > 1 && time.Since(last) < tellEvery {
			return
		}
		last = time.Now()
		var b [progressSize]byte
		binary.LittleEndian.PutUint32(b[:], uint32(done))
		binary.LittleEndian.PutUint32(b[4:], uint32(all))
		// Without a parent the answer finds nobody either.
		_ = writeFrame(out, frameProgress, b[:])
	}
}
