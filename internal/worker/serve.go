package worker

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
)

// childMemory is what a child's own memory, besides that of PDFium, is kept
// below by collecting more often, in bytes.
const childMemory = 160 << 20

// Serve is the child's side: it prepares the engine from the cache folder, gives
// up what it does not need, and converts the sources that come in until there
// are none. The error says that the parent went away or sent nonsense.
func Serve(ctx context.Context, r *converters.Registry, cache string, in io.Reader, out io.Writer) error {
	debug.SetMemoryLimit(childMemory)
	signal.Ignore(os.Interrupt) // of the terminal: it is the parent's, which ends this process
	engine := &Engine{Cache: cache}
	if _, reads := r.ForFormat("pdf"); reads {
		if err := prepare(ctx, engine, out); err != nil {
			return writeFrame(out, frameError, encodeError(err))
		}
	}
	leaveWithParent()
	if err := writeFrame(out, frameReady, []byte(strings.Join(confine(), "; "))); err != nil {
		return err
	}
	for {
		q, content, err := readRequest(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		limitSeconds(q.Seconds)
		services := []any{engine, teller(out)}
		if q.Recognizes {
			services = append(services, &parent{in, out})
		}
		if q.Password != "" {
			services = append(services, converters.Password(q.Password))
		}
		kind, payload := answer(ctx, r, services, q, content)
		if err := writeFrame(out, kind, payload); err != nil {
			return err
		}
		rest()
	}
}

// prepare loads the engine: later there are no files to read it from. The
// parent is told first whether it has to be compiled.
func prepare(ctx context.Context, e *Engine, out io.Writer) error {
	first := byte(frameCompiling)
	if e.compiled() {
		first = frameLoading
		// What loading takes is kept, or is little: it is in vain to look for more.
		defer debug.SetGCPercent(debug.SetGCPercent(-1))
	}
	if err := writeFrame(out, first, nil); err != nil {
		return err
	}
	_, err := e.PDFium(ctx)
	return err
}

// restMost is how much memory of a source's is kept for the next one, in bytes.
const restMost = 24 << 20

// rest gives back what a large source took: PDFium may need all that the next
// one may have.
func rest() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapSys-m.HeapReleased > restMost {
		debug.FreeOSMemory()
	}
}

// answer converts a source.
func answer(ctx context.Context, r *converters.Registry, services []any, q request, content []byte) (byte, []byte) {
	c, err := ingest.Run(ctx, r, ingest.Job{
		Name: q.Name, Content: io.NewSectionReader(bytes.NewReader(content), 0, q.Size),
		Options: q.Options, Limits: q.Limits, Base: q.Base, Prefix: q.Prefix, NoTokens: q.NoTokens, Services: services,
	})
	if err != nil {
		return frameError, encodeError(err)
	}
	return frameChapter, ingest.EncodeChapter(c)
}

// leaveWithParent ends the process when its parent is gone, even if it is busy.
// The goroutine lives as long as the process.
func leaveWithParent() {
	parent := os.Getppid()
	go func() {
		for os.Getppid() == parent {
			time.Sleep(time.Second)
		}
		os.Exit(1)
	}()
}
