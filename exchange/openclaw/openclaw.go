// Package openclaw reads and writes workspaces of OpenClaw.
//
//   - [x] SOUL, IDENTITY, USER, AGENTS, TOOLS, MEMORY .md, memory/*.md
//   - [-] BOOTSTRAP, HEARTBEAT, BOOT: kept for the way back; they act by themselves
//   - [-] front matter: left out of the texts, kept for the way back
//   - [ ] skills, configuration, hooks
package openclaw

import (
	"cmp"
	"context"
	"path"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/folder"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/keyline"
)

const form = "openclaw"

// acts says why what a system does by itself is not taken over.
const acts = "has the agent act by itself: look at it, and copy what you want"

type kind struct{}

// New returns the kind of OpenClaw's workspaces.
func New() exchange.Writer { return kind{} }

func (kind) Kind() exchange.Kind {
	return exchange.Kind{Name: form, Title: "OpenClaw: the folder of a workspace", Forms: []string{form}}
}

func (k kind) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
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
			{Name: "BOOTSTRAP.md", Do: folder.Keep, Why: "is for the first start of a workspace"},
			{Name: "HEARTBEAT.md", Do: folder.Keep, Why: acts},
			{Name: "BOOT.md", Do: folder.Keep, Why: acts},
			{Name: "skills/", Why: "is a skill: copy the folder to skills/ of the profile, and trust it"},
		},
		Rest:     "is none of the files that OpenClaw loads by itself",
		Beside:   true,
		Returns:  true,
		Identity: identity,
		Unknown:  "name the workspace, such as ~/.openclaw/workspace",
	}
	return s.Read(in, out)
}

// identity reads IDENTITY.md: lines such as "- **Name:** Ada", which count where
// the front matter does not say it.
func identity(fields map[string]string, text string) (name, identity string) {
	identity = text
	if front := folder.List(fields); fields["name"] != "" { // else it is that of a template
		identity = front + "\n" + text
	}
	return keyline.Read(identity)["name"], identity
}

func (kind) Write(_ context.Context, p *exchange.Persona, _ string, out *exchange.Export) error {
	for _, f := range []struct{ file, to, text string }{
		{profile.SoulFile, "SOUL.md", p.Soul + "\n"},
		{profile.IdentityFile, "IDENTITY.md", cmp.Or(p.Text(profile.IdentityFile), "# IDENTITY.md\n\n- **Name:** "+p.Display+"\n")},
		{profile.InstructionsFile, "AGENTS.md", p.Text(profile.InstructionsFile)},
		{profile.UserFile, "USER.md", p.Text(profile.UserFile)},
		{profile.MemoryFile, "MEMORY.md", p.Text(profile.MemoryFile)},
	} {
		if f.text == "" {
			continue
		}
		content, err := p.AsItCame(form, f.file, []byte(f.text))
		if err != nil {
			return err
		}
		out.File(f.to, content)
	}
	if text := p.Text(profile.StyleFile); text != "" {
		out.Outputs[0].Content = append(out.Outputs[0].Content, "\n"+text...)
		out.Note(exchange.Mapped, profile.StyleFile, "SOUL.md", "is at its end")
	}
	for _, name := range []string{"BOOT.md", "BOOTSTRAP.md", "HEARTBEAT.md"} {
		content, err := p.Original("files/" + name)
		if err != nil {
			return err
		}
		if content != nil {
			out.File(name, content)
			out.Note(exchange.Kept, exchange.KeptFolder+"/files/"+name, name, "as it came in")
		}
	}
	var tools []byte
	for _, c := range p.Context {
		if path.Base(c.Name) == "tools.md" {
			var err error
			if tools, err = p.AsItCame(form, c.Name, []byte(c.Text)); err != nil {
				return err
			}
			continue
		}
		out.File("memory/context-"+path.Base(c.Name), []byte(c.Text))
		out.Note(exchange.Mapped, c.Name, "memory/", "is found by a search, and no longer always in the prompt")
	}
	if tools != nil {
		out.File("TOOLS.md", tools)
	}
	p.WriteChapters("memory/", out)
	return nil
}
