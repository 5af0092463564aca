package watch

import (
	"context"
	"hash/maphash"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// looked is what a profile, or a file, looked like.
type looked map[string]uint64 // by path below the profile; the sources are one

// polled tells of changes by looking.
func polled(ctx context.Context, s Settings, g *gathered, queue chan<- Change, ready chan struct{}) error {
	seed := maphash.MakeSeed()
	before := map[string]looked{}
	wait := time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		began := time.Now()
		fresh := g.list(s)
		for _, dir := range slices.Sorted(maps.Keys(g.known)) {
			now := look(seed, dir)
			if !slices.Contains(fresh, dir) {
				g.differ(dir, before[dir], now)
			}
			before[dir] = now
		}
		now := looked{}
		for _, f := range s.Files {
			now.take(seed, f, f)
		}
		if before[""] != nil {
			for _, name := range differing(before[""], now) {
				g.file("", name)
			}
		}
		before[""] = now
		wait = max(s.Poll, 4*time.Since(began)) // a large folder is looked at less often
		for len(g.pending) > 0 {
			if g.idle {
				queue <- g.next()
				g.idle = false
			}
			select {
			case <-ctx.Done():
				return nil
			case <-ready:
				g.idle = true
			}
		}
	}
}

// differ adds what differs in a profile.
func (g *gathered) differ(dir string, before, now looked) {
	for _, name := range differing(before, now) {
		g.add(dir, name)
	}
}

// differing returns the paths that differ, sorted.
func differing(a, b looked) []string {
	var out []string
	for name, sum := range a {
		if other, ok := b[name]; !ok || other != sum {
			out = append(out, name)
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// look looks at the files of a profile, without reading one.
func look(seed maphash.Seed, dir string) looked {
	l := looked{}
	for _, name := range slices.Concat(documents[:], own[:]) {
		top := filepath.Join(dir, name)
		_ = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil: // gone meanwhile, or not to be read: a build says so
				return nil
			case d.IsDir() && path != top && strings.HasPrefix(d.Name(), "."):
				return filepath.SkipDir
			}
			rel, err := filepath.Rel(dir, path)
			if slices.Contains(documents[:], name) {
				rel = name
			}
			if err == nil {
				l.take(seed, rel, path)
			}
			return nil
		})
	}
	return l
}

// take adds how a file looks.
func (l looked) take(seed maphash.Seed, name, path string) {
	info, err := os.Lstat(path)
	if err != nil {
		return
	}
	l[name] = maphash.Comparable(seed, struct {
		path     string
		before   uint64
		size     int64
		modified int64
		mode     fs.FileMode
	}{path, l[name], info.Size(), info.ModTime().UnixNano(), info.Mode()})
}
