package manifest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/manifest"
)

// The grammar that Load accepts is that of encoding/json, and what it read it
// can write and read again.
func FuzzLoad(f *testing.F) {
	f.Add(full().Encode())
	f.Add([]byte(`{"version":2,"files":[{"relative_path":"a","path_bytes":"%ff"}],"label":"\ud83d\ude00\ud83d\u0041"}`))
	f.Add([]byte(`{"version":-0.5e+3,"output":[],"skipped":{"a":[null,true,false]}} `))
	f.Add([]byte("<<<<<<< ours\n{}\n=======\n{\"schema\":1}\n>>>>>>> theirs\n"))
	f.Add([]byte(`{"files":[{"path_bytes":"a%25b","relative_path":"a%b"}],"version":01}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := manifest.Load(data)
		var object map[string]json.RawMessage
		valid := utf8.Valid(data) && json.Unmarshal(data, &object) == nil && object != nil
		if err == nil && utf8.Valid(data) && !valid && data[0] != 0xef {
			t.Fatalf("accepted what encoding/json does not: %q", data)
		}
		if errors.Is(err, manifest.ErrInvalid) && valid && len(data) < 2*64 {
			t.Fatalf("refused what encoding/json reads: %q", data)
		}
		if err != nil && !m.IsEmpty() {
			t.Fatal("an error with a manifest")
		}
		if m.Schema == 0 {
			return // our keys are not written
		}
		again, err := manifest.Load(m.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if string(again.Encode()) != string(m.Encode()) {
			t.Fatalf("not stable:\n%s", cmp.Diff(string(m.Encode()), string(again.Encode())))
		}
	})
}

func TestPathThatIsNotText(t *testing.T) {
	for _, tt := range []struct{ path, escaped string }{
		{"a\xffb.md", "a%ffb.md"},
		{"50%\xe9.txt", "50%25%e9.txt"},
		{"日本\xe6\x97.md", "日本%e6%97.md"},
		{"\xed\xa0\x80", "%ed%a0%80"},
	} {
		if got := manifest.EscapePath(tt.path); got != tt.escaped {
			t.Errorf("EscapePath(%q) = %q, want %q", tt.path, got, tt.escaped)
		}
		if got, err := manifest.UnescapePath(tt.escaped); err != nil || got != tt.path {
			t.Errorf("UnescapePath(%q) = %q, %v", tt.escaped, got, err)
		}
	}
	for _, bad := range []string{"%", "%f", "a%zz", "%-1"} {
		if got, err := manifest.UnescapePath(bad); err == nil {
			t.Errorf("UnescapePath(%q) = %q, want an error", bad, got)
		}
	}
}

// Somebody who edits a manifest cannot make path_bytes say another file than
// the one that a reader sees.
func TestPathBytesMustAgree(t *testing.T) {
	for _, escaped := range []string{"%ff-other.md", "../%ff", "seen.md", "%zz", "%2e%2e"} {
		m, err := manifest.Load(fmt.Appendf(nil, `{"files":[{"relative_path":"seen.md","path_bytes":%q}]}`, escaped))
		if err != nil || len(m.Files) != 1 || m.Files[0].Path != "seen.md" {
			t.Errorf("path_bytes %q: %+v, %v", escaped, m.Files, err)
		}
	}
}

func FuzzEscapePath(f *testing.F) {
	f.Add("a/b%\xff")
	f.Fuzz(func(t *testing.T, path string) {
		escaped := manifest.EscapePath(path)
		if !utf8.ValidString(escaped) {
			t.Fatalf("%q is not UTF-8", escaped)
		}
		if got, err := manifest.UnescapePath(escaped); err != nil || got != path {
			t.Fatalf("%q came back as %q, %v", path, got, err)
		}
	})
}

// big is a manifest of n sources as a build writes it.
func big(n int) *manifest.Manifest {
	m := full()
	m.Files, m.Errors = nil, nil
	for i := range n {
		e := entry(fmt.Sprintf("dir-%03d/source-%05d.md", i/10, i), fmt.Sprint(i))
		e.ModifiedAt, e.TokenEstimate, e.Tokens = "2026-01-02T03:04:05Z", 1024, 980
		e.Format, e.FormatVersion, e.Key = "markdown", 1, sum(e.Path)
		e.Chapter = manifest.Chapter{Length: 4096, Digest: e.SHA256}
		m.Files = append(m.Files, e)
	}
	m.Recount()
	return m
}

func BenchmarkEncode10000(b *testing.B) {
	m := big(10000)
	b.SetBytes(int64(len(m.Encode())))
	for b.Loop() {
		m.Encode()
	}
}

func BenchmarkLoad10000(b *testing.B) {
	data := big(10000).Encode()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := manifest.Load(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDiff10000(b *testing.B) {
	old, now := big(10000), big(10000)
	now.Files[5000].SHA256 = sum("changed")
	for b.Loop() {
		if len(manifest.Diff(old, now)) != 1 {
			b.Fatal("want one change")
		}
	}
}

func BenchmarkKeepTimes10000(b *testing.B) {
	old, now := big(10000), big(10000)
	for b.Loop() {
		now.KeepTimes(old)
	}
}

// Room that is made for entries before they are read stays within what the
// text is worth, also where lists are named again and again.
func TestRoomForEntriesIsBounded(t *testing.T) {
	lists := strings.Repeat(`"files": [`+strings.Repeat("{},", 16)+`{}],`, 2000)
	text := []byte("{" + lists + `"total_files": 17}`)
	if m, err := manifest.Load(text); err != nil || len(m.Files) != 17 {
		t.Fatalf("%d files, %v", len(m.Files), err)
	}
	got := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			_, _ = manifest.Load(text) // it was read above
		}
	})
	// Each list takes 17 entries of 256 bytes, and a few times that while it grows
	// (more where races are looked for), but not what all the text would be worth.
	if most := int64(2000 * 17 * 256 * 8); got.AllocedBytesPerOp() > most {
		t.Errorf("%d bytes of manifest take %d, over %d", len(text), got.AllocedBytesPerOp(), most)
	}
}
