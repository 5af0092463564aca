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
	"sync/atomic"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/ingest"
)

// childMemory is what a child's own memory, besides that of PDFium, is kept
// below by collecting more often, in bytes. Below it memory is collected at
// childPercent: a source leaves little that lasts, and collecting at 100 percent took a
// sixth of the time of a page.
const (
	childMemory  = 160 << 20
	childPercent = 300
)

// Serve is the child's side: it prepares the engine from the cache folder, if the
// parent wants that, gives up what it does not need, and converts the sources that
// come in until there are none. The error says that the parent went away or sent
// nonsense.
func Serve(ctx context.Context, r *converters.Registry, cache string, in io.Reader, out io.Writer) error {
	signal.Ignore(os.Interrupt) // of the terminal: it is the parent's, which ends this process
	first, _, err := readFrame(in, func(byte) uint64 { return 0 })
	switch {
	case err != nil:
		return err
	case first != frameBegin && first != frameFull:
		return errFrame
	}
	var engine *Engine
	if _, reads := r.ForFormat("pdf"); reads && first == frameFull {
		engine = &Engine{Cache: cache}
		if err := prepare(ctx, engine, out); err != nil {
			return writeFrame(out, frameError, encodeError(err))
		}
	}
	// The compiler of WebAssembly needs more than that, once.
	debug.SetMemoryLimit(childMemory)
	debug.SetGCPercent(childPercent)
	rest()
	leaveWithParent()
	missing, refused := confine()
	kind := byte(frameReady)
	if refused {
		kind = frameOpen
	}
	if err := writeFrame(out, kind, []byte(strings.Join(missing, "; "))); err != nil {
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
		services := []any{teller(out)}
		if q.Recognizes {
			services = append(services, &parent{in, out})
		}
		if len(q.Passwords) > 0 {
			services = append(services, q.Passwords)
		}
		kind, payload := answer(ctx, r, engine, services, q, content, out)
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
	if e.Compiled() {
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

// maxRest is how much memory of a source's is kept for the next one, in bytes.
const maxRest = 48 << 20

// rest gives back what a large source took: PDFium may need all that the next
// one may have.
func rest() {
	var held runtime.MemStats
	runtime.ReadMemStats(&held)
	if held.HeapSys-held.HeapReleased > maxRest {
		debug.FreeOSMemory()
	}
}

// noEngine stands for the engine in a child without one: it ends the conversion
// that asks for it.
type noEngine struct {
	asked atomic.Bool
	end   context.CancelFunc
}

// PDFium notes that it was asked for.
func (e *noEngine) PDFium(context.Context) (*pdfium.Engine, error) {
	e.asked.Store(true)
	e.end()
	return nil, errNoEngine
}

// answer converts a source. Its text is sent as it is written. Where there is no
// engine and the source asks for one, that is the answer. A page that is to be drawn is
// drawn instead.
func answer(ctx context.Context, r *converters.Registry, engine *Engine, services []any, q request, content []byte, out io.Writer) (byte, []byte) {
	if q.Draw > 0 {
		return draw(ctx, engine, q, content)
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	lacking := &noEngine{end: end}
	if engine != nil {
		services = append(services, engine)
	} else {
		services = append(services, lacking)
	}
	c, err := ingest.RunTo(ctx, r, ingest.Job{
		Name: q.Name, Content: io.NewSectionReader(bytes.NewReader(content), 0, q.Size),
		Options: q.Options, Limits: q.Limits, Base: q.Base, Prefix: q.Prefix, NoTokens: q.NoTokens, Services: services,
	}, texts{out}, nil)
	switch {
	case lacking.asked.Load():
		return frameEngine, nil
	case err != nil:
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
