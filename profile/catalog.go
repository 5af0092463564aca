package profile

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/internal/plainfile"
)

// Summary is what a list of profiles says of one.
type Summary struct {
	Name        string // key: the folder's name in lower case
	Display     string
	Dir         string // absolute
	Description string
	Model       string    // of the soul; may be empty
	Changed     time.Time // of the soul
	Roles       []string  // of [Identity.SpawnableRoles]; with [Catalog.Stamp] alone
}

// Catalog lists the profiles of a workspace. It must not be used concurrently.
type Catalog struct {
	// Stamp describes files and folders by what the system says of them. A profile of which
	// it says the same as before is not read again. It is empty where a later change might
	// not be seen. Nil: all profiles are read each time.
	Stamp func(root *os.Root, names []string) string

	workspace *Workspace
	entries   map[string]entry // by folder
	above     string           // the stamp of what the workspace gives to all
}

// entry is what is known of a profile.
type entry struct {
	files   []string // below profiles/: whatever the summary depends on
	stamp   string   // of these; empty where they are to be read again
	summary Summary
}

// NewCatalog returns the catalog of a workspace.
func NewCatalog(w *Workspace) *Catalog {
	return &Catalog{workspace: w, entries: map[string]entry{}}
}

// List returns the profiles, sorted by name: the folders directly in profiles/
// that hold a soul.md. What is wrong with one is a problem and leaves it out.
func (c *Catalog) List() ([]Summary, []Problem, error) {
	folders, err := c.workspace.folders()
	if err != nil || len(folders) == 0 {
		return nil, nil, err
	}
	root, err := plainfile.OpenRootIn(c.workspace.Root, c.workspace.profiles())
	if err != nil {
		return nil, nil, fmt.Errorf("listing the profiles: %w", err)
	}
	defer root.Close()
	var problems []Problem
	list := make([]Summary, 0, len(folders))
	seen := make(map[string]string, len(folders))
	entries := make(map[string]entry, len(folders))
	same := c.isSameAbove()
	for _, folder := range folders {
		e, ok := c.entries[folder]
		if !ok || !same || e.stamp == "" || c.Stamp(root, e.files) != e.stamp {
			if e, err = c.read(root, folder); err != nil {
				problems = append(problems, Problem{File: path.Join(c.workspace.profiles(), folder, at(root, folder, SoulFile)), Message: err.Error()})
			}
			if e.summary.Name == "" {
				continue
			}
		}
		if first, twice := seen[e.summary.Name]; twice {
			problems = append(problems, Problem{File: path.Join(c.workspace.profiles(), folder, at(root, folder, SoulFile)), Message: "differs from " + first + " by case alone: rename one"})
			continue
		}
		seen[e.summary.Name] = folder
		entries[folder] = e
		list = append(list, e.summary)
	}
	c.entries = entries
	sortSummaries(list)
	return list, problems, nil
}

// isSameAbove reports whether what the workspace gives to all profiles is what it was
// when they were read.
func (c *Catalog) isSameAbove() bool {
	if c.Stamp == nil {
		return false
	}
	now := c.Stamp(c.workspace.Root, filesOf(c.workspace.Root, "", RolesFolder))
	same := now != "" && now == c.above
	c.above = now
	return same
}

// read reads what the list says of a profile. Without a soul it has no name.
func (c *Catalog) read(root *os.Root, folder string) (entry, error) {
	var e entry
	name := path.Join(folder, at(root, folder, SoulFile))
	if c.Stamp != nil { // before anything is read
		files := []string{folder, name, path.Join(folder, at(root, folder, IdentityFile)), path.Join(folder, PreferencesFile)}
		e.files = slices.DeleteFunc(files, func(n string) bool { return !exists(root, "", n) }) // what appears changes the folder
		e.files = append(e.files, filesOf(root, folder, RolesFolder)...)
		e.stamp = c.Stamp(root, e.files)
	}
	content, err := readFile(root, name, maxText)
	if content == nil {
		return entry{}, err
	}
	decoded, _, _ := text.Decode(content) // what it is not is said where it is read
	soul, _ := ParseSoul(decoded)
	e.summary = Summary{
		Name: strings.ToLower(folder), Display: cmp.Or(nameIn(root, folder), DisplayName(folder)), Dir: filepath.Join(c.workspace.Dir, c.workspace.profiles(), folder),
		Description: soul.Description, Model: soul.Model,
	}
	if info, err := root.Stat(filepath.FromSlash(name)); err == nil { // else it was removed meanwhile
		e.summary.Changed = info.ModTime()
	}
	if c.Stamp == nil {
		return e, nil
	}
	if in, err := plainfile.OpenRootIn(root, folder); err == nil {
		defer in.Close()
		i, err := LoadBeside(c.workspace, &Profile{Dir: e.summary.Dir, Root: in})
		if err == nil {
			e.summary.Roles = i.SpawnableRoles()
			return e, nil
		}
	}
	e.stamp = "" // it changes just now
	return e, nil
}

// filesOf returns the names of a folder and of what it holds.
func filesOf(root *os.Root, in, folder string) []string {
	at := path.Join(in, folder)
	entries, _ := plainfile.List(root, at, maxFiles+1) // what cannot be listed gives nothing
	names := []string{at}
	for _, e := range entries {
		names = append(names, path.Join(at, e.Name()))
	}
	return names
}

// GivenName is what people call the profile: the name that they gave it, or that of
// its folder.
func (p *Profile) GivenName() string { return cmp.Or(nameIn(p.Root, "."), p.Name()) }

// nameIn returns the name that the identity.md of a folder gives; "" for none.
func nameIn(root *os.Root, folder string) string {
	content, _ := readFile(root, path.Join(folder, at(root, folder, IdentityFile)), maxText) // what is wrong with it is said where the profile is read
	decoded, _, _ := text.Decode(content)
	if !IsFilled(decoded) {
		return ""
	}
	return (&reader{}).persona(File{Text: decoded}).Name
}

func sortSummaries(list []Summary) {
	slices.SortStableFunc(list, func(a, b Summary) int { return strings.Compare(a.Name, b.Name) })
}
