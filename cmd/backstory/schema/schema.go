// Package schema has the command schema: the JSON Schema (draft 2020-12) of the
// program's files and documents, for editors and scripts.
package schema

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/suggest"
)

// Dialect is the version of JSON Schema that all are written in.
const Dialect = "https://json-schema.org/draft/2020-12/schema"

// named is a schema by its name.
type named struct {
	name, file, title string
	make              func() (any, error)
}

func table() []named {
	return []named{
		{"envelope", "", "What every command prints with --json", func() (any, error) { return envelope(), nil }},
		{"options", ".backstory.json", "How a profile is built: backstory/.backstory.json", func() (any, error) { return options(), nil }},
		{"preferences", "preferences.json", "How an agent answers: preferences.json of a profile", func() (any, error) { return preferences(), nil }},
		{"configuration", "config.json", "The configuration of a user: backstory/config.json", configuration},
		{"workspace", "backstory.json", "The configuration of a workspace: backstory.json", func() (any, error) { return workspace(), nil }},
		{"manifest", ".backstory-manifest.json", "What a build made of each source: .backstory-manifest.json", func() (any, error) { return manifest(), nil }},
	}
}

// Names returns the names of all schemas.
func Names() []string {
	var names []string
	for _, n := range table() {
		names = append(names, n.name)
	}
	return names
}

// New returns the command schema.
func New(t *cli.Terminal) *cobra.Command {
	var about strings.Builder
	for _, n := range table() {
		fmt.Fprintf(&about, "  %-14s %s\n", n.name, n.title)
	}
	return &cobra.Command{
		Use:   "schema [NAME]",
		Short: "Print the JSON Schema of a file or of --json",
		Long: `schema prints the JSON Schema (draft 2020-12) of a file. NAME is one of those below, or the name of such a file;
without NAME it lists them. An editor finds the schema of a file by its "$schema", which each of them may have.

` + about.String(),
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				_, err := io.WriteString(t.Out, about.String())
				return err
			}
			text, err := Text(args[0])
			if err == nil {
				_, err = t.Out.Write(text)
			}
			return err
		},
	}
}

// Text returns a schema, by its name or that of its file, as indented JSON.
func Text(name string) ([]byte, error) {
	all := table()
	i := slices.IndexFunc(all, func(n named) bool { return n.name == name || n.file != "" && n.file == name })
	if i < 0 {
		hint := ""
		if near := suggest.Nearest(name, Names()); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, fmt.Errorf("schema: there is no %+.100q, but %s%s", name, strings.Join(Names(), ", "), hint)
	}
	made, err := all[i].make()
	if err != nil {
		return nil, fmt.Errorf("making the schema %s: %w", name, err)
	}
	content, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	if err := json.Unmarshal(content, &members); err != nil {
		return nil, err
	}
	members["$schema"], members["title"] = Dialect, all[i].title
	content, err = json.MarshalIndent(members, "", "  ")
	return append(content, '\n'), err
}

// The parts that schemas are made of.
type object = map[string]any

func text(about string) object  { return object{"type": "string", "description": about} }
func whole(about string) object { return object{"type": "integer", "minimum": 1, "description": about} }

func count(about string) object { return object{"type": "integer", "minimum": 0, "description": about} }
func truth(about string) object { return object{"type": "boolean", "description": about} }

func oneOf(about string, values ...string) object {
	return object{"type": "string", "enum": values, "description": about}
}

func list(of object, about string) object {
	return object{"type": "array", "items": of, "description": about}
}

// closed is an object that has the given members alone, besides "$schema" where
// it is a whole file.
func closed(members object, required ...string) object {
	out := object{"type": "object", "properties": members, "additionalProperties": false}
	if required != nil {
		out["required"] = required
	}
	return out
}

// open is an object that may have other members.
func open(members object, required ...string) object {
	out := closed(members, required...)
	delete(out, "additionalProperties")
	return out
}

// byName is an object with names of the user's.
func byName(of object, about string) object {
	return object{"type": "object", "additionalProperties": of, "description": about}
}

// file is the object that is all of a file.
func file(o object) object {
	o["properties"].(object)["$schema"] = text("the address of this schema, for editors")
	return o
}

// envelope is what is in the document of every command.
func envelope() object {
	notice := closed(object{
		"code":    object{"type": "string", "minLength": 1, "description": "stable; backstory explain CODE says what it means"},
		"message": object{"type": "string", "minLength": 1, "description": "for a person"},
		"count":   whole("of what a warning counts"),
		"profile": text("the folder, as it was named"),
		"file":    text("as the user can open it"),
		"place":   text("in the file"),
	}, "code", "message")
	return open(object{
		"type":     oneOf("of --stream-json, whose last line it is", "done", "error"),
		"schema":   object{"const": cli.AnswerSchema, "description": "the version of this form"},
		"command":  text("the command without its arguments"),
		"warnings": list(notice, "what was lost or noticed without failing"),
		"errors":   list(notice, "what failed"),
	}, "schema", "command", "warnings", "errors")
}

// configuration is that of a user, made of the type that reads it.
func configuration() (any, error) {
	s, err := jsonschema.For[catalog.Settings](nil)
	if err != nil {
		return nil, err
	}
	optional(s)
	s.Properties["providers"].AdditionalProperties.Properties["type"].Enum = anyOf(catalog.Types())
	s.Properties["providers"].AdditionalProperties.Properties["tools"].Enum = anyOf([]string{"native", "text", "none"})
	return s, nil
}

// anyOf are values of an enumeration.
func anyOf(names []string) []any {
	list := make([]any, len(names))
	for i, name := range names {
		list[i] = name
	}
	return list
}

// optional makes every member of every object optional.
func optional(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	s.Required = nil
	for _, member := range s.Properties {
		optional(member)
	}
	optional(s.Items)
	optional(s.AdditionalProperties)
}

// manifest is what a build writes in its own form.
func manifest() object {
	digest := object{"type": "string", "pattern": "^[0-9a-f]{64}$"}
	entry := open(object{
		"relative_path":  text("of the source, as it is shown: bytes that are no text are escaped"),
		"sha256":         object{"type": "string", "pattern": "^([0-9a-f]{64})?$", "description": "of the file; empty where it could not be read"},
		"size_bytes":     count("of the file"),
		"modified_at":    text("in the layout of Coqui alone"),
		"token_estimate": count("a quarter of the characters, rounded up"),
		"status":         oneOf("what became of the source", "ok", "failed", "unsupported", "skipped"),
		"error":          object{"type": []string{"string", "null"}},
		"reason":         text("why it was not read"),
		"extension":      text("of what no format is for"),
		"format":         text("that converted it"),
		"format_version": count("of that format"),
		"key":            digest,
		"options_digest": digest,
		"tokens":         count("an estimate"),
		"chapter":        open(object{"length": count("bytes"), "digest": digest, "keywords": text("that the source says of itself, and is found by")}, "length", "digest"),
		"kept":           open(object{"sha256": digest, "key": digest}),
		"code":           text("of the error"),
		"warnings": list(open(object{
			"code": text("stable"), "count": count("how often"), "message": text("for a person"), "place": text("in the source"),
		}, "code", "count", "message"), "what was lost or dropped"),
	}, "relative_path", "status")
	return open(object{
		"version":        count("of Coqui's form"),
		"schema":         count("of ours"),
		"generator":      text("name and version of the program"),
		"options_digest": digest,
		"label":          text("the first heading of backstory.md"),
		"files":          list(entry, "one for each file, in the order of backstory.md"),
	}, "version", "schema", "options_digest", "label", "files")
}
