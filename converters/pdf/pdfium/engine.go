package pdfium

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/klippa-app/go-pdfium/webassembly/imports"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

const pageSize = 64 << 10 // of WebAssembly

// MemoryLimit is the most memory that one document may take, in bytes.
const MemoryLimit = 256 << 20

// How much of it a document may take beside its file, in bytes. A page is read
// in one call, whose time grows with what its content unfolds to: a small file
// has a need for less.
const (
	maxPaint = 192 << 20 // to paint a page
	maxRead  = 88 << 20  // to read one, and readFor for each byte of the file
	readFor  = 8
)

// room is how much memory an instance may grow to, in bytes.
type room struct{ most, read, paint int }

// roomFor returns the room for a document whose file has a size.
func roomFor(size int) *room {
	r := &room{paint: min(maxPaint+size, MemoryLimit)}
	r.read = min(maxRead+(1+readFor)*size, r.paint)
	r.most = r.read
	return r
}

// The errors of a document, for errors.Is.
var (
	ErrFormat   = errors.New("no PDF document")
	ErrPassword = errors.New("a password is needed")
	ErrSecurity = errors.New("encrypted in a way that is not known")
	ErrTrap     = errors.New("reading needs more memory than a document may have, or went wrong")
)

// Config says how an [Engine] is compiled. The zero value works.
type Config struct {
	// Cache is a folder for compiled code, which must be the user's alone: what
	// lies there is run. Empty means that each engine compiles anew, which
	// takes seconds.
	Cache string
	// Interruptible lets a context end a call that PDFium does not come back
	// from, at a third to a sixth of the speed. Without it that needs a process of
	// its own.
	Interruptible bool
}

// Engine is the compiled module. It may be used by several goroutines.
type Engine struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	cache    wazero.CompilationCache
	segments []segment
}

// Compile compiles the module, or loads it from the cache, which takes a hundredth
// of the time.
func Compile(ctx context.Context, c Config) (*Engine, error) {
	if c.Cache == "" {
		return compile(ctx, c, metered, nil)
	}
	cache := &codeCache{folder: c.Cache}
	e, err := compile(ctx, c, bare, cache)
	if err == nil && cache.hit {
		return e, nil
	}
	if err == nil {
		err = e.Close(ctx)
	}
	if err != nil && !cache.hit {
		return nil, err
	}
	cache.fills = true // whatever is there is of no use
	return compile(ctx, c, metered, cache)
}

// compile compiles the module after an edit.
func compile(ctx context.Context, c Config, edit func([]byte) ([]byte, error), kept *codeCache) (*Engine, error) {
	e := &Engine{}
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(MemoryLimit / pageSize).
		WithCloseOnContextDone(c.Interruptible)
	if kept != nil {
		var err error
		if e.cache, err = kept.use(); err != nil {
			return nil, err
		}
		config = config.WithCompilationCache(e.cache)
	}
	e.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if err := e.compile(ctx, edit); err != nil {
		e.Close(ctx)
		return nil, fmt.Errorf("preparing PDFium: %w", err)
	}
	return e, nil
}

// compilers is how many functions of PDFium are compiled at once, at most: each
// costs about 50 MB while it lasts.
const compilers = 2

// compile compiles PDFium after an edit, or loads it from the cache.
func (e *Engine) compile(ctx context.Context, edit func([]byte) ([]byte, error)) error {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, e.runtime); err != nil {
		return err
	}
	module, err := edit(pdfiumWasm)
	if err != nil {
		return err
	}
	if e.segments, err = segmentsOf(pdfiumWasm); err != nil {
		return err
	}
	ctx = experimental.WithCompilationWorkers(ctx, min(runtime.GOMAXPROCS(0), compilers))
	if e.compiled, err = e.runtime.CompileModule(ctx, module); err != nil {
		return err
	}
	return instantiateImports(ctx, e.runtime)
}

// instantiateImports gives the module its imports. Emscripten's have the types that
// the module says, which are asked of one that has nothing else: of the whole one
// every function would be described.
func instantiateImports(ctx context.Context, r wazero.Runtime) error {
	if err := instantiateMeter(ctx, r); err != nil {
		return err
	}
	module, err := rewrite(pdfiumWasm, nil, func(kind byte, section []byte) ([]byte, error) {
		if kind == wasmType || kind == wasmImport {
			return section, nil
		}
		return nil, nil
	})
	if err != nil {
		return err
	}
	other := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer other.Close(ctx)
	described, err := other.CompileModule(ctx, module)
	if err != nil {
		return err
	}
	_, err = imports.Instantiate(ctx, r, described)
	return err
}

// Close frees the engine. No document may be in use.
func (e *Engine) Close(ctx context.Context) error {
	err := e.runtime.Close(ctx)
	if e.cache != nil {
		err = errors.Join(err, e.cache.Close(ctx))
	}
	return err
}

// instance starts a new instance of the module.
func (e *Engine) instance(ctx context.Context, r *room) (api.Module, error) {
	ctx = experimental.WithMemoryAllocator(ctx, allocator(r))
	m, err := e.runtime.InstantiateModule(ctx, e.compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err == nil {
		if err = e.initialize(ctx, m); err != nil {
			_ = m.Close(ctx) // the first error counts
		}
	}
	if err != nil {
		return nil, fmt.Errorf("starting PDFium: %w", err)
	}
	return m, nil
}

// initialize fills an instance's memory and starts it.
func (e *Engine) initialize(ctx context.Context, m api.Module) error {
	for _, s := range e.segments {
		if !m.Memory().Write(s.address, s.content) {
			return errModule
		}
	}
	start := m.ExportedFunction("_initialize")
	if start == nil {
		return errModule
	}
	_, err := start.Call(ctx)
	return err
}
