// Package exchangetest holds every kind of persona to the same rules: goldens,
// the same result twice, inputs that are cut short, and what no text may become.
//
// A case is testdata/NAME.txtar. Its first line says what it shows. The input is
// one file in.EXT, the parts of a zip package in.EXT/PART, or the files of a
// folder in/PATH. What is to come of it are the files want/PATH, the report
// want.report, or the error want.error; `go test -update` writes them.
package exchangetest

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/seed353dc258/backstory/document/gate"
	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

var update = flag.Bool("update", false, "rewrite what cases want")

// User is whom {{user}} means in cases.
const User = "Ruth"

// Run runs every case in testdata, or in the folder of it that is named.
func Run(t *testing.T, r exchange.Reader, folder ...string) {
	t.Helper()
	pattern := filepath.Join(append(append([]string{"testdata"}, folder...), "*.txtar")...)
	cases, err := filepath.Glob(pattern)
	if err != nil || len(cases) == 0 {
		t.Fatalf("%s: no cases: %v", pattern, err)
	}
	for _, file := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { runCase(t, r, file) })
	}
}

func runCase(t *testing.T, r exchange.Reader, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(bytes.TrimSpace(archive.Comment)) == 0 {
		t.Errorf("%s: the first line does not say what it shows", file)
	}
	name, content, tree := inputOf(t, archive)
	got := outcome(t, r, input(name, content, tree))
	if again := outcome(t, r, input(name, content, tree)); !cmp.Equal(got, again) {
		t.Errorf("twice is not the same: %s", cmp.Diff(got, again))
	}
	var want []txtar.File
	var kept []txtar.File
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "want") {
			want = append(want, f)
		} else {
			kept = append(kept, f)
		}
	}
	if *update {
		archive.Files = append(kept, got...)
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
	if tree == nil {
		for _, n := range []int{0, 1, len(content) / 2, len(content) - 1} {
			_, _, err := exchange.Files(context.Background(), r, input(name, content[:n], nil))
			checkError(t, err)
		}
	}
}

// inputOf returns the input of a case: a file, or the files of a folder.
func inputOf(t *testing.T, archive *txtar.Archive) (name string, content []byte, tree map[string][]byte) {
	t.Helper()
	parts := map[string][]byte{}
	for _, f := range archive.Files {
		first, rest, deeper := strings.Cut(f.Name, "/")
		switch {
		case first == "in" && deeper:
			if tree == nil {
				tree = map[string][]byte{}
			}
			tree[rest] = f.Data
		case strings.HasPrefix(first, "in.") && deeper:
			name, parts[rest] = first, f.Data
		case strings.HasPrefix(first, "in."):
			name, content = first, f.Data
		}
	}
	if len(parts) > 0 {
		content = Zip(t, parts)
	}
	if tree != nil {
		name = "in"
	}
	return name, content, tree
}

// Zip returns a zip package of parts.
func Zip(t testing.TB, parts map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if err := exchange.AddToZip(z, name, bytes.NewReader(parts[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func input(name string, content []byte, tree map[string][]byte) *exchange.Input {
	in := &exchange.Input{Name: name, User: User}
	if tree != nil {
		in.Tree = exchange.NewTree(tree)
	} else {
		in.File = io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))
	}
	return in
}

// File returns an input that is a file.
func File(name string, content []byte) *exchange.Input { return input(name, content, nil) }

// Folder returns an input that is a folder.
func Folder(name string, files map[string][]byte) *exchange.Input {
	in := input(name, nil, files)
	in.Name = name
	return in
}

// outcome reads an input and returns what came of it, as the files of a case.
func outcome(t *testing.T, r exchange.Reader, in *exchange.Input) []txtar.File {
	t.Helper()
	files, report, err := exchange.Files(context.Background(), r, in)
	if err != nil {
		checkError(t, err)
		return []txtar.File{{Name: "want.error", Data: []byte(err.Error() + "\n")}}
	}
	Check(t, files)
	var out []txtar.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, exchange.KeptFolder+"/") { // the input itself
			out = append(out, txtar.File{Name: "want/" + name, Data: []byte(fmt.Sprintf("%d bytes\n", len(files[name])))})
			continue
		}
		out = append(out, txtar.File{Name: "want/" + name, Data: files[name]})
	}
	return append(out, txtar.File{Name: "want.report", Data: []byte(Report(report))})
}

// Report returns a report as text.
func Report(r exchange.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Kind, r.Name)
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "%s %s", n.Fate, n.Place)
		if n.Count > 0 {
			fmt.Fprintf(&b, " (%d)", n.Count)
		}
		if n.To != "" {
			b.WriteString(" -> " + n.To)
		}
		if n.Why != "" {
			b.WriteString(": " + n.Why)
		}
		b.WriteByte('\n')
	}
	for _, c := range r.Characters {
		fmt.Fprintf(&b, "character %s: %s %s %d %s\n", c.Place, c.Rule, c.Severity, c.Count, c.Sample)
	}
	return b.String()
}

func checkError(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	for _, known := range []error{exchange.ErrCorrupt, exchange.ErrLimit, exchange.ErrUnknown} {
		if errors.Is(err, known) {
			return
		}
	}
	t.Errorf("the error %q is none that a caller can act on", err)
}

// Check holds the files of a new profile to the rules for every import.
func Check(t testing.TB, files map[string][]byte) {
	t.Helper()
	folders := []string{profile.ContextFolder + "/", profile.ExamplesFolder + "/", profile.SamplesFolder + "/", profile.SourcesFolder + "/", exchange.KeptFolder + "/"}
	for name, content := range files {
		inFolder := slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(name, f) })
		switch {
		case !slices.Contains(exchange.Texts, name) && !inFolder:
			t.Errorf("an import made the file %s", name)
		case !filepath.IsLocal(filepath.FromSlash(name)) || !utf8.ValidString(name):
			t.Errorf("an import made a file of the name %q", name)
		case strings.HasPrefix(name, exchange.KeptFolder+"/"):
			continue
		case strings.HasPrefix(filepath.Base(name), "."):
			t.Errorf("an import made the hidden file %s", name)
		}
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		text := string(content)
		var gate gate.Gate
		if !utf8.ValidString(text) || gate.Text(text) != text {
			t.Errorf("%s has not passed the gate: %q", name, text)
		}
		if soul, problems := profile.ParseSoul("model: x\n" + text); soul.Model != "" || len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
		}
		if first, _, _ := strings.Cut(strings.TrimSpace(text), "\n"); strings.TrimSpace(first) == "---" {
			t.Errorf("%s begins as front matter does: %q", name, text)
		}
	}
}

// Fuzz looks for inputs that break the rules, beginning with those of the cases
// and with seeds.
func Fuzz(f *testing.F, r exchange.Reader, folder string, seeds ...[]byte) {
	f.Helper()
	cases, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range cases {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range archive.Files {
			if strings.HasPrefix(part.Name, "in.") && !strings.Contains(part.Name, "/") {
				f.Add(part.Data)
			}
		}
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<20 {
			t.Skip("longer than is worth the time")
		}
		files, _, err := exchange.Files(context.Background(), r, File("in", content))
		checkError(t, err)
		if err == nil {
			Check(t, files)
		}
	})
}

// Place imports an input into a new workspace and returns the folder of the
// profile.
func Place(t testing.TB, r exchange.Reader, in *exchange.Input) string {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, _, err := exchange.Place(context.Background(), r, in, root, "p"); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, profile.ProfilesFolder, "p")
}

// open opens the profile in a folder, with its workspace, until the test ends.
func open(t testing.TB, dir string) (*profile.Workspace, *profile.Profile) {
	t.Helper()
	w, _, err := profile.WorkspaceOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return w, p
}

// Prompt returns the prompt of the profile in a folder.
func Prompt(t testing.TB, dir string) *prompt.Epoch {
	t.Helper()
	w, p := open(t, dir)
	identity, err := profile.Load(w, p)
	if err != nil {
		t.Fatal(err)
	}
	epoch, err := prompt.Compose(prompt.Inputs{Identity: identity})
	if err != nil {
		t.Fatal(err)
	}
	return epoch
}

// Persona returns the profile in a folder as kinds write it.
func Persona(t testing.TB, dir string) *exchange.Persona {
	t.Helper()
	persona, err := exchange.Load(open(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return persona
}

// Export writes a profile in a form and returns the files of the result.
func Export(t testing.TB, w exchange.Writer, dir, form string) map[string][]byte {
	t.Helper()
	var out exchange.Export
	if err := w.Write(context.Background(), Persona(t, dir), form, &out); err != nil {
		t.Fatalf("%s: %v", form, err)
	}
	files := map[string][]byte{}
	for _, f := range out.Outputs {
		files[f.Path] = f.Content
	}
	return files
}
