package worker

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
)

func TestPictureOfAChildIsChecked(t *testing.T) {
	good := converters.Picture{Width: 3, Height: 2, DPI: 200, Gray: make([]byte, 6)}
	b, err := encodePicture(good)
	if err != nil {
		t.Fatal(err)
	}
	got, err := decodePicture(b)
	if err != nil || cmp.Diff(good, got) != "" {
		t.Errorf("%+v, %v", got, err)
	}
	for name, change := range map[string]func([]byte) []byte{
		"no head":        func(b []byte) []byte { return b[:5] },
		"too few pixels": func(b []byte) []byte { return b[:len(b)-1] },
		"too many":       func(b []byte) []byte { return append(b, 0) },
		"width 0":        func(b []byte) []byte { b[0] = 0; return b },
		"width 2^31":     func(b []byte) []byte { b[3] = 0x80; return b },
		"resolution 0":   func(b []byte) []byte { b[8] = 0; return b },
	} {
		bad, err := encodePicture(good)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decodePicture(change(bad)); err == nil {
			t.Errorf("%s: the picture is taken", name)
		}
	}
	if _, err := encodePicture(converters.Picture{Width: 1, Height: 1, DPI: 1}); err == nil {
		t.Error("a picture without pixels is shown")
	}
}

func TestWordsOfAPageAreRead(t *testing.T) {
	const page = `<?xml version="1.0"?><!DOCTYPE html><html><body><div class='ocr_page' title='image "a; bbox 9 9 9 9"; bbox 0 0 99 99'>
<span class='ocr_header' title="bbox 10 20 90 40; baseline 0.1 -5; x_size 22.5; x_descenders 5">
<span class='ocrx_word' title='bbox 10 20 30 40; x_wconf 96'>A<strong>&amp;</strong>B</span> <span class='ocrx_word' title='bbox 50 20 70 40; x_wconf 3'> </span>
<span class='ocrx_word' title='bbox 50 20 70 40; x_wconf 31'>c</span></span>
<span class='ocr_line' title="bbox 1 2 3"><span class='ocrx_word'>d</span></span></div></body></html>`
	got, err := readHOCR([]byte(page))
	want := []converters.RecognizedWord{
		{Text: "A&B", X0: 10, Y0: 20, X1: 30, Y1: 40, Base: 36, Size: 22.5, Confidence: 96},
		{Text: "c", X0: 50, Y0: 20, X1: 70, Y1: 40, Base: 40, Size: 22.5, Confidence: 31},
		{Text: "d", Line: 1},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for name, page := range map[string]string{
		"deep":  strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100),
		"cut":   "<a><b>",
		"words": "<a>" + strings.Repeat("<b class='ocrx_word'>x</b>", maxRecognized+2) + "</a>",
	} {
		if _, err := readHOCR([]byte(page)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
