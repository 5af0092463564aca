package profile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// Tier is where a file was found. A nearer one wins.
type Tier string

// The tiers, the nearest first.
const (
	TierProfile   Tier = "profile"
	TierWorkspace Tier = "workspace"
	TierBuiltin   Tier = "builtin" // in the binary: the composer has them
)

// File is a file of text that was looked for in its tiers. Its text is UTF-8
// with line feeds.
type File struct {
	Name  string // in its tier, such as base.md
	Tier  Tier   // where it was found; TierBuiltin where it was not
	Path  string // relative to the workspace, or to a profile that stands alone
	Text  string
	Found bool
	// Digest is the SHA-256 of its bytes on disk, in hexadecimal: which version of
	// it was read.
	Digest string
}

// The sizes of the files that are still read, in bytes.
const (
	maxText      = 1 << 20
	maxBackstory = 64 << 20
	maxFiles     = 1000 // of one folder
)

// Identity is everything that the files of a profile say at one moment. It is
// plain data: what composes a prompt from it touches no disk.
type Identity struct {
	Name        string // of the folder, in lower case; empty where no profile is active
	Display     string
	Dir         string // absolute
	SoulFile    File   // in its tiers
	Soul        Soul
	Own         Own
	Persona     Persona
	Foreign     Foreign
	Backstory   File   // of the profile alone, as it is on disk
	Manifest    []byte // beside it; nil where there is none
	Context     []File // context/*.md that are not blank, in order
	Preferences Preferences
	Base        File
	Security    File
	Done        File
	Tools       []File // tools/*.md, of each name that of the nearest tier, sorted
	Roles       []Role // the profile's, then the workspace's that it does not replace
	Samples     []Sample
	Examples    []Sample // examples/*.md
	User        User     // who talks with the agent
	Config      Config
	Problems    []Problem // everything that is wrong, in the order of the files
}

// Own is what the owner of a profile says besides its soul. A file that is blank,
// or that nobody has filled in, has no text.
type Own struct {
	Style        File // how it speaks
	Instructions File // how it works
	Memory       File // what its owner wants remembered
}

// HasLibrary reports whether there is something to read beside the soul and the
// instructions: documents, notes, or what the owner wants remembered.
func (i *Identity) HasLibrary() bool {
	return i.Backstory.Found || len(i.Context) > 0 || len(i.Foreign.Files) > 0 || len(i.Foreign.Notebook) > 0 || strings.TrimSpace(i.Own.Memory.Text) != ""
}

// Load reads a profile and what its workspace adds. Either may be nil: a
// profile may stand alone, and a workspace may be used without a profile. A
// file that cannot be read is a problem, but for the soul of a profile.
func Load(w *Workspace, p *Profile) (*Identity, error) { return load(w, p, &reader{}) }

// LoadBeside is [Load] of all but the backstory and its manifest, which are the
// longest by far: as though there were none.
func LoadBeside(w *Workspace, p *Profile) (*Identity, error) {
	return load(w, p, &reader{beside: true})
}

func load(w *Workspace, p *Profile, r *reader) (*Identity, error) {
	i := &Identity{}
	if w != nil {
		i.Config = w.Config
		r.problems = append(r.problems, w.Problems...)
		r.tiers = append(r.tiers, files{w.Root, promptsFolder, TierWorkspace, promptsFolder})
	}
	if p != nil {
		at := ""
		if w != nil {
			at = path.Join(w.profiles(), p.Name())
		}
		own := files{p.Root, "", TierProfile, at}
		i.Name, i.Display, i.Dir = strings.ToLower(p.Name()), DisplayName(p.Name()), p.Dir
		if p.Writable() == nil {
			r.tiers = slices.Insert(r.tiers, 0, own)
			r.profile(i, own)
		}
	}
	if p != nil && p.system != "" {
		r.inPlace(i, p)
	} else {
		i.SoulFile = r.filled(r.find(SoulFile, false))
	}
	soul, problems := ParseSoul(i.SoulFile.Text)
	i.Soul = soul
	for _, message := range problems {
		r.problem(i.SoulFile.Path, message)
	}
	i.Base, i.Done = r.find(BaseFile, false), r.find(DoneFile, false)
	i.Security = r.find(SecurityFile, true)
	i.Tools = r.tools()
	user, wrong := UserOf(w, p)
	i.User, r.problems = user, append(r.problems, wrong...)
	if w != nil {
		i.Roles = r.roles(files{w.Root, "", TierWorkspace, ""}, i.Roles)
	}
	i.Problems = r.problems
	if p != nil && p.system == "" && i.SoulFile.Tier != TierProfile {
		return i, fmt.Errorf("%s: %w: it has no %s that can be read", p.Dir, ErrNotFound, SoulFile)
	}
	return i, nil
}

// files is one tier of files.
type files struct {
	root   *os.Root
	folder string // below the root
	tier   Tier
	shown  string // the text before a name in a path
}

type reader struct {
	tiers    []files // the nearest first
	problems []Problem
	beside   bool // the backstory is not read
}

func (r *reader) problem(file, message string) {
	r.problems = append(r.problems, Problem{File: file, Message: message})
}

// profile reads what only a profile has.
func (r *reader) profile(i *Identity, own files) {
	if content, err := readFile(own.root, PreferencesFile, maxConfig); err != nil {
		r.problem(path.Join(own.shown, PreferencesFile), err.Error())
	} else {
		i.Preferences = ParsePreferences(content)
		i.Preferences.File = File{Name: PreferencesFile, Tier: TierProfile, Path: path.Join(own.shown, PreferencesFile), Found: content != nil, Digest: digestOf(content)}
	}
	for _, p := range i.Preferences.Problems {
		p.File = path.Join(own.shown, p.File)
		r.problems = append(r.problems, p)
	}
	if !r.beside {
		i.Backstory = r.limited(own, OutputFile, maxBackstory)
	}
	if i.Backstory.Found {
		manifest, err := readFile(own.root, ManifestFile, maxBackstory)
		if err != nil {
			r.problem(path.Join(own.shown, ManifestFile), err.Error())
		}
		i.Manifest = manifest
	}
	names := r.markdown(own, ContextFolder)
	slices.SortStableFunc(names, compareContext)
	for _, name := range names {
		if f := r.file(own, ContextFolder+"/"+name); f.Found && strings.TrimSpace(f.Text) != "" {
			i.Context = append(i.Context, f)
		}
	}
	i.Roles = r.roles(own, nil)
	i.Samples = r.samples(own, SamplesRoot, SamplesFolder)
	i.Examples = r.samples(own, ExamplesFolder)
	i.Own = Own{r.filled(r.file(own, StyleFile)), r.filled(r.file(own, InstructionsFile)), r.filled(r.file(own, MemoryFile))}
	if i.Persona = r.persona(r.filled(r.file(own, IdentityFile))); i.Persona.Name != "" {
		i.Display = i.Persona.Name
	}
	if hasTwo(own.root, own.folder, SourcesFolder) {
		r.problem(path.Join(own.shown, KnowledgeFolder), "is not read, since there is "+SourcesFolder+", too: move its documents there")
	}
}

// find returns a file of the nearest tier that has it. Presence decides, but
// where a blank file does not count as one.
func (r *reader) find(name string, notBlank bool) File {
	for _, t := range r.tiers {
		f := r.file(t, name)
		if f.Found && notBlank && strings.TrimSpace(f.Text) == "" {
			r.problem(f.Path, "an override must not be empty: remove it to fall back to the next one")
			continue
		}
		if f.Found {
			return f
		}
	}
	return File{Name: name, Tier: TierBuiltin}
}

// tools returns the tool prompts of all tiers. Of one name the nearest counts.
func (r *reader) tools() []File {
	var list []File
	for _, t := range r.tiers {
		at := files{t.root, path.Join(t.folder, ToolsFolder), t.tier, path.Join(t.shown, ToolsFolder)}
		for _, name := range r.markdown(t, ToolsFolder) {
			known := slices.ContainsFunc(list, func(f File) bool { return f.Name == name })
			if f := r.file(at, name); f.Found && !known {
				list = append(list, f)
			}
		}
	}
	slices.SortFunc(list, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func (r *reader) file(t files, name string) File { return r.limited(t, name, maxText) }

// limited reads a file of one tier. One that cannot be read is a problem and
// not found.
func (r *reader) limited(t files, name string, limit int64) File {
	if hasTwo(t.root, t.folder, name) {
		r.problem(path.Join(t.shown, otherName(name)), "is not read, since there is "+name+", too: make one file of them")
	}
	name = at(t.root, t.folder, name)
	f := File{Name: path.Base(name), Tier: t.tier, Path: path.Join(t.shown, name)}
	content, err := readFile(t.root, path.Join(t.folder, name), limit)
	read := digestOf(content)
	switch {
	case err != nil:
		r.problem(f.Path, err.Error())
	case content != nil && !utf8.Valid(content):
		r.problem(f.Path, "is not UTF-8: what is not is replaced")
		content = []byte(strings.ToValidUTF8(string(content), "\uFFFD"))
	}
	if content != nil && err == nil {
		f.Found, f.Digest = true, read
		f.Text = strings.ReplaceAll(strings.TrimPrefix(string(content), "\ufeff"), "\r\n", "\n")
	}
	return f
}

// digestOf is the SHA-256 of bytes, in hexadecimal.
func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// markdown returns the names of the .md files of a folder, sorted.
func (r *reader) markdown(t files, folder string) []string {
	shown := path.Join(t.shown, folder)
	f, err := plainfile.OpenFolder(t.root, filepath.FromSlash(path.Join(t.folder, folder)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		r.problem(shown, "listing it: "+err.Error())
		return nil
	}
	defer f.Close()
	entries, err := f.ReadDir(maxFiles + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		r.problem(shown, "listing it: "+err.Error())
	}
	if len(entries) > maxFiles {
		r.problem(shown, fmt.Sprintf("holds more than %d files: none of them is used", maxFiles))
		return nil
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".md") && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}
