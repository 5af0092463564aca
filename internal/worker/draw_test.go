package worker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

// TestAPageIsDrawn: a red box is where the file has it, upright and turned, and what cannot be
// drawn is an error that costs the child nothing.
func TestAPageIsDrawn(t *testing.T) {
	p := &worker.Pool{Arguments: []string{asReader, workertest.Cache(t)}}
	defer p.Close()
	const paint = "1 0 0 rg 20 100 30 40 re f"
	file := func(page string) *io.SectionReader {
		s := "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
			"3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R" + page + ">>endobj\n" +
			fmt.Sprintf("4 0 obj<</Length %d>>stream\n%s\nendstream endobj\ntrailer<</Root 1 0 R>>\n", len(paint), paint)
		return io.NewSectionReader(strings.NewReader(s), 0, int64(len(s)))
	}
	draw := func(page string, number int) (w, h float64, at func(x, y int) color.Color, err error) {
		d, err := p.Draw(context.Background(), file(page), nil, number)
		if err != nil {
			return 0, 0, nil, err
		}
		img, err := png.Decode(bytes.NewReader(d.PNG))
		if err != nil {
			t.Fatal(err)
		}
		scale := float64(img.Bounds().Dx()) / d.Width
		return d.Width, d.Height, func(x, y int) color.Color { return img.At(int(float64(x)*scale), int(float64(y)*scale)) }, nil
	}
	red := func(c color.Color) bool { r, g, _, _ := c.RGBA(); return r > 0xf000 && g < 0x1000 }
	for _, one := range []struct {
		page    string
		w, h    float64
		in, out [2]int // a point of the box and one beside it, from the top left
	}{
		{"/MediaBox[0 0 200 300]", 200, 300, [2]int{35, 180}, [2]int{35, 120}},
		{"/MediaBox[0 0 200 300]/Rotate 90", 300, 200, [2]int{120, 35}, [2]int{180, 35}},
		{"/MediaBox[10 10 210 310]", 200, 300, [2]int{25, 190}, [2]int{55, 190}},
		{"/MediaBox[0 0 14000 14000]", 14000, 14000, [2]int{35, 13880}, [2]int{135, 13880}},
	} {
		w, h, at, err := draw(one.page, 1)
		if err != nil || w != one.w || h != one.h || !red(at(one.in[0], one.in[1])) || red(at(one.out[0], one.out[1])) {
			t.Errorf("%s: %g × %g %v", one.page, w, h, err)
		}
	}
	var corrupt *converters.CorruptError
	for page, number := range map[string]int{"/MediaBox[0 0 200 300]": 2, "/MediaBox[0 0 200 299]": 1 << 40, "/MediaBox[0 0 1 100000]/UserUnit 1": 9} {
		if _, _, _, err := draw(page, number); !errors.As(err, &corrupt) {
			t.Errorf("page %d of %s: %v", number, page, err)
		}
	}
	if _, err := p.Draw(context.Background(), io.NewSectionReader(strings.NewReader("no PDF"), 0, 6), nil, 1); !errors.As(err, &corrupt) {
		t.Errorf("what is no PDF: %v", err)
	}
	if n := len(workertest.Children(os.Getpid())); n > 1 {
		t.Errorf("%d children were needed", n)
	}
}
