package skill

import (
	"slices"
	"sync"
)

// Trusted are the files of skills and schedules that a user trusts, with their SHA-256.
// Several may use it at once. The zero value has none.
type Trusted struct {
	mu    sync.Mutex
	files map[string]string
	told  map[string]bool // what is wrong with them
}

// Trust returns files as those that are trusted.
func Trust(files map[string]string) *Trusted { return &Trusted{files: files} }

// Set makes other files those that are trusted.
func (t *Trusted) Set(files map[string]string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.files = files
}

// Files returns the files.
func (t *Trusted) Files() map[string]string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.files
}

// Untold returns those of some lines about the files that it did not return before.
func (t *Trusted) Untold(lines []string) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines = slices.DeleteFunc(lines, func(line string) bool { return t.told[line] })
	if t.told == nil {
		t.told = map[string]bool{}
	}
	for _, line := range lines {
		t.told[line] = true
	}
	return lines
}
