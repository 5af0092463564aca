// Package code reads source code of every language that it knows by name and
// shows it as a code block with the language as a hint.
//
//	[x] the 35 extensions of the Coqui generator, with its languages
//	[x] about 400 more, and whole names such as Dockerfile, that the lexers of chroma know
//	[x] every encoding that charset knows, byte order mark, form feeds
//	[x] leading white space stays, trailing is removed
//	[x] directional controls become visible (Trojan Source), other hidden characters go
//	[ ] the language is not guessed from the content: an ending that several languages share is a block without a hint
//
// language_table.go is generated: the choices are in tools/languages.
package code

import (
	"context"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// language is what an extension or a file name stands for. Its name is the
// info string of a fence; it is empty where several languages share the key.
type language struct{ key, name string }

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "code",
		Title:      "Source code",
		Version:    9,
		Text:       true,
		Extensions: keys(extensions),
		Filenames:  keys(filenames),
		Limits:     plain.Limits(),
	}
}

// Convert returns the input as one code block.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, err := plain.Code(ctx, in, env)
	if err != nil {
		return nil, err
	}
	block := plain.Block(env, text, hint(in.Name))
	return &document.Document{Blocks: []document.Block{block}}, nil
}

// hint returns the language of a file by its whole name, then by its
// extension, as the registry looks for converters.
func hint(name string) string {
	if at, ok := find(filenames, name); ok {
		return filenames[at].name
	}
	if at, ok := find(extensions, converters.Extension(name)); ok {
		return extensions[at].name
	}
	return ""
}

func find(table []language, key string) (int, bool) {
	return slices.BinarySearchFunc(table, key, func(l language, key string) int { return strings.Compare(l.key, key) })
}

func keys(table []language) []string {
	out := make([]string, len(table))
	for i, l := range table {
		out[i] = l.key
	}
	return out
}
