// Package coqui reads and writes profiles (later: personas) of Coqui, whose
// folders are like ours.
//
//   - [x] soul.md, context/, backstory/, samples/responses/
//   - [-] a backstory.md without backstory/: a source
//   - [-] preferences.json, base, security and done .md, tools/, roles/: kept,
//     since they change how the agent works
package coqui

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/folder"
	"github.com/seed353dc258/backstory/profile"
)

const form = "coqui"

type kind struct{}

// New returns the kind of Coqui's profiles.
func New() exchange.Writer { return kind{} }

func (kind) Kind() exchange.Kind {
	return exchange.Kind{Name: form, Title: "Coqui: the folder of a profile or persona", Forms: []string{form}}
}

func (k kind) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	const works = "changes how the agent works: look at it, and copy what you want"
	s := folder.System{
		Kind: k.Kind(),
		Rules: []folder.Rule{
			{Name: profile.SoulFile, Do: folder.Soul},
			{Name: profile.ContextFolder + "/", Do: folder.Context},
			{Name: profile.OptionsFile, Do: folder.Keep, Why: works},
			{Name: profile.SourcesFolder + "/", Do: folder.Document},
			{Name: profile.SamplesFolder + "/", Do: folder.Sample},
			{Name: profile.ManifestFile, Why: "a build writes it anew"},
			{Name: profile.PreferencesFile, Do: folder.Keep, Why: works},
			{Name: profile.BaseFile, Do: folder.Keep, Why: works},
			{Name: profile.SecurityFile, Do: folder.Keep, Why: works},
			{Name: profile.DoneFile, Do: folder.Keep, Why: works},
			{Name: profile.ToolsFolder + "/", Do: folder.Keep, Why: works},
			{Name: profile.RolesFolder + "/", Do: folder.Keep, Why: works},
			{Name: profile.ProfilesFolder + "/", Why: "is a profile: import its folder by itself"},
			{Name: "personas/", Why: "is a persona: import its folder by itself"},
		},
		Rest:    "is no part of a profile",
		Beside:  true,
		Unknown: "name the folder of one profile, such as profiles/NAME",
	}
	files, err := in.Files()
	if err != nil {
		return err
	}
	built := folder.Rule{Name: profile.OutputFile, Why: "a build writes it anew"}
	if len(files.In(profile.SourcesFolder).Entries) == 0 { // written by hand
		built = folder.Rule{Name: profile.OutputFile, Do: folder.Document}
	}
	s.Rules = append(s.Rules, built)
	return s.Read(in, out)
}

// Write writes the files of the profile that Coqui reads, as they are, and what an import
// from Coqui kept of those that the profile has not itself.
func (kind) Write(_ context.Context, p *exchange.Persona, _ string, out *exchange.Export) error {
	for _, e := range p.Files.Entries {
		first, _, _ := strings.Cut(e.Name, "/")
		switch first {
		case profile.SoulFile, profile.ContextFolder, profile.SourcesFolder, profile.SamplesRoot, profile.OutputFile, profile.PreferencesFile,
			profile.BaseFile, profile.SecurityFile, profile.DoneFile, profile.ToolsFolder, profile.RolesFolder:
			content, err := p.Files.Read(e.Name, exchange.MaxFile)
			if err != nil {
				return err
			}
			out.File(e.Name, content)
		case exchange.KeptFolder:
		default:
			out.Note(exchange.Lost, e.Name, "", "Coqui does not read it")
		}
	}
	if p.Kind != form {
		return nil
	}
	kept := p.Files.In(exchange.KeptFolder + "/files")
	for _, e := range kept.Entries {
		from := exchange.KeptFolder + "/files/" + e.Name
		if p.Files.Has(e.Name) {
			out.Note(exchange.Lost, from, "", "the profile has its own "+e.Name)
			continue
		}
		content, err := kept.Read(e.Name, exchange.MaxFile)
		if err != nil {
			return err
		}
		out.File(e.Name, content)
		out.Note(exchange.Kept, from, e.Name, "as it came in")
	}
	return nil
}
