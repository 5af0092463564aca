// Package tinyclaw reads and writes profiles of TinyClaw and of Nakama, which it
// became, and reads their organisations.
//
//   - [x] SOUL, STYLE, INSTRUCTIONS, MEMORY .md, examples/, knowledge-base/
//   - [x] memory-archive/: sources
//   - [x] folders and zip packages; Nakama's packs with name and system prompt
//   - [x] org.go: an organisation's profiles and its MEMORY.md
//   - [x] write.go: the way out, a folder or a pack
//   - [ ] skills, artifacts, pictures, the database
package tinyclaw

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/folder"
	"github.com/seed353dc258/backstory/profile"
)

type kind struct{ name, title string }

// New returns the kind of TinyClaw's profiles.
func New() exchange.Writer {
	return kind{"tinyclaw", "TinyClaw: the folder of a profile, orgs/ORG/profiles/PROFILE, or of an organisation"}
}

// NewNakama returns the kind of Nakama's profiles. A profile goes out as a pack,
// a zip file.
func NewNakama() exchange.Writer {
	return kind{nakama, "Nakama: the folder of a profile, or a profile pack (zip)"}
}

const nakama = "nakama"

func (k kind) Kind() exchange.Kind {
	return exchange.Kind{Name: k.name, Title: k.title, Forms: []string{k.name}}
}

// The manifest of a pack, and what it says. Nakama reads one of this kind and
// version alone (profile-portability.ts of ahmadrosid/nakama).
const (
	manifestFile    = "nakama-profile-export.json"
	manifestKind    = "nakama-profile-export"
	manifestVersion = 1
)

// meta is what a pack says of a profile that is in none of its files.
type meta struct{ name, prompt string }

// readMeta reads the manifest of a pack, which a folder does not have.
func readMeta(files *exchange.Tree) (m meta, err error) {
	if !files.Has(manifestFile) {
		return m, nil
	}
	content, err := files.Read(manifestFile, exchange.MaxJSON)
	if err != nil {
		return m, err
	}
	v, err := exchange.ParseJSON(content)
	if err != nil {
		return m, fmt.Errorf("%s: %w", manifestFile, err)
	}
	root, _ := v.(map[string]any)
	fields := exchange.Object(root, "meta")
	return meta{exchange.String(fields, "name"), strings.TrimSpace(exchange.String(fields, "systemPrompt"))}, nil
}

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
			{Name: manifestFile, Do: folder.Keep, Why: "names the tools, servers, skills and model, which are set here"},
			{Name: "skills/", Why: "is a skill: copy the folder to skills/ of the profile, and trust it"},
			{Name: "custom-tools/", Why: "is a program: nothing of a file is run"},
			{Name: "artifacts/", Why: "is what an agent made: copy what you want into backstory/"},
		},
		Rest:    "is not a file of a profile that says who the agent is",
		Beside:  true,
		Returns: true,
		Unknown: "name the folder of one profile, orgs/ORG/profiles/PROFILE, or with --org that of an organisation, orgs/ORG",
	}
	files, err := in.Files()
	if err != nil {
		return err
	}
	files = folder.Top(files)
	m, err := readMeta(files)
	if err != nil {
		return err
	}
	s.Name = m.name
	if files.Find("SOUL.md") == "" { // then the prompt says who the agent is
		s.Soul, s.SoulFrom = m.prompt, promptPlace
	}
	if err := s.Read(in, out); err != nil {
		return err
	}
	if s.Soul == "" && m.prompt != "" { // it is below the instructions in the prompt
		out.Context("profile instructions", m.prompt, promptPlace)
	}
	return out.Err()
}

const promptPlace = manifestFile + ": meta.systemPrompt"
