package pdfium

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
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
	keyAt    func() uint32 // where an instance has tableKey, or 0
}

// Compile compiles the module, or loads it from the cache, which takes a hundredth
// of the time.
func Compile(ctx context.Context, c Config) (*Engine, error) {
	if c.Cache == "" {
		return compile(ctx, c, meteredModule, nil)
	}
	cache := &codeCache{folder: c.Cache}
	e, err := compile(ctx, c, bareModule, cache)
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
	return compile(ctx, c, meteredModule, cache)
}

// compile compiles a module that is made of PDFium's.
func compile(ctx context.Context, c Config, made func() ([]byte, error), kept *codeCache) (*Engine, error) {
	e := &Engine{}
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(memoryLimit / pageSize).
		WithCloseOnContextDone(c.Interruptible)
	if kept != nil {
		var err error
		if e.cache, err = kept.use(); err != nil {
			return nil, err
		}
		config = config.WithCompilationCache(e.cache)
	}
	e.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if err := e.compile(ctx, made); err != nil {
		e.Close(ctx)
		return nil, fmt.Errorf("preparing PDFium: %w", err)
	}
	return e, nil
}

// compilers is how many functions of PDFium are compiled at once, at most: each
// costs about 50 MB while it lasts.
const compilers = 2

// compile compiles a module, or loads it from the cache.
func (e *Engine) compile(ctx context.Context, made func() ([]byte, error)) error {
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, e.runtime); err != nil {
		return err
	}
	module, err := made()
	if err != nil {
		return err
	}
	if e.segments, err = segmentsOf(bodiless); err != nil {
		return err
	}
	e.keyAt = sync.OnceValue(func() uint32 { return keyIn(e.segments) })
	ctx = experimental.WithCompilationWorkers(ctx, min(runtime.GOMAXPROCS(0), compilers))
	if e.compiled, err = e.runtime.CompileModule(ctx, module); err != nil {
		return err
	}
	if err := instantiateMeter(ctx, e.runtime); err != nil {
		return err
	}
	return instantiateHost(ctx, e.runtime)
}

// Open opens a document in an instance of its own. The error is [ErrFormat],
// [ErrPassword], [ErrSecurity], [ErrTrap], [ErrMemory], the context's, or of reading or
// Step.
func (e *Engine) Open(ctx context.Context, s Source) (*Document, error) {
	size := s.Content.Size()
	if size > memoryLimit/2 {
		return nil, ErrTrap
	}
	r := roomFor(int(size))
	m, err := e.instance(ctx, r)
	if err != nil {
		return nil, err
	}
	d := &Document{room: r, tables: tables{address: e.keyAt}}
	if s.Step == nil {
		s.Step = func(int) error { return nil }
	}
	if d.machine, err = newMachine(ctx, m, &meter{step: s.Step, left: operatorsFor * int(size)}); err == nil {
		err = d.file.load(d.machine, s)
	}
	if err != nil {
		_ = m.Close(ctx) // the first error counts
		return nil, err
	}
	return d, nil
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
	memory, err := allocator(r)
	if err != nil {
		return nil, err
	}
	ctx = experimental.WithMemoryAllocator(ctx, memory)
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
