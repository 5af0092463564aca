package proposal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/patch"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/wording"
	"github.com/seed353dc258/backstory/profile"
)

// maxName is how long the name of a target may be, in bytes.
const maxName = 200

// allowed is the patterns of the files that may be changed.
func (s Settings) allowed() []string {
	if len(s.AllowedFiles) == 0 {
		return defaultFiles()
	}
	return s.AllowedFiles
}

// noLonger says of the file of a proposal that settings have changed since.
const noLonger = "is no longer in allowed_files."

// never are files that decide what may be approved, and what is built: no
// setting lets them be proposed.
func never(target string) bool {
	first, _, _ := strings.Cut(target, "/")
	return slices.Contains([]string{approval.Folder, approval.SignersFile, approval.DemandFile, Memories}, strings.TrimSuffix(first, ".sig")) || target == profile.OutputFile
}

// checkName says why a name is not that of a file that may be changed (PP-18).
func (s Settings) checkName(target string) error {
	switch {
	case target == "" || len(target) > maxName || !fs.ValidPath(target) || strings.ContainsAny(target, `\:`) || wording.Hidden(target) != 0:
		return refuse(CodeTarget, "%q: Path traversal detected. Name a file of the profile, such as soul.md", target)
	case slices.ContainsFunc(strings.Split(target, "/"), func(part string) bool { return strings.HasPrefix(part, ".") }):
		return refuse(CodeTarget, "%s is hidden: such files are not changed by proposals", target)
	}
	for _, pattern := range s.allowed() {
		// In a pattern's last part ** stands for folders and a name.
		if ok, _ := doublestar.Match(strings.ReplaceAll(pattern, "**.", "**/*."), target); ok && !never(target) {
			return nil
		}
	}
	return refuse(CodeTarget, "%s "+noLonger+" Current: %s", target, strings.Join(s.allowed(), ", "))
}

// read returns a target of a profile, nil where it is not there. No part of its
// path may be a link, wherever that leads.
func (s Settings) read(p *profile.Profile, target string) ([]byte, error) {
	if err := s.checkName(target); err != nil {
		return nil, err
	}
	if other := p.At(target); other != target {
		return nil, refuse(CodeTarget, "%s is called %s here: rename it, so that proposals can change it", target, other)
	}
	parts := strings.Split(target, "/")
	for i := range parts {
		info, err := p.Root.Lstat(filepath.FromSlash(path.Join(parts[:i+1]...)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if last := i == len(parts)-1; info.Mode()&fs.ModeSymlink != 0 || last != info.Mode().IsRegular() || !last && !info.IsDir() {
			return nil, refuse(CodeTarget, "%s: %s is a link or no file: put the file itself there", target, path.Join(parts[:i+1]...))
		}
	}
	content, err := p.ReadFile(target, patch.MaxFile)
	if err == nil && content == nil {
		return nil, refuse(CodeTarget, "%s is gone", target)
	}
	return content, err
}

// maxTargets is how many files an agent is told of.
const maxTargets = 64

// Targets returns the files of a profile that may be changed and are there, with
// soul.md in any case; sources are not among them.
func (d *Desk) Targets(name string) (targets []string, err error) {
	p, err := d.Profile(name)
	if err != nil || p == nil {
		return nil, err
	}
	defer p.Close()
	out := []string{profile.SoulFile}
	if d.Settings.Memories {
		defer func() { targets = append(targets, Memories) }()
	}
	for _, name := range []string{profile.IdentityFile, profile.StyleFile, profile.InstructionsFile, profile.MemoryFile, profile.UserFile, profile.PreferencesFile} {
		if content, err := d.Settings.read(p, name); err == nil && content != nil {
			out = append(out, name)
		}
	}
	for _, folder := range []string{profile.ContextFolder, profile.RolesFolder} {
		names, err := Disk(p).List(folder)
		if err != nil {
			continue // it is not a folder
		}
		for _, name := range names {
			target := path.Join(folder, name)
			if content, err := d.Settings.read(p, target); err == nil && content != nil && len(out) < maxTargets {
				out = append(out, target)
			}
		}
	}
	return slices.DeleteFunc(out, func(target string) bool { return d.Settings.checkName(target) != nil }), nil
}

// checkContent says why a change may not be made whoever wants it (PP-08): it
// brings markup that a browser would run, a comment that nobody sees, or a
// hidden character. What the file has already is not looked at.
func checkContent(base, result []byte) error {
	known := map[string]bool{}
	for line := range strings.Lines(string(base)) {
		known[strings.TrimRight(line, "\r\n")] = true
	}
	var brought strings.Builder
	for line := range strings.Lines(string(result)) {
		if !known[strings.TrimRight(line, "\r\n")] {
			brought.WriteString(line)
		}
	}
	text := strings.TrimPrefix(brought.String(), "\ufeff")
	what := wording.Find(wording.Markup, text)
	if r := wording.Hidden(text); r != 0 {
		what = visible(r)
	}
	if what != "" {
		return refuse(CodeContent, "the change contains potentially dangerous content: %s", what)
	}
	return nil
}

// Memories is what a draft names as its target to change memories instead of a
// file. They are the user's own: nobody else sees such a proposal, or decides
// about it, and rules never carry it out.
const Memories = "memories"

// patchOf returns the change of a proposal.
func patchOf(p store.Proposal) patch.Patch {
	var change patch.Patch
	_ = json.Unmarshal(p.Change.Patch, &change) // which Propose wrote; a zero patch applies to nothing
	return change
}

// open opens the profile of a scope.
func (d *Desk) open(name string) (*profile.Profile, error) {
	p, err := d.Profile(name)
	if err == nil && p == nil {
		err = refuse(CodeTarget, "no profile is active: proposals are of a profile")
	}
	return p, err
}

// visible writes a character that nobody sees.
func visible(r rune) string { return fmt.Sprintf("<U+%04X>", r) }

// Visible returns a text whose characters can all be seen.
func Visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\r' || r == '\u200c' || r == '\u200d' || wording.Hidden(string(r)) != 0 {
			b.WriteString(visible(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
