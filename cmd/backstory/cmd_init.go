package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/profile"
)

//go:embed init/soul.md
var initSoul string

//go:embed init/about.md
var initAbout string

//go:embed init/options.json
var initOptions string

//go:embed init/gitattributes
var initAttributes string

func newInit(t *terminal) *cobra.Command {
	var gitDiff bool
	cmd := &cobra.Command{
		Use:   "init DIR",
		Short: "Make a profile: a soul, a first source, commented options",
		Long: `init makes the folder of a profile that builds at once. Files that are there already stay as
they are.

` + exitHelp,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := runInit(t, args[0]); err != nil || !gitDiff {
				return err
			}
			return setGitDiff(cmd.Context(), t, args[0])
		},
	}
	cmd.Flags().BoolVar(&gitDiff, "git-diff", false, "have git show differences of documents by their text")
	return cmd
}

func runInit(t *terminal, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.Mkdir(profile.SourcesFolder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	for _, f := range []struct{ name, content string }{
		{profile.SoulFile, initSoul},
		{profile.SourcesFolder + "/01-about.md", initAbout},
		{profile.OptionsFile, initOptions},
		{".gitattributes", initAttributes},
	} {
		made, err := create(root, f.name, f.content)
		if err != nil {
			return err
		}
		word := "there already:"
		if made {
			word = "made"
		}
		t.talk("%s %s\n", word, path.Join(dir, f.name))
	}
	t.talk("next: put documents into %s, then run backstory build %s\n", path.Join(dir, profile.SourcesFolder), dir)
	return nil
}

// create writes a file that is not there yet.
func create(root *os.Root, name, content string) (made bool, err error) {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := f.WriteString(content); err != nil {
		return false, errors.Join(fmt.Errorf("writing %s: %w", name, err), f.Close())
	}
	return true, f.Close()
}
