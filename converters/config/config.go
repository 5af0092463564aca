// Package config reads settings that have a syntax of their own and shows them
// as a code block.
//
//	[x] TOML, INI and its relatives, Java properties, NAME=value files (prod.env)
//	[x] every encoding that charset knows, byte order mark
//	[-] nothing is checked: a broken file is shown as it is
//	[ ] secrets are not looked for here: the ingest package warns of them
//
// Names that begin with a dot (.env, .editorconfig) are never sources.
package config

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "config",
		Title:      "Configuration (TOML, INI, properties, environment)",
		Version:    9,
		Text:       true,
		Extensions: []string{"toml", "ini", "cfg", "conf", "cnf", "prefs", "env", "properties", "editorconfig", "gitconfig"},
		MediaTypes: []string{"application/toml"},
		Limits:     plain.Limits(),
	}
}

// Convert returns the input as one code block.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, err := plain.Code(ctx, in, env)
	if err != nil {
		return nil, err
	}
	block := plain.Block(env, text, hint(converters.Extension(in.Name)))
	return &document.Document{Blocks: []document.Block{block}}, nil
}

// hint returns the info string for an extension, in the words that GitHub
// knows. A .conf has no syntax of its own: it is nginx's, Apache's, or INI.
func hint(ext string) string {
	switch ext {
	case "toml", "properties":
		return ext
	case "env":
		return "dotenv"
	case "conf":
		return ""
	default:
		return "ini"
	}
}
