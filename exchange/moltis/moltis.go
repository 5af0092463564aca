// Package moltis reads data folders of Moltis.
//
//   - [x] IDENTITY (front matter), SOUL, USER, AGENTS, TOOLS, MEMORY .md, memory/*.md
//   - [-] HEARTBEAT, BOOT: kept; they act by themselves
//   - [-] agents/ID: an agent by itself, to be imported by its folder
//   - [-] moltis.toml: what it says of the identity and the user, of a folder; its
//     limits and servers of tools are named
package moltis

import (
	"context"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/folder"
	"github.com/seed353dc258/backstory/profile"
)

type kind struct{}

// New returns the kind of Moltis' data folders.
func New() exchange.Reader { return kind{} }

func (kind) Kind() exchange.Kind {
	return exchange.Kind{Name: "moltis", Title: "Moltis: the data folder, or the folder of one agent"}
}

func (k kind) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	const acts = "has the agent act by itself: look at it, and copy what you want"
	s := folder.System{
		Kind: k.Kind(),
		Rules: []folder.Rule{
			{Name: "SOUL.md", Do: folder.Soul},
			{Name: "IDENTITY.md", Do: folder.Identity},
			{Name: "USER.md", Do: folder.Part, To: profile.UserFile},
			{Name: "AGENTS.md", Do: folder.Part, To: profile.InstructionsFile},
			{Name: "TOOLS.md", Do: folder.Context},
			{Name: "MEMORY.md", Do: folder.Part, To: profile.MemoryFile},
			{Name: "memory/", Only: ".md", Do: folder.Document, To: "memory"},
			{Name: "HEARTBEAT.md", Do: folder.Keep, Why: acts},
			{Name: "BOOT.md", Do: folder.Keep, Why: acts},
			{Name: "moltis.toml", Why: "is how the system works"},
			{Name: "mcp-servers.json", Why: "lists servers of tools, which an import does not start"},
			{Name: "agents/", Why: "is another agent: import its folder by itself"},
			{Name: "skills/", Why: "is a skill: copy the folder to skills/ of the profile, and trust it"},
		},
		Rest:     "is none of the files that Moltis loads by itself",
		Beside:   true,
		Identity: identity,
		Unknown:  "name the data folder, such as ~/.moltis, or agents/ID in it",
	}
	return s.Read(in, out)
}

// identity reads the front matter of IDENTITY.md. The text behind it is not
// read, as Moltis does.
func identity(fields map[string]string, _ string) (name, identity string) {
	return fields["name"], folder.List(fields)
}
