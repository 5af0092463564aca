package worker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/worker"
	"github.com/seed353dc258/backstory/internal/worker/workertest"
)

func readers() *converters.Registry {
	r, err := converters.NewRegistry(pdf.New(), script{})
	if err != nil {
		panic(err)
	}
	return r
}

// A child gets the engine when a source asks for it, and not before.
func TestEngineIsThereForWhatAsksForIt(t *testing.T) {
	cache := t.TempDir()
	plain := &worker.Pool{Arguments: []string{asReader, cache}}
	t.Cleanup(plain.Close)
	if got, err := plain.Convert(t.Context(), job("Hello.")); err != nil || got.Text != "Hello." {
		t.Errorf("%v, %v", got, err)
	}
	if entries, err := os.ReadDir(cache); err != nil || len(entries) > 0 {
		t.Errorf("a text left %v in the cache, %v", entries, err)
	}
	p := readerPool(t)
	for _, text := range []string{"Hello.", "engine", "Hello.", "engine"} {
		if got, err := p.Convert(t.Context(), job(text)); err != nil || got.Text != text {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

// readerPool returns a pool whose children read PDF, with the cache of compiled
// code that the tests of the tree share.
func readerPool(t *testing.T) *worker.Pool {
	t.Helper()
	p := &worker.Pool{Arguments: []string{asReader, workertest.Cache(t)}}
	t.Cleanup(p.Close)
	return p
}

func tesseract(t *testing.T) *worker.Tesseract {
	t.Helper()
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip("tesseract is not installed: apt-get install tesseract-ocr")
	}
	return &worker.Tesseract{}
}

func fileJob(t *testing.T, path string, o converters.Options, services ...any) ingest.Job {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return ingest.Job{
		Name: filepath.Base(path), Content: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))),
		Options: o, Services: services,
	}
}

const scanned = `# The light on Skarv

The keeper wrote the log at nine each evening, and he never left out the weather. In the spring of that year the sea was calm for eleven days, which nobody on the island could remember.

## What was kept in the store

Oil for the lamp stood on the left, and rope on the right. Between them lay the flags.

On the twelfth day a ship came in, and the log says that her captain asked for water and for the latest newspaper.`

// The child paints the page and cannot run a program; the parent does.
func TestScanIsRead(t *testing.T) {
	p := readerPool(t)
	var pages []string
	p.Progress = func(name string, page, all int) { pages = append(pages, fmt.Sprintf("%s %d of %d", name, page, all)) }
	c, err := p.Convert(t.Context(), fileJob(t, "testdata/scan.pdf", converters.Options{OCR: "tesseract"}, tesseract(t)))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(scanned, c.Text); d != "" {
		t.Errorf("the text differs (-want +got):\n%s", d)
	}
	for _, place := range c.Places {
		if place.Pos.Page != 1 || place.Pos.Box == (document.Rect{}) {
			t.Errorf("a block is at %+v", place.Pos)
		}
	}
	if len(c.Warnings) != 1 || c.Warnings[0].Code != "recognized" || len(c.Places) != 5 {
		t.Errorf("%d places, the warnings are %+v", len(c.Places), c.Warnings)
	}
	if d := cmp.Diff([]string{"scan.pdf 1 of 1"}, pages); d != "" {
		t.Errorf("the progress (-want +got):\n%s", d)
	}
	here, err := ingest.Run(t.Context(), readers(), fileJob(t, "testdata/scan.pdf", converters.Options{OCR: "tesseract"}, tesseract(t), &worker.Engine{Cache: p.Arguments[1]}))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(here, c); d != "" {
		t.Errorf("the chapter differs (-here +child):\n%s", d)
	}
}

func TestScanThatNobodyReadsIsSaid(t *testing.T) {
	p := readerPool(t)
	c, err := p.Convert(t.Context(), fileJob(t, "testdata/scan.pdf", converters.Options{}, &worker.Tesseract{}))
	if err != nil || c.Text != "" || len(c.Warnings) != 1 || c.Warnings[0].Code != "needs-ocr" || c.Warnings[0].Pos.Page != 1 {
		t.Errorf("without the option: %+v, %v", c, err)
	}
	asked := converters.Options{OCR: "tesseract"}
	gone := &worker.Tesseract{Program: "/nowhere/tesseract"}
	for name, services := range map[string][]any{"no program": {gone}, "no service": nil} {
		want := converters.ErrUnsupported
		if services != nil {
			want = converters.ErrMachine
		}
		if _, err := p.Convert(t.Context(), fileJob(t, "testdata/scan.pdf", asked, services...)); !errors.Is(err, want) || !strings.Contains(err.Error(), "leave the option ocr out") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	asked.OCRLanguages = "xx_none"
	if _, err := p.Convert(t.Context(), fileJob(t, "testdata/scan.pdf", asked, tesseract(t))); !errors.Is(err, converters.ErrMachine) || !strings.Contains(err.Error(), "xx_none") {
		t.Errorf("no language: the error is %v", err)
	}
}

// program writes a program of the shell in the place of tesseract.
func program(t *testing.T, text string, limit time.Duration) *worker.Tesseract {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	path := filepath.Join(t.TempDir(), "tesseract")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return &worker.Tesseract{Program: path, Limit: limit}
}

// A page that cannot be read is left as it is, and why is said.
func TestBadReaderOfPicturesCostsItsPage(t *testing.T) {
	p := readerPool(t)
	for text, want := range map[string]string{
		"exec sleep 600":             "did not end within 300ms",
		"cat >/dev/null; yes '<a/>'": "tesseract",
		"echo broken >&2; exit 1":    "tesseract: broken",
		"echo '<p'":                  "XML syntax error",
	} {
		limit := patience
		if strings.HasPrefix(text, "exec sleep") {
			limit = 300 * time.Millisecond
		}
		c, err := p.Convert(t.Context(), fileJob(t, "testdata/scan.pdf", converters.Options{OCR: "tesseract"}, program(t, text, limit)))
		if err != nil || len(c.Warnings) != 1 || c.Warnings[0].Code != "needs-ocr" || !strings.Contains(c.Warnings[0].Message, want) {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
}

// reads is a recognizer that says what it was shown.
type reads struct{ seen int }

func (r *reads) Recognize(_ context.Context, p converters.Picture, languages string) ([]converters.RecognizedWord, error) {
	r.seen++
	return []converters.RecognizedWord{{Text: fmt.Sprint(p.Width, "x", p.Height, " ", p.DPI, " ", p.Gray[0], " ", languages), Base: 7}}, nil
}

// show shows a picture as a converter does.
func show(ctx context.Context, env *converters.Env, what string) (*document.Document, error) {
	service, ok := converters.Service[converters.Recognizer](env)
	if !ok {
		return nil, converters.Corrupt(document.Pos{}, "nobody looks")
	}
	p := converters.Picture{Width: 3, Height: 2, DPI: 100, Gray: []byte{9, 8, 7, 6, 5, 4}}
	words, err := service.Recognize(ctx, p, "")
	if err == nil && what == "show twice" {
		words, err = service.Recognize(ctx, p, "")
	}
	if err != nil {
		return nil, err
	}
	return &document.Document{Blocks: []document.Block{document.PlainParagraph(document.Pos{}, fmt.Sprint(words[0].Text, " ", words[0].Base))}}, nil
}

// A child is not believed: it may show a picture for each page, and only where
// the options say so.
func TestPicturesAreShownWhereTheyMay(t *testing.T) {
	p := pool(t)
	asked := job("show")
	asked.Options = converters.Options{OCR: "tesseract", OCRLanguages: "eng+deu"}
	asked.Services = []any{&reads{}}
	if c, err := p.Convert(t.Context(), asked); err != nil || c.Text != "3x2 100 9 eng+deu 7" {
		t.Errorf("%+v, %v", c, err)
	}
	twice := job("show twice")
	twice.Options, twice.Services = asked.Options, asked.Services
	if _, err := p.Convert(t.Context(), twice); !errors.Is(err, converters.ErrPanic) {
		t.Errorf("more pictures than pages: %v", err)
	}
	notAsked := job("show")
	r := &reads{}
	notAsked.Services = []any{r}
	if _, err := p.Convert(t.Context(), notAsked); !errors.Is(err, converters.ErrPanic) || r.seen > 0 {
		t.Errorf("not asked for: %v, seen %d", err, r.seen)
	}
	if _, err := p.Convert(t.Context(), job("show")); !errors.Is(err, converters.ErrCorrupt) {
		t.Errorf("without a recognizer: %v", err)
	}
}

// With an empty cache one child compiles, says so, and the others wait for it.
func TestOneChildCompilesForAll(t *testing.T) {
	p := readerPool(t)
	cache := t.TempDir()
	p.Arguments[1] = cache
	var mu sync.Mutex
	said := 0
	p.Preparing = func() { mu.Lock(); said++; mu.Unlock() }
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			if _, err := p.Convert(t.Context(), fileJob(t, "testdata/scan.pdf", converters.Options{})); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if said != 1 {
		t.Errorf("it is said %d times", said)
	}
	again := &worker.Pool{Arguments: p.Arguments, Preparing: func() { t.Error("compiled code is compiled again") }}
	defer again.Close()
	if _, err := again.Convert(t.Context(), fileJob(t, "testdata/scan.pdf", converters.Options{})); err != nil {
		t.Error(err)
	}
}

// The same bytes come out of one child, of another one, and of one that has
// converted before.
func TestChildrenAgree(t *testing.T) {
	p, other := readerPool(t), readerPool(t)
	j := func() ingest.Job {
		return fileJob(t, "testdata/scan.pdf", converters.Options{OCR: "tesseract"}, tesseract(t))
	}
	want, err := p.Convert(t.Context(), j())
	if err != nil {
		t.Fatal(err)
	}
	for i, from := range []*worker.Pool{p, other, p} {
		got, err := from.Convert(t.Context(), j())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(ingest.EncodeChapter(want), ingest.EncodeChapter(got)) {
			t.Errorf("conversion %d differs:\n%s", i, cmp.Diff(want, got))
		}
	}
}

// BenchmarkChildIsReady starts children that read PDF, with compiled code at
// hand, and ends them.
func BenchmarkChildIsReady(b *testing.B) {
	cache := workertest.Cache(b)
	content := []byte("%PDF-1.4\n")
	for b.Loop() {
		p := &worker.Pool{Arguments: []string{asReader, cache}}
		_, err := p.Convert(b.Context(), ingest.Job{Name: "a.pdf", Content: io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))})
		if !errors.Is(err, converters.ErrCorrupt) {
			b.Fatal(err)
		}
		p.Close()
	}
}
