package pdf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

func engine(tb testing.TB) convtest.Option {
	tb.Helper()
	return convtest.Services(&worker.Engine{Cache: workertest.Cache(tb)})
}

// called returns the formats that attached files may be of.
func called() convtest.Option {
	return convtest.With(slices.DeleteFunc(all.Converters(), func(c converters.Converter) bool { return c.Format().Name == "pdf" })...)
}

func TestConverter(t *testing.T) {
	convtest.Run(t, pdf.New(), engine(t), called(), convtest.Big("big.pdf", func() []byte { return report(60) }))
}

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, pdf.New(), engine(f), called()) }

func BenchmarkConvert(b *testing.B) {
	convtest.Bench(b, pdf.New(), engine(b), called(), convtest.Big("big.pdf", func() []byte { return report(400) }))
}

func TestCorpus(t *testing.T) { convtest.Corpus(t, pdf.New(), engine(t), called()) }

// TestPagesThatShareTheirContentAreCharged reads a file that shows more than its
// size holds: many pages of one content.
func TestPagesThatShareTheirContentAreCharged(t *testing.T) {
	cache := workertest.Cache(t)
	r, err := converters.NewRegistry(pdf.New())
	if err != nil {
		t.Fatal(err)
	}
	one := report(1)
	for pages, over := range map[int]bool{1: false, 20: true} {
		kids := strings.Repeat("10 0 R ", pages)
		file := bytes.ReplaceAll(one, []byte("/Kids[10 0 R ]/Count 1"), []byte(fmt.Sprintf("/Kids[%s]/Count %d", kids, pages)))
		in := converters.Input{Name: "a.pdf", SectionReader: io.NewSectionReader(bytes.NewReader(file), 0, int64(len(file)))}
		env := converters.NewEnv(r, converters.Limits{Nodes: 1 << 15}, converters.Options{}, &worker.Engine{Cache: cache})
		_, err := r.Convert(t.Context(), in, env)
		var limit *converters.LimitError
		if got := errors.As(err, &limit) && limit.Limit == converters.LimitNodes; got != over || !over && err != nil {
			t.Errorf("%d pages: the error is %v", pages, err)
		}
	}
}

// report returns a document of some pages with headings and paragraphs.
func report(pages int) []byte {
	var b, kids strings.Builder
	b.WriteString("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n")
	for i := range pages {
		var c strings.Builder
		fmt.Fprintf(&c, "BT /F1 16 Tf 50 720 Td (Part %d of the log) Tj ET\n", i+1)
		for j := range 40 {
			fmt.Fprintf(&c, "BT /F1 10 Tf 50 %d Td (The keeper wrote the log at nine, and the sea was calm that night, as on day %d.) Tj ET\n", 690-14*j, i*40+j)
		}
		fmt.Fprintf(&b, "%d 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents %d 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj\n", 10+2*i, 11+2*i)
		fmt.Fprintf(&b, "%d 0 obj<</Length %d>>stream\n%sendstream endobj\n", 11+2*i, c.Len(), c.String())
		fmt.Fprintf(&kids, "%d 0 R ", 10+2*i)
	}
	fmt.Fprintf(&b, "2 0 obj<</Type/Pages/Kids[%s]/Count %d>>endobj\ntrailer<</Root 1 0 R>>\n", kids.String(), pages)
	return []byte(b.String())
}
