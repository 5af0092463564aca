package all_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
)

// folders lists the folders that hold a format.
func folders(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && !slices.Contains([]string{"all", "convtest", "internal"}, e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestEveryFolderIsListed(t *testing.T) {
	var listed []string
	for _, c := range all.Converters() {
		listed = append(listed, c.Format().Name)
	}
	if !slices.IsSorted(listed) {
		t.Errorf("the list is not in the order of names: %q", listed)
	}
	have := folders(t)
	for _, name := range have {
		if !slices.Contains(listed, name) {
			t.Errorf("the folder converters/%s is not listed: add its line to all.go", name)
		}
	}
	for _, name := range listed {
		if !slices.Contains(have, name) {
			t.Errorf("the format %s has no folder converters/%s: a format is called as its folder", name, name)
		}
	}
}

func TestEveryFormatHasCasesAndRunsTheSuite(t *testing.T) {
	for _, name := range folders(t) {
		cases, err := filepath.Glob(filepath.Join("..", name, "testdata", "*.txtar"))
		if err != nil || len(cases) == 0 {
			t.Errorf("converters/%s/testdata has no case: %v", name, err)
		}
		tests, err := filepath.Glob(filepath.Join("..", name, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		var source []byte
		for _, path := range tests {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			source = append(source, data...)
		}
		for _, call := range []string{"convtest.Run(", "convtest.Fuzz(", "convtest.Bench("} {
			if !bytes.Contains(source, []byte(call)) {
				t.Errorf("converters/%s has no test that calls %s…)", name, call)
			}
		}
	}
}

func TestNoTwoFormatsClaimOneName(t *testing.T) {
	if _, err := all.Registry(); err != nil {
		t.Error(err)
	}
}

func TestFormatsCallOnlyFormatsThatExist(t *testing.T) {
	r, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]string{}
	for _, w := range converters.Warnings() {
		codes[w.Code] = "every format"
	}
	for _, f := range r.Formats() {
		for _, name := range r.Calls(f) {
			if _, ok := r.ForFormat(name); !ok {
				t.Errorf("%s calls %s, which does not exist", f.Name, name)
			}
		}
		for _, w := range f.Warnings {
			if strings.HasPrefix(w.Code, "char-") || codes[w.Code] == "every format" {
				t.Errorf("%s declares the warning %s, which every format has", f.Name, w.Code)
			}
		}
	}
}

func TestContentDecidesWhereANameLies(t *testing.T) {
	r, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, content, says string }{
		{"a.doc", `{\rtf1 Hello}`, "rtf"},
		{"a.xls", "\r\n<HTML><body><table><tr><td>Hello</table>", "html"},
		{"a.docx", `{\rtf1 Hello}`, "rtf"},
		{"a.rtf", "<html><p>Hello", "html"},
		{"a.html", "Hello", ""},
		{"a.rtf", `{\rtf1 Hello}`, ""},
	} {
		env := converters.NewEnv(r, converters.Limits{}, converters.Options{})
		doc, err := r.Convert(t.Context(), converters.TextInput(c.name, c.content), env)
		if err != nil || len(doc.Blocks) == 0 {
			t.Errorf("%s with %q: %v", c.name, c.content, err)
			continue
		}
		warned := ""
		for _, w := range env.Warnings() {
			if w.Code == converters.WarnContentDiffers {
				warned = w.Message
			}
		}
		if (warned != "") != (c.says != "") || !strings.Contains(warned, c.says) {
			t.Errorf("%s with %q: %q, want %q", c.name, c.content, warned, c.says)
		}
	}
}

// coqui: 60, 63, 67, 88, 105, 106, 107
func TestNamesFindTheirFormat(t *testing.T) {
	r, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"story.txt": "text", "STORY.TXT": "text", "app.log": "text",
		"data.json": "json", "events.jsonl": "json", "config.yaml": "yaml", "config.yml": "yaml",
		"story.mdx": "markdown", "notes.md": "markdown", "data.csv": "csv", "data.tsv": "csv",
		"script.php": "code", "example.py": "code", "Main.Java": "code", "a.b.rs": "code", "Dockerfile": "code", "go.mod": "code",
		"Cargo.toml": "config", "prod.env": "config", "nginx.conf": "code", "my.conf": "config", "CMakeLists.txt": "code",
		"malware.exe": "", "README": "", "LICENSE": "", "trail.": "", "archive.tar.gz": "", "makefile.zip": "",
	} {
		got := ""
		if c, ok := r.ForName(name); ok {
			got = c.Format().Name
		}
		if got != want {
			t.Errorf("%s is read by %q, want %q", name, got, want)
		}
	}
}

// coqui: 88
func TestCodeLeavesOtherFormatsAlone(t *testing.T) {
	r, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	c, _ := r.ForFormat("code")
	for _, ext := range []string{
		"sql", "md", "mdx", "csv", "tsv", "html", "htm", "xml", "rtf", "pdf", "docx", "docm", "xlsx", "xlsm", "pptx", "pptm",
		"odt", "ods", "odp", "epub", "eml", "mbox", "msg", "ics", "vcf", "doc", "xls", "xlsb", "ppt", "srt", "vtt", "ipynb", "tex",
		"rst", "adoc", "org", "diff", "patch", "svg", "txt", "json", "yaml", "toml", "ini",
	} {
		if slices.Contains(c.Format().Extensions, ext) {
			t.Errorf("the code format claims %s", ext)
		}
	}
}
