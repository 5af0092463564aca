package program_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

var update = flag.Bool("update", false, "write the licences")

// linked returns the folders of the modules that are linked into the program
// on the systems that it is released for, by name and version.
func linked(t *testing.T) map[string]string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	out := map[string]string{"Go, its library and runtime": strings.TrimSpace(string(root))}
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}`, "..")
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for line := range strings.Lines(string(text)) {
			if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				out[name] = dir
			}
		}
	}
	return out
}

// textsOf returns the licences and notices in a module's folder.
func textsOf(t *testing.T, dir string) string {
	t.Helper()
	name := regexp.MustCompile(`(?i)^((sqlite-)?licen[cs]e|copying|notice|patents)`)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, e := range entries {
		if !name.MatchString(e.Name()) || e.IsDir() {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for line := range strings.Lines(string(bytes.ToValidUTF8(b, nil))) {
			text.WriteString(strings.TrimRight(line, " \t\r\n\f") + "\n")
		}
		parts = append(parts, strings.Trim(text.String(), "\n"))
	}
	return strings.Join(parts, "\n\n")
}

// TestLicencesAreComplete compares the licences that the program prints with
// those of the modules that are linked into it. With -update it writes them.
func TestLicencesAreComplete(t *testing.T) {
	modules := linked(t)
	users := map[string][]string{} // of a text
	for _, m := range slices.Sorted(maps.Keys(modules)) {
		text := textsOf(t, modules[m])
		if text == "" {
			t.Errorf("%s has no licence in %s", m, modules[m])
		}
		users[text] = append(users[text], m)
	}
	texts := slices.SortedFunc(maps.Keys(users), func(a, b string) int { return strings.Compare(users[a][0], users[b][0]) })
	const bar = "=============================================================================="
	var want strings.Builder
	want.WriteString("These are the licences of what is built into this program.\n")
	for _, text := range texts {
		fmt.Fprintf(&want, "\n%s\n%s\n%s\n\n%s\n", bar, strings.Join(users[text], "\n"), bar, text)
	}
	if *update {
		if err := os.WriteFile("licences/modules.txt", []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if program.ModuleLicences() != want.String() {
		t.Errorf("run go test ./cmd/backstory/program -run Licences -update and look at the change:\n%s",
			cmp.Diff(headings(program.ModuleLicences()), headings(want.String())))
	}
}

// headings returns the lines of licences that name a module.
func headings(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if name := strings.TrimSpace(line); strings.Contains(name, "/") && strings.Contains(name, " v") && !strings.Contains(name, ",") {
			out = append(out, name)
		}
	}
	return out
}

func TestLicencesOfPDFiumAreThere(t *testing.T) {
	for _, name := range []string{"PDFium", "FreeType", "OpenJPEG", "libjpeg-turbo", "Little CMS", "zlib", "Anti-Grain Geometry", "ICU", "Abseil"} {
		if !strings.Contains(program.PDFiumLicences(), "\n"+name) {
			t.Errorf("%s is missing", name)
		}
	}
}
