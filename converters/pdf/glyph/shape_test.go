package glyph

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/internal/pdfiumtest"
)

var update = flag.Bool("update", false, "rewrite the table of shapes")

// TestLetterShapesAreThoseOfStandardFonts draws letters and digits in fonts that every
// reader of PDF has: the table is what PDFium's own look like.
func TestLetterShapesAreThoseOfStandardFonts(t *testing.T) {
	const file = "shape_table.go"
	want := []byte("package glyph\n\n// letterShapes are letters and digits in the fonts that every reader of PDF has; see\n// [letters]. It is written by go test -update.\nconst letterShapes = \"\" +\n")
	ctx := context.Background()
	pdfiumtest.Skip(t)
	var e *pdfium.Engine
	_, err := pdfiumtest.Cache(func(cache string) (err error) {
		e, err = pdfium.Compile(ctx, pdfium.Config{Cache: filepath.Join(cache, "pdfium")})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(ctx)
	const empty = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n"
	d, err := e.Open(ctx, pdfium.Source{Content: io.NewSectionReader(strings.NewReader(empty), 0, int64(len(empty)))})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var lines []string
	for _, name := range [...]string{"Helvetica", "Helvetica-Bold", "Times-Roman", "Times-Bold", "Times-Italic", "Courier"} {
		f := d.StandardFont(name)
		for c := byte('0'); c <= 'z'; c++ {
			if !isAlnum(string(rune(c))) {
				continue
			}
			drawn, ok := draw(d.Outline(f, rune(c)))
			if !ok {
				t.Fatalf("%s has no %c", name, c)
			}
			row := []byte{c}
			for _, bits := range drawn.bits {
				row = binary.LittleEndian.AppendUint64(row, bits)
			}
			row = append(row, byte(int8(math.Round(wideScale*drawn.wide))))
			var hex strings.Builder
			for _, b := range row {
				fmt.Fprintf(&hex, `\x%02x`, b)
			}
			lines = append(lines, "\t\""+hex.String()+"\"")
		}
	}
	want = append(want, strings.Join(lines, " +\n")+"\n"...)
	got, err := os.ReadFile(file)
	if err == nil && bytes.Equal(got, want) {
		return
	}
	if !*update {
		t.Fatal("the table is not what the fonts look like: go test -update")
	}
	if err := os.WriteFile(file, want, 0o666); err != nil {
		t.Fatal(err)
	}
}
