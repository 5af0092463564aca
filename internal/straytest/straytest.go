//go:build unix

// Package straytest has what lies beside the folders and files of profiles, where
// nobody meant it to be, for tests that nothing is stopped by it.
package straytest

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// strays put what systems, editors and people leave into a folder, by what it is.
func strays() map[string]func(folder string) error {
	file := func(names ...string) func(string) error {
		return func(folder string) error {
			for _, name := range names {
				if err := os.WriteFile(filepath.Join(folder, name), []byte("\x00\x01Bud1 left here\xff"), 0o644); err != nil {
					return err
				}
			}
			return nil
		}
	}
	link := func(name string, to ...string) func(string) error {
		return func(folder string) error {
			for i, target := range to {
				if err := os.Symlink(target, filepath.Join(folder, name+[]string{"", ".md", ".json"}[i])); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return map[string]func(string) error{
		"file":     file("left", "left.bin"),
		"link in":  link("in", ".", "left", "nothing"),
		"link out": link("out", "/etc", "/etc/passwd", "/dev/zero"),
		"pipe": func(folder string) error {
			for _, name := range []string{"pipe", "pipe.md", "pipe.json"} {
				if err := syscall.Mkfifo(filepath.Join(folder, name), 0o644); err != nil {
					return err
				}
			}
			return os.Mkdir(filepath.Join(folder, "piped"), 0o755)
		},
		"unreadable": func(folder string) error {
			if err := os.Mkdir(filepath.Join(folder, "shut"), 0); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(folder, "shut.md"), nil, 0)
		},
		"odd name": func(folder string) error {
			if err := os.Mkdir(filepath.Join(folder, "caf\xe9"), 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(folder, "caf\xe9.md"), []byte("odd"), 0o644)
		},
		"Finder":   file(".DS_Store", "._left", "Icon\r"),
		"Explorer": file("Thumbs.db", "desktop.ini"),
		"editor":   file(".soul.md.swp", "soul.md~", "#soul.md#", "4913"),
		"worktree": func(folder string) error {
			tree := filepath.Join(folder, "tree")
			if err := os.Mkdir(tree, 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(tree, ".git"), []byte("gitdir: /nowhere/.git/worktrees/tree\n"), 0o644)
		},
		"empty": func(folder string) error { return os.Mkdir(filepath.Join(folder, "empty"), 0o755) },
		"Windows name": func(folder string) error {
			if err := os.Mkdir(filepath.Join(folder, "CON"), 0o755); err != nil {
				return err
			}
			return file("nul.md", "aux", "COM1.txt", "a:b", "dot.")(folder)
		},
		"long name": func(folder string) error {
			if err := os.Mkdir(filepath.Join(folder, strings.Repeat("d", 255)), 0o755); err != nil {
				return err
			}
			return file(strings.Repeat("n", 240) + ".md")(folder)
		},
	}
}

// Strew puts strays of every kind into each of the folders, which it makes.
func Strew(t testing.TB, folders ...string) {
	t.Helper()
	for _, folder := range folders {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for what, put := range strays() {
			if err := put(folder); err != nil {
				t.Fatalf("%s in %s: %v", what, folder, err)
			}
		}
	}
}
