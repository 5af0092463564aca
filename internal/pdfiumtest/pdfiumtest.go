// Package pdfiumtest keeps compiled PDFium for tests: compiling takes seconds,
// loading what was compiled a hundredth of that.
package pdfiumtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// Cache calls prepare with the cache folder of all tests of this user, and returns
// the folder. prepare loads PDFium from it, which compiles it if it is not there, is
// damaged or was made for another version or processor. One process at a time
// does so: those that wait find it compiled.
//
// The folder is BACKSTORY_TEST_CACHE; without it one in the user's caches, and
// for a user who has none, among temporary files.
func Cache(prepare func(cache string) error) (cache string, err error) {
	cache = os.Getenv("BACKSTORY_TEST_CACHE")
	if cache == "" {
		cache, err = os.UserCacheDir()
		if err == nil {
			cache = filepath.Join(cache, "backstory-test")
		} else {
			cache = filepath.Join(os.TempDir(), "backstory-test-"+strconv.Itoa(os.Getuid()))
		}
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", fmt.Errorf("the cache folder of tests: %w", err)
	}
	root, err := os.OpenRoot(cache)
	if err != nil {
		return "", fmt.Errorf("the cache folder of tests: %w", err)
	}
	defer root.Close()
	lock, err := atomicfile.Acquire(context.Background(), root, atomicfile.LockOptions{})
	if err != nil {
		return "", fmt.Errorf("the cache folder of tests: %w", err)
	}
	defer lock.Release()
	return cache, prepare(cache)
}

// Skip skips a test that needs PDFium, where tests are to be short.
func Skip(tb testing.TB) {
	tb.Helper()
	if testing.Short() {
		tb.Skip("compiling PDFium takes seconds")
	}
}
