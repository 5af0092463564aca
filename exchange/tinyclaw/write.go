package tinyclaw

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/profile"
)

// Write makes the folder of a profile, or for Nakama a pack of it.
func (k kind) Write(_ context.Context, p *exchange.Persona, _ string, out *exchange.Export) error {
	for _, f := range []struct{ file, to, text string }{
		{profile.SoulFile, "SOUL.md", p.Who() + "\n"},
		{profile.StyleFile, "STYLE.md", p.Text(profile.StyleFile)},
		{profile.InstructionsFile, "INSTRUCTIONS.md", p.Text(profile.InstructionsFile)},
		{profile.MemoryFile, "MEMORY.md", p.Text(profile.MemoryFile)},
	} {
		if f.text == "" {
			continue
		}
		content, err := p.AsItCame(k.name, f.file, []byte(f.text))
		if err != nil {
			return err
		}
		out.File(f.to, content)
	}
	if p.Text(profile.UserFile) != "" {
		out.Note(exchange.Lost, profile.UserFile, "", "is about you, and not in a profile there")
	}
	prompt := ""
	for _, c := range p.Context {
		if o, ok := p.OriginOf(c.Name); ok && o.From == promptPlace {
			prompt = strings.TrimSpace(c.Text)
			continue
		}
		to := "knowledge-base/context-" + path.Base(c.Name)
		out.File(to, []byte(c.Text))
		out.Note(exchange.Mapped, c.Name, to, "is found by a search, and no longer always in the prompt")
	}
	taken := map[string]int{}
	for _, s := range p.Samples {
		to := "examples/" + path.Base(s.File.Path)
		if taken[to]++; taken[to] > 1 {
			to = fmt.Sprintf("examples/%d-%s", taken[to], path.Base(s.File.Path))
		}
		out.File(to, []byte(s.File.Text))
		out.Note(exchange.Mapped, s.File.Path, to, "is not in the prompt there")
	}
	p.WriteChapters("knowledge-base/", out)
	if k.name != nakama {
		if prompt != "" {
			out.Note(exchange.Lost, promptPlace, "", "is in the database there: set it as the profile's system prompt")
		}
		return nil
	}
	return pack(p, prompt, out)
}

// pack puts what is written into one zip file, with a manifest.
func pack(p *exchange.Persona, prompt string, out *exchange.Export) error {
	var tops []string
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range out.Outputs {
		first, _, _ := strings.Cut(f.Path, "/")
		tops = append(tops, first)
		if err := exchange.AddToZip(z, f.Path, bytes.NewReader(f.Content)); err != nil {
			return err
		}
	}
	slices.Sort(tops)
	none := []string{} // what is not a list is an error there
	manifest, err := exchange.EncodeJSON(map[string]any{
		"kind": manifestKind, "version": manifestVersion, "apiVersion": 1, "createdAt": zipTime,
		"sourceProfileId": p.Name, "skipped": none, "topLevelPaths": slices.Compact(tops),
		"meta": map[string]any{
			"name": p.Display, "systemPrompt": prompt, "model": nil, "thinkingEffort": nil, "thinkingEnabled": nil,
			"skillsPostTurnReview": nil, "skillsWriteApproval": nil, "bundledSkillNames": none, "composioToolkitSlugs": none,
			"mcpServerNames": none, "profileSkillNames": none, "toolNames": none,
		},
	})
	if err == nil {
		err = exchange.AddToZip(z, manifestFile, bytes.NewReader(manifest))
	}
	if err = cmp.Or(err, z.Close()); err != nil {
		return err
	}
	out.Outputs = []exchange.Output{{Content: b.Bytes()}}
	return nil
}

// zipTime is when a pack says that it was made: the same for each, so that the
// bytes are.
const zipTime = "1980-01-01T00:00:00.000Z"
