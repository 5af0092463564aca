package profile

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/internal/plainfile"
)

// Summary is what a list of profiles says of one.
type Summary struct {
	Name        string // key: the folder's name in lower case
	Display     string
	Dir         string // absolute
	Description string
	Model       string // of the soul; may be empty
}

// Catalog lists the profiles of a workspace. What it keeps of a soul holds as
// long as the file has the same content, so that an edit is seen at once,
// whatever its time says. It must not be used concurrently.
type Catalog struct {
	workspace *Workspace
	souls     map[string]cachedSoul // by folder
}

type cachedSoul struct {
	digest [sha256.Size]byte
	soul   Soul
}

// NewCatalog returns the catalog of a workspace.
func NewCatalog(w *Workspace) *Catalog {
	return &Catalog{workspace: w, souls: map[string]cachedSoul{}}
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
	var list []Summary
	var problems []Problem
	seen := map[string]string{}
	souls := make(map[string]cachedSoul, len(folders))
	for _, folder := range folders {
		name := folder + "/" + at(root, folder, SoulFile)
		file := path.Join(c.workspace.profiles(), name)
		content, err := readFile(root, name, maxText)
		if err != nil {
			problems = append(problems, Problem{File: file, Message: err.Error()})
		}
		if content == nil {
			continue
		}
		key := strings.ToLower(folder)
		if first, twice := seen[key]; twice {
			problems = append(problems, Problem{File: file, Message: "differs from " + first + " by case alone: rename one"})
			continue
		}
		seen[key] = folder
		soul := c.soul(folder, content)
		souls[folder] = soul
		list = append(list, Summary{
			Name: key, Display: cmp.Or(nameIn(root, folder), DisplayName(folder)), Dir: filepath.Join(c.workspace.Dir, c.workspace.profiles(), folder),
			Description: soul.soul.Description, Model: soul.soul.Model,
		})
	}
	c.souls = souls
	sortSummaries(list)
	return list, problems, nil
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

func (c *Catalog) soul(folder string, content []byte) cachedSoul {
	digest := sha256.Sum256(content)
	if known, ok := c.souls[folder]; ok && known.digest == digest {
		return known
	}
	decoded, _, _ := text.Decode(content) // what it is not is said where it is read
	soul, _ := ParseSoul(decoded)
	return cachedSoul{digest, soul}
}

func sortSummaries(list []Summary) {
	slices.SortStableFunc(list, func(a, b Summary) int { return strings.Compare(a.Name, b.Name) })
}
