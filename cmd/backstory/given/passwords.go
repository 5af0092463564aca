// Package given has what a user gives to all commands that read documents: limits, and
// passwords of locked ones.
//
//   - jobs.go: how many sources at once
//   - limits.go: limits
//   - memory.go: when memory is collected
//   - passwords.go: passwords
//   - shared.go: the shared cache
package given

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/profile/ignore"
)

// The bounds of a file with passwords, and how often a person is asked for one.
const (
	maxFile      = 64 << 10
	maxPasswords = 32
	maxAsked     = 3
)

// Keys are the flags that say what opens locked sources.
type Keys struct {
	File string // of --password-file
	Open string // of --password
}

// Passwords are what opens locked sources: those of flags, of the user's configuration,
// and what a person answered. Nothing of them is kept or shown.
type Passwords struct {
	every converters.Passwords
	rules []rule

	mu    sync.Mutex
	asked map[string]converters.Passwords // by the source's path
}

// rule is a pattern of the configuration with its passwords.
type rule struct {
	whole bool // it is for the whole path of a source
	match *ignore.List
	open  converters.Passwords
}

// AddFile declares --password-file.
func (k *Keys) AddFile(flags *pflag.FlagSet) {
	flags.StringVar(&k.File, "password-file", "", "passwords of locked documents, one a line of this `FILE`")
}

// Load reads the files with passwords that the flag and the user's configuration name.
func (k *Keys) Load() (p *Passwords, err error) {
	p = &Passwords{}
	if k.File != "" {
		if p.every, err = read(k.File); err != nil {
			return nil, fmt.Errorf("--password-file: %w", err)
		}
	}
	if k.Open != "" {
		p.every = append(p.every, k.Open)
	}
	user, err := catalog.Load("")
	if err != nil {
		return nil, err
	}
	for _, pattern := range slices.Sorted(maps.Keys(user.Passwords)) {
		r := rule{whole: strings.HasPrefix(pattern, "/") || strings.HasPrefix(pattern, "~/")}
		if r.open, err = read(user.Passwords[pattern]); err == nil {
			r.match, err = ignore.New([]string{withHome(pattern)})
		}
		if err != nil {
			return nil, fmt.Errorf("%s: passwords.%s: %w", catalog.ConfigName, pattern, err)
		}
		p.rules = append(p.rules, r)
	}
	return p, nil
}

// withHome returns a pattern with the user's folder in place of a tilde.
func withHome(pattern string) string {
	rest, ok := strings.CutPrefix(pattern, "~/")
	home, err := os.UserHomeDir()
	if !ok || err != nil {
		return pattern
	}
	return filepath.ToSlash(home) + "/" + rest
}

// read reads a file with a password in each line.
func read(name string) (list converters.Passwords, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	for _, line := range bytes.Split(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), []byte("\n")) {
		if line = bytes.TrimSuffix(line, []byte("\r")); len(line) > 0 {
			list = append(list, string(line))
		}
	}
	switch {
	case len(text) > maxFile || len(list) > maxPasswords:
		return nil, fmt.Errorf("%s: it has more than %d passwords or %d KiB", names.Show(name), maxPasswords, maxFile>>10)
	case len(list) == 0:
		return nil, fmt.Errorf("%s: it has no password: write one a line", names.Show(name))
	}
	return list, nil
}

// For returns what may open a source, by the folder that it is in and its path there.
func (p *Passwords) For(folder, path string) converters.Passwords {
	whole := wholeOf(folder, path)
	p.mu.Lock()
	out := slices.Concat(p.asked[whole], p.every)
	p.mu.Unlock()
	for _, r := range p.rules {
		at := path
		if r.whole {
			at = strings.TrimPrefix(whole, "/")
		}
		if r.match.Match(at, false) {
			out = append(out, r.open...)
		}
	}
	return out
}

// wholeOf returns the whole path of a source, with slashes.
func wholeOf(folder, path string) string {
	whole := filepath.Join(folder, filepath.FromSlash(path))
	if abs, err := filepath.Abs(whole); err == nil {
		whole = abs
	}
	return filepath.ToSlash(whole)
}

// Ask asks a person for the password of a source. It returns false where nobody can be
// asked or answers, or was asked often enough.
func (p *Passwords) Ask(t *cli.Terminal, folder, path string) bool {
	in, ok := t.In.(*os.File)
	if !ok || !t.Person || !term.IsTerminal(int(in.Fd())) || t.Answer.Asked {
		return false
	}
	whole := wholeOf(folder, path)
	if len(p.asked[whole]) >= maxAsked {
		return false
	}
	t.Talk("password of %s (empty for none): ", names.Show(path))
	answer, err := term.ReadPassword(int(in.Fd()))
	t.Talk("\n")
	if err != nil || len(answer) == 0 {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asked == nil {
		p.asked = map[string]converters.Passwords{}
	}
	p.asked[whole] = append(p.asked[whole], string(answer))
	return true
}
