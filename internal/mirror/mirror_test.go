package mirror_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed353dc258/backstory/internal/mirror"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/internal/objects/s3test"
)

// Whoever clears the cache during a build, or edits a copy, changes nothing in the bucket.
func TestOnlyWhatABuildWritesGoesToTheBucket(t *testing.T) {
	sources := map[string]string{"soul.md": "A.", "backstory/a.md": "One.\n", "backstory/b/c.md": "Two.\n"}
	for name, do := range map[string]func(copies string) error{
		"the folder is removed": os.RemoveAll,
		"a source is removed":   func(copies string) error { return os.Remove(filepath.Join(copies, "backstory", "a.md")) },
		"the soul is removed":   func(copies string) error { return os.Remove(filepath.Join(copies, "soul.md")) },
		"the soul is edited": func(copies string) error {
			return os.WriteFile(filepath.Join(copies, "soul.md"), []byte("Other.\n"), 0o600)
		},
		"a source is edited": func(copies string) error {
			return os.WriteFile(filepath.Join(copies, "backstory", "a.md"), []byte("Other.\n"), 0o600)
		},
		"a source is added": func(copies string) error {
			return os.WriteFile(filepath.Join(copies, "backstory", "new.md"), []byte("New.\n"), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s3test.Memory(t)
			const address = "s3://texts/place/profiles/ada"
			store, err := objects.OpenForeign("s3://texts/place", objects.Patience{Tries: 1})
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range sources {
				if _, err := store.Put(t.Context(), "profiles/ada/"+name, objects.Content([]byte(text)), objects.Condition{}); err != nil {
					t.Fatal(err)
				}
			}
			b, err := mirror.Open(t.Context(), address, false, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			p := b.Profile(address)
			if err := p.Fetch(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(p.Dir, "backstory.md"), []byte("Built.\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := do(p.Dir); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Publish(t.Context()); err == nil {
				t.Error("no error")
			}
			list, more, err := store.List(t.Context(), "profiles/", "")
			if err != nil || more || len(list) != len(sources) {
				t.Errorf("%d objects, %v, %v", len(list), more, err)
			}
			for name, want := range sources {
				if got, _, err := objects.Read(t.Context(), store, "profiles/ada/"+name, 100); err != nil || string(got) != want {
					t.Errorf("%s: %q, %v", name, got, err)
				}
			}
		})
	}
}
