package prompt

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// FileVersion names the content of a file that a prompt was composed of.
type FileVersion struct {
	Path   string `json:"path"`   // relative to the workspace, or to a profile that stands alone
	Digest string `json:"digest"` // SHA-256 of its bytes, in hexadecimal
}

// versions returns the files that say who the agent is, and those that the
// sections of the prompt are from, sorted by their paths. A source is known by
// the backstory.md that was built of it.
func versions(i *profile.Identity, e *Epoch) []FileVersion {
	list := []profile.File{i.Soul.File, i.Preferences.File, i.Own.Style, i.Own.Instructions, i.Own.Memory, i.User.File, i.Backstory, i.Prompts.Base, i.Prompts.Security, i.Prompts.Done}
	list = append(list, i.Own.Context...)
	list = append(list, i.Prompts.Tools...)
	for _, r := range i.Roles {
		if r.Name == e.Role {
			list = append(list, r.File)
		}
	}
	if e.Section(idSamples) != nil {
		list = append(list, filesOf(i.Own.Samples)...)
	}
	if e.Section(idExamples) != nil {
		list = append(list, filesOf(i.Own.Examples)...)
	}
	var out []FileVersion
	for _, f := range list {
		if f.Found && f.Digest != "" {
			out = append(out, FileVersion{f.Path, f.Digest})
		}
	}
	slices.SortFunc(out, func(a, b FileVersion) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Digest, b.Digest))
	})
	return slices.Compact(out)
}

func filesOf(samples []profile.Sample) []profile.File {
	var list []profile.File
	for _, s := range samples {
		list = append(list, s.File)
	}
	return list
}

// FileChange is a file of which two epochs have other versions.
type FileChange struct {
	Path string `json:"path"`
	Old  string `json:"old"` // the digest; empty where it was not there
	New  string `json:"new"`
}

// CompareFiles names the files of which two epochs have other versions, sorted.
// An epoch that does not say its files differs in none.
func CompareFiles(old, now *Epoch) []FileChange {
	if len(old.Files) == 0 || len(now.Files) == 0 {
		return nil
	}
	known := map[string]string{}
	for _, f := range old.Files {
		known[f.Path] = f.Digest
	}
	var out []FileChange
	for _, f := range now.Files {
		if known[f.Path] != f.Digest {
			out = append(out, FileChange{f.Path, known[f.Path], f.Digest})
		}
		delete(known, f.Path)
	}
	for path, digest := range known {
		out = append(out, FileChange{path, digest, ""})
	}
	slices.SortFunc(out, func(a, b FileChange) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// WriteFiles writes which versions differ, for people.
func WriteFiles(to io.Writer, list []FileChange) error {
	shown := func(digest string) string {
		if digest == "" {
			return "(no file)"
		}
		return digest[:min(12, len(digest))]
	}
	for _, f := range list {
		if _, err := fmt.Fprintf(to, "%s: version %s → %s\n", oneline.Safe(f.Path), oneline.Safe(shown(f.Old)), oneline.Safe(shown(f.New))); err != nil {
			return err
		}
	}
	return nil
}
