package profile

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile/lenient"
)

// System is another system whose workspaces are used in place, without an import.
// It has the name of its layout.
type System string

// The systems whose workspaces are used in place.
const (
	OpenClaw System = LayoutOpenClaw
	Moltis   System = LayoutMoltis
)

// Title is the name that people know.
func (s System) Title() string {
	return map[System]string{OpenClaw: "OpenClaw", Moltis: "Moltis"}[s]
}

// ErrInPlace says that nothing is written in a workspace of another system.
var ErrInPlace = errors.New("nothing is written in the workspace of another system that is used in place: take it over with «backstory chat --adopt», or copy it with «backstory import»")

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

// The files of other systems, in the order in which OpenClaw loads them.
const (
	agentsMD     = "AGENTS.md"
	soulMD       = "SOUL.md"
	toolsMD      = "TOOLS.md"
	identityMD   = "IDENTITY.md"
	userMD       = "USER.md"
	heartbeatMD  = "HEARTBEAT.md"
	bootstrapMD  = "BOOTSTRAP.md"
	memoryMD     = "MEMORY.md"
	bootMD       = "BOOT.md"
	memoryFolder = "memory" // of notes, a file a day
	moltisTOML   = "moltis.toml"
	moltisMCP    = "mcp-servers.json"
	agentsDir    = "agents" // of Moltis: a folder for each agent
	mainAgent    = "main"
)

// loaded are the files that OpenClaw loads, in order.
var loaded = []string{agentsMD, soulMD, toolsMD, identityMD, userMD, heartbeatMD, bootstrapMD, memoryMD}

// maxForeign is the size of a file that OpenClaw still reads, in bytes.
const maxForeign = 2 << 20

// maxListed is how many entries of a folder are looked at to know whose it is.
const maxListed = 10_000

// list returns the names in a folder, as they are written; nil where it cannot be
// listed.
func list(root *os.Root, folder string) []string {
	f, err := plainfile.OpenFolder(root, filepath.FromSlash(folder))
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(maxListed) // what is beyond is not looked at
	return names
}

// systemOf returns whose workspace a folder is. Two of the files by which agents
// are described there say so, in capitals, where no file of ours does.
func systemOf(root *os.Root, dir string) System {
	if filepath.Base(filepath.Dir(dir)) == ProfilesFolder {
		return ""
	}
	names := list(root, ".")
	has := func(name string) bool { return slices.Contains(names, name) }
	for _, ours := range []string{SoulFile, StyleFile, InstructionsFile, "STYLE.md", "INSTRUCTIONS.md", ProfilesFolder, ConfigFile} {
		if has(ours) {
			return ""
		}
	}
	if base := dataFolder(dir); base != "" && (has(soulMD) || has(identityMD)) {
		return Moltis
	}
	n := 0
	for _, name := range []string{agentsMD, soulMD, toolsMD, identityMD, heartbeatMD, bootstrapMD, bootMD} {
		if has(name) {
			n++
		}
	}
	switch {
	case n < 2:
		return ""
	case has("moltis.db"), has(moltisTOML), filepath.Base(dir) == ".moltis", slices.Contains(list(root, agentsDir), mainAgent):
		return Moltis
	}
	content, err := readFile(root, identityMD, maxText)
	if f := parseFront(string(content)); err == nil && f.found && slices.ContainsFunc(personaKeys, func(k string) bool { return f.value(k) != "" }) {
		return Moltis // OpenClaw has a list there
	}
	return OpenClaw
}

// SystemAt returns whose workspace a folder of the disk is; "" for none.
func SystemAt(dir string) System {
	root, err := plainfile.OpenRoot(dir)
	if err != nil {
		return ""
	}
	defer root.Close()
	return systemOf(root, dir)
}

// dataFolder returns the data folder of Moltis that the folder of an agent lies
// in; "" where it lies in none.
func dataFolder(dir string) string {
	in := filepath.Dir(dir)
	if filepath.Base(in) != agentsDir {
		return ""
	}
	if up := filepath.Dir(in); SystemAt(up) == Moltis {
		return up
	}
	return ""
}

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
		if !slices.Contains(list(t.root, path.Join(".", t.folder)), name) {
			continue
		}
		f := r.limited(t, name, maxForeign)
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
	// Notebook is memory/*.md, which is in no prompt and can be read.
	Notebook []File
	Notes    []Problem // what is done otherwise there, and what was found
}

// inPlace reads a workspace of another system.
func (r *reader) inPlace(i *Identity, p *Profile) {
	f := &i.Foreign
	f.Kind = p.system
	i.SoulFile = r.filled(p.foreign(r, soulMD))
	i.Own = Own{Instructions: p.foreign(r, agentsMD), Memory: p.foreign(r, memoryMD)}
	i.Persona = r.persona(p.foreign(r, identityMD))
	if p.system == Moltis {
		i.Persona.Body = ""          // Moltis reads the front matter alone
		if dataFolder(p.Dir) == "" { // other agents have no other identity than their own
			i.Persona.below(parseTOML(p.foreign(r, moltisTOML).Text)["identity"], moltisTOML)
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
		switch file := p.foreign(r, name); {
		case !file.Found:
		case name == bootstrapMD && i.Persona.Name != "" && i.SoulFile.Found:
			f.note(file.Path, "is left out: the first start is over, since "+identityMD+" has a name and there is a "+soulMD)
		case name == heartbeatMD && idle(file.Text):
			f.note(file.Path, "has headings and comments alone: it is left out")
		case strings.TrimSpace(file.Text) != "":
			f.Files = append(f.Files, file)
		}
	}
	f.Notebook = r.notebook(files{p.Root, "", TierProfile, ""})
	c := r.configOf(p)
	r.extraFiles(i, p, &c)
	f.compare(append([]File{i.Own.Instructions, i.SoulFile, i.Persona.File, p.foreign(r, userMD), i.Own.Memory}, f.Files...), &c)
	for _, s := range c.mcp {
		f.note(s.file, "lists servers of tools, which are not started: "+strings.Join(s.names, ", ")+". Those of your own configuration are, and those of a backstory.json that you trust")
	}
}

// notebook reads memory/*.md, but for files that are blank.
func (r *reader) notebook(own files) (list []File) {
	for _, name := range r.markdown(own, memoryFolder) {
		if file := r.file(own, memoryFolder+"/"+name); file.Found && strings.TrimSpace(file.Text) != "" {
			list = append(list, file)
		}
	}
	return list
}

// idle reports whether a HEARTBEAT.md has nothing to do: headings, comments, fences
// and empty items of lists, as OpenClaw's template has them.
func idle(text string) bool {
	for line := range strings.Lines(lenient.WithoutComments(text)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "```") && strings.Trim(line, "-*+[]xX ") != "" {
			return false
		}
	}
	return true
}

func (f *Foreign) note(file, message string) {
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
			if f.Kind == OpenClaw && file.Name != memoryMD {
				f.note(file.Path, "is not there; OpenClaw would say so in its prompt")
			}
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
		for _, found := range suspicious(file.Text) {
			f.note(file.Path, found)
		}
	}
	if most := cmp.Or(c.all, maxAll); f.Kind == OpenClaw && sum > most {
		f.note("", fmt.Sprintf("the files have %d characters, of which OpenClaw would keep %d; here the budget decides", sum, most))
	}
}

// Audience says for whom a prompt is composed.
type Audience int

// The audiences.
const (
	ForMain   Audience = iota
	ForChild           // an agent that another one started
	ForCron            // nobody: a schedule asks
	ForShared          // several people may read the answers
)

// seenBy returns the names of the files that an audience sees.
func seenBy(a Audience) []string {
	switch a {
	case ForChild:
		return []string{agentsMD, toolsMD}
	case ForCron:
		return []string{agentsMD, toolsMD, soulMD, identityMD, userMD}
	case ForShared:
		return []string{agentsMD, toolsMD, soulMD, identityMD, heartbeatMD, bootstrapMD, bootMD}
	}
	return append([]string{bootMD}, loaded...)
}

// For takes out what a workspace of another system does not show to an audience,
// as OpenClaw filters its files by the kind of a session. Profiles of ours are the
// same for all.
func (i *Identity) For(a Audience) {
	if i.Foreign.Kind == "" || a == ForMain {
		return
	}
	i.Own.Memory, i.Foreign.Notebook = File{Name: memoryMD, Tier: TierBuiltin}, nil
	i.Foreign.Files = slices.DeleteFunc(slices.Clone(i.Foreign.Files), func(f File) bool { return !slices.Contains(seenBy(a), path.Base(f.Name)) })
	if a == ForChild {
		i.Soul.Body, i.SoulFile.Found = "", true // not ours in its place either
		i.Persona, i.User = Persona{}, User{}
	}
}
