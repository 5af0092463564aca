package worker_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/worker"
)

// blind sees nothing in pictures.
type blind struct{}

func (blind) Recognize(context.Context, converters.Picture, string) ([]converters.RecognizedWord, error) {
	return nil, nil
}

// attackJob reads all that there is: pictures and attached files, too.
func attackJob(name, content string) ingest.Job {
	return ingest.Job{
		Name: name, Content: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content))),
		Options: converters.Options{OCR: "tesseract", Attachments: "convert"}, Services: []any{blind{}},
	}
}

// maxChild is how much memory a child may take for the worst of files.
const maxChild = 316 << 20

// withstand converts an attack and fails where it costs more than itself. It
// returns the error of the source.
func withstand(t *testing.T, p *worker.Pool, j ingest.Job) error {
	t.Helper()
	began := time.Now()
	_, err := p.Convert(t.Context(), j)
	took := time.Since(began).Round(time.Millisecond)
	t.Logf("%s: %v", took, err)
	switch {
	case err == nil, errors.Is(err, converters.ErrLimit), errors.Is(err, converters.ErrEncrypted):
	case errors.Is(err, converters.ErrCorrupt):
		if strings.Contains(err.Error(), "converting it takes more than") {
			t.Errorf("the child takes more than %d MiB", maxChild>>20)
		}
	case errors.Is(err, ingest.ErrTimeout):
		t.Logf("ended by the clock")
	default:
		t.Errorf("the error is %v", err)
	}
	return err
}

// attackPool ends what a test has no time for: the clock of the product is
// slower.
func attackPool(t *testing.T) *worker.Pool {
	t.Helper()
	p := readerPool(t)
	p.Memory = maxChild
	p.Deadline = func(int64, int) time.Duration { return 4 * time.Second }
	return p
}

func TestAttacksCostThemselvesAlone(t *testing.T) {
	p := attackPool(t)
	all := attacks()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) { _ = withstand(t, p, attackJob("a.pdf", all[name]())) })
	}
	p.Deadline = nil
	got, err := p.Convert(t.Context(), attackJob("a.pdf", attackPage(helvetica, "BT /F1 9 Tf 9 9 Td (Still here.) Tj ET", "")))
	if err != nil || got.Text != "Still here." {
		t.Errorf("afterwards: %+v, %v", got, err)
	}
}

// TestHostileCorpusCostsItselfAlone does the same with the files of the corpus.
func TestHostileCorpusCostsItselfAlone(t *testing.T) {
	corpus := os.Getenv("BACKSTORY_CORPUS")
	if corpus == "" {
		t.Skip("BACKSTORY_CORPUS is not set")
	}
	p := attackPool(t)
	files, err := filepath.Glob(filepath.Join(corpus, "hostile", "*.pdf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_ = withstand(t, p, attackJob(filepath.Base(file), string(content)))
		})
	}
}
