package host

import (
	"context"
	"path"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/search"
)

// maxLibraries is how many profiles a host remembers the library of. Cutting one
// and opening its index takes longer than what is asked of them.
const maxLibraries = 8

// libraries remembers the libraries of the profiles that were asked for last.
type libraries struct {
	roster roster
	mu     sync.Mutex
	list   []shelf    // the last one first
	read   []read     // the last one first
	made   []composed // the last one first
}

// composed is a prompt, with what it was composed of.
type composed struct {
	of    prompt.Inputs
	epoch *prompt.Epoch
}

// compose is [prompt.Compose], which costs as much as a backstory is long, where none of
// the last prompts was composed of the same.
func (l *libraries) compose(in prompt.Inputs) (*prompt.Epoch, error) {
	own := *in.Identity // which may be changed for another session
	in.Identity = &own
	l.mu.Lock()
	made := l.made
	l.mu.Unlock()
	for _, c := range made {
		if c.of.Library == in.Library && reflect.DeepEqual(c.of, in) {
			return c.epoch, nil
		}
	}
	e, err := prompt.Compose(in)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.made = append([]composed{{in, e}}, l.made[:min(len(l.made), maxLibraries-1)]...)
	return e, nil
}

// read is the longest that a profile has, as its files had it.
type read struct {
	dir       string
	stamp     string // of [pipeline.Stamp]
	backstory profile.File
	manifest  []byte
}

// load is [profile.Load], which reads a backstory again only where somebody may have
// written it.
func (l *libraries) load(w *profile.Workspace, p *profile.Profile) (*profile.Identity, error) {
	if p == nil || p.Writable() != nil {
		return profile.Load(w, p)
	}
	stamp := pipeline.Stamp(p)
	l.mu.Lock()
	at := slices.IndexFunc(l.read, func(r read) bool { return r.dir == p.Dir && r.stamp == stamp })
	var known read
	if at >= 0 {
		known = l.read[at]
	}
	l.mu.Unlock()
	if stamp != "" && at >= 0 {
		i, err := profile.LoadBeside(w, p)
		if i != nil {
			i.Backstory, i.Manifest = known.backstory, known.manifest
		}
		return i, err
	}
	i, err := profile.Load(w, p)
	if err != nil || stamp == "" || !i.Backstory.Found || i.Manifest == nil || pipeline.Stamp(p) != stamp {
		return i, err
	}
	if slices.ContainsFunc(i.Problems, func(p profile.Problem) bool { return path.Base(p.File) == profile.OutputFile }) {
		return i, nil // which is said each time
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read = slices.DeleteFunc(l.read, func(r read) bool { return r.dir == p.Dir })
	l.read = slices.Insert(l.read[:min(len(l.read), maxLibraries-1)], 0, read{p.Dir, stamp, i.Backstory, i.Manifest})
	return i, nil
}

// shelf is a library, with what searches it.
type shelf struct {
	of       *profile.Identity // what the library has of it, and no more
	searcher *tool.Searcher
}

// shelf returns the library of a profile as it is now. As long as nothing in it
// changes, it is the same one.
func (h *Host) shelf(i *profile.Identity) shelf {
	of := &profile.Identity{Name: i.Name, Dir: i.Dir, Own: i.Own, Foreign: i.Foreign, Backstory: i.Backstory, Manifest: i.Manifest, Preferences: i.Preferences}
	l := &h.libraries
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.IndexFunc(l.list, func(s shelf) bool { return s.of.Dir == of.Dir })
	if at >= 0 {
		s := l.list[at]
		l.list = slices.Delete(l.list, at, at+1)
		if reflect.DeepEqual(s.of, of) {
			l.list = slices.Insert(l.list, 0, s)
			return s
		}
	}
	s := shelf{of, tool.NewSearcher(prompt.NewLibrary(of), search.NewCache(h.Cache, of.Dir))}
	l.list = slices.Insert(l.list[:min(len(l.list), maxLibraries-1)], 0, s)
	return s
}

// Searcher returns what searches the library of a profile, whose index is in memory.
func (h *Host) Searcher(i *profile.Identity) *tool.Searcher { return h.shelf(i).searcher }

// maxNear is how long a turn waits for vectors of a library that are missing.
const maxNear = 20 * time.Second

// Near returns how a profile is searched, where that is on behalf of a scope.
func (h *Host) Near(sc scope.Scope, i *profile.Identity) tool.Near {
	spend := func(ctx context.Context, name string, estimate int, do func() (int, error)) error {
		return h.Runner.Within(ctx, sc, name, estimate, do)
	}
	return find.Near(i, h.Catalog, maxNear, spend, h.Warn)
}

// roster lists the profiles, and reads again those alone of which a file changed.
type roster struct {
	mu      sync.Mutex
	of      *profile.Workspace
	catalog *profile.Catalog
}

func (r *roster) list(w *profile.Workspace) ([]profile.Summary, []profile.Problem, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of != w {
		r.of, r.catalog = w, profile.NewCatalog(w)
		r.catalog.Stamp = discover.Settled
	}
	return r.catalog.List()
}
