package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

type explainOptions struct {
	builderOptions
	grep string
	json bool
}

func newExplain(t *terminal) *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain PROFILE:LINE | explain PROFILE --grep TEXT",
		Short: "Say which source, and which place in it, a line of backstory.md came from",
		Long: `explain names the source of a line of backstory.md, the place in it (line, row, page or slide), the
format that read it, and the warnings there. --grep explains every line that contains a text, up to
100 of them.

` + exitHelp,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runExplain(cmd.Context(), t, o, args[0]) },
	}
	o.add(cmd)
	cmd.Flags().StringVar(&o.grep, "grep", "", "explain the lines that contain `TEXT`")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

func runExplain(ctx context.Context, t *terminal, o explainOptions, what string) error {
	dir, line := what, 0
	if o.grep == "" {
		i := strings.LastIndexByte(what, ':')
		n, err := strconv.Atoi(what[i+1:])
		if i < 0 || err != nil || n < 1 {
			return errors.New("explain: say PROFILE:LINE, such as caelum:42, or PROFILE --grep TEXT")
		}
		dir, line = what[:i], n
	}
	b, err := o.builder()
	if err != nil {
		return err
	}
	p, err := profile.Open(dir)
	if err != nil {
		return err
	}
	defer p.Close()
	found, err := b.Explain(ctx, p, line, o.grep)
	if errors.Is(err, pipeline.ErrStale) {
		t.talk("%s: %v\n", dir, err)
		return exitCode(exitStale)
	}
	if err != nil {
		return err
	}
	return tellExplanations(t, dir, found, o.json)
}

// explainJSON is one line as explain --json prints it.
type explainJSON struct {
	Line     int           `json:"line"`
	Text     string        `json:"text"`
	Source   string        `json:"source,omitempty"`
	Heading  bool          `json:"heading,omitempty"`
	Place    string        `json:"place,omitempty"`
	Format   string        `json:"format,omitempty"`
	Version  int           `json:"format_version,omitempty"`
	Warnings []warningJSON `json:"warnings,omitempty"`
}

func tellExplanations(t *terminal, dir string, found []pipeline.Explanation, asJSON bool) error {
	if asJSON {
		out := make([]explainJSON, len(found))
		for i, x := range found {
			out[i] = explainJSON{x.Line, x.Text, x.Source, x.Heading, x.Pos.String(), x.Format, x.Version, warningsJSON(x.Warnings)}
		}
		return t.json(out)
	}
	for _, x := range found {
		fmt.Fprintf(t.out, "%d: %s\n", x.Line, oneline.Safe(x.Text))
		switch {
		case x.Source == "":
			fmt.Fprintf(t.out, "   written by the build, from no source\n")
		case x.Heading:
			fmt.Fprintf(t.out, "   the heading of %s\n", sourceLine(dir, x.Source, "what follows is its text"))
		default:
			fmt.Fprintf(t.out, "   %s\n", sourceLine(dir, x.Source, placeAndFormat(x)))
		}
		for _, w := range x.Warnings {
			fmt.Fprintf(t.out, "   warning: %s\n", warningLine(x.Source, w))
		}
	}
	return nil
}

func placeAndFormat(x pipeline.Explanation) string {
	format := fmt.Sprintf("read as %s, version %d", x.Format, x.Version)
	if place := x.Pos.String(); place != "" {
		return place + ": " + format
	}
	return format
}
