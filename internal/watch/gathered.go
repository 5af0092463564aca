package watch

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/profile"
)

// Change is what changed in one profile, in a while.
type Change struct {
	Dir     string   // of the profile, or empty for a file of [Settings.Files]
	Sources bool     // a build may be due
	Gone    bool     // the profile is no longer there
	Files   []string // others that say who the agent is, such as soul.md, or the file of Settings.Files; sorted
}

// Settings say what is watched.
type Settings struct {
	// List returns the folders of the profiles, absolute. It is asked again when
	// something beside one of them changes, or in Above.
	List  func() ([]string, error)
	Above []string // folders in which profiles may appear
	Files []string // other files, absolute
	// Poll is how often is looked. Zero leaves it to the system to tell, where it
	// does.
	Poll time.Duration
	Warn func(error) // may be nil

	spoil func(dir string) error // fails in tests what the system is asked for
}

// usualPoll is how often is looked where the system tells nothing.
const usualPoll = time.Second

// gathered is what is not told yet.
type gathered struct {
	known   map[string]bool // the profiles that are there
	pending map[string]*Change
	files   []string
	idle    bool      // nothing is being told
	first   time.Time // when the first of pending came
	last    time.Time
}

// of returns the change of a profile that is pending.
func (g *gathered) of(dir string) *Change {
	g.last = time.Now()
	c := g.pending[dir]
	if c == nil {
		c = &Change{Dir: dir}
		g.pending[dir] = c
		if len(g.pending) == 1 {
			g.first = g.last
		}
	}
	return c
}

// add takes a path that changed, below a profile.
func (g *gathered) add(dir, rel string) {
	rel = filepath.ToSlash(rel)
	top, _, _ := strings.Cut(rel, "/")
	switch {
	case slices.Contains(documents[:], top):
		g.of(dir).Sources = true
	case rel == profile.PreferencesFile: // has the label, too
		g.of(dir).Sources = true
		g.file(dir, rel)
	case slices.Contains(own[:], top):
		g.file(dir, rel)
	}
}

// own are the files and folders of a profile that say who the agent is. What a
// build writes is none of them.
var own = [...]string{
	profile.SoulFile, profile.BaseFile, profile.SecurityFile, profile.DoneFile, profile.HeartbeatFile, profile.PreferencesFile,
	profile.RolesFolder, profile.ToolsFolder, profile.ContextFolder, profile.SamplesRoot, profile.SkillsFolder, profile.ExamplesFolder,
	profile.StyleFile, profile.InstructionsFile, profile.MemoryFile, profile.UserFile,
	"SOUL.md", "STYLE.md", "INSTRUCTIONS.md", "MEMORY.md", "USER.md",
}

// documents are the names of the folder with the sources.
var documents = [...]string{profile.SourcesFolder, profile.KnowledgeFolder}

func (g *gathered) file(dir, name string) {
	c := g.of(dir)
	if i, found := slices.BinarySearch(c.Files, name); !found {
		c.Files = slices.Insert(c.Files, i, name)
	}
}

// wait is how long until something may be told, or negative where nothing is
// pending.
func (g *gathered) wait() time.Duration {
	if len(g.pending) == 0 {
		return -1
	}
	return max(0, min(time.Until(g.last.Add(quiet)), time.Until(g.first.Add(longest))))
}

// next takes the first change that is pending, by folder.
func (g *gathered) next() Change {
	c := g.pending[slices.Min(slices.Collect(maps.Keys(g.pending)))]
	delete(g.pending, c.Dir)
	return *c
}

// list compares the profiles that are there with those that are known, and
// returns those that are new.
func (g *gathered) list(s Settings) (fresh []string) {
	dirs, err := s.List()
	if err != nil {
		s.Warn(err)
		return nil
	}
	there := map[string]bool{}
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		there[dir] = true
		if !g.known[dir] {
			g.known[dir] = true
			g.of(dir).Sources = true
			g.of(dir).Gone = false
			fresh = append(fresh, dir)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(g.known)) {
		if !there[dir] {
			g.gone(dir)
		}
	}
	return fresh
}

// gone says that a profile is not there any more.
func (g *gathered) gone(dir string) {
	delete(g.known, dir)
	*g.of(dir) = Change{Dir: dir, Gone: true}
}

// profileOf returns the known profile that a path is in, and the rest of the
// path.
func (g *gathered) profileOf(path string) (dir, rel string, ok bool) {
	for dir = filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if g.known[dir] {
			rel, err := filepath.Rel(dir, path)
			return dir, rel, err == nil
		}
		if dir == filepath.Dir(dir) {
			return "", "", false
		}
	}
}
