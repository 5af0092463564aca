package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
)

func newFailed(t *terminal) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "failed [PROFILE…]",
		Short: "List the sources that failed or were skipped in the last build",
		Long: `failed lists what the last build could not convert and what it did not read, with the reasons.

` + exitHelp,
		RunE: func(cmd *cobra.Command, args []string) error { return runFailed(cmd.Context(), t, asJSON, args) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// failedJSON is the answer of failed --json.
type failedJSON struct {
	Profile string        `json:"profile"`
	Failed  []failureJSON `json:"failed"`
	Skipped []skippedJSON `json:"skipped"`
}

type failureJSON struct {
	Path  string `json:"path"`
	Code  string `json:"code"`
	Error string `json:"error"`
	At    string `json:"timestamp"`
}

type skippedJSON struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func runFailed(ctx context.Context, t *terminal, asJSON bool, args []string) error {
	return eachVerdict(ctx, t, args, func(dir string, v *pipeline.Verdict) error {
		m := v.Manifest
		if asJSON {
			out := failedJSON{Profile: v.Profile, Failed: []failureJSON{}, Skipped: []skippedJSON{}}
			for _, f := range m.Errors {
				out.Failed = append(out.Failed, failureJSON{f.Path, f.Code, f.Error, f.Timestamp})
			}
			for _, u := range m.Unsupported {
				out.Skipped = append(out.Skipped, skippedJSON{u.Path, u.Reason})
			}
			for _, s := range m.Skipped {
				out.Skipped = append(out.Skipped, skippedJSON{s.Path, s.Reason})
			}
			return t.json(out)
		}
		return tellFailed(t.out, dir, m)
	})
}

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
	if len(m.Errors) > 0 {
		fmt.Fprint(w, "Failed file\tError\tAt\n")
		for _, f := range m.Errors {
			fmt.Fprintf(w, "%s\t%s\t%s\n", oneline.Safe(f.Path), oneline.Safe(f.Error), when(f.Timestamp))
		}
	}
	tellSkipped(w, m)
	return w.Flush()
}
