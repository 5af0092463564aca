package manifest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/manifest"
)

var update = flag.Bool("update", false, "rewrite testdata")

func sum(s string) string {
	d := sha256.Sum256([]byte(s))
	return hex.EncodeToString(d[:])
}

func entry(path, content string) manifest.Entry {
	return manifest.Entry{Path: path, SHA256: sum(content), SizeBytes: int64(len(content)), Status: manifest.StatusOK}
}

func refused(path, ext, content string) manifest.Unsupported {
	return manifest.Unsupported{Path: path, Extension: ext, SHA256: sum(content)}
}

// full is a manifest in which every field is set, in Coqui's form.
func full() *manifest.Manifest {
	m := manifest.New()
	m.Coqui, m.GeneratedAt = true, "2026-03-04T05:06:07Z"
	ok := entry("01-early/a.md", "hello")
	ok.ModifiedAt = "2026-01-02T03:04:05Z"
	ok.TokenEstimate, ok.Tokens = 2, 1
	ok.Format, ok.FormatVersion = "markdown", 3
	ok.Key, ok.OptionsDigest = sum("key"), sum("options of a.md")
	ok.Chapter = manifest.Chapter{Length: 6, Digest: sum("hello\n")}
	ok.Warnings = []manifest.Warning{
		{Code: "hidden-text", Count: 2, Message: `dropped "white" text`, Place: "page 3"},
		{Code: "U09", Count: 1, Message: "dropped U+202E <b>&"},
	}
	bad := manifest.Entry{Path: "bad.docx", Status: manifest.StatusFailed, Error: "corrupt: no parts", Format: "docx", FormatVersion: 1}
	m.Files = []manifest.Entry{ok, bad}
	m.Errors = []manifest.Failure{{Path: "bad.docx", Error: "corrupt: no parts", Timestamp: "2026-03-04T05:06:07Z", Code: "corrupt"}}
	exe := refused("x/ignored.exe", "exe", "nope")
	exe.SizeBytes, exe.ModifiedAt, exe.Reason = 4, "2026-01-02T03:04:05Z", "Unsupported extension: .exe"
	m.Unsupported = []manifest.Unsupported{exe}
	m.Generator, m.OptionsDigest, m.Label = "backstory 1.2.3", sum("options"), "Backstory"
	m.Skipped = []manifest.Skip{{Path: "out.md", Reason: "link leaves the profile"}}
	m.Recount()
	return m
}

// The content hash of coqui 1.8.
func TestContentHashVectors(t *testing.T) {
	for _, tt := range []struct {
		name        string
		files       []manifest.Entry
		unsupported []manifest.Unsupported
		want        string
	}{
		{"empty", nil, nil, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{
			"one file",
			[]manifest.Entry{entry("file.txt", "hello")},
			nil,
			"2e3d7551b2f197e94128a5db39f3f86ca70933aff1c2a69e7fae3c21f47062bc",
		},
		{
			"unsupported",
			[]manifest.Entry{entry("file1.txt", "hello")},
			[]manifest.Unsupported{refused("ignored.exe", "exe", "nope")},
			"86f21b50b1f35e005e4ba18eed375e9940a762d0867c70241e896e881ff4ba34",
		},
		{
			"folders",
			[]manifest.Entry{entry("01-a.md", "A"), entry("sub/b.txt", "B")},
			nil,
			"83bcc10fc4c64ef7466673ebd2cdb0049d9459590282b25b63157081bbf5c2d9",
		},
		{
			"no extension", nil,
			[]manifest.Unsupported{refused("README", "", "plain")},
			"621d4672140ae374f945d08e0853ffafcdaaae833d3c01c5cfebf79197083833",
		},
	} {
		t.Run("coqui 1.8 "+tt.name, func(t *testing.T) {
			if got := manifest.ContentHash(tt.files, tt.unsupported); got != "sha256:"+tt.want {
				t.Errorf("ContentHash = %s, want sha256:%s", got, tt.want)
			}
		})
	}
}

// The hash changes with content, with every new file, supported or not, and
// with nothing else.
//
// coqui: 18, 19, 20, 21, 22, 23
func TestContentHashChangesWithTheInventory(t *testing.T) {
	one := []manifest.Entry{entry("a.txt", "hello")}
	base := manifest.ContentHash(one, nil)
	if again := manifest.ContentHash(one, nil); again != base || !strings.HasPrefix(base, "sha256:") {
		t.Errorf("coqui 23: %s, then %s", base, again)
	}
	stored := manifest.New()
	if stored.ContentHash == base {
		t.Error("coqui 18: an empty manifest has the hash of one file")
	}
	stored.Files, stored.Coqui = one, true
	stored.Recount()
	if stored.ContentHash != base {
		t.Error("coqui 19: the stored hash differs from the computed one")
	}
	touched := entry("a.txt", "hello")
	touched.ModifiedAt, touched.Tokens, touched.Key = "2020-01-01T00:00:00Z", 7, "k"
	if manifest.ContentHash([]manifest.Entry{touched}, nil) != base {
		t.Error("the hash depends on more than path and digest")
	}
	for name, other := range map[string]string{
		"coqui 20": manifest.ContentHash([]manifest.Entry{entry("a.txt", "world")}, nil),
		"coqui 21": manifest.ContentHash(append(one, entry("b.txt", "b")), nil),
		"coqui 22": manifest.ContentHash(one, []manifest.Unsupported{refused("ignored.exe", "exe", "nope")}),
	} {
		if other == base {
			t.Errorf("%s: the hash did not change", name)
		}
	}
}

// coqui: 15
func TestSavedManifestLoadsEqual(t *testing.T) {
	want := full()
	got, err := manifest.Load(want.Encode(strings.Compare))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("loaded manifest differs (-saved +loaded):\n%s", diff)
	}
	small := manifest.New()
	small.Files = []manifest.Entry{entry("a.txt", "a")}
	small.Unsupported = []manifest.Unsupported{refused("b.exe", "exe", "b")}
	small.Recount()
	got, err = manifest.Load(small.Encode(strings.Compare))
	if err != nil || got.TotalFiles != 2 || len(got.Unsupported) != 1 {
		t.Errorf("coqui 15: total %d, unsupported %d, error %v", got.TotalFiles, len(got.Unsupported), err)
	}
}

// coqui: 16, 17
func TestWhatIsNoManifestLoadsEmpty(t *testing.T) {
	for _, tt := range []struct {
		name string
		data []byte
		want error
	}{
		{"coqui 16 missing", nil, manifest.ErrMissing},
		{"coqui 17 not json", []byte("not json"), manifest.ErrInvalid},
		{"empty file", []byte{}, manifest.ErrInvalid},
		{"list", []byte("[]"), manifest.ErrInvalid},
		{"cut off", full().Encode(strings.Compare)[:500], manifest.ErrInvalid},
		{"text behind", append(full().Encode(strings.Compare), 'x'), manifest.ErrInvalid},
		{"deep", []byte(`{"x":` + strings.Repeat("[", 1e6)), manifest.ErrInvalid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := manifest.Load(tt.data)
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if m == nil || !m.IsEmpty() || m.IsForeign() || m.GeneratedAt != "" || m.ContentHash != "" || m.TotalFiles != 0 {
				t.Errorf("the manifest is not empty: %+v", m)
			}
		})
	}
}

// A manifest as Coqui 1.7 writes it: without our keys, with local time, with
// escapes and types that are not ours.
func TestManifestOfCoquiIsForeign(t *testing.T) {
	m, err := manifest.Load([]byte(`{
    "version": 2,
    "generated_at": "2026-07-10T12:00:00+02:00",
    "content_hash": "sha256:00",
    "files": [
        {
            "relative_path": "\u00dcber/\ud83d\ude00.md",
            "sha256": "aa", "size_bytes": 12, "modified_at": "2026-07-10T11:00:00+02:00",
            "token_estimate": 3, "status": "ok", "error": null, "later": {"x": [1.5e3, true]}
        }
    ],
    "errors": [], "unsupported_files": [],
    "total_tokens": 3, "total_files": "1", "failed_files": 0
}`))
	if err != nil {
		t.Fatal(err)
	}
	if !m.IsForeign() || m.Schema != 0 || m.Output != nil || m.Version != 2 {
		t.Errorf("not recognised as foreign: %+v", m)
	}
	want := []manifest.Entry{{
		Path: "Über/😀.md", SHA256: "aa", SizeBytes: 12, ModifiedAt: "2026-07-10T11:00:00+02:00",
		TokenEstimate: 3, Status: manifest.StatusOK,
	}}
	if diff := cmp.Diff(want, m.Files); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
	if m.TotalFiles != 0 {
		t.Errorf("a text was read as the number %d", m.TotalFiles)
	}
	if m.Verify([]byte("anything")).Ours() {
		t.Error("a foreign manifest vouches for an output")
	}
}

// The bytes of the file: in our form, and in Coqui's with its keys first and in
// its order.
func TestEncodeGolden(t *testing.T) {
	ours := full()
	ours.Coqui = false
	checkGolden(t, "ours.json", ours.Encode(strings.Compare))
	checkGolden(t, "coqui.json", full().Encode(strings.Compare))
}

// A manifest of schema 2 had lists of their own for what failed and what was not
// read.
func TestSchema2IsRead(t *testing.T) {
	var got [2]*manifest.Manifest
	for i, name := range []string{"ours.json", "ours-2.json"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if got[i], err = manifest.Load(data); err != nil {
			t.Fatal(err)
		}
		got[i].Schema = 0
	}
	if len(got[1].Errors) != 1 || len(got[1].Unsupported) != 1 || len(got[1].Skipped) != 1 {
		t.Fatalf("not all is read: %+v", got[1])
	}
	if diff := cmp.Diff(got[1], got[0]); diff != "" {
		t.Errorf("the schemas say other things (-2 +3):\n%s", diff)
	}
}

func checkGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	golden := filepath.Join("testdata", name)
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
		t.Errorf("bytes differ (-want +got):\n%s", diff)
	}
	if !json.Valid(got) {
		t.Error("not valid JSON")
	}
}

// Any text, in any field, comes back or loses its bad bytes only, and the file
// stays ASCII.
func TestAnyTextIsEncoded(t *testing.T) {
	for _, text := range []string{
		"", "plain", "quote \" slash / back \\", "\x00\x01\b\f\n\r\t\x1f\x7f", "Grüße, 日本, 😀",
		"\u202etrick\u2028\ufeff", "<script>&", "bad \xff\xc3 bytes \xed\xa0\x80",
	} {
		m := manifest.New()
		m.Label = text
		m.Files = []manifest.Entry{{Path: text, Error: text, Status: manifest.StatusFailed}}
		m.Skipped = []manifest.Skip{{Path: text, Reason: text}}
		data := m.Encode(strings.Compare)
		if i := strings.IndexFunc(string(data), func(r rune) bool { return r > '~' }); i >= 0 {
			t.Errorf("%q: the file is not ASCII at %d", text, i)
		}
		got, err := manifest.Load(data)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		valid := string([]rune(text))
		if got.Label != valid || got.Files[0].Error != valid || got.Skipped[0].Reason != valid {
			t.Errorf("%q came back as %q", text, got.Label)
		}
		if got.Files[0].Path != text || got.Skipped[0].Path != text {
			t.Errorf("path %q came back as %q", text, got.Files[0].Path)
		}
		var std struct {
			Label string
			Files []struct{ Error string }
		}
		if err := json.Unmarshal(data, &std); err != nil || std.Label != valid {
			t.Errorf("%q: encoding/json reads %q, %v", text, std.Label, err)
		}
	}
}
