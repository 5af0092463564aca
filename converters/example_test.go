package converters_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/documenttest"
)

// shout reads files that end in .shout: each line is a paragraph.
type shout struct{}

func (shout) Format() converters.Format {
	return converters.Format{Name: "shout", Title: "Shouted text", Extensions: []string{"shout"}, Version: 1}
}

func (shout) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, _ := in.Text()
	doc := &document.Document{}
	for line := range strings.Lines(text) {
		if err := env.Step(ctx, 1, document.Pos{}); err != nil {
			return nil, err
		}
		doc.Blocks = append(doc.Blocks, document.PlainParagraph(document.Pos{}, strings.ToUpper(strings.TrimSpace(line))))
	}
	return doc, nil
}

// A format is a Converter; a registry finds it by the name of a file.
func ExampleConverter() {
	registry, err := converters.NewRegistry(shout{})
	if err != nil {
		fmt.Println(err)
		return
	}
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	doc, err := registry.Convert(context.Background(), converters.TextInput("call.shout", "land ahead\n"), env)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(documenttest.Dump(doc))
	// Output:
	// paragraph
	//   text "LAND AHEAD"
}
