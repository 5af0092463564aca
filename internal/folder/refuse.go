package folder

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/profile/ignore"
)

// refuse returns an error for a folder that holds much more than somebody wants to
// ask: the disk, the folder of all users, and the home folder.
func refuse(real string) error {
	what := ""
	home, err := os.UserHomeDir()
	if err == nil {
		if at, linkErr := filepath.EvalSymlinks(home); linkErr == nil {
			home = at
		}
	}
	switch {
	case real == filepath.Dir(real):
		what = "the whole disk"
	case err != nil || home == filepath.Dir(home):
	case real == home:
		what = "your home folder"
	default:
		if in, err := filepath.Rel(real, home); err == nil && filepath.IsLocal(in) {
			what = "a folder that your home folder is in"
		}
	}
	if what == "" {
		return nil
	}
	if real == filepath.Dir(real) {
		return fmt.Errorf("%s is %s: name a folder with documents, or give --yes to read all of it", names.Show(real), what)
	}
	return fmt.Errorf("%s is %s: %s, or give --yes to read all of it", names.Show(real), what, Instead(real))
}

// maxNamed is how many folders are named that may be meant.
const maxNamed = 3

// usual are folders that people keep documents in.
var usual = [...]string{"Documents", "Desktop", "Downloads", "Notes", "Papers", "Projects"}

// Instead says which folders of one that has too much could be named instead.
func Instead(dir string) string {
	entries, _ := os.ReadDir(dir) // what cannot be read is not named
	var found []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			found = append(found, e.Name())
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return rank(a) - rank(b) })
	if len(found) == 0 {
		return "name files of it"
	}
	for i, name := range found[:min(maxNamed, len(found))] {
		found[i] = names.Show(filepath.Join(dir, name))
	}
	return "name a folder in it, such as " + strings.Join(found[:min(maxNamed, len(found))], " or ")
}

func rank(name string) int {
	if i := slices.Index(usual[:], name); i >= 0 {
		return i
	}
	return len(usual)
}

// refuseFile returns an error for a file that is never read.
func refuseFile(name, real string) error {
	switch base := filepath.Base(real); {
	case ignore.IsKey(base) || ignore.IsKey(filepath.Base(name)):
		return fmt.Errorf("%s is a file for keys or secrets by its name, and is never read", names.Show(name))
	case base[0] == '.':
		return fmt.Errorf("%s is hidden, and hidden files are not read: copy it under another name", names.Show(name))
	}
	return nil
}
