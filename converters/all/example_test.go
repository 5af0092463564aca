package all_test

import (
	"context"
	"fmt"
	"os"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
)

func ExampleRegistry() {
	registry, err := all.Registry()
	if err != nil {
		fmt.Println(err)
		return
	}
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	doc, err := registry.Convert(context.Background(), converters.TextInput("boats.csv", "name,oars\nLark,2\n"), env)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := markdown.Write(os.Stdout, doc, markdown.WriteOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// |name|oars|
	// |-|-|
	// |Lark|2|
}
