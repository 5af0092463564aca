//go:build unix

package cluster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestThePasswordOfTheConfiguration(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
	if got, err := password(); got != "" || err != nil {
		t.Errorf("without a file: %q, %v", got, err)
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "backstory", passwordFile)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("a secret \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := password(); got != "a secret " || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if got, err := password(); got != "" || err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("with a file that others read: %q, %v", got, err)
	}
}
