package backstory_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/library.txt")

// The stable surface is what docs/library.txt says: a change of it is seen.
func TestTheStableSurface(t *testing.T) {
	command := exec.Command("go", "doc", "-all", ".")
	got, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("docs", "library.txt")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s\ngo test . -run Surface -update takes it in", diff)
	}
}

// Another module builds with what is exported, and gets the same text.
func TestAnotherModuleUsesTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	top, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	own := "module example.org/user\n\nrequire github.com/seed353dc258/backstory v0.0.0\n\nreplace github.com/seed353dc258/backstory => " + top + "\n"
	for name, text := range map[string]string{
		"go.mod":  own + string(mod[len("module github.com/seed353dc258/backstory"):]),
		"go.sum":  string(sums),
		"main.go": "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"strings\"\n\n\t\"github.com/seed353dc258/backstory\"\n)\n\nfunc main() {\n\tdoc, err := backstory.Convert(context.Background(), \"a.csv\", strings.NewReader(\"a,b\\n1,2\\n\"), backstory.Options{})\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tfmt.Print(doc.Markdown)\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", "run", "-mod=mod", ".")
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil || string(out) != "|a|b|\n|-|-|\n|1|2|\n" {
		t.Errorf("%s, %v", out, err)
	}
}
