package edit_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// Each of them has opened the profile by itself, as other processes do.
func TestNoChangeOfManyIsLost(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "soul.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			p, err := profile.Open(dir)
			if err != nil {
				t.Error(err)
				return
			}
			defer p.Close()
			for range 4 {
				err := edit.Change(context.Background(), p, func() error {
					text, err := p.ReadFile(profile.SoulFile, 1<<20)
					if err != nil {
						return err
					}
					return edit.Write(p, profile.SoulFile, append(text, "line\n"...))
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got, err := os.ReadFile(filepath.Join(dir, "soul.md"))
	if n := strings.Count(string(got), "line\n"); err != nil || n != 32 {
		t.Errorf("%d of 32 changes are there: %v", n, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, edit.ApprovalsFolder)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of the lock is left: %v", err)
	}
}

func TestAChangeThatSomebodyElseHoldsUpIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "soul.md"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	ended, end := context.WithCancel(t.Context())
	end()
	err = edit.Change(t.Context(), p, func() error {
		return edit.Change(ended, p, func() error { return errors.New("both are in it") })
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, edit.ApprovalsFolder), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := edit.Change(t.Context(), p, func() error { return nil }); err == nil || !strings.Contains(err.Error(), "is not a folder: move it away") {
		t.Errorf("the error is %v", err)
	}
	if errors.Is(err, atomicfile.ErrLocked) {
		t.Error("a call that was ended is not one whose time was up")
	}
}
