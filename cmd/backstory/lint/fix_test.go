package lint

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// A file of a profile is not fixed while somebody else changes the profile's files.
func TestFixWaitsForWhoChangesTheProfile(t *testing.T) {
	at := filepath.Join(t.TempDir(), profile.SoulFile)
	const hidden = "# Ida\n\nShe keeps\u200b the tide.\n"
	if err := os.WriteFile(at, []byte(hidden), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Open(filepath.Dir(at))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	talk := &cli.Terminal{Err: io.Discard}
	err = edit.Change(t.Context(), p, func() error {
		ended, end := context.WithCancel(t.Context())
		end()
		if changed, err := fixFile(ended, talk, at); changed || err == nil {
			t.Errorf("it was changed by two: %t, %v", changed, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(at); err != nil || string(text) != hidden {
		t.Errorf("%q, %v", text, err)
	}
	if changed, err := fixFile(t.Context(), talk, at); !changed || err != nil {
		t.Errorf("%t, %v", changed, err)
	}
}
