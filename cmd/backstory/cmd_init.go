package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

//go:embed init/soul.md
var initSoul string

//go:embed init/about.md
var initAbout string

//go:embed init/options.json
var initOptionsText string

//go:embed init/gitattributes
var initAttributes string

//go:embed init/preferences init/security
var initExamples embed.FS

type initOptions struct {
	gitDiff               bool
	preferences, security string
}

func newInit(t *terminal) *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init NAME | init DIR | init --git-diff",
		Short: "Make a profile: a soul, preferences, a first source, commented options",
		Long: `init makes the folder of a profile that builds at once and gives a prompt. In a workspace, which is a
folder with profiles/, backstory.json or openclaw.json, a plain name becomes a folder in profiles/.
Files that are there already stay as they are. With --git-diff and without a name it makes no profile,
and sets up the repository that the current folder is in.

` + exitHelp,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && o.gitDiff:
				return setGitDiff(cmd.Context(), t, ".")
			case len(args) == 0:
				return errors.New("name the profile: backstory init NAME, or the folder that it is to be in")
			}
			dir := initDir(args[0])
			if err := runInit(t, dir, o); err != nil || !o.gitDiff {
				return err
			}
			return setGitDiff(cmd.Context(), t, dir)
		},
	}
	cmd.Flags().BoolVar(&o.gitDiff, "git-diff", false, "have git show differences of documents by their text")
	cmd.Flags().StringVar(&o.preferences, "preferences", "plain", "begin with one of these `preferences`: "+strings.Join(examples("preferences"), ", "))
	cmd.Flags().StringVar(&o.security, "security", "", "begin with these `security` rules of its own: "+strings.Join(examples("security"), ", "))
	return cmd
}

// initDir returns where the profile of a name goes.
func initDir(name string) string {
	plain := !strings.ContainsAny(name, `/\`) && name != "." && name != ".."
	if here, err := os.Getwd(); err == nil && plain {
		if dir, err := profile.FindWorkspace("."); err == nil && dir == here {
			return path.Join(profile.ProfilesFolder, name)
		}
	}
	return filepath.ToSlash(name)
}

// examples lists the examples of a kind by their names.
func examples(kind string) []string {
	entries, err := initExamples.ReadDir("init/" + kind)
	if err != nil {
		panic("listing examples: " + err.Error())
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
	}
	return names
}

// example returns an example by its name, or "" for none.
func example(kind, name, extension string) (string, error) {
	if name == "" {
		return "", nil
	}
	if !slices.Contains(examples(kind), name) {
		return "", fmt.Errorf("--%s: %q is none of %s", kind, name, strings.Join(examples(kind), ", "))
	}
	content, err := initExamples.ReadFile("init/" + kind + "/" + name + extension)
	return string(content), err
}

func runInit(t *terminal, dir string, o initOptions) error {
	preferences, err := example("preferences", o.preferences, ".json")
	if err != nil {
		return err
	}
	security, err := example("security", o.security, ".md")
	if err != nil {
		return err
	}
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
		{profile.SoulFile, strings.Replace(initSoul, "{{NAME}}", initName(dir), 1)},
		{profile.PreferencesFile, preferences},
		{profile.SecurityFile, security},
		{profile.SourcesFolder + "/01-about.md", initAbout},
		{profile.OptionsFile, initOptionsText},
		{".gitattributes", initAttributes},
	} {
		if f.content == "" {
			continue
		}
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
	t.talk("next: write %s, put documents into %s, then run backstory build %s, and talk with it: backstory chat --profile %s\n",
		path.Join(dir, profile.SoulFile), path.Join(dir, profile.SourcesFolder), dir, promptName(dir))
	return nil
}

// initName makes a heading of the name of a folder.
func initName(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "Soul"
	}
	return orText(profile.DisplayName(oneline.Safe(filepath.Base(abs))), "Soul")
}

func orText(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// promptName returns what --profile has to be given for a folder.
func promptName(dir string) string {
	if name, ok := strings.CutPrefix(dir, profile.ProfilesFolder+"/"); ok || strings.Contains(dir, "/") || dir == "." {
		return orText(name, dir)
	}
	return "./" + dir
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
