package manifest_test

import (
	"fmt"

	"github.com/seed353dc258/backstory/manifest"
)

func ExampleDiff() {
	old, now := manifest.New(), manifest.New()
	old.Files = []manifest.Entry{{Path: "a.md", SHA256: "1"}, {Path: "b.md", SHA256: "2"}}
	now.Files = []manifest.Entry{{Path: "a.md", SHA256: "3"}}
	for _, c := range manifest.Diff(old, now) {
		fmt.Println(c.Kind, c.Path)
	}
	// Output:
	// changed a.md
	// removed b.md
}
