package pdf_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

// seen is a recognizer that sees the same in every picture.
type seen struct {
	words    []converters.RecognizedWord
	err      error
	pictures []string
}

func (s *seen) Recognize(_ context.Context, p converters.Picture, languages string) ([]converters.RecognizedWord, error) {
	s.pictures = append(s.pictures, fmt.Sprintf("%dx%d at %d in %q, %d in the middle", p.Width, p.Height, p.DPI, languages, p.Gray[p.Width*p.Height/2+p.Width/2]))
	return s.words, s.err
}

// row returns the words of a line whose letters are 20 pixels high.
func row(number, y int, sure int, words ...string) []converters.RecognizedWord {
	var out []converters.RecognizedWord
	x := 100
	for _, w := range words {
		out = append(out, converters.RecognizedWord{Text: w, X0: x, Y0: y - 20, X1: x + 14*len(w), Y1: y, Base: y, Size: 28, Line: number, Confidence: sure})
		x += 14*len(w) + 10
	}
	return out
}

// scanPage is a page of one picture, a grey one; with further entries and
// content.
func scanPage(entries, content string) string {
	return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
		"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 360 180]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>/Font<</F1 6 0 R>>>>" + entries + ">>endobj\n" +
		fmt.Sprintf("4 0 obj<</Length %d>>stream\nq 360 0 0 180 0 0 cm /I Do Q\n%s\nendstream endobj\n", len(content)+30, content) +
		"5 0 obj<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>stream\n\x80\nendstream endobj\n" +
		"6 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n"
}

func recognized(t *testing.T, file string, o converters.Options, s *seen) (*document.Document, *converters.Env, error) {
	t.Helper()
	r, err := converters.NewRegistry(pdf.New())
	if err != nil {
		t.Fatal(err)
	}
	env := converters.NewEnv(r, converters.Limits{}, o, &worker.Engine{Cache: workertest.Cache(t)}, s)
	doc, err := r.Convert(t.Context(), converters.Input{Name: "a.pdf", SectionReader: io.NewSectionReader(strings.NewReader(file), 0, int64(len(file)))}, env)
	return doc, env, err
}

func codes(env *converters.Env) string {
	var out []string
	for _, w := range env.Warnings() {
		out = append(out, fmt.Sprintf("%s %d", w.Code, w.Count))
	}
	return strings.Join(out, ", ")
}

func TestWordsOfAPictureGoThroughTheLayout(t *testing.T) {
	s := &seen{}
	s.words = append(s.words, row(0, 100, 90, "The", "boats", "of", "the", "har-")...)
	s.words = append(s.words, row(1, 134, 90, "bour", "and", "a", "harbour,", "too.")...)
	s.words = append(s.words, row(2, 250, 90, "+", "One", "boat")...)
	s.words = append(s.words, row(3, 284, 90, "«", "Two", "boats")...)
	s.words = append(s.words, row(4, 400, 5, "ij|;,")...)
	s.words = append(s.words, row(5, 440, 90, "Read", "more")...)
	link := "/Annots[<</Type/Annot/Subtype/Link/Rect[60 0 130 40]/A<</S/URI/URI(https://example.com/)>>>>]"
	doc, env, err := recognized(t, scanPage(link, ""), converters.Options{OCR: "tesseract", OCRLanguages: "fin"}, s)
	if err != nil {
		t.Fatal(err)
	}
	const want = `paragraph @page 1,box 36 28.2 151.2 50.4
  text "The boats of the harbour and a harbour, too."
list @page 1,box 36 82.2 83.5 92.2
  item "-"
    paragraph @page 1,box 36 82.2 83.5 92.2
      text "One boat"
  item "-"
    paragraph @page 1,box 36 94.4 93.6 104.4
      text "Two boats"
paragraph @page 1,box 36 150.6 79.9 160.6
  text "Read "
  link "https://example.com/"
    text "more"
`
	if d := cmp.Diff(want, documenttest.Dump(doc)); d != "" {
		t.Errorf("the document (-want +got):\n%s", d)
	}
	if got := codes(env); got != "recognized 1, recognized-unsure 1" {
		t.Errorf("the warnings are %s", got)
	}
	if d := cmp.Diff([]string{`1000x500 at 200 in "fin", 128 in the middle`}, s.pictures); d != "" {
		t.Errorf("the pictures (-want +got):\n%s", d)
	}
}

// What is shown is the page as it is: turned, and small enough.
func TestPicturesAreShownAsTheyStand(t *testing.T) {
	for entries, want := range map[string]string{
		"/Rotate 90":                 "500x1000 at 200",
		"/MediaBox[0 0 20000 10000]": "5792x2896 at 21",
	} {
		s := &seen{}
		if _, _, err := recognized(t, scanPage(entries, "q 20000 0 0 10000 0 0 cm /I Do Q"), converters.Options{OCR: "tesseract"}, s); err != nil {
			t.Fatal(err)
		}
		if len(s.pictures) != 1 || !strings.HasPrefix(s.pictures[0], want) {
			t.Errorf("%s: %q, want %s", entries, s.pictures, want)
		}
	}
}

func TestPagesWithTextAreNotShown(t *testing.T) {
	s := &seen{}
	doc, _, err := recognized(t, scanPage("", "BT /F1 12 Tf 20 90 Td (This page has its own text on it.) Tj ET"), converters.Options{OCR: "tesseract"}, s)
	if err != nil || len(s.pictures) > 0 || !strings.Contains(documenttest.Dump(doc), "has its own text") {
		t.Errorf("%v, %q, %v", doc, s.pictures, err)
	}
	if _, env, err := recognized(t, scanPage("", ""), converters.Options{}, s); err != nil || len(s.pictures) > 0 || codes(env) != "needs-ocr 1" {
		t.Errorf("without the option: %q, %v, %s", s.pictures, err, codes(env))
	}
}

func TestPictureThatCannotBeReadIsSaid(t *testing.T) {
	_, env, err := recognized(t, scanPage("", ""), converters.Options{OCR: "tesseract"}, &seen{err: errors.New("too dark")})
	if err != nil || codes(env) != "needs-ocr 1" || !strings.Contains(env.Warnings()[0].Message, "too dark") {
		t.Errorf("%v, %+v", err, env.Warnings())
	}
	gone := &converters.UnsupportedError{Reason: "nobody reads here"}
	if _, _, err := recognized(t, scanPage("", ""), converters.Options{OCR: "tesseract"}, &seen{err: gone}); !errors.Is(err, converters.ErrUnsupported) {
		t.Errorf("the error is %v", err)
	}
}
