// Package tinyclaw reads profiles of TinyClaw and of Nakama, which it became.
//
//   - [x] SOUL, STYLE, INSTRUCTIONS, MEMORY .md, examples/, knowledge-base/
//   - [x] memory-archive/: sources
//   - [x] folders and zip packages
//   - [ ] skills, artifacts, pictures, the database
package tinyclaw

import (
	"context"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/folder"
	"github.com/seed353dc258/backstory/profile"
)

type kind struct{ name, title string }

// New returns the kind of TinyClaw's profiles.
func New() exchange.Reader {
	return kind{"tinyclaw", "TinyClaw: the folder of a profile, orgs/ORG/profiles/PROFILE"}
}

// NewNakama returns the kind of Nakama's profiles.
func NewNakama() exchange.Reader {
	return kind{"nakama", "Nakama: the folder of a profile, or the zip of one"}
}

func (k kind) Kind() exchange.Kind { return exchange.Kind{Name: k.name, Title: k.title} }

func (k kind) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	s := folder.System{
		Kind: k.Kind(),
		Rules: []folder.Rule{
			{Name: "SOUL.md", Do: folder.Soul},
			{Name: "STYLE.md", Do: folder.Part, To: profile.StyleFile},
			{Name: "INSTRUCTIONS.md", Do: folder.Part, To: profile.InstructionsFile},
			{Name: "MEMORY.md", Do: folder.Part, To: profile.MemoryFile},
			{Name: "USER.md", Do: folder.Part, To: profile.UserFile},
			{Name: "examples/", Do: folder.Example},
			{Name: "knowledge-base/", Do: folder.Document},
			{Name: "memory-archive/", Do: folder.Document, To: "memory-archive"},
			{Name: "skills/", Why: "is a skill: copy the folder to skills/ of the profile, and trust it"},
			{Name: "artifacts/", Why: "is what an agent made: copy what you want into backstory/"},
		},
		Rest:    "is no file of a profile that says who the agent is",
		Unknown: "name the folder of one profile, orgs/ORG/profiles/PROFILE",
	}
	return s.Read(in, out)
}
