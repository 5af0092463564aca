package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/internal/starter"
)

// diffed are the extensions of documents whose bytes say nothing to a person
// who reads a difference, as far as they are read.
var diffed = []string{
	"docx", "docm", "xlsx", "xlsm", "pptx", "pptm", "odt", "ods", "odp", "pdf", "rtf", "html", "htm", "epub",
	"doc", "xls", "ppt", "eml", "msg", "ipynb", "csv", "tsv",
}

// setGit sets the repository of a folder up as the flags say.
func setGit(ctx context.Context, t *cli.Terminal, dir string, o initOptions) error {
	if o.git {
		if err := setGitMerge(ctx, t, dir); err != nil {
			return err
		}
	}
	if o.gitDiff {
		return setGitDiff(ctx, t, dir)
	}
	return nil
}

// InRepository reports whether git is there and has a repository for a folder.
func InRepository(ctx context.Context, dir string) bool {
	return exec.CommandContext(ctx, "git", "-C", dir, "rev-parse", "--git-dir").Run() == nil
}

// setGitMerge has git merge what builds write by merge-driver, and ignore what
// builds and chats leave for one person: the command in the repository's own
// configuration, the rest in the folder.
func setGitMerge(ctx context.Context, t *cli.Terminal, dir string) error {
	program, err := quotedProgram()
	if err != nil {
		return err
	}
	err = gitConfig(ctx, dir, "--git", [][2]string{
		{"merge.backstory.name", "merge backstories by their chapters"},
		{"merge.backstory.driver", program + " merge-driver %O %A %B %L %P"},
	})
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, lines := range map[string]string{".gitattributes": starter.Attributes(), ".gitignore": starter.Ignore()} {
		if err := appendLines(root, name, strings.Split(strings.TrimSuffix(lines, "\n"), "\n")); err != nil {
			return err
		}
	}
	t.Talk("git merges backstories by their chapters now; other clones run backstory init --git for themselves\n")
	return nil
}

// quotedProgram returns this program as a shell calls it.
func quotedProgram() (string, error) {
	program, err := os.Executable()
	return "'" + strings.ReplaceAll(program, "'", `'\''`) + "'", err
}

// gitConfig sets the repository's own configuration for a flag.
func gitConfig(ctx context.Context, dir, flag string, settings [][2]string) error {
	for _, setting := range settings {
		out, err := exec.CommandContext(ctx, "git", "-C", dir, "config", setting[0], setting[1]).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: git config %s: %s: is %s in a repository?", flag, setting[0], bytes.TrimSpace(out), dir)
		}
	}
	return nil
}

// setGitDiff has git show differences of documents through convert: the
// command in the repository's own configuration, the extensions in the
// profile's .gitattributes.
func setGitDiff(ctx context.Context, t *cli.Terminal, dir string) error {
	program, err := quotedProgram()
	if err != nil {
		return err
	}
	err = gitConfig(ctx, dir, "--git-diff", [][2]string{
		{"diff.backstory.textconv", program + " convert"},
		{"diff.backstory.cachetextconv", "true"},
	})
	if err != nil {
		return err
	}
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	var lines []string
	for _, ext := range diffed {
		if _, ok := registry.ForName("x." + ext); ok {
			lines = append(lines, "*."+ext+" diff=backstory")
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := appendLines(root, ".gitattributes", lines); err != nil {
		return err
	}
	t.Talk("git shows differences of documents by their text now; other clones run this for themselves\n")
	return nil
}

// appendLines adds the lines that a file does not have.
func appendLines(root *os.Root, name string, lines []string) error {
	if info, err := root.Stat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", name, plainfile.Why(root, name, plainfile.ErrNotPlain))
	}
	f, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("%s: %w", name, plainfile.Why(root, name, err))
	}
	content, err := io.ReadAll(io.LimitReader(f, 1<<20))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, f.Close())
	}
	var missing strings.Builder
	if len(content) > 0 && !bytes.HasSuffix(content, []byte("\n")) {
		missing.WriteByte('\n')
	}
	for _, line := range lines {
		if !bytes.Contains(append([]byte("\n"), content...), []byte("\n"+line+"\n")) {
			missing.WriteString(line + "\n")
		}
	}
	_, err = f.WriteString(missing.String())
	return errors.Join(err, f.Close())
}
