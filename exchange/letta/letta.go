// Package letta reads and writes agent files of Letta (.af).
//
//   - [x] files with agents and blocks, and older ones with core_memory
//   - [x] the block persona: the soul; human: user.md; others: context, and
//     sources where the label has a "/", but not where Letta's file system of
//     memories has them in every prompt; the system text: instructions
//   - [x] the text of files that are in it: sources
//   - [-] tools and servers: named, never run; messages: kept
//   - [-] what may be a secret: left out, and counted
//   - [ ] models, settings, tool rules
package letta

import (
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

const (
	name     = "letta"
	keptFile = "agent.af"
)

type kind struct{}

// New returns the kind of Letta's agent files.
func New() exchange.Writer { return kind{} }

func (kind) Kind() exchange.Kind {
	return exchange.Kind{Name: name, Title: "Letta: an agent file (.af)", Forms: []string{name}}
}

// file is an agent file.
type file struct {
	root  map[string]any
	agent map[string]any // the one that is read
	texts []any          // blocks of memory
}

func parse(content []byte) (*file, error) {
	v, err := exchange.ParseJSON(content)
	if err != nil {
		return nil, err
	}
	if text, ok := v.(string); ok { // some programs write the document as a text of JSON
		if v, err = exchange.ParseJSON([]byte(text)); err != nil {
			return nil, err
		}
	}
	root, _ := v.(map[string]any)
	f := &file{root: root}
	if agents := exchange.List(root, "agents"); len(agents) > 0 {
		f.agent, _ = agents[0].(map[string]any)
		f.texts = blocksOf(f.agent, exchange.List(root, "blocks"))
	} else if core, ok := root["core_memory"].([]any); ok {
		f.agent, f.texts = root, core
	}
	if f.agent == nil {
		return nil, fmt.Errorf("%w: an agent file has agents", exchange.ErrUnknown)
	}
	return f, nil
}

// blocksOf returns the blocks of an agent, in its order; all where it names none.
func blocksOf(agent map[string]any, blocks []any) []any {
	ids := exchange.List(agent, "block_ids")
	if len(ids) == 0 {
		return blocks
	}
	byID := map[string]any{}
	for _, b := range blocks {
		if m, ok := b.(map[string]any); ok {
			byID[exchange.String(m, "id")] = b
		}
	}
	var list []any
	for _, id := range ids {
		if key, ok := id.(string); ok && byID[key] != nil {
			list = append(list, byID[key])
			delete(byID, key)
		}
	}
	return list
}

func (kind) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	content, err := in.Bytes(exchange.MaxJSON)
	if err != nil {
		return err
	}
	f, err := parse(content)
	if err != nil {
		return err
	}
	secrets := dropSecrets(f.root)
	out.Count(exchange.Lost, "secrets", "are left out, of what is kept as well", secrets)
	if secrets > 0 {
		if content, err = exchange.EncodeJSON(f.root); err != nil {
			return err
		}
	}
	out.Original(keptFile, bytes.NewReader(content))
	f.read(out)
	return out.Err()
}

func (f *file) read(out *exchange.Import) {
	agentName := cmp.Or(exchange.String(f.agent, "name"), "Agent")
	out.Name(agentName)
	soul, from := exchange.String(f.agent, "description"), "description"
	for i, v := range f.texts {
		block, ok := v.(map[string]any)
		if !ok {
			continue
		}
		label, value := exchange.String(block, "label"), exchange.String(block, "value")
		at := placeOf(i, label)
		label, always := strings.CutPrefix(label[:min(len(label), maxLabel)], alwaysFolder)
		switch {
		case strings.TrimSpace(value) == "":
			out.Note(exchange.Kept, at, "", "is blank")
		case label == "persona" && from == "description":
			soul, from = value, at
		case label == "human":
			out.Part(profile.UserFile, value, at)
		case strings.Contains(label, "/") && !always && !strings.HasPrefix(label, "persona/"):
			out.Source(folderOf(label), path.Base(label), value, at)
		default:
			out.Context(label, value, at)
		}
	}
	if system := exchange.String(f.agent, "system"); strings.TrimSpace(system) != "" {
		out.Part(profile.InstructionsFile, system, "system")
	}
	out.Soul(exchange.Heading(1, agentName)+"\n"+soul, cmp.Or(from, "name"))
	if from != "description" && exchange.String(f.agent, "description") != "" {
		out.Note(exchange.Kept, "description", "", "the block persona says who the agent is")
	}
	for i, v := range exchange.List(f.root, "files") {
		source, _ := v.(map[string]any)
		fileName, at := placeOfFile(i, source)
		if text := exchange.String(source, "content"); text != "" {
			out.Source("files", strings.TrimSuffix(fileName, path.Ext(fileName)), text, at)
		} else {
			out.Note(exchange.Kept, at, "", "its text is not in the file")
		}
	}
	f.rest(out)
}

// alwaysFolder is the folder in Letta's file system of memories whose files are in
// every prompt (https://docs.letta.com/concepts/memfs). The labels of its files
// begin with it, or without it.
const alwaysFolder = "system/"

// maxLabel is how much of a label makes the name of a file, in bytes.
const maxLabel = 1000

// placeOf names a block in reports, and in the record that an export goes by.
func placeOf(i int, label string) string {
	return fmt.Sprintf("blocks[%d] %s", i, strings.ToValidUTF8(label[:min(len(label), maxLabel)], ""))
}

// placeOfFile names a file, and its place in reports.
func placeOfFile(i int, file map[string]any) (name, place string) {
	name = cmp.Or(exchange.String(file, "original_file_name"), exchange.String(file, "file_name"), "file")
	return name, fmt.Sprintf("files[%d] %s", i, strings.ToValidUTF8(name[:min(len(name), maxLabel)], ""))
}

// folderOf returns the folder of a label with slashes, of names that are made
// here.
func folderOf(label string) string {
	parts := strings.Split(path.Dir(label), "/")
	for i := range parts {
		parts[i] = exchange.Slug(parts[i])
	}
	return strings.Join(parts[:min(len(parts), 8)], "/")
}

// rest names what is not used.
func (f *file) rest(out *exchange.Import) {
	if n := len(exchange.List(f.root, "agents")); n > 1 {
		out.Count(exchange.Kept, "agents", "the first is taken", n-1)
	}
	for _, v := range append(exchange.List(f.root, "tools"), exchange.List(f.root, "mcp_servers")...) {
		if tool, ok := v.(map[string]any); ok {
			out.Note(exchange.Kept, "tool "+cmp.Or(exchange.String(tool, "name"), exchange.String(tool, "server_name")), "", "is never run")
		}
	}
	out.Count(exchange.Kept, "messages", "are what was said, not who the agent is", len(exchange.List(f.agent, "messages")))
	for _, key := range []string{"llm_config", "embedding_config", "tool_rules", "model_settings"} {
		if f.agent[key] != nil {
			out.Note(exchange.Kept, key, "", "a file never decides about it")
		}
	}
	out.Count(exchange.Kept, "blocks", "are not of this agent", len(exchange.List(f.root, "blocks"))-len(f.texts))
	for _, key := range []string{"sources", "groups", "skills", "multi_agent_group"} {
		if o, isObject := f.root[key].(map[string]any); isObject && len(o) > 0 || len(exchange.List(f.root, key)) > 0 {
			out.Note(exchange.Kept, key, "", "")
		}
	}
}

// secretKeys are what a value may be a secret of.
var secretKeys = []string{
	"secrets", "tool_exec_environment_variables", "environment_variables", "env", "api_key", "token", "access_token", "auth_token",
	"refresh_token", "password", "secret", "authorization", "auth_header", "custom_headers", "headers",
}

// dropSecrets empties what may be a secret, and returns how many there were.
func dropSecrets(v any) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if !slices.Contains(secretKeys, strings.ToLower(key)) {
				n += dropSecrets(value)
				continue
			}
			switch value := value.(type) {
			case string:
				if value != "" {
					n, v[key] = n+1, ""
				}
			case map[string]any:
				if _, isSchema := value["type"]; !isSchema && len(value) > 0 {
					n, v[key] = n+len(value), map[string]any{}
				}
			case []any:
				if len(value) > 0 {
					n, v[key] = n+len(value), []any{}
				}
			}
		}
	case []any:
		for _, item := range v {
			n += dropSecrets(item)
		}
	}
	return n
}

func (kind) Write(_ context.Context, p *exchange.Persona, _ string, out *exchange.Export) error {
	content, err := p.Original(keptFile)
	if err != nil {
		return err
	}
	var root map[string]any
	if p.Kind == name && content != nil {
		f, err := parse(content)
		changed := false
		if err == nil {
			changed, err = f.update(p, out)
		}
		if err != nil {
			return fmt.Errorf("reading %s/%s: %w", exchange.KeptFolder, keptFile, err)
		}
		if !changed {
			out.File("", content)
			return nil
		}
		root = f.root
	} else {
		root = fresh(p, out)
	}
	content, err = exchange.EncodeJSON(root)
	out.File("", content)
	return err
}

// update sets the texts that were edited since the import, and reports whether
// there were any.
func (f *file) update(p *exchange.Persona, out *exchange.Export) (changed bool, err error) {
	set := func(m map[string]any, key, from string) error {
		edited, err := setEdited(m, key, from, p, out)
		changed = changed || edited
		return err
	}
	for i, v := range f.texts {
		if block, ok := v.(map[string]any); ok {
			if err := set(block, "value", placeOf(i, exchange.String(block, "label"))); err != nil {
				return changed, err
			}
		}
	}
	for i, v := range exchange.List(f.root, "files") {
		if file, ok := v.(map[string]any); ok {
			_, place := placeOfFile(i, file)
			if err := set(file, "content", place); err != nil {
				return changed, err
			}
		}
	}
	for _, field := range []string{"system", "description"} {
		if err := set(f.agent, field, field); err != nil {
			return changed, err
		}
	}
	noteNew(p, out)
	return changed, nil
}

// setEdited sets a key to the text that came from a place of the agent file, if it
// was edited or deleted since.
func setEdited(m map[string]any, key, from string, p *exchange.Persona, out *exchange.Export) (edited bool, err error) {
	o, ok := p.Origin(from)
	if !ok || !o.Edited && !o.Gone {
		return false, nil
	}
	text := ""
	if !o.Gone {
		content, err := p.Files.Read(o.Path, exchange.MaxFile)
		if err != nil {
			return false, err
		}
		text = string(content)
		if o.Path == profile.SoulFile {
			text = strings.TrimSpace(strings.TrimPrefix(p.Who(), strings.TrimSpace(exchange.Heading(1, p.Display))))
		}
	}
	m[key] = text
	out.Note(exchange.Mapped, o.Path, from, "as it is edited")
	return true, nil
}

// noteNew says which files came after the import, for which the agent file has no place.
func noteNew(p *exchange.Persona, out *exchange.Export) {
	for _, c := range p.Context {
		if !p.Imported(c.Name) {
			out.Note(exchange.Lost, c.Name, "", "came after the import, and the agent file has no block of it")
		}
	}
	for _, c := range p.Chapters {
		if file := profile.SourcesFolder + "/" + c.Name; !p.Imported(file) {
			out.Note(exchange.Lost, file, "", "came after the import, and the agent file has no file of it")
		}
	}
}

// fresh returns the agent file of a profile that was none.
func fresh(p *exchange.Persona, out *exchange.Export) map[string]any {
	var blocks, ids, files []any
	add := func(label, value string) {
		if strings.TrimSpace(value) == "" {
			return
		}
		id := fmt.Sprintf("block-%d", len(blocks))
		blocks = append(blocks, map[string]any{"id": id, "label": label, "value": value, "limit": max(20_000, len(value)), "read_only": false, "description": nil, "metadata": map[string]any{}})
		ids = append(ids, id)
	}
	add("persona", p.Who())
	add("human", p.Text(profile.UserFile))
	add("style", p.Text(profile.StyleFile))
	add("memory", p.Text(profile.MemoryFile))
	for _, c := range p.Context {
		add(strings.TrimSuffix(path.Base(c.Name), ".md"), c.Text)
	}
	for i, c := range p.Chapters {
		fileName := fmt.Sprintf("%03d-%s.md", i+1, exchange.Slug(strings.TrimSuffix(path.Base(c.Name), path.Ext(c.Name))))
		files = append(files, map[string]any{"id": fmt.Sprintf("file-%d", i), "file_name": fileName, "original_file_name": fileName, "file_type": "text/markdown", "content": c.Text, "source_id": "source-0"})
	}
	for _, source := range p.Unbuilt {
		out.Note(exchange.Lost, source, "", "is not in backstory.md: run backstory build first")
	}
	var sources []any
	if len(files) > 0 {
		sources = append(sources, map[string]any{"id": "source-0", "name": "backstory"})
	}
	return map[string]any{
		"agents": []any{map[string]any{
			"id": "agent-0", "name": p.Display, "description": p.Description, "system": p.Text(profile.InstructionsFile), "agent_type": "letta_v1_agent",
			"block_ids": ids, "tool_ids": []any{}, "messages": []any{}, "in_context_message_ids": []any{}, "source_ids": idsOf(sources), "tags": []any{},
		}},
		"blocks": blocks, "files": list(files), "sources": list(sources), "tools": []any{}, "mcp_servers": []any{}, "groups": []any{},
	}
}

func list(l []any) []any { return append([]any{}, l...) }

func idsOf(l []any) []any {
	ids := []any{}
	for _, v := range l {
		ids = append(ids, v.(map[string]any)["id"])
	}
	return ids
}
