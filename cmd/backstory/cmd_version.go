package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(t *terminal) *cobra.Command {
	var licences bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if licences && !t.answer.asked {
				return writeLicences(t.out)
			}
			if t.answer.asked {
				t.answers(versionJSON{programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH})
				return nil
			}
			return writeVersion(t.out)
		},
	}
	t.addJSON(cmd.Flags())
	cmd.Flags().BoolVar(&licences, "licences", false, "print the licences of what is built in")
	return cmd
}

func writeVersion(w io.Writer) error {
	_, err := fmt.Fprintf(w, "backstory %s (%s, %s/%s)\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// versionJSON is the answer of version --json.
type versionJSON struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// programVersion returns the version that was set when the binary was built,
// or what the module system knows of it.
func programVersion() string {
	if version != "devel" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return version
}
