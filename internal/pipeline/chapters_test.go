package pipeline_test

import (
	"fmt"
	"path/filepath"
	"testing"
)

func TestOneCacheServesManyProfiles(t *testing.T) {
	cache := t.TempDir()
	b := textBuilder(t, cache)
	done := b.KeepChapters()
	const many = 20
	for i := range many {
		dir := t.TempDir()
		tree(t, dir, map[string]string{"backstory/all.txt": "What all have.\n", "backstory/own.txt": fmt.Sprint("Of ", i, " alone.\n")})
		report, err := run(t, b, dir)
		if err != nil {
			t.Fatal(err)
		}
		if want := min(i, 1); report.Cached != want {
			t.Errorf("profile %d has %d chapters from the cache, want %d", i, report.Cached, want)
		}
		fresh(t, dir, dir)
	}
	if err := done(); err != nil {
		t.Fatal(err)
	}
	if packs, _ := filepath.Glob(filepath.Join(cache, "chapters", "*")); len(packs) != 1 {
		t.Errorf("the cache has %v", packs)
	}
	dir := t.TempDir()
	tree(t, dir, map[string]string{"backstory/all.txt": "What all have.\n", "backstory/own.txt": "Of 7 alone.\n"})
	if report, err := run(t, b, dir); err != nil || report.Cached != 2 {
		t.Errorf("afterwards: %+v, %v", report, err)
	}
}
