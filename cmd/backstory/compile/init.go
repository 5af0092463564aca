package compile

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/starter"
	"github.com/seed353dc258/backstory/profile"
)

type initOptions struct {
	git, gitDiff          bool
	preferences, security string
	from                  string // a plain folder whose documents are copied
}

// NewInit returns the command init.
func NewInit(t *cli.Terminal) *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init NAME | init DIR | init --git | init --git-diff",
		Short: "Make a profile: a soul, preferences, a first source, commented options",
		Long: `init makes the folder of a new profile, ready to build. In a workspace, which is a folder with profiles/,
backstory.json or openclaw.json, a plain name becomes a folder in profiles/. Files that are there already
stay as they are. In a git repository it also sets up git to merge built files chapter by chapter, and to
ignore files that nobody commits. With --git or --git-diff and without a name it makes no profile, and
sets up the repository that the current folder is in.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && (o.git || o.gitDiff):
				return setGit(cmd.Context(), t, ".", o)
			case len(args) == 0:
				return errors.New("name the profile: backstory init NAME, or the folder that it is to be in")
			}
			dir := initDir(args[0])
			if err := runInit(t, dir, o); err != nil {
				return err
			}
			if o.from != "" {
				if err := copyFrom(cmd.Context(), t, dir, o.from); err != nil {
					return err
				}
			}
			o.git = o.git || InRepository(cmd.Context(), dir)
			return setGit(cmd.Context(), t, dir, o)
		},
	}
	cmd.Flags().BoolVar(&o.git, "git", false, "set up git to merge built files and ignore files that nobody commits; without a name, for every profile below")
	cmd.Flags().StringVar(&o.from, "from", "", "copy the documents of this plain `FOLDER` into the profile")
	cmd.Flags().BoolVar(&o.gitDiff, "git-diff", false, "set up git to compare documents by their text")
	cmd.Flags().StringVar(&o.preferences, "preferences", "plain", "start with one of these `PREFERENCES`: "+strings.Join(starter.Examples(starter.Preferences), ", "))
	cmd.Flags().StringVar(&o.security, "security", "", "start with one of these security `RULES`: "+strings.Join(starter.Examples(starter.Security), ", "))
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

func runInit(t *cli.Terminal, dir string, o initOptions) error {
	begin := starter.Options{Name: FolderName(dir), Preferences: o.preferences, Security: o.security}
	if err := begin.Check(); err != nil {
		return fmt.Errorf("--%w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	made, err := starter.Make(root, begin)
	for _, f := range made {
		word := "made"
		if f.There {
			word = "there already:"
		}
		t.Talk("%s %s\n", word, path.Join(dir, f.Name))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	t.Talk("next: write %s, put documents into %s, then run backstory build %s, and talk with it: backstory chat %[3]s\n",
		path.Join(dir, profile.SoulFile), path.Join(dir, profile.SourcesFolder), dir)
	return nil
}

// FolderName returns the name of a folder, as it is on the disk.
func FolderName(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	return filepath.Base(abs)
}
