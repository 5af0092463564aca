package pdfium

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// packed returns a document of one page whose content is compressed.
func packed(t *testing.T, content string) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	plain := page("")
	head, _, _ := strings.Cut(plain, "4 0 obj")
	_, tail, _ := strings.Cut(plain, "endstream endobj\n")
	return head + fmt.Sprintf("4 0 obj<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream endobj\n", b.Len(), b.String()) + tail
}

// TestSmallFileThatUnfoldsIsEndedEarly reads pages of many operators, which
// PDFium reads in one call that nothing else ends.
func TestSmallFileThatUnfoldsIsEndedEarly(t *testing.T) {
	e := engine(t)
	const size = 48 << 20
	for _, unit := range []string{"(a)Tj ", "BT/F1 9 Tf(a)Tj ET ", "1 1 2 2 re W n ", "[1]", "q Q ", "BI/W 1/H 1/BPC 8/CS/G ID x EI ", "0 0 m 9 9 l S ", "/P<</MCID 0>>BDC "} {
		file := packed(t, strings.Repeat(unit, size/len(unit)))
		d, err := open(t, e, file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Read(1); !errors.Is(err, ErrTrap) {
			t.Errorf("%q: the error is %v, want ErrTrap", unit, err)
		}
		if most := maxRead + (1+readFor)*len(file); d.Memory() > most {
			t.Errorf("%q: the instance has %d bytes, more than %d", unit, d.Memory(), most)
		}
		d.Close()
	}
}

// TestPageMayBePaintedWhereItMayBeRead paints a page that takes more memory than
// reading it may.
func TestPageMayBePaintedWhereItMayBeRead(t *testing.T) {
	d, err := open(t, engine(t), page("0 1 0 rg 20 20 40 30 re f"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Read(1); err != nil {
		t.Fatal(err)
	}
	if px, err := d.Render(1, 20, Box{X1: math.Inf(1), Y1: math.Inf(1)}); err != nil || px == nil {
		t.Errorf("no pixels: %v", err)
	}
	if d.Memory() <= d.room.read || d.Memory() > d.room.paint {
		t.Errorf("the instance has %d bytes, of %d for reading and %d for painting", d.Memory(), d.room.read, d.room.paint)
	}
	if _, err := d.Read(1); err != nil {
		t.Errorf("the page cannot be read any more: %v", err)
	}
}
