package pdf_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
	"github.com/seed353dc258/backstory/internal/pdfiumtest"
)

// embedded converts as a program does that has nothing but the converter.
func embedded(ctx context.Context, r *converters.Registry, file string) (*document.Document, error) {
	in := converters.Input{Name: "a.pdf", SectionReader: io.NewSectionReader(strings.NewReader(file), 0, int64(len(file)))}
	return r.Convert(ctx, in, converters.NewEnv(r, converters.Limits{}, converters.Options{}))
}

// TestConverterWorksAlone uses no service, no child and no cache: the engine
// is compiled in this process, once, and its calls end with the context.
func TestConverterWorksAlone(t *testing.T) {
	pdfiumtest.Skip(t)
	r, err := converters.NewRegistry(pdf.New())
	if err != nil {
		t.Fatal(err)
	}
	page := func(catalog, page, content, more string) string {
		return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R" + catalog + ">>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
			"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>" + page + ">>>>endobj\n" +
			"4 0 obj<<>>stream\n" + content + "\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n" + more + "trailer<</Root 1 0 R>>\n"
	}
	for range 2 {
		doc, err := embedded(t.Context(), r, page("", "", "BT /F1 12 Tf 50 150 Td (No child was here.) Tj ET", ""))
		if err != nil || !strings.Contains(documenttest.Dump(doc), "No child was here.") {
			t.Errorf("%v, %v", doc, err)
		}
	}
	// Whether the layer shows takes PDFium longer to say than anybody waits.
	endless := page("/OCProperties<</OCGs[10 0 R]/D<</Order 11 0 R>>>>", "/Properties<</A 10 0 R>>", "/OC /A BDC BT /F1 9 Tf (a) Tj ET EMC",
		"10 0 obj<</Type/OCMD/OCGs 10 0 R/VE 11 0 R>>endobj\n11 0 obj[/And 11 0 R 11 0 R]endobj\n")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := embedded(ctx, r, endless); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v, want that of the context", err)
	}
}
