package pdfium

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/internal/pdfiumtest"
)

var module = flag.String("module", "", "write the parts of this `FILE`, which is a module of PDFium")

// TestModuleIsTheOneThatWasChecked pins the module: another one is to be
// looked at before it runs. With -module it writes the parts of one.
func TestModuleIsTheOneThatWasChecked(t *testing.T) {
	const want = "a9da632fc69e963f94c68dda017eec3e512284c9113d6e3be21f35086de3c0c3"
	if *module != "" {
		writeParts(t)
		return
	}
	content, err := whole()
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	if got := hex.EncodeToString(sum[:]); got != want {
		t.Errorf("the module of go-pdfium has the digest %s, want %s of v1.19.8", got, want)
	}
}

// writeParts writes the parts that the program has of a module.
func writeParts(t *testing.T) {
	content, err := os.ReadFile(*module)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := rewrite(content, nil, func(kind byte, section []byte) ([]byte, error) {
		if kind != wasmCode {
			return section, nil
		}
		if _, err := w.Write(section); err != nil {
			return nil, err
		}
		return bareCode(section)
	})
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	for name, part := range map[string][]byte{"bodiless.wasm": rest, "bodies.deflate": packed.Bytes()} {
		if err := os.WriteFile(filepath.Join("module", name), part, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// engine compiles the module with a cache that the tests of the tree share.
func engine(t *testing.T) *Engine {
	t.Helper()
	pdfiumtest.Skip(t)
	var e *Engine
	_, err := pdfiumtest.Cache(func(cache string) (err error) {
		e, err = Compile(context.Background(), Config{Cache: filepath.Join(cache, "pdfium")})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close(context.Background()) })
	return e
}

// page returns a document of one page with the given content.
func page(content string) string {
	return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n" +
		fmt.Sprintf("4 0 obj<</Length %d>>stream\n%s\nendstream endobj\n", len(content)+1, content) +
		"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>endobj\ntrailer<</Root 1 0 R>>\n"
}

func open(t *testing.T, e *Engine, file string) (*Document, error) {
	t.Helper()
	d, err := e.Open(context.Background(), Source{Content: io.NewSectionReader(strings.NewReader(file), 0, int64(len(file)))})
	if err == nil {
		t.Cleanup(d.Close)
	}
	return d, err
}

func TestEveryFunctionThatIsCalledExists(t *testing.T) {
	d, err := open(t, engine(t), page(""))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range functionNames {
		if d.known.module.ExportedFunction(name) == nil {
			t.Errorf("the module does not export %q", name)
		}
	}
}

func TestPageIsReadWithPlacesAndLooks(t *testing.T) {
	d, err := open(t, engine(t), page("BT /F1 12 Tf 1 0 0 rg 50 150 Td (Hi you) Tj ET 0 0 1 RG 2 w 50 100 m 250 100 l S 0 1 0 rg 20 20 40 30 re f"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Read(1)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, c := range p.Chars {
		text.WriteRune(c.Rune)
	}
	if got := strings.TrimSpace(text.String()); got != "Hi you" {
		t.Errorf("the text is %q", got)
	}
	c := p.Chars[0]
	if c.X != 50 || c.Y != 50 {
		t.Errorf("the first character is at %g, %g, want 50, 50 from the top left corner", c.X, c.Y)
	}
	r := p.Runs[c.Run]
	if r.Size != 12 || r.Fill != (Color{255, 0, 0, 255}) || r.Font.Name != "Helvetica-Bold" || r.Turn != 0 {
		t.Errorf("the run is %+v in %+v", r, *r.Font)
	}
	if len(p.Objects.Lines) != 1 || p.Objects.Lines[0].Box != (Box{50, 100, 250, 100}) || p.Objects.Lines[0].Vertical {
		t.Errorf("the lines are %+v", p.Objects.Lines)
	}
	if len(p.Objects.Fills) != 1 || p.Objects.Fills[0].Box != (Box{20, 150, 60, 180}) || p.Objects.Fills[0].Color != (Color{0, 255, 0, 255}) {
		t.Errorf("the fills are %+v", p.Objects.Fills)
	}
	px, err := d.Render(1, 1, Box{X1: math.Inf(1), Y1: math.Inf(1)})
	if err != nil || px == nil {
		t.Fatalf("no pixels: %v", err)
	}
	if at := px.BGRX[160*px.Stride+30*4:]; !bytes.Equal(at[:3], []byte{0, 255, 0}) {
		t.Errorf("the pixel in the green box is %v", at[:3])
	}
}

func TestWhatIsNoDocumentIsAnError(t *testing.T) {
	e := engine(t)
	for _, file := range []string{"", "hello", "%PDF-1.4\n", strings.Repeat("[", 1<<16)} {
		if _, err := open(t, e, file); !errors.Is(err, ErrFormat) {
			t.Errorf("%.10q: the error is %v, want ErrFormat", file, err)
		}
	}
}

// TestTrapEndsItsDocumentAlone paints a form that paints another ten times, ten
// deep: more than memory holds.
func TestTrapEndsItsDocumentAlone(t *testing.T) {
	e := engine(t)
	const depth = 10
	var b strings.Builder
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</XObject<</X 10 0 R>>>>>>endobj\n" +
		"4 0 obj<</Length 5>>stream\n/X Do\nendstream endobj\n")
	for i := range depth {
		content := strings.Repeat("/X Do ", 10)
		fmt.Fprintf(&b, "%d 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X %d 0 R>>>>/Length %d>>stream\n%s\nendstream endobj\n",
			10+i, 11+i, len(content), content)
	}
	fmt.Fprintf(&b, "%d 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 14>>stream\n0 0 m 9 9 l S \nendstream endobj\ntrailer<</Root 1 0 R>>\n", 10+depth)
	d, err := open(t, e, b.String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Read(1); !errors.Is(err, ErrTrap) {
		t.Errorf("the error is %v, want ErrTrap", err)
	}
	if d.Memory() > memoryLimit {
		t.Errorf("the instance has %d bytes", d.Memory())
	}
	if d, err := open(t, e, page("")); err != nil || d.Pages() != 1 {
		t.Errorf("the next document does not open: %v", err)
	}
}
