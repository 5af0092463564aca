package profile

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/natural"
	"github.com/seed353dc258/backstory/profile/lenient"
)

// Identity is everything that the files of a profile say at one moment. It is
// plain data: what composes a prompt from it touches no disk.
type Identity struct {
	Name        string // of the folder, in lower case; empty where no profile is active
	Display     string
	Dir         string // absolute
	Soul        Soul
	Own         Own
	Persona     Persona
	Foreign     Foreign
	Backstory   File   // of the profile alone, as it is on disk
	Manifest    []byte // beside it; nil where there is none
	Preferences Preferences
	Prompts     Prompts
	Roles       []Role // the profile's, then the workspace's that it does not replace
	User        User   // who talks with the agent
	Config      Config
	Problems    []Problem // everything that is wrong, in the order of the files
}

// Own is what the owner of a profile says besides its soul. A file that is blank,
// or that nobody has filled in, has no text.
type Own struct {
	Style        File   // how it speaks
	Instructions File   // how it works
	Memory       File   // what its owner wants remembered
	Context      []File // context/*.md that are not blank, in order
	Samples      []Sample
	Examples     []Sample // examples/*.md
}

// Prompts are the files that take the place of our own instructions, each of the
// nearest tier that has it.
type Prompts struct {
	Base     File
	Security File
	Done     File
	Tools    []File // tools/*.md, sorted
}

// Called is the name that people gave the profile; empty where it is that of its
// folder.
func (i *Identity) Called() string {
	if i.Display == DisplayName(i.Name) {
		return ""
	}
	return i.Display
}

// HasLibrary reports whether there is something to read beside the soul and the
// instructions: documents, notes, or what the owner wants remembered.
func (i *Identity) HasLibrary() bool {
	return i.Backstory.Found || len(i.Own.Context) > 0 || len(i.Foreign.Files) > 0 || len(i.Foreign.Notebook) > 0 || strings.TrimSpace(i.Own.Memory.Text) != ""
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
		i.Soul.File = r.filled(r.find(SoulFile, false))
	}
	soul, problems := ParseSoul(i.Soul.File.Text)
	soul.File = i.Soul.File
	i.Soul = soul
	for _, message := range problems {
		r.problem(i.Soul.File.Path, message)
	}
	i.Prompts = Prompts{Base: r.find(BaseFile, false), Done: r.find(DoneFile, false), Security: r.find(SecurityFile, true), Tools: r.tools()}
	i.User = r.user(w, p)
	if w != nil {
		i.Roles = r.roles(files{w.Root, "", TierWorkspace, ""}, i.Roles)
	}
	i.Problems = r.problems
	if p != nil && p.system == "" && i.Soul.File.Tier != TierProfile {
		return i, fmt.Errorf("%s: %w: it has no %s that can be read", p.Dir, ErrNotFound, SoulFile)
	}
	return i, nil
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
	slices.SortFunc(names, func(a, b string) int {
		return natural.Compare(strings.TrimSuffix(a, ".md"), strings.TrimSuffix(b, ".md"))
	})
	for _, name := range names {
		if f := r.file(own, ContextFolder+"/"+name); f.Found && strings.TrimSpace(f.Text) != "" {
			i.Own.Context = append(i.Own.Context, f)
		}
	}
	i.Roles = r.roles(own, nil)
	i.Own.Samples = r.samples(own, SamplesRoot, SamplesFolder)
	i.Own.Examples = r.samples(own, ExamplesFolder)
	i.Own.Style, i.Own.Instructions, i.Own.Memory = r.filled(r.file(own, StyleFile)), r.filled(r.file(own, InstructionsFile)), r.filled(r.file(own, MemoryFile))
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

// UserOf reads the user file that is nearest to a profile: its own, else the
// workspace's. Either may be nil. Without a file it is the zero value; what is
// wrong is told beside it.
func UserOf(w *Workspace, p *Profile) (User, []Problem) {
	r := &reader{}
	u := r.user(w, p)
	return u, r.problems
}

func (r *reader) user(w *Workspace, p *Profile) User {
	if p != nil && p.system != "" {
		return r.foreignUser(p)
	}
	if p != nil {
		shown := ""
		if w != nil {
			shown = path.Join(w.profiles(), p.Name())
		}
		if u := r.userIn(files{p.Root, "", TierProfile, shown}); u.File.Found {
			return u
		}
	}
	if w == nil {
		return User{}
	}
	return r.userIn(files{w.Root, "", TierWorkspace, ""})
}

// UserIn reads the file of a user of an organisation, whose workspace is given:
// users/NAME/user.md. What a profile or the workspace says of its owner is not said
// of its users.
func UserIn(w *Workspace, name string) (User, []Problem) {
	r := &reader{}
	folder := UsersFolder + "/" + name
	u := r.userIn(files{w.Root, folder, TierWorkspace, folder})
	return u, r.problems
}

// foreignUser reads the USER.md of another system. OpenClaw has a list there, and
// Moltis front matter, of which its configuration fills what is not said.
func (r *reader) foreignUser(p *Profile) User {
	u := r.userOf(p.foreign(r, userMD))
	if p.system == Moltis {
		u.below(lenient.TOML(p.foreign(r, moltisTOML).Text)["user"], moltisTOML)
	}
	return u
}

func (r *reader) userIn(t files) User { return r.userOf(r.filled(r.file(t, UserFile))) }
