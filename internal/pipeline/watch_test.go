package pipeline_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// stuck is a format whose conversion ends with its context, or with the test.
type stuck struct{ hears, ended chan struct{} }

func (stuck) Format() converters.Format {
	return converters.Format{Name: "stuck", Title: "Stuck", Version: 1, Extensions: []string{"stuck"}}
}

func (s stuck) Convert(ctx context.Context, _ converters.Input, _ *converters.Env) (*document.Document, error) {
	if s.hears != nil {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	<-s.ended
	return &document.Document{}, nil
}

func TestConversionThatDoesNotEndIsAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // whose clock goes on when all wait
		ended := make(chan struct{})
		defer close(ended)
		for name, format := range map[string]stuck{"hears that it shall end": {hears: ended}, "does not": {ended: ended}} {
			r, err := converters.NewRegistry(format)
			if err != nil {
				t.Fatal(err)
			}
			c := pipeline.Converter{Registry: r, Watchdog: time.Millisecond}
			in := converters.Input{Name: "a.stuck", SectionReader: io.NewSectionReader(strings.NewReader("x"), 0, 1)}
			if _, err = c.Convert(t.Context(), in, io.Discard); !errors.Is(err, ingest.ErrTimeout) {
				t.Errorf("%s: %v", name, err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			c.Watchdog = 0
			if _, err = c.Convert(ctx, in, io.Discard); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled: %v", name, err)
			}
		}
	})
}

// slowPipe is a writer whose reader takes its time.
type slowPipe struct{ wrote int }

func (p *slowPipe) Write(b []byte) (int, error) {
	time.Sleep(20 * time.Millisecond)
	p.wrote += len(b)
	return len(b), nil
}

func TestReaderOfAConversionMayTakeItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // whose clock goes on when all wait
		pipe := &slowPipe{}
		err := ingest.Within(t.Context(), 10*time.Millisecond, pipe, func(_ context.Context, w io.Writer) error {
			for range 5 {
				if _, err := io.WriteString(w, "text"); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || pipe.wrote != 20 {
			t.Errorf("%d bytes, %v", pipe.wrote, err)
		}
	})
}
