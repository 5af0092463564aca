package profile

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile/lenient"
	"github.com/seed353dc258/backstory/profile/phrase"
)

// ErrInPlace says that nothing is written in the workspace of another system, or in a
// plain folder.
var ErrInPlace = errors.New("nothing is written in the workspace of another system, or in a plain folder, that is used in place: take the workspace over with «backstory chat --adopt», or copy it with «backstory import»; of a folder «backstory init NAME --from DIR» makes a profile")

// stateFolder is the folder of conversations. A workspace of another system that
// holds it was taken over by its owner.
const stateFolder = ".backstory"

// System returns whose workspace the profile's folder is; "" for a profile of
// ours.
func (p *Profile) System() System { return p.system }

// Writable is an [ErrInPlace] for a workspace of another system that its owner
// has not taken over.
func (p *Profile) Writable() error {
	if p.system == "" || exists(p.Root, "", stateFolder) {
		return nil
	}
	return fmt.Errorf("a workspace of %s: %w", p.system.Title(), ErrInPlace)
}

// Editable is [Profile.Writable], and an [ErrInPlace] for a plain folder.
func (p *Profile) Editable() error {
	if p.Sources != nil {
		return fmt.Errorf("a plain folder: %w", ErrInPlace)
	}
	return p.Writable()
}

// loaded are the files that OpenClaw loads, in order.
var loaded = []string{agentsMD, soulMD, toolsMD, identityMD, userMD, heartbeatMD, bootstrapMD, memoryMD}

// maxForeign is the size of a file that OpenClaw still reads, in bytes.
const maxForeign = 2 << 20

// foreign reads a file of another system, where that would look for it. Moltis'
// main agent has its own files before those of the data folder; its others have
// rules and tools of the data folder where they have none of their own. A blank
// file is one.
func (p *Profile) foreign(r *reader, name string) File {
	tiers := []files{{p.Root, "", TierProfile, ""}}
	if p.system == Moltis {
		switch up := dataFolder(p.Dir); {
		case up == "":
			tiers = slices.Insert(tiers, 0, files{p.Root, agentsDir + "/" + mainAgent, TierProfile, agentsDir + "/" + mainAgent})
		case slices.Contains([]string{agentsMD, toolsMD, userMD, moltisTOML}, name):
			if root, err := plainfile.OpenRoot(up); err == nil {
				defer root.Close()
				tiers = append(tiers, files{root, "", TierProfile, "../.."})
			}
		}
	}
	for _, t := range tiers {
		names, at := list(t.root, path.Join(".", t.folder)), name
		if name == memoryMD && !slices.Contains(names, name) {
			at = MemoryFile // which OpenClaw reads, too
		}
		if !slices.Contains(names, at) {
			continue
		}
		f := r.limited(t, at, maxForeign)
		if front := parseFront(f.Text); front.found && name != identityMD && name != userMD {
			f.Text = front.body
		}
		return f
	}
	return File{Name: name, Tier: TierBuiltin, Path: name}
}

// Foreign is what a workspace of another system says besides what our profiles
// say. The zero value is that of a profile of ours.
type Foreign struct {
	Kind  System
	Files []File // TOOLS.md and what else is loaded there, in order
	// Notebook is memory/*.md and docs/*.md, which are in no prompt and can be read.
	Notebook []File
	Notes    []Problem // what is done otherwise there, and what was found
}

// inPlace reads a workspace of another system.
func (r *reader) inPlace(i *Identity, p *Profile) {
	f := &i.Foreign
	f.Kind = p.system
	i.Soul.File = r.filled(p.foreign(r, soulMD))
	i.Own.Style, i.Own.Instructions, i.Own.Memory = File{}, p.foreign(r, agentsMD), p.foreign(r, memoryMD)
	f.uncomment(&i.Own.Instructions)
	i.Persona = r.persona(p.foreign(r, identityMD))
	if p.system == Moltis {
		i.Persona.Body = ""          // Moltis reads the front matter alone
		if dataFolder(p.Dir) == "" { // other agents have no other identity than their own
			i.Persona.below(lenient.TOML(p.foreign(r, moltisTOML).Text)["identity"], moltisTOML)
		}
	}
	if i.Persona.Name != "" {
		i.Display = i.Persona.Name
	}
	more := []string{toolsMD, bootMD}
	if p.system == OpenClaw {
		more = []string{toolsMD, bootstrapMD, heartbeatMD}
	}
	for _, name := range more {
		file := p.foreign(r, name)
		f.uncomment(&file)
		switch {
		case !file.Found:
		case name == bootstrapMD && i.Persona.Name != "" && i.Soul.File.Found:
			f.note(file.Path, "is left out: the first start is over, since "+identityMD+" has a name and there is a "+soulMD)
		case name == heartbeatMD && lenient.Idle(file.Text):
			f.note(file.Path, "has headings and comments alone: it is left out")
		case strings.TrimSpace(file.Text) != "":
			f.Files = append(f.Files, file)
		}
	}
	own := files{p.Root, "", TierProfile, ""}
	f.Notebook = append(r.notebook(own, memoryFolder), r.notebook(own, docsFolder)...)
	c := r.configOf(p)
	i.Config.Aliases = append(i.Config.Aliases, c.names...)
	r.extraFiles(i, p, &c)
	f.compare(append([]File{i.Own.Instructions, i.Soul.File, i.Persona.File, p.foreign(r, userMD), i.Own.Memory}, f.Files...), &c)
	f.missing(p)
	for _, s := range c.mcp {
		f.note(s.file, "lists servers of tools, which are not started: "+strings.Join(s.names, ", ")+". Those of your own configuration are, and those of a backstory.json that you trust")
	}
}

// uncomment takes out the HTML comments that an AGENTS.md or a TOOLS.md of Moltis
// begins with.
func (f *Foreign) uncomment(file *File) {
	if f.Kind != Moltis || file.Name == bootMD {
		return
	}
	text := strings.TrimSpace(file.Text)
	for strings.HasPrefix(text, "<!--") {
		_, rest, closed := strings.Cut(text, "-->")
		if text = strings.TrimSpace(rest); !closed {
			break
		}
	}
	if text != strings.TrimSpace(file.Text) {
		file.Text = text
		f.note(file.Path, "the HTML comments that it begins with are left out")
	}
}

// missing notes the files that OpenClaw would call missing.
func (f *Foreign) missing(p *Profile) {
	names := list(p.Root, ".")
	for _, name := range loaded {
		if f.Kind == OpenClaw && name != memoryMD && !slices.Contains(names, name) {
			f.note(name, "is not there; OpenClaw would say so in its prompt")
		}
	}
}

// notebook reads the Markdown of a folder, but for files that are blank.
func (r *reader) notebook(own files, folder string) (list []File) {
	for _, name := range r.markdown(own, folder) {
		if file := r.file(own, folder+"/"+name); file.Found && strings.TrimSpace(file.Text) != "" {
			list = append(list, file)
		}
	}
	return list
}

// note notes what is done otherwise, which is as it should be.
func (f *Foreign) note(file, message string) {
	f.Notes = append(f.Notes, Problem{File: file, Message: message, Fact: true})
}

// wrong notes what somebody should look at.
func (f *Foreign) wrong(file, message string) {
	f.Notes = append(f.Notes, Problem{File: file, Message: message})
}

// capsOf returns how many characters of a file the system reads, and how it
// counts them. The numbers are those of OpenClaw in August 2026, and of Moltis'
// prompt.rs.
func capsOf(s System, name string, c *foreignConfig) int {
	if s == Moltis {
		files := cmp.Or(c.each, 32_000) // chat.workspace_file_max_chars
		return map[string]int{memoryMD: 8_000, agentsMD: files, toolsMD: files, bootMD: 32_000}[name]
	}
	if name == userMD {
		return 4_000
	}
	return cmp.Or(c.each, 20_000)
}

// maxAll is how many characters of all files OpenClaw reads, unless its
// configuration says otherwise.
const maxAll = 150_000

// compare notes what the system would do otherwise with its files: those that it
// would cut or call missing, and sentences that it would warn of.
func (f *Foreign) compare(all []File, c *foreignConfig) {
	sum := 0
	for _, file := range all {
		if !file.Found {
			continue
		}
		size := utf8.RuneCountInString(file.Text)
		if f.Kind == OpenClaw {
			size = len(utf16.Encode([]rune(file.Text)))
		}
		sum += size
		if most := capsOf(f.Kind, file.Name, c); most > 0 && size > most {
			f.note(file.Path, fmt.Sprintf("has %d characters, of which %s would keep %d; here the budget decides, by whole parts", size, f.Kind.Title(), most))
		}
		for _, found := range phrase.Suspicious(file.Text) {
			f.wrong(file.Path, found)
		}
	}
	if most := cmp.Or(c.all, maxAll); f.Kind == OpenClaw && sum > most {
		f.note("", fmt.Sprintf("the files have %d characters, of which OpenClaw would keep %d; here the budget decides", sum, most))
	}
}
