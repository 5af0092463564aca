// Package yaml reads YAML and shows it as a code block.
//
//	[x] any text, also of several documents (YAML 1.2, 9.2); anchors and aliases stay as they are written
//	[x] broken YAML is kept, with the place and the reason in a warning
//	[-] it is checked up to 256 KiB and 10,000 levels, by a parser of YAML 1.1 and 1.2 that expands nothing
//	[ ] tags, duplicate keys and schemas are not judged
package yaml

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// warnInvalid is the code for a text that is not YAML.
const warnInvalid = "yaml-invalid"

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "yaml",
		Title:      "YAML",
		Version:    8,
		Text:       true,
		Extensions: []string{"yaml", "yml"},
		MediaTypes: []string{"application/yaml"},
		Limits:     plain.Limits(),
		Warnings:   []converters.WarningInfo{{Code: warnInvalid, Title: "the text is not valid YAML; kept as it is"}},
	}
}

// Convert returns the input as one code block.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, err := plain.Code(ctx, in, env)
	if err != nil {
		return nil, err
	}
	if fault, ok := check(text); !ok {
		env.Warn(document.Warning{Code: warnInvalid, Pos: fault.pos, Message: fault.reason})
	}
	return &document.Document{Blocks: []document.Block{plain.Block(env, text, "yaml")}}, nil
}
