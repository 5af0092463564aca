package worker

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
)

// FuzzFrames reads what a child may send that was taken over: the parent
// neither stops nor believes it.
func FuzzFrames(f *testing.F) {
	picture, err := encodePicture(converters.Picture{Width: 2, Height: 1, DPI: 200, Gray: []byte{1, 2}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(picture)
	f.Add(encodeError(&converters.LimitError{Limit: converters.LimitText, Value: 2, Max: 1}))
	f.Add(encodeError(&converters.CorruptError{What: "a\x1b[2Jb\u202e", Remedy: strings.Repeat("x", 9999)}))
	f.Add([]byte("C\x02\x00\x00\x00\x00\x00\x00\x00ab"))
	f.Add([]byte("C\xff\xff\xff\xff\xff\xff\xff\xffab"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := decodePicture(b); err == nil && len(p.Gray) != p.Width*p.Height {
			t.Errorf("%d pixels of %d x %d", len(p.Gray), p.Width, p.Height)
		}
		if said := decodeError(b).Error(); !utf8.ValidString(said) || strings.ContainsAny(said, "\x1b\u202e\n") {
			t.Errorf("the error is %q", said)
		}
		const most = 1 << 16
		if _, payload, err := readFrame(bytes.NewReader(b), func(byte) uint64 { return most }); err == nil && len(payload) > most {
			t.Errorf("%d bytes are taken", len(payload))
		}
	})
}

// FuzzHOCR reads what a program may say of a page.
func FuzzHOCR(f *testing.F) {
	f.Add([]byte(`<a><span class='ocr_line' title="bbox 1 2 3 4; baseline 0.1 -5; x_size 9"><span class='ocrx_word' title='bbox 1 2 3 4; x_wconf 5'>a&amp;b</span></span></a>`))
	f.Add([]byte(`<a><span class='ocrx_word' title='bbox 1e9 NaN Inf -1'>a<b class='ocrx_word'>c</b></span></a>`))
	f.Fuzz(func(t *testing.T, b []byte) {
		words, err := readHOCR(b)
		if err != nil {
			return
		}
		for _, w := range words {
			if w.Text == "" || len(w.Text) > maxWord || w.Line < 0 || math.IsNaN(w.Size) {
				t.Errorf("a word is %+v", w)
			}
		}
	})
}
