package exchange_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
)

func TestTextsAreCleaned(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"front matter", "---\nmodel: x\n---\nText", "***\nmodel: x\n---\nText\n"},
		{"front matter behind blanks", "\n \n---  \r\nmodel: x\n---", "***\nmodel: x\n---\n"},
		{"a line alone", "---", "***\n"},
		{"front matter behind a comment", "<!-- x -->---\nmodel: x\n---\n", "***\nmodel: x\n---\n"},
		{"a mark of the order", "\ufeff---\na: b\n---\n", "***\na: b\n---\n"},
		{"comments", "a<!-- b -->c<!--\nd\n-->e", "ace\n"},
		{"comments of pieces", "<!-<!-- a -->- b --> c", " c\n"},
		{"a comment without an end", "a <!-- b", "a <!-- b\n"},
		{"comments in code", "```\n<!-- a -->\n```\n<!-- b -->", "```\n<!-- a -->\n```\n"},
		{"characters that nobody sees", "a\u200bb\u202ec", "abc\n"},
		{"nothing", "", "\n"},
	} {
		if got := exchange.Clean(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
		if again := exchange.Clean(exchange.Clean(c.text)); again != c.want {
			t.Errorf("%s: twice gives %q", c.what, again)
		}
	}
}

func TestNamesOfFilesAreMadeHere(t *testing.T) {
	for text, want := range map[string]string{
		"Ada Voss": "ada-voss", "../../etc/passwd": "etc-passwd", "": "unnamed", "///": "unnamed", "CON": "con-1", "Straße 7": "straße-7", "日本 語": "日本-語",
		"a\x00b\nc": "a-b-c", ".hidden": "hidden", strings.Repeat("long", 50): strings.Repeat("long", 15), "\xff\xfe": "unnamed",
	} {
		if got := exchange.Slug(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFrontMatterIsTakenOff(t *testing.T) {
	for text, want := range map[string]struct{ name, body string }{
		"---\nname: Ada\n---\nText\n":              {"Ada", "Text\n"},
		"---\r\nname: \"A: b\"\r\n---\r\nT":        {"A: b", "T"},
		"---\nname: [a, 2]\n---\n":                 {"a, 2", ""},
		"---\nname: Ada\nText":                     {"", "---\nname: Ada\nText"},
		"---\nname: [a\n---\nText":                 {"[a", "Text"},
		"---\n---\nText":                           {"", "Text"},
		"---\nA line: x\ny: *z\n---\nText":         {"", "---\nA line: x\ny: *z\n---\nText"},
		"---\nglobs: *.ts\nname: 'Ada'\n---\nText": {"Ada", "Text"},
		"---\ndescription: Use it when: x\n\n# y\nname: a: \"b\"\n  goes on\n---\nText": {"a: \"b goes on", "Text"},
		"---\nname: |\n  one: *x\n  two\ntools:\n- a\n- *b\n---\nText":                  {"one: *x two", "Text"},
		"Text\n---\nname: x\n---\n":           {"", "Text\n---\nname: x\n---\n"},
		"---\nname: Ada\n---more\nText":       {"", "---\nname: Ada\n---more\nText"},
		"---\nname: >\n  two\n  lines\n---\n": {"two lines", ""},
	} {
		fields, body := exchange.Front(text)
		if fields["name"] != want.name || body != want.body {
			t.Errorf("%q: name %q, body %q", text, fields["name"], body)
		}
	}
}

// TestFoldersAreReadWithoutLinks: a link is named, and what it leads to is not
// read, nor is a pipe waited for.
func TestFoldersAreReadWithoutLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.md", "b/c.md", ".git/config"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"out.md": outside, "in.md": "a.md", "folder": "b", "loop": "."} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skipf("links cannot be made here: %v", err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	files, err := exchange.OpenFolder(root)
	if err != nil {
		t.Fatal(err)
	}
	var names, refused []string
	for _, e := range files.Entries {
		names = append(names, e.Name)
	}
	for _, n := range files.Refused {
		refused = append(refused, n.Place)
	}
	slices.Sort(refused)
	if !slices.Equal(names, []string{"a.md", "b/c.md"}) || !slices.Equal(refused, []string{".git", "folder", "in.md", "loop", "out.md"}) {
		t.Errorf("files %v, refused %v", names, refused)
	}
	if _, err := files.Read("out.md", 100); err == nil {
		t.Error("a link was read")
	}
	if _, err := files.Read("a.md", 3); !errors.Is(err, exchange.ErrLimit) {
		t.Errorf("a file of 4 bytes where 3 are read at most: %v", err)
	}
}

// reader makes one text of its input, and fails where it says so.
type reader struct{}

func (reader) Kind() exchange.Kind { return exchange.Kind{Name: "test"} }

func (reader) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	content, err := in.Bytes(1000)
	if err != nil {
		return err
	}
	out.Name("Test")
	out.Context("one", string(content), "in")
	if bytes.Contains(content, []byte("fail")) {
		return exchange.ErrCorrupt
	}
	if !bytes.Contains(content, []byte("nobody")) {
		out.Soul("Text", "in")
	}
	return out.Err()
}

// TestAProfileIsThereWholeOrNotAtAll: whatever goes wrong, nothing is left.
func TestAProfileIsThereWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	place := func(name, content string) error {
		_, _, err := exchange.Place(context.Background(), reader{}, exchangetest.File("in", []byte(content)), root, name)
		return err
	}
	for _, c := range []struct {
		name, content string
		err           error
	}{{"a", "fail", exchange.ErrCorrupt}, {"a", "nobody", exchange.ErrUnknown}, {"a", strings.Repeat("a", 1001), exchange.ErrLimit}} {
		if err := place(c.name, c.content); !errors.Is(err, c.err) {
			t.Errorf("%.10q: %v, want %v", c.content, err, c.err)
		}
	}
	for _, name := range []string{"..", ".", "a/b", `a\b`, "-", ".a", "CON:", "a b"} {
		if err := place(name, "x"); err == nil {
			t.Errorf("a profile of the name %q was made", name)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := exchange.Place(ctx, reader{}, exchangetest.File("in", []byte("x")), root, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("an import that was cancelled: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*", "*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if err := place("a", "x"); err != nil {
		t.Fatal(err)
	}
	if err := place("a", "y"); !errors.Is(err, exchange.ErrTaken) {
		t.Errorf("a second profile of the name: %v", err)
	}
	if err := place("", "z"); err != nil {
		t.Fatal(err)
	}
	if err := place("", "z"); !errors.Is(err, exchange.ErrTaken) {
		t.Errorf("a second profile of the persona's name: %v", err)
	}
	if info, err := os.Stat(filepath.Join(dir, "profiles", "test")); err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
	content, err := os.ReadFile(filepath.Join(dir, "profiles", "a", "context", "one.md"))
	if err != nil || string(content) != "x\n" {
		t.Errorf("%q, %v", content, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "profiles", "a", "soul.md")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o600 != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// FuzzParseJSON: what is read is what the decoder of the standard library reads.
func FuzzParseJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-2.50e3,"b\u0041\n",true,false,null,{}],"a":[]}`, ` [ ] `, `"\ud800"`, `1`, `{"a":1}{`, `[1,]`, ``, `{"\"":"\\"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		got, err := exchange.ParseJSON(content)
		if !utf8.Valid(content) || errors.Is(err, exchange.ErrLimit) {
			return
		}
		d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
		d.UseNumber()
		var want any
		if valid := json.Valid(bytes.TrimPrefix(content, []byte("\ufeff"))); valid != (err == nil) {
			t.Fatalf("%q: %v", content, err)
		} else if !valid {
			return
		}
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", content, diff)
		}
	})
}

// TestKilledImportsLeaveNothing: what an import left whose process was killed goes
// with the next one; that of one that still runs stays.
func TestKilledImportsLeaveNothing(t *testing.T) {
	dead := exec.Command(os.Args[0], "-test.run=^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	left := fmt.Sprintf(".backstory-import-%d-0", dead.ProcessState.Pid())
	at := fmt.Sprintf(".backstory-import-%d-0", os.Getpid())
	for _, name := range []string{left, at, ".backstory-import-mine"} {
		if err := os.MkdirAll(filepath.Join(dir, name, "backstory"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := exchange.Place(context.Background(), reader{}, exchangetest.File("in", []byte("x")), root, "a"); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{at, ".backstory-import-mine", "profiles"}; runtime.GOOS != "windows" && !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
}
