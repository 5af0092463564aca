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
	f.Add(full().Encode(strings.Compare))
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
		again, err := manifest.Load(m.Encode(strings.Compare))
		if err != nil {
			t.Fatal(err)
		}
		if string(again.Encode(strings.Compare)) != string(m.Encode(strings.Compare)) {
			t.Fatalf("not stable:\n%s", cmp.Diff(string(m.Encode(strings.Compare)), string(again.Encode(strings.Compare))))
		}
	})
}

// TestNoTwoNamesHaveOneEntry writes manifests of names that look alike: in
// invisible characters, in escapes, in bytes that are not UTF-8.
func TestNoTwoNamesHaveOneEntry(t *testing.T) {
	alike := []string{
		"a.md", "a\u200b.md", "a\u00ad.md", "a\ufe0f.md", "a\u202e.md", "a\xff.md", "a\xfe.md", "a\ufffd.md", `a\xff.md`, `a\u{200b}.md`, `a\x5cxff.md`,
		"a .md", "a\u00a0.md", "a\n.md", "a.md\n" + sum("x") + "\nsupported\nb.md", "a%ff.md", `a\u200b.md`,
	}
	shown, hashes := map[string]string{}, map[string]string{}
	for _, name := range alike {
		m := full()
		m.Files = []manifest.Entry{entry(name, "x")}
		m.Recount()
		encoded := m.Encode(strings.Compare)
		again, err := manifest.Load(encoded)
		if err != nil || len(again.Files) != 1 || again.Files[0].Path != name {
			t.Fatalf("%q comes back as %+v, %v", name, again, err)
		}
		var readable struct {
			Files []struct {
				Path string `json:"relative_path"`
			} `json:"files"`
		}
		if err := json.Unmarshal(encoded, &readable); err != nil {
			t.Fatal(err)
		}
		hash := manifest.ContentHash(m.Files, nil)
		for _, other := range []string{shown[readable.Files[0].Path], hashes[hash]} {
			if other != "" {
				t.Errorf("%q and %q have one entry: %q", name, other, readable.Files[0].Path)
			}
		}
		shown[readable.Files[0].Path], hashes[hash] = name, name
	}
	// Nobody who edits a manifest makes it say another file than a reader sees.
	for _, path := range []string{`se\x65n.md`, `\u{2e}./x`, `\x2e\x2e/x`} {
		m, err := manifest.Load(fmt.Appendf(nil, `{"files":[{"relative_path":%q}]}`, path))
		if err != nil || len(m.Files) != 1 || m.Files[0].Path != path {
			t.Errorf("%q is %+v, %v", path, m, err)
		}
	}
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
	b.SetBytes(int64(len(m.Encode(strings.Compare))))
	for b.Loop() {
		m.Encode(strings.Compare)
	}
}

func BenchmarkLoad10000(b *testing.B) {
	data := big(10000).Encode(strings.Compare)
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
