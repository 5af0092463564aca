package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/manifest"
)

// newMan returns the command man.
func newMan(root *cobra.Command, t *cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write a manual page of each command into a folder",
		Long: `man writes the help of each command as a manual page, such as backstory-build.1, for packages. The same program
writes the same bytes; the date in them is that of SOURCE_DATE_EPOCH, if it is set.`,
		Args: cli.OneArg("FOLDER"),
		RunE: func(_ *cobra.Command, args []string) error {
			epoch, err := manifest.ParseEpoch(os.Getenv("SOURCE_DATE_EPOCH"))
			if err != nil {
				return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
			}
			if epoch.IsZero() {
				epoch = time.Unix(0, 0).UTC()
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root.DisableAutoGenTag = true
			if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "backstory " + cli.ProgramVersion(), Manual: "backstory", Date: &epoch}, args[0]); err != nil {
				return fmt.Errorf("writing manual pages: %w", err)
			}
			pages := 0
			for _, c := range commandsBelow(root) {
				if c.IsAvailableCommand() || c == root {
					pages++
				}
			}
			t.Talk("wrote %s into %s\n", cli.Plural(pages, "page"), args[0])
			return nil
		},
	}
}
