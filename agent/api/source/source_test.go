package source_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api/source"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
)

// What a killed upload left goes with the next one into its folder; what another
// one writes at this moment stays.
func TestAnUploadTakesAwayWhatAKilledOneLeft(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, profile.SourcesFolder, "data")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	old, young := filepath.Join(folder, atomicfile.Prefix+"1-1"), filepath.Join(folder, atomicfile.Prefix+"2-2")
	for _, name := range []string{old, young} {
		if err := os.WriteFile(name, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(old, before, before); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := source.Write(p, "data/a.txt", strings.NewReader("whole")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("the old one: %v", err)
	}
	if _, err := os.Stat(young); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "a.txt")); err != nil || string(text) != "whole" {
		t.Errorf("%q, %v", text, err)
	}
}
