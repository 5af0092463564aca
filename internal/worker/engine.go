package worker

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
)

// EngineFolder is where compiled code lies in the cache folder.
const EngineFolder = "pdfium"

// Engine compiles PDFium when it is first asked for, and keeps it: the service
// that package pdf asks for. It may be used by several goroutines.
type Engine struct {
	// Cache is the folder of what is remembered; empty compiles anew in
	// every process, which takes seconds.
	Cache string
	// Interruptible lets a context end what PDFium does not come back from.
	Interruptible bool

	once   sync.Once
	engine *pdfium.Engine
	err    error
}

// PDFium returns the compiled engine.
func (e *Engine) PDFium(ctx context.Context) (*pdfium.Engine, error) {
	e.once.Do(func() {
		config := pdfium.Config{Interruptible: e.Interruptible}
		if e.Cache != "" {
			if config.Cache, e.err = ownFolder(e.Cache); e.err != nil {
				return
			}
		}
		defer func() {
			if e.err != nil && config.Cache != "" { // the cache may be full
				config.Cache = ""
				e.engine, e.err = pdfium.Compile(context.WithoutCancel(ctx), config)
			}
		}()
		if e.engine, e.err = pdfium.Compile(context.WithoutCancel(ctx), config); e.err == nil && config.Cache != "" {
			e.mark(config.Cache)
		}
	})
	return e.engine, e.err
}

// Compiled reports whether the code for this program is in the cache, as far as its
// marks say.
func (e *Engine) Compiled() bool {
	if e.Cache == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(e.Cache, EngineFolder, e.name()))
	return err == nil
}

// mark leaves a mark beside the code that was compiled.
func (e *Engine) mark(folder string) {
	path := filepath.Join(folder, e.name())
	if _, err := os.Stat(path); err != nil {
		_ = os.WriteFile(path, nil, 0o600) // without it there is a line too much
	}
}

// name names what the code is made of and for.
func (e *Engine) name() string {
	parts := []string{"compiled-code", runtime.GOOS, runtime.GOARCH, pdfium.Module}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/tetratelabs/wazero" {
				parts = append(parts, m.Version)
			}
		}
	}
	if e.Interruptible {
		parts = append(parts, "interruptible")
	}
	return strings.Join(parts, "-")
}

// ownFolder returns the folder of compiled code, which must be ours alone: its
// files are run. It is made if it is not there, or is empty where it cannot be.
func ownFolder(cache string) (string, error) {
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", nil
	}
	folder := filepath.Join(cache, EngineFolder)
	if err := os.Mkdir(folder, 0o700); err != nil && !os.IsExist(err) {
		return "", nil
	}
	info, err := os.Lstat(folder)
	if err != nil {
		return "", fmt.Errorf("looking at the folder of compiled code: %w", err)
	}
	if !info.IsDir() || !isOurs(info) {
		return "", fmt.Errorf("%s: what lies there is run, so it must be a folder of yours that nobody else may write to: remove it", folder)
	}
	return folder, nil
}
