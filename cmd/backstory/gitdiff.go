package main

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

	"github.com/seed353dc258/backstory/converters/all"
)

// diffed are the extensions of documents whose bytes say nothing to a person
// who reads a difference, as far as they are read.
var diffed = []string{
	"docx", "docm", "xlsx", "xlsm", "pptx", "pptm", "odt", "ods", "odp", "pdf", "rtf", "html", "htm", "epub",
	"doc", "xls", "ppt", "eml", "msg", "ipynb", "csv", "tsv",
}

// setGitDiff has git show differences of documents through convert: the
// command in the repository's own configuration, the extensions in the
// profile's .gitattributes.
func setGitDiff(ctx context.Context, t *terminal, dir string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	command := "'" + strings.ReplaceAll(program, "'", `'\''`) + "' convert"
	for _, setting := range [][2]string{
		{"diff.backstory.textconv", command},
		{"diff.backstory.cachetextconv", "true"},
	} {
		out, err := exec.CommandContext(ctx, "git", "-C", dir, "config", setting[0], setting[1]).CombinedOutput()
		if err != nil {
			return fmt.Errorf("--git-diff: git config %s: %s: is %s in a repository?", setting[0], bytes.TrimSpace(out), dir)
		}
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
	t.talk("git shows differences of documents by their text now; other clones run this for themselves\n")
	return nil
}

// appendLines adds the lines that a file does not have.
func appendLines(root *os.Root, name string, lines []string) error {
	f, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
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
