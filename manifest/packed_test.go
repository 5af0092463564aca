package manifest_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed353dc258/backstory/manifest"
)

// many returns a manifest with entries of every kind, of which some are long.
func many(n int) *manifest.Manifest {
	draw := rand.New(rand.NewPCG(7, 11))
	m := manifest.New()
	m.Label, m.OptionsDigest, m.Generator = "What I \"know\"", sum("options"), "backstory 9"
	for i := range n {
		at := fmt.Sprintf("%07d é\x1b.md", i)
		if draw.IntN(4) == 0 {
			at = at[:7] + sum(at)[7:] // a file that is named by its digest
		}
		switch draw.IntN(8) {
		case 0:
			m.Unsupported = append(m.Unsupported, manifest.Unsupported{Path: at, Extension: "bin", SHA256: sum(at), SizeBytes: 3, Reason: "no format\nof ours"})
			continue
		case 1:
			m.Skipped = append(m.Skipped, manifest.Skip{Path: at, Reason: "a link"})
			continue
		case 2:
			e := manifest.Entry{Path: at, Status: manifest.StatusFailed, Error: "it \\ is damaged"}
			f := manifest.Failure{Path: at, Error: e.Error, Code: "corrupt"}
			if draw.IntN(2) == 0 {
				e.Kept, f.Kept = manifest.Kept{SHA256: sum("was" + at), Key: "k"}, true
				e.Chapter, e.Tokens, e.TokenEstimate = manifest.Chapter{Length: 9, Digest: "odd"}, 3, 4
			}
			m.Files, m.Errors = append(m.Files, e), append(m.Errors, f)
			continue
		}
		e := manifest.Entry{
			Path: at, SHA256: sum(at), SizeBytes: int64(i), TokenEstimate: 2, Status: manifest.StatusOK, Format: "md", FormatVersion: 3,
			Key: sum("key" + at), Tokens: 5, Chapter: manifest.Chapter{Length: int64(draw.IntN(9)), Digest: sum("c" + at), Keywords: strings.Repeat("w", draw.IntN(3))},
		}
		if draw.IntN(4) == 0 {
			e.SHA256, e.OptionsDigest = strings.ToUpper(e.SHA256), sum("own")
			e.Warnings = []manifest.Warning{{Code: "lost", Count: 2, Message: "m", Place: "page 1"}, {Code: "lost", Count: 1, Message: "n"}}
		}
		if n > 1000 && draw.IntN(n/4) == 0 {
			e.Error = strings.Repeat("long <é>\n", 100_000)
		}
		m.Files = append(m.Files, e)
	}
	m.Recount()
	return m
}

// order is that of names.
func order(a, b string) int { return strings.Compare(a, b) }

func TestPackedIsAsWhole(t *testing.T) {
	for _, n := range []int{0, 1, 2, 30, 3000} {
		want := many(n)
		text := want.Encode(order)
		loaded, err := manifest.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []io.Reader{bytes.NewReader(text), iotest.HalfReader(bytes.NewReader(text)), iotest.DataErrReader(bytes.NewReader(text))} {
			packed := &manifest.Manifest{}
			if !packed.Read(from, int64(len(text))) {
				t.Fatalf("of %d: not read", n)
			}
			if got := packed.Encode(order); !bytes.Equal(got, text) {
				t.Fatalf("of %d: written as\n%.2000s", n, got)
			}
			var kept, paths []string
			for e := range packed.All() {
				kept = append(kept, e.Path)
			}
			for e := range loaded.All() {
				paths = append(paths, e.Path)
			}
			if !slices.Equal(kept, paths) {
				t.Fatalf("of %d: paths that are kept are %.2000q", n, kept)
			}
			whole := packed.Whole()
			if len(whole.Files) == 0 && len(loaded.Files) == 0 {
				whole.Files, loaded.Files = nil, nil
			}
			if !reflect.DeepEqual(whole, loaded) {
				t.Fatalf("of %d: packed\n%.2000v\nloaded\n%.2000v", n, whole, loaded)
			}
			if loaded.Pack(); loaded.Len() != packed.Len() || !bytes.Equal(loaded.Encode(order), text) {
				t.Fatalf("of %d: packed after it was loaded it is another one", n)
			}
			loaded = loaded.Whole()
		}
	}
}

func TestWhatIsNotPacked(t *testing.T) {
	text := many(40).Encode(order)
	read := func(text []byte) bool {
		return new(manifest.Manifest).Read(bytes.NewReader(text), int64(len(text)))
	}
	for end := 0; end < len(text)-1; end += 17 {
		if read(text[:end]) {
			t.Fatalf("cut off at %d of %d it is read", end, len(text))
		}
	}
	coqui := many(40)
	coqui.Coqui = true
	list := `"errors": [],` + "\n    \"files\""
	for name, other := range map[string][]byte{
		"Coqui's form":    coqui.Encode(order),
		"another schema":  bytes.Replace(text, []byte(`"schema": 3`), []byte(`"schema": 4`), 1),
		"no schema":       bytes.Replace(text, []byte(`"schema": 3,`), nil, 1),
		"a second list":   bytes.Replace(text, []byte(`"files"`), []byte(list), 1),
		"more behind it":  append(bytes.Clone(text), '1'),
		"ends of Windows": bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
		"a merge":         append([]byte("<<<<<<< ours\n"), text...),
		"no list at all":  []byte(`{"version": 2, "schema": 3}`),
		"the list is one": []byte(`{"version": 2, "schema": 3, "files": 1}`),
	} {
		if read(other) {
			t.Errorf("%s: it is read", name)
		}
	}
	broken := io.MultiReader(bytes.NewReader(text), iotest.ErrReader(io.ErrClosedPipe))
	if new(manifest.Manifest).Read(broken, int64(len(text))) {
		t.Error("what could not be read to its end is read")
	}
}

func TestFollower(t *testing.T) {
	m := many(500)
	whole := *m
	m.Pack()
	var passed []string
	follow := m.Follow(order)
	follow.Passed = func(h *manifest.Head) { passed = append(passed, h.Path) }
	kept := manifest.New()
	kept.Pack()
	var want []manifest.Entry
	for i := range whole.Files {
		e := &whole.Files[i]
		if i%3 == 1 { // it is passed over
			continue
		}
		if i%5 == 0 && follow.Find(e.Path+"+") != nil {
			t.Fatalf("%s+ is found", e.Path)
		}
		if i%5 == 0 { // it was passed over
			if follow.Find(e.Path) != nil {
				t.Fatalf("%s is found behind another one", e.Path)
			}
			continue
		}
		h := follow.Find(e.Path)
		if h == nil || h.Path != e.Path || h.IsOK != (e.Status == manifest.StatusOK) || h.HasChapter != e.HasChapter() || h.Length != e.Chapter.Length {
			t.Fatalf("%s: %+v", e.Path, h)
		}
		if got := follow.Entry(); !reflect.DeepEqual(got, *e) {
			t.Fatalf("%s: %+v, want %+v", e.Path, got, *e)
		}
		if i%7 == 0 {
			kept.Add(e)
		} else {
			kept.Keep(follow)
		}
		want = append(want, *e)
	}
	if got := kept.Whole().Files; !reflect.DeepEqual(got, want) || kept.Len() != len(want) {
		t.Errorf("%d are kept, want %d", len(got), len(want))
	}
	if !reflect.DeepEqual(m.Whole(), &whole) {
		t.Error("what others were kept of is another one")
	}
	for i := range passed {
		if passed[i] != whole.Files[i].Path {
			t.Fatalf("%s was passed where %s comes", passed[i], whole.Files[i].Path)
		}
	}
}
