package compile

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
)

// NewFailed returns the command failed.
func NewFailed(t *cli.Terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "failed [PROFILE…]",
		Short: "List the sources that failed, were empty or were skipped in the last build",
		Long:  `failed lists what the last build could not convert, what it found empty and what it did not read, with the reasons.`,
	}
	var o BuilderOptions
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runFailed(cmd.Context(), t, &o, args) }
	given.AddLimit(cmd.Flags(), &o.Limits)
	t.AddJSON(cmd.Flags())
	t.AddReport(cmd.Flags())
	return cmd
}

func runFailed(ctx context.Context, t *cli.Terminal, o *BuilderOptions, args []string) error {
	return eachVerdict(ctx, t, o, args, func(dir string, v *pipeline.Verdict) error {
		if t.Answer.Asked {
			t.AnswersProfile(failedJSON{dir, notRead(v.Manifest.Errors, v.Manifest)})
			return nil
		}
		return tellFailed(t.Out, dir, v.Manifest)
	})
}

type failedJSON struct {
	Profile string `json:"profile"`
	notReadJSON
}

// Checked and Findings are of [cli.Finder].
func (f failedJSON) Checked() string { return f.Profile }

// Findings are the sources that were not read.
func (f failedJSON) Findings() []cli.Finding { return f.findings(f.Profile) }

// tellFailed lists what a build could not read, and what it did not.
func tellFailed(out io.Writer, dir string, m *manifest.Manifest) error {
	switch {
	case m.IsEmpty():
		_, err := fmt.Fprintf(out, "%s: never built\n", dir)
		return err
	case len(m.Errors)+len(m.Unsupported)+len(m.Skipped) == 0:
		_, err := fmt.Fprintf(out, "%s: nothing failed and nothing was skipped\n", dir)
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	head := map[bool]string{false: "Failed file\tError\tAt\n", true: "Empty file\tNote\tAt\n"}
	for _, empty := range []bool{false, true} {
		for _, f := range m.Errors {
			if f.IsEmpty() == empty {
				fmt.Fprintf(w, "%s%s\t%s\t%s\n", head[empty], names.Show(f.Path), oneline.Safe(FailureText(f)), when(f.Timestamp))
				head[empty] = ""
			}
		}
	}
	tellSkipped(w, m)
	return w.Flush()
}
