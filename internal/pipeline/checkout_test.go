package pipeline_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/lineend"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// windows returns a text as git for Windows checks it out.
func windows(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// checkouts returns the inputs of all test cases of the formats that are texts, as
// they are checked out with line ends of Unix, by path.
func checkouts(t *testing.T) map[string]string {
	t.Helper()
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"soul.md":            "# Ada\n\nYou are Ada.\n",
		"backstory/cell.csv": "a,b\n1,\"two\nlines\n\nof a cell\"\n\"x\n\",2\n",
		"backstory/none.xyz": "a file\nthat no format claims\n",
		"backstory/long.csv": "n,text\n" + strings.Repeat("1,\"a cell\nof two lines, as there are many\"\n", 150_000),
	}
	cases, err := filepath.Glob("../../converters/*/testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			ext, ok := strings.CutPrefix(f.Name, "in.")
			if !ok || strings.Contains(ext, "/") || !lineend.IsText(f.Data) {
				continue
			}
			if c, ok := registry.ForName(f.Name); ok && c.Format().Text {
				if strings.HasPrefix(string(f.Data), "%PDF") {
					continue // a process reads it, which a busy machine may end
				}
				if string(lineend.Unix([]byte(windows(string(f.Data))))) != string(lineend.Unix(f.Data)) {
					continue // it has bytes in it that are no text
				}
				seen[c.Format().Name]++
				path := fmt.Sprintf("backstory/%s/%d.%s", c.Format().Name, len(files), ext)
				files[path] = string(lineend.Unix(f.Data))
			}
		}
	}
	for _, f := range registry.Formats() {
		if f.Text && seen[f.Name] == 0 {
			t.Errorf("no text of %s is tried", f.Name)
		}
	}
	return files
}

// TestACheckoutOfWindowsGivesTheSame builds the same texts with line ends of Unix
// and of Windows: not a byte of what is written differs, and each system finds what
// the other one built fresh.
func TestACheckoutOfWindowsGivesTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the cases of every format several times")
	}
	t.Parallel()
	unix := checkouts(t)
	crlf := map[string]string{}
	for path, text := range unix {
		crlf[path] = windows(text)
	}
	dirs, built := []string{filepath.Join(t.TempDir(), "ada"), filepath.Join(t.TempDir(), "ada")}, []map[string]string{}
	for i, files := range []map[string]string{unix, crlf} {
		tree(t, dirs[i], files)
		if _, err := run(t, formatBuilder(t, t.TempDir()), dirs[i]); err != nil {
			t.Fatal(err)
		}
		built = append(built, top(t, dirs[i]))
	}
	for _, name := range []string{profile.OutputFile, profile.ManifestFile} {
		if built[0][name] != built[1][name] || built[0][name] == "" {
			t.Errorf("%s is %d bytes, and with CRLF %d: %s", name, len(built[0][name]), len(built[1][name]), firstDifference(built[0][name], built[1][name]))
		}
	}
	if len(unix) < 100 {
		t.Errorf("only %d texts were tried", len(unix))
	}
	for i, dir := range dirs {
		tree(t, dir, map[string]string{profile.ManifestFile: built[1-i][profile.ManifestFile], profile.OutputFile: windows(built[1-i][profile.OutputFile])})
		if v := verdictOf(t, formatBuilder(t, ""), dir, pipeline.CheckOptions{}); !v.Fresh {
			t.Errorf("checkout %d: %v", i, v.Reasons)
		}
	}
	tree(t, dirs[1], map[string]string{"backstory/cell.csv": "a,b\r\n1,edited\r\n"})
	if v := verdictOf(t, formatBuilder(t, ""), dirs[1], pipeline.CheckOptions{}); v.Fresh || len(v.Reasons) != 1 {
		t.Errorf("an edit is %v", v.Reasons)
	}
}

// What is in a text and is none counts byte for byte: nothing behind it is lost, and two
// files that differ there are two.
func TestBytesInTextsAreThoseOfTheSource(t *testing.T) {
	t.Parallel()
	data := func(bytes string) map[string]string {
		return map[string]string{
			"soul.md":            "# Ada\n\nYou are Ada.\n",
			"backstory/lamp.rtf": "{\\rtf1\r\nThe lamp{\\*\\x\\bin8 " + bytes + "} is lit at dusk.\\par\r\n}\r\n",
			"backstory/mail.eml": "From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\n\r\nThe harp" + bytes + "is red.\r\n",
		}
	}
	digests := map[string]bool{}
	for _, bytes := range []string{"ab\r\n\r\ncd", "ab\n\r\n\ncd.", "ab\n\n\ncd.."} {
		dir := filepath.Join(t.TempDir(), "ada")
		tree(t, dir, data(bytes))
		if _, err := run(t, formatBuilder(t, ""), dir); err != nil {
			t.Fatal(err)
		}
		built := top(t, dir)
		if out := built[profile.OutputFile]; !strings.Contains(out, "The lamp is lit at dusk.") || !strings.Contains(out, "is red.") {
			t.Errorf("%q: %s", bytes, out)
		}
		digests[built[profile.ManifestFile]] = true
	}
	if len(digests) != 3 {
		t.Errorf("%d manifests of three", len(digests))
	}
}

func firstDifference(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%q, not %q", b[max(0, i-40):min(len(b), i+40)], a[max(0, i-40):min(len(a), i+40)])
		}
	}
	return "one is longer"
}

// TestADigestOfTheBytesStaysValid takes a manifest as it was written when the digest
// was that of the bytes, line ends of Windows included.
func TestADigestOfTheBytesStaysValid(t *testing.T) {
	t.Parallel()
	const text, other = "First\r\n\r\nand second.\r\n", "Third.\r\n"
	dir, cache := filepath.Join(t.TempDir(), "ada"), t.TempDir()
	files := map[string]string{"soul.md": "# Ada\n", "backstory/a.txt": text, "backstory/b.txt": other, "backstory/c.xyz": text}
	tree(t, dir, files)
	if _, err := run(t, textBuilder(t, cache), dir); err != nil {
		t.Fatal(err)
	}
	now := top(t, dir)
	old := now[profile.ManifestFile]
	for _, content := range []string{text, other} {
		was := digestOf(string(lineend.Unix([]byte(content))))
		if !strings.Contains(old, was) {
			t.Fatalf("the manifest has not the digest of %q", content)
		}
		old = strings.ReplaceAll(old, was, digestOf(content))
	}
	tree(t, dir, map[string]string{profile.ManifestFile: old})
	b := textBuilder(t, t.TempDir())
	if _, err := run(t, b, dir); err != nil {
		t.Fatal(err)
	}
	kept := top(t, dir)[profile.ManifestFile]
	for _, content := range []string{text, other} {
		if !strings.Contains(kept, digestOf(content)) {
			t.Errorf("the digest of the bytes of %q was replaced", content)
		}
	}
	if v := verdictOf(t, b, dir, pipeline.CheckOptions{Rebuild: true}); !v.Fresh {
		t.Errorf("what was kept is not fresh: %v", v.Reasons)
	}
	tree(t, dir, map[string]string{"backstory/b.txt": "Changed.\r\n"})
	if _, err := run(t, b, dir); err != nil {
		t.Fatal(err)
	}
	kept = top(t, dir)[profile.ManifestFile]
	if !strings.Contains(kept, digestOf(text)) || !strings.Contains(kept, digestOf("Changed.\n")) {
		t.Errorf("of two sources, one of which changed:\n%s", kept)
	}
}

func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// formatBuilder returns a builder that reads all formats.
func formatBuilder(t *testing.T, cache string) *pipeline.Builder {
	t.Helper()
	b := textBuilder(t, cache)
	var err error
	if b.Registry, err = all.Registry(); err != nil {
		t.Fatal(err)
	}
	return b
}

func verdictOf(t *testing.T, b *pipeline.Builder, dir string, o pipeline.CheckOptions) *pipeline.Verdict {
	t.Helper()
	p, err := profile.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	v, err := b.Check(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
