package worker_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/worker"
)

// TestEveryLimitHoldsInEveryFormatHereAndThere sets each limit to 1, and to more
// than can be counted with, for a source of each format, in this process and in a
// child. A source is read, or over that limit; the two places agree.
func TestEveryLimitHoldsInEveryFormatHereAndThere(t *testing.T) {
	r := small()
	p := &worker.Pool{Arguments: []string{asAll}, Which: worker.IsolateAll}
	t.Cleanup(p.Close)
	tried, over := 0, 0
	for _, f := range r.Formats() {
		name, in := convtest.Sample(t, "../../converters/"+f.Name+"/testdata")
		content := string(in)
		for _, l := range converters.LimitTable() {
			for _, value := range []int64{1, 1 << 60, 1<<63 - 1} {
				job := func() ingest.Job {
					return ingest.Job{
						Name: name, Content: io.NewSectionReader(strings.NewReader(content), 0, int64(len(content))),
						Limits: converters.Limits{}.With(l.Limit, value),
					}
				}
				_, there := p.Convert(t.Context(), job())
				_, here := ingest.Run(t.Context(), r, job())
				tried++
				limit, same := new(converters.LimitError), new(converters.LimitError)
				switch {
				case (here == nil) != (there == nil), errors.As(here, &same) && errors.As(there, &limit) && same.Limit != limit.Limit:
					t.Errorf("%s, limits.%s=%d: here %v, in a child %v", name, l.Name, value, here, there)
				case here == nil && l.Limit == converters.LimitInput && value == 1 && len(content) > 1:
					t.Errorf("%s: it is read although it is too large", name)
				case here == nil:
				case !errors.As(there, &limit) || value > 1:
					t.Errorf("%s, limits.%s=%d: %v", name, l.Name, value, there)
				default:
					over++
				}
			}
		}
	}
	t.Logf("%d conversions were tried, %d were over a limit", tried, over)
	if over < tried/20 {
		t.Errorf("%d of %d were over a limit: the test shows nothing", over, tried)
	}
}

// small returns all formats but PDF, whose engine takes long to compile.
func small() *converters.Registry {
	r, err := all.Registry()
	if err != nil {
		panic(err)
	}
	var some []converters.Converter
	for _, f := range r.Formats() {
		if c, _ := r.ForFormat(f.Name); f.Name != "pdf" {
			some = append(some, c)
		}
	}
	if r, err = converters.NewRegistry(some...); err != nil {
		panic(err)
	}
	return r
}
