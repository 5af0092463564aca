package program

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

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
				t.Answers(versionJSON{cli.ProgramVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH, modules()})
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
	Version string       `json:"version"`
	Go      string       `json:"go"`
	OS      string       `json:"os"`
	Arch    string       `json:"arch"`
	Modules []moduleJSON `json:"modules"`
}

// moduleJSON is a module that the program is built of, with its sum as go.sum has it.
type moduleJSON struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	Sum     string `json:"sum"`
}

// modules returns what the program is built of, besides itself and Go.
func modules() []moduleJSON {
	all := []moduleJSON{}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return all
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		all = append(all, moduleJSON{m.Path, m.Version, m.Sum})
	}
	return all
}
