// Package claude reads and writes the files that coding agents read: sub-agents
// of Claude Code (.claude/agents/*.md), AGENTS.md and CLAUDE.md, and skills.
//
//   - [x] a sub-agent: name, description, text
//   - [x] AGENTS.md, CLAUDE.md, CLAUDE.local.md, .cursorrules, rules folders
//   - [x] a skill: SKILL.md and references/; written with a file a chapter
//   - [-] tools and model of a sub-agent: named, never taken over
//   - [ ] scripts of a skill, files that a text refers to by @
package claude

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/folder"
	"github.com/seed353dc258/backstory/profile"
)

// The kinds, each of which is its form, too.
const (
	agentKind   = "claude-agent"
	projectKind = "agents-md"
	skillKind   = "skill"
)

// What imports keep, for the way back.
const (
	keptAgent   = "agent.md"
	keptProject = "AGENTS.md"
	keptSkill   = "SKILL.md"
)

// The bounds of a skill's front matter, which a sub-agent's keeps as well.
const (
	maxName        = 64   // characters
	maxDescription = 1024 // characters
)

// maxText is the size of a file that is read, in bytes.
const maxText = 4 << 20

type agent struct{}

// NewAgent returns the kind of sub-agents.
func NewAgent() exchange.Writer { return agent{} }

func (agent) Kind() exchange.Kind {
	return exchange.Kind{Name: agentKind, Title: "Claude Code: a sub-agent, .claude/agents/NAME.md", Forms: []string{agentKind}}
}

func (agent) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	content, err := in.Bytes(maxText)
	if err != nil {
		return err
	}
	fields, text := exchange.Front(string(content))
	if fields["name"] == "" {
		return fmt.Errorf("%w: the front matter of a sub-agent has a name", exchange.ErrUnknown)
	}
	out.Name(fields["name"])
	out.Original(keptAgent, bytes.NewReader(content))
	if !begins(text, fields["description"]) {
		text = exchange.Heading(1, profile.DisplayName(fields["name"])) + "\n" + fields["description"] + "\n\n" + text
	}
	out.Soul(text, "name, description, the text")
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		switch key {
		case "name", "description":
		case "tools", "model":
			out.Note(exchange.Kept, key, "", "a text never decides about it: "+fields[key])
		default:
			out.Note(exchange.Kept, key, "", "")
		}
	}
	return out.Err()
}

// begins reports whether a text has a description on top, below a heading, as
// those have that were exported.
func begins(text, description string) bool {
	text = strings.TrimSpace(text)
	first, rest, _ := strings.Cut(text, "\n")
	return description != "" && strings.HasPrefix(first, "# ") && strings.HasPrefix(oneLine(rest), oneLine(description))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (agent) Write(_ context.Context, p *exchange.Persona, _ string, out *exchange.Export) error {
	original, err := original(p, agentKind, keptAgent)
	if err != nil {
		return err
	}
	if original != nil && unedited(p) {
		out.File("", original)
		noteSources(p, out)
		return nil
	}
	front, err := front(p, original, out)
	if err != nil {
		return err
	}
	out.File("", append(front, body(p, out)...))
	return nil
}

// original returns the file that an import of the kind kept, nil for none.
func original(p *exchange.Persona, kind, kept string) ([]byte, error) {
	if p.Kind != kind {
		return nil, nil
	}
	return p.Original(kept)
}

// unedited reports whether what a prompt always has is as an import made it, so
// that the file that was imported can go out as it came in.
func unedited(p *exchange.Persona) bool {
	for _, o := range p.Origins {
		if o.Edited || o.Gone {
			return false
		}
	}
	for _, file := range []string{profile.StyleFile, profile.InstructionsFile, profile.MemoryFile} {
		if p.Text(file) != "" && !p.Imported(file) {
			return false
		}
	}
	return !slices.ContainsFunc(p.Context, func(c exchange.Text) bool { return !p.Imported(c.Name) })
}

// front returns the front matter of a skill or a sub-agent. Its description is
// that of the original as long as the soul has it, since that of a profile is
// short. What the original may do, and with which model, stays; what else it says is lost.
func front(p *exchange.Persona, original []byte, out *exchange.Export) ([]byte, error) {
	fields, _ := exchange.Front(string(original))
	description := fields["description"]
	if !strings.Contains(oneLine(p.Soul), oneLine(description)) {
		description = ""
	}
	if description = cmp.Or(description, p.Description); description == "" {
		description = "Answers as " + p.Display + "."
	}
	description = oneLine(strings.NewReplacer("<", "", ">", "").Replace(description))
	if runes := []rune(description); len(runes) > maxDescription {
		description = string(runes[:maxDescription-1]) + "…"
	}
	values, err := yaml.Marshal(struct {
		Name         string `yaml:"name"`
		Description  string `yaml:"description"`
		Tools        string `yaml:"tools,omitempty"`
		NoTools      string `yaml:"disallowedTools,omitempty"`
		AllowedTools string `yaml:"allowed-tools,omitempty"`
		Model        string `yaml:"model,omitempty"`
		License      string `yaml:"license,omitempty"`
	}{name(p.Name), description, fields["tools"], fields["disallowedTools"], fields["allowed-tools"], fields["model"], fields["license"]})
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		switch key {
		case "name", "description", "tools", "disallowedTools", "allowed-tools", "model", "license":
		default:
			out.Note(exchange.Lost, key, "", "the text was edited: its front matter is written anew")
		}
	}
	return slices.Concat([]byte("---\n"), values, []byte("---\n\n")), err
}

// name returns a name of small letters of ASCII, digits and hyphens.
func name(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= maxName {
			break
		}
	}
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s
	}
	return "persona"
}

// body returns what a profile always has in its prompt, as one text.
func body(p *exchange.Persona, out *exchange.Export) []byte {
	noteSources(p, out)
	return []byte(texts(p))
}

func noteSources(p *exchange.Persona, out *exchange.Export) {
	if n := len(p.Chapters) + len(p.Unbuilt); n > 0 {
		out.Notes = append(out.Notes, exchange.Note{Fate: exchange.Lost, Place: profile.SourcesFolder, Why: "the sources are not in one file: export as skill has them", Count: n})
	}
}

func texts(p *exchange.Persona) string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(p.Who()) + "\n")
	add := func(title, text string) {
		if text = strings.TrimSpace(text); text != "" {
			b.WriteString("\n" + exchange.Heading(2, title) + "\n" + text + "\n")
		}
	}
	add("Style", p.Text(profile.StyleFile))
	add("Instructions", p.Text(profile.InstructionsFile))
	add("Memory", p.Text(profile.MemoryFile))
	for _, c := range p.Context {
		add(profile.DisplayName(strings.TrimSuffix(path.Base(c.Name), ".md")), c.Text)
	}
	return b.String()
}

type project struct{}

// NewProject returns the kind of instructions of a project.
func NewProject() exchange.Writer { return project{} }

func (project) Kind() exchange.Kind {
	return exchange.Kind{Name: projectKind, Title: "AGENTS.md or CLAUDE.md: the file, or the folder of a project", Forms: []string{projectKind}}
}

func (k project) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	if in.File != nil && !in.IsZip() {
		content, err := in.Bytes(maxText)
		if err != nil {
			return err
		}
		out.Original(keptProject, bytes.NewReader(content))
		in = &exchange.Input{Name: strings.TrimSuffix(in.Name, path.Ext(in.Name)), Tree: exchange.NewTree(map[string][]byte{"AGENTS.md": content})}
	}
	files, err := in.Files()
	if err != nil {
		return err
	}
	second := folder.Rule{Name: "CLAUDE.md", Do: folder.Part, To: profile.InstructionsFile}
	if files.Find("AGENTS.md") == "" {
		second.Do = folder.Soul
	}
	s := folder.System{
		Kind: k.Kind(),
		Rules: []folder.Rule{
			{Name: "AGENTS.md", Do: folder.Soul},
			second,
			{Name: "CLAUDE.local.md", Do: folder.Context},
			{Name: ".cursorrules", Do: folder.Context, To: "cursorrules"},
			{Name: ".claude/rules/", Do: folder.Context},
			{Name: ".cursor/rules/", Do: folder.Context},
			{Name: ".claude/agents/", Why: "is a sub-agent: import claude-agent takes it"},
			{Name: ".claude/skills/", Why: "is a skill: import skill takes its folder"},
		},
		Rest:    "is the project's",
		Unknown: "name an AGENTS.md or CLAUDE.md, or the folder that it is in",
	}
	return s.Read(in, out)
}

func (project) Write(_ context.Context, p *exchange.Persona, _ string, out *exchange.Export) error {
	original, err := original(p, projectKind, keptProject)
	if err != nil {
		return err
	}
	if original != nil && unedited(p) {
		noteSources(p, out)
	} else {
		original = body(p, out)
	}
	out.File("", original)
	return nil
}

type skill struct{}

// NewSkill returns the kind of skills.
func NewSkill() exchange.Writer { return skill{} }

func (skill) Kind() exchange.Kind {
	return exchange.Kind{Name: skillKind, Title: "Skills: a folder with SKILL.md, or the zip of one", Forms: []string{skillKind}}
}

func (k skill) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	s := folder.System{
		Kind: k.Kind(), Named: keptSkill,
		Rules: []folder.Rule{
			{Name: "SKILL.md", Do: folder.Soul},
			{Name: "references/", Do: folder.Document},
			{Name: "scripts/", Why: "is a script, and never run"},
			{Name: "assets/", Do: folder.Keep},
			{Name: "LICENSE.txt", Do: folder.Keep},
			{Name: "LICENSE", Do: folder.Keep},
			{Only: ".md", Do: folder.Document}, // which the text leads to, such as forms.md
		},
		Rest:    "is no part of a skill that is text",
		Unknown: "name the folder that holds SKILL.md",
	}
	return s.Read(in, out)
}

// Write writes a skill: what is always in a prompt in SKILL.md, and the
// compiled backstory as references, of which an agent reads what it needs.
func (skill) Write(_ context.Context, p *exchange.Persona, _ string, out *exchange.Export) error {
	original, err := original(p, skillKind, keptSkill)
	if err != nil {
		return err
	}
	if original != nil && unedited(p) && !addedSources(p) {
		return writeBack(p, original, out)
	}
	content, err := front(p, original, out)
	if err != nil {
		return err
	}
	paths := p.WriteChapters("references/", out)
	content = append(content, texts(p)...)
	if len(paths) > 0 {
		content = append(content, "\n## References\n\nRead what a question is about before you answer it.\n\n"...)
		for i, to := range paths {
			content = append(content, fmt.Sprintf("- [%s](%s)\n", exchange.LinkText(p.Chapters[i].Name), to)...)
		}
	}
	out.Outputs = append([]exchange.Output{{Path: "SKILL.md", Content: content}}, out.Outputs...)
	return writeKept(p, out)
}

// addedSources reports whether there are sources that no import made.
func addedSources(p *exchange.Persona) bool {
	return slices.ContainsFunc(p.Chapters, func(c exchange.Text) bool { return !p.Imported(profile.SourcesFolder + "/" + c.Name) }) ||
		slices.ContainsFunc(p.Unbuilt, func(name string) bool { return !p.Imported(name) })
}

// writeBack writes a skill that nobody has edited with the names of files that it
// came in with, since its text leads to them.
func writeBack(p *exchange.Persona, original []byte, out *exchange.Export) error {
	out.File("SKILL.md", original)
	for _, o := range p.Origins {
		if o.Path == profile.SoulFile {
			continue
		}
		content, err := p.Files.Read(o.Path, exchange.MaxFile)
		if err != nil {
			return err
		}
		out.File(o.From, content)
	}
	return writeKept(p, out)
}

// writeKept writes the files of a skill that are no text.
func writeKept(p *exchange.Persona, out *exchange.Export) error {
	kept := p.Files.In(exchange.KeptFolder + "/files")
	for _, e := range kept.Entries {
		content, err := kept.Read(e.Name, exchange.MaxFile)
		if err != nil {
			return err
		}
		out.File(e.Name, content)
	}
	return nil
}
