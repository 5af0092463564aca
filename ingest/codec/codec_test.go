package codec_test

import (
	"crypto/sha256"
	"math"
	"testing"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest/codec"
)

// values are one of each kind that is encoded.
type values struct {
	Int   int
	Uint  uint64
	Fixed int64
	Flag  bool
	Sum   [sha256.Size]byte
	Text  string
	Pos   document.Pos
}

func (v values) encode(e *codec.Encoder) {
	e.Int(v.Int)
	e.Uint(v.Uint)
	e.Fixed(v.Fixed)
	e.Flag(v.Flag)
	e.Digest(v.Sum)
	e.String(v.Text)
	e.Pos(v.Pos)
}

func decode(d *codec.Decoder) values {
	return values{d.Int(), d.Uint(), d.Fixed(), d.Flag(), d.Digest(), d.String(), d.Pos()}
}

// TestWhatIsEncodedIsRead reads values whole, and of every text that is cut short
// learns that it is.
func TestWhatIsEncodedIsRead(t *testing.T) {
	at := document.Pos{Part: "sheet", Page: 3, Paragraph: -1, Box: document.Rect{X0: -1.5, Y1: 700}, Rows: document.Span{First: 4, Last: 2}}
	for _, want := range []values{
		{},
		{math.MinInt, math.MaxUint64, math.MinInt64, true, sha256.Sum256(nil), "text", at},
		{math.MaxInt, 1 << 63, -1, false, [sha256.Size]byte{1}, "", document.Pos{Part: "x"}},
	} {
		var e codec.Encoder
		want.encode(&e)
		d := codec.Decoder{S: string(e.B)}
		if got := decode(&d); got != want || !d.Done() {
			t.Errorf("%+v is read as %+v, %v", want, got, d.Done())
		}
		for n := range e.B {
			d := codec.Decoder{S: string(e.B[:n])}
			if decode(&d); d.Done() {
				t.Errorf("%+v: the first %d of %d bytes are taken for all", want, n, len(e.B))
			}
		}
	}
}

// TestCountsAreNotBelieved reads a list that says to have more than its text can hold.
func TestCountsAreNotBelieved(t *testing.T) {
	var e codec.Encoder
	e.Int(1 << 40)
	e.Int(1)
	d := codec.Decoder{S: string(e.B)}
	if got := codec.List(&d, d.Int); got != nil || !d.Bad {
		t.Errorf("%d values", len(got))
	}
}
