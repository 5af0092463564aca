package program

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
)

func newVersion(t *cli.Terminal) *cobra.Command {
	var licences bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if licences && !t.Answer.Asked {
				return writeLicences(t.Out)
			}
			if t.Answer.Asked {
				t.Answers(versionJSON{cli.ProgramVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH})
				return nil
			}
			return writeVersion(t.Out)
		},
	}
	t.AddJSON(cmd.Flags())
	cmd.Flags().BoolVar(&licences, "licences", false, "print the licences of what is built in")
	return cmd
}

func writeVersion(w io.Writer) error {
	_, err := fmt.Fprintf(w, "backstory %s (%s, %s/%s)\n", cli.ProgramVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// versionJSON is the answer of version --json.
type versionJSON struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}
