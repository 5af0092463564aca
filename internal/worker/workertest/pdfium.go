package workertest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/internal/pdfiumtest"
	"github.com/seed353dc258/backstory/internal/worker"
)

var (
	compiled      = sync.OnceValues(func() (string, error) { return prepare(false) })
	interruptible = sync.OnceValues(func() (string, error) { return prepare(true) })
)

// prepare compiles PDFium in the cache of all tests, or loads it from there.
func prepare(interruptible bool) (cache string, err error) {
	return pdfiumtest.Cache(func(cache string) error {
		e := &worker.Engine{Cache: cache, Interruptible: interruptible}
		engine, err := e.PDFium(context.Background())
		if err != nil {
			return err
		}
		if !e.Compiled() {
			err = errors.New(cache + ": compiled PDFium cannot be kept there")
		}
		return errors.Join(err, engine.Close(context.Background()))
	})
}

// Cache returns a cache folder with compiled PDFium, for a [worker.Engine] or a
// child. It is that of all tests: nothing else is to be put there. Where tests are
// to be short, the test is skipped.
func Cache(tb testing.TB) string {
	tb.Helper()
	pdfiumtest.Skip(tb)
	cache, err := compiled()
	if err != nil {
		tb.Fatal(err)
	}
	return cache
}

// CopyCache gives a cache folder compiled PDFium, for a whole program: that of its
// children and, for one that converts in its own process, what can be interrupted.
func CopyCache(to string, own bool) error {
	cache, err := compiled()
	if own && err == nil {
		_, err = interruptible()
	}
	if err != nil {
		return err
	}
	to = filepath.Join(to, worker.EngineFolder)
	if err := errors.Join(os.MkdirAll(to, 0o700), os.CopyFS(to, os.DirFS(filepath.Join(cache, worker.EngineFolder)))); err != nil {
		return err
	}
	return filepath.WalkDir(to, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(path, 0o700)
		}
		return err
	})
}
