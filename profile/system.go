package profile

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// System is another system whose workspaces are used in place, without an import.
// It has the name of its layout.
type System string

// Title is the name that people know.
func (s System) Title() string {
	return map[System]string{OpenClaw: "OpenClaw", Moltis: "Moltis"}[s]
}

// The systems whose workspaces are used in place.
const (
	OpenClaw System = LayoutOpenClaw
	Moltis   System = LayoutMoltis
)

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
	docsFolder   = "docs"
	moltisTOML   = "moltis.toml"
	moltisMCP    = "mcp-servers.json"
	agentsDir    = "agents" // of Moltis: a folder for each agent
	mainAgent    = "main"
)

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
