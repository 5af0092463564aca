package discover_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed353dc258/backstory/ingest/discover"
)

// Sources come in natural order: 2 before 10, and folders behind files.
func ExampleDiscover() {
	dir, err := os.MkdirTemp("", "profile")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"10-late.md", "2-early.md", "boats/lark.md"} {
		file := filepath.Join(dir, discover.SourceDir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			fmt.Println(err)
			return
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			fmt.Println(err)
			return
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer root.Close()
	found, err := discover.Discover(context.Background(), root, discover.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range found.Files {
		fmt.Println(f.Path)
	}
	// Output:
	// 2-early.md
	// 10-late.md
	// boats/lark.md
}
