// Package all lists every format: one line each.
package all

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/code"
	"github.com/seed353dc258/backstory/converters/config"
	"github.com/seed353dc258/backstory/converters/csv"
	"github.com/seed353dc258/backstory/converters/json"
	"github.com/seed353dc258/backstory/converters/markdown"
	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/converters/yaml"
)

// Converters returns a converter of every format, in the order of the docs.
func Converters() []converters.Converter {
	return []converters.Converter{
		text.New(),
		markdown.New(),
		json.New(),
		yaml.New(),
		config.New(),
		csv.New(),
		code.New(),
	}
}

// Registry returns a registry of every format.
func Registry() (*converters.Registry, error) { return converters.NewRegistry(Converters()...) }
