package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/manifest"
)

// NewMergeDriver returns the command merge-driver.
func NewMergeDriver(t *cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use:   "merge-driver BASE OURS THEIRS SIZE PATH",
		Short: "Merge backstory.md or its manifest for git",
		Long: `merge-driver is what git calls for backstory.md and .backstory-manifest.json where init or init --git
has set it up. It takes every chapter from the branch that changed it, so that branches do not
conflict. It leaves the merged file in OURS. What no build wrote is merged line by line, as git does.`,
		Args: cobra.ExactArgs(5),
		RunE: func(cmd *cobra.Command, args []string) error { return runMergeDriver(cmd.Context(), t, args) },
	}
}

func runMergeDriver(ctx context.Context, t *cli.Terminal, args []string) error {
	base, ours, theirs, size, name := args[0], args[1], args[2], args[3], args[4]
	var texts [3][]byte
	for i, file := range []string{base, ours, theirs} {
		text, err := readAtMost(file)
		if err != nil {
			return err
		}
		texts[i] = text
	}
	merged, ok := mergeTexts(path.Base(name), texts)
	if ok {
		return os.WriteFile(ours, merged, 0o644)
	}
	cmd := exec.CommandContext(ctx, "git", "merge-file", "--marker-size="+size, "-L", "ours", "-L", "base", "-L", "theirs", ours, base, theirs)
	cmd.Stdout, cmd.Stderr = t.Out, t.Err
	err := cmd.Run()
	if conflict := new(exec.ExitError); errors.As(err, &conflict) {
		return cli.ExitCode(cli.ExitStale)
	}
	return err
}

// maxMerged is the size of a file that is merged, in bytes.
const maxMerged = 1 << 30

func readAtMost(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxMerged+1))
	if err == nil && len(text) > maxMerged {
		err = fmt.Errorf("%s has more than %d bytes", name, maxMerged)
	}
	return text, err
}

// mergeTexts merges what a build wrote. Without ok one of the texts is none.
func mergeTexts(name string, texts [3][]byte) (merged []byte, ok bool) {
	if name != manifest.Name {
		return manifest.MergeOutput(texts[0], texts[1], texts[2], discover.Compare)
	}
	var sides [3]*manifest.Manifest
	for i, text := range texts {
		m, err := manifest.Load(text)
		if i == 0 && len(bytes.TrimSpace(text)) == 0 {
			m, err = manifest.New(), nil // both branches added the file
		}
		if err != nil || m.IsForeign() || m.Newer() != nil {
			return nil, false
		}
		sides[i] = m
	}
	return manifest.Merge(sides[0], sides[1], sides[2], discover.Compare).Encode(discover.Compare), true
}
