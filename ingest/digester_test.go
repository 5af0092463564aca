package ingest_test

import (
	"bytes"
	"crypto/sha256"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/ingest"
)

func TestADigesterHashesAndCountsWhatIsWritten(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var all bytes.Buffer
		d := ingest.NewDigester(true)
		for range random.IntN(20) {
			piece := strings.Repeat("aé漢😀 plain words"[:random.IntN(23)], random.IntN(4000))
			piece = strings.ToValidUTF8(piece, "x")
			all.WriteString(piece)
			io.WriteString(d, piece)
		}
		sum, characters := d.Sum()
		if want := sha256.Sum256(all.Bytes()); sum != want || characters != int64(utf8.RuneCount(all.Bytes())) {
			t.Fatalf("%d bytes: %x, %d characters; want %x, %d", all.Len(), sum, characters, want, utf8.RuneCount(all.Bytes()))
		}
	}
}

func TestRereadGivesPiecesAndTheDigestOfAll(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	content := make([]byte, 700_000)
	for i := range content {
		content[i] = byte(random.Uint32())
	}
	want := sha256.Sum256(content)
	for range 50 {
		r := ingest.NewReread(iotest.HalfReader(bytes.NewReader(content)))
		at := 0
		for at < len(content) {
			from := at + random.IntN(min(len(content)-at, 60_000))
			to := from + random.IntN(min(len(content)-from, 60_000)+1)
			if err := r.Piece(int64(from), int64(to-from)); err != nil {
				t.Fatal(err)
			}
			got, err := readPiece(r, random.IntN(2) == 0)
			if err != nil || !bytes.Equal(got, content[from:to]) {
				t.Fatalf("the piece from %d to %d is another (%v)", from, to, err)
			}
			at = max(to, from+1)
			if at > from && at > to {
				break // an empty piece: the rest is read by Sum
			}
		}
		if sum, err := r.Sum(); err != nil || sum != want {
			t.Fatalf("%x, %v", sum, err)
		}
	}
}

func readPiece(r *ingest.Reread, whole bool) ([]byte, error) {
	if !whole {
		return io.ReadAll(r)
	}
	var b bytes.Buffer
	_, err := r.WriteTo(&b)
	return b.Bytes(), err
}

func TestRereadDoesNotGoBackOrBeyondTheEnd(t *testing.T) {
	r := ingest.NewReread(strings.NewReader("0123456789"))
	defer r.Close()
	if err := r.Piece(5, 2); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); string(got) != "56" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if err := r.Piece(3, 2); err == nil {
		t.Error("it went back")
	}
	if err := r.Piece(8, 5); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); err == nil {
		t.Error("the end came without an error")
	}
}
