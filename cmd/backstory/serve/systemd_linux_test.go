package serve_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The units in the documentation are such as systemd takes.
func TestUnitsOfTheDocumentationAreTaken(t *testing.T) {
	verify, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze")
	}
	text, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{"verify", "--man=no", "--recursive-errors=no"}
	for _, block := range regexp.MustCompile("(?s)```ini\n# (backstory\\.[a-z]+)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		name := filepath.Join(dir, block[1])
		unit := strings.ReplaceAll(block[2], "/usr/local/bin/backstory", program) // it asks whether there is such a program
		if err := os.WriteFile(name, []byte(unit), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	if len(args) != 5 {
		t.Fatalf("units: %v", args)
	}
	cmd := exec.CommandContext(t.Context(), verify, args...)
	cmd.Env = append(os.Environ(), "SYSTEMD_UNIT_PATH="+dir+":")
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), dir) {
		t.Errorf("%v\n%s", err, out)
	}
}
