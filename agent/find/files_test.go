package find

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

// desk is a profile on disk with what builds and searches it.
type desk struct {
	*testing.T
	dir     string
	builder *pipeline.Builder
	profile *profile.Profile
}

func newDesk(t *testing.T) *desk {
	dir, cache := t.TempDir(), t.TempDir()
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{T: t, dir: dir, builder: &pipeline.Builder{
		Registry: registry, Generator: "backstory test", Conversion: pipeline.Conversion{Jobs: 2},
		Chapters: filepath.Join(cache, "chapters"), Index: filepath.Join(cache, "index"),
	}}
	d.write("soul.md", "I keep the light.\n")
	d.write("context/01-duty.md", "The duty roster names the lamp keeper of the week.\n")
	d.write("memory.md", "The lamp was mended by Per.\n")
	for i := range 30 {
		d.write(fmt.Sprintf("backstory/%02d.md", i), fmt.Sprintf("# Watch %d\n\nThe lamp number %d burns.\n\nIt is of brass.\n", i, i))
	}
	d.write("backstory/rows.csv", "Lamp,Height\nVik,12 m\nSund,9 m\n")
	d.write("backstory/tokens.md", "The lamp speaks:\n\n```\n<|im_start|>lamp oil\n```\n\nBehind the code the lamp is out.\n")
	if d.profile, err = profile.Open(dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.profile.Close() })
	return d
}

func (d *desk) write(name, text string) {
	d.Helper()
	path := filepath.Join(d.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) build() {
	d.Helper()
	if _, err := d.builder.Build(d.Context(), d.profile); err != nil {
		d.Fatal(err)
	}
}

// same searches in files and in memory, and fails where they do not agree. It
// returns what was found, and whether the files were searched by the cache.
func (d *desk) same(query string) (hits []Hit, quick bool) {
	d.Helper()
	whole, err := profile.Load(nil, d.profile)
	if err != nil {
		d.Fatal(err)
	}
	q := Query{Text: query}
	want, err := Search(d.Context(), &pipeline.Builder{Registry: d.builder.Registry, Generator: "backstory test"}, d.profile, whole, q)
	if err != nil {
		d.Fatal(err)
	}
	beside, err := profile.LoadBeside(nil, d.profile)
	if err != nil {
		d.Fatal(err)
	}
	f := Files{Profile: d.profile, Beside: beside}
	stamp, others := f.stamp()
	_, quick, err = f.quick(d.Context(), d.builder, q, d.builder.Found(d.profile.Dir), stamp, others)
	if err != nil {
		d.Fatal(err)
	}
	if hits, err = SearchFiles(d.Context(), d.builder, f, q); err != nil {
		d.Fatal(err)
	}
	if diff := cmp.Diff(want, hits); diff != "" {
		d.Errorf("%q: %s", query, diff)
	}
	return hits, quick
}

// settle waits until a change of the files that are there would be seen.
func (d *desk) settle() {
	for pipeline.Stamp(d.profile) == "" {
		time.Sleep(50 * time.Millisecond)
	}
}

// Files are searched by what the cache has of them, and give what a search of their
// texts gives, whatever happened to them meanwhile.
func TestFilesAreSearchedAsTheirTexts(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build()
	if hits, quick := d.same("lamp"); quick || len(hits) == 0 || hits[0].Place == "" {
		t.Errorf("right after the build: %v, %v", quick, hits)
	}
	d.settle()
	if _, quick := d.same("lamp"); quick {
		t.Error("nothing has a stamp yet")
	}
	for _, query := range []string{"lamp", "lamp oil code", "Vik height", "Per mended", "roster of the week", "Watch 7 brass", "nothing of that"} {
		if _, quick := d.same(query); !quick {
			t.Errorf("%q: the files were read", query)
		}
	}

	d.write("backstory/07.md", "# Changed\n\nThe lamp number 7 is dark.\n")
	if hits, quick := d.same("Watch 7 brass"); !quick || hits[0].Source != "07.md" || hits[0].Place != "" {
		t.Errorf("the place of a source that has changed: %v, %+v", quick, hits[0])
	}
	os.Remove(filepath.Join(d.dir, "backstory", "08.md"))
	d.same("Watch 8 brass")
	d.write("context/01-duty.md", "The duty roster is in the drawer.\n")
	if hits, quick := d.same("drawer"); quick || len(hits) != 1 {
		t.Errorf("a context file that has changed: %v, %v", quick, hits)
	}
	d.build()
	if hits, quick := d.same("dark"); quick || len(hits) != 1 {
		t.Errorf("after another build: %v, %v", quick, hits)
	}

	d.settle()
	d.same("lamp")
	file, err := os.ReadFile(filepath.Join(d.dir, profile.OutputFile))
	if err != nil {
		t.Fatal(err)
	}
	d.write(profile.OutputFile, strings.Replace(string(file), "number 9 burns", "number 9 gleam", 1)) // as long as it was
	if hits, quick := d.same("gleam"); quick || len(hits) != 1 {
		t.Errorf("a backstory that was edited: %v, %v", quick, hits)
	}
}

// A cache that is damaged costs time.
func TestFilesAreSearchedWithADamagedCache(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.build()
	d.settle()
	d.same("lamp")
	names, _ := filepath.Glob(filepath.Join(filepath.Dir(d.builder.Chapters), "search", "*"))
	if len(names) != 1 {
		t.Fatal(names)
	}
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(whole); at += 1 + len(whole)/97 {
		damaged := append([]byte{}, whole...)
		damaged[at] ^= 0x55
		os.WriteFile(names[0], damaged, 0o600)
		d.same("lamp oil of brass")
		os.WriteFile(names[0], whole[:at], 0o600)
		d.same("lamp oil of brass")
	}
	if _, quick := d.same("lamp oil of brass"); !quick {
		t.Error("the cache was not made again")
	}
}
