package profile

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// The names of what a profile's folder holds.
const (
	SoulFile         = "soul.md"
	StyleFile        = "style.md"
	InstructionsFile = "instructions.md"
	MemoryFile       = "memory.md"
	UserFile         = "user.md"
	IdentityFile     = "identity.md"
	SourcesFolder    = "backstory"
	KnowledgeFolder  = "knowledge-base" // the same, by another name
	OutputFile       = "backstory.md"
	ManifestFile     = ".backstory-manifest.json"
	PreferencesFile  = "preferences.json"
	OptionsFile      = SourcesFolder + "/.backstory.json"
	BaseFile         = "base.md"
	SecurityFile     = "security.md"
	DoneFile         = "done.md"
	ToolsFolder      = "tools"
	RolesFolder      = "roles"
	ContextFolder    = "context"
	SamplesRoot      = "samples"
	SamplesFolder    = SamplesRoot + "/responses"
	ExamplesFolder   = "examples"
	ArchiveFolder    = "memory-archive"
	UsersFolder      = "users"
	SkillsFolder     = "skills"
	HeartbeatFile    = "heartbeat.md"
)

// The names of what a workspace's folder holds.
const (
	ProfilesFolder = "profiles"
	OrgsFolder     = "orgs" // of organisations, each with profiles of its own
	promptsFolder  = "prompts"
	ConfigFile     = "backstory.json"
	OpenClawFile   = "openclaw.json"
)

// maxFound bounds what FindAll looks at, in folders.
const maxFound = 1_000_000

// maxConfig is the size of a configuration file that is still read, in bytes.
const maxConfig = 1 << 20

// otherName returns the second name that a file or folder of a profile may
// have; empty where there is none. Other systems write the files that say who
// an agent is in capitals, and call the folder of documents knowledge-base.
func otherName(name string) string {
	switch name {
	case SoulFile, StyleFile, InstructionsFile, MemoryFile, UserFile, IdentityFile:
		return strings.ToUpper(strings.TrimSuffix(name, ".md")) + ".md"
	case SourcesFolder:
		return KnowledgeFolder
	}
	return ""
}

// At returns where a file or folder of the profile is: under its second name
// (SOUL.md, knowledge-base/…) where the first is not there and that is. What is
// there under neither has its first name. Where both are there the first counts.
func (p *Profile) At(name string) string { return at(p.Root, "", name) }

// HasTwo reports whether a file or folder of the profile is there under both of
// its names. On a disk that tells no cases apart they are one.
func (p *Profile) HasTwo(name string) bool { return hasTwo(p.Root, "", name) }

// at is [Profile.At] for a profile that lies in a folder below the root.
func at(root *os.Root, folder, name string) string {
	top, rest, below := strings.Cut(name, "/")
	if other := otherName(top); other != "" && !exists(root, folder, top) && exists(root, folder, other) {
		top = other
	}
	if below {
		return top + "/" + rest
	}
	return top
}

func hasTwo(root *os.Root, folder, name string) bool {
	other := otherName(name)
	if other == "" {
		return false
	}
	first, err := root.Lstat(inFolder(folder, name))
	if err != nil {
		return false
	}
	second, err := root.Lstat(inFolder(folder, other))
	return err == nil && !os.SameFile(first, second)
}

func exists(root *os.Root, folder, name string) bool {
	_, err := root.Lstat(inFolder(folder, name))
	return err == nil
}

func inFolder(folder, name string) string { return filepath.FromSlash(path.Join(folder, name)) }

// hasFile reports whether a folder of the disk holds a regular file, under
// either name.
func hasFile(dir, name string) bool {
	return isFile(filepath.Join(dir, name)) || otherName(name) != "" && isFile(filepath.Join(dir, otherName(name)))
}

// SourcesIn returns the name under which a folder of the disk holds the documents
// of a profile; where there are none, the first that it may have.
func SourcesIn(dir string) string {
	_, err := os.Lstat(filepath.Join(dir, SourcesFolder))
	if _, other := os.Lstat(filepath.Join(dir, KnowledgeFolder)); err != nil && other == nil {
		return KnowledgeFolder
	}
	return SourcesFolder
}

// HasSources reports whether a folder of the disk holds the folder of documents
// of a profile, under either name.
func HasSources(dir string) bool { return hasFolder(dir, os.Stat) }

func hasFolder(dir string, stat func(string) (os.FileInfo, error)) bool {
	for _, name := range []string{SourcesFolder, KnowledgeFolder} {
		if info, err := stat(filepath.Join(dir, name)); err == nil && info.IsDir() {
			return true
		}
	}
	return false
}

// IsSource reports whether a path, relative to a profile's folder, is below the
// folder of its sources.
func IsSource(path string) bool {
	folder, _, below := strings.Cut(path, "/")
	return below && (folder == SourcesFolder || folder == KnowledgeFolder)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
