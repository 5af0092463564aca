package compile

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters/all"
)

// NewFormats returns the command formats.
func NewFormats(t *cli.Terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "formats",
		Short: "List the formats that are read, with their extensions",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return runFormats(t) },
	}
	t.AddJSON(cmd.Flags())
	return cmd
}

// extensionsALine is how many extensions are on one line: code has hundreds.
const extensionsALine = 8

// formatJSON is a format as --json prints it.
type formatJSON struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Version    int      `json:"version"`
	Extensions []string `json:"extensions"`
	Filenames  []string `json:"filenames,omitempty"`
}

func runFormats(t *cli.Terminal) error {
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	formats := registry.Formats()
	if t.Answer.Asked {
		out := make([]formatJSON, len(formats))
		for i, f := range formats {
			out[i] = formatJSON{f.Name, f.Title, f.Version, f.Extensions, f.Filenames}
		}
		t.Answers(struct {
			Formats []formatJSON `json:"formats"`
		}{out})
		return nil
	}
	w := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	for _, f := range formats {
		name, title := f.Name, f.Title
		for line := range slices.Chunk(append(f.Extensions, f.Filenames...), extensionsALine) {
			fmt.Fprintf(w, "%s\t%s\t%s\n", name, title, strings.Join(line, " "))
			name, title = "", ""
		}
	}
	return w.Flush()
}
