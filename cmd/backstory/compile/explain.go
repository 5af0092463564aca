package compile

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

type explainOptions struct {
	builder BuilderOptions
	grep    string
	limit   []string
}

// NewExplain returns the command explain.
func NewExplain(t *cli.Terminal) *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:   "explain PROFILE:LINE | explain PROFILE --grep TEXT | explain CODE",
		Short: "Say where a line of backstory.md came from, or what the code of a warning means",
		Long: `explain names the source of a line of backstory.md, the place in it (line, row, page or slide), the
format that read it, and the warnings there. Of a text document the place is the number of the paragraph
(headings and empty ones count, those in tables do not) with the headings above it, or the table and its
row; of slides it is the slide and the shape. --grep explains the lines that contain a text.

With the code of a warning, such as char-u02, explain says what it means and which formats give it.`,
		ValidArgsFunction: completeCodes,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("explain: give PROFILE:LINE, PROFILE --grep TEXT, or the code of a warning")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runExplain(cmd.Context(), t, o, args[0]) },
	}
	o.builder.addAll(cmd)
	cmd.Flags().StringArrayVar(&o.limit, "limit", nil, "explain at most `N` lines with --grep (default 100; 0 for all), or set a limit as build does (NAME=N)")
	cmd.Flags().StringVar(&o.grep, "grep", "", "explain the lines that contain `TEXT`")
	t.AddJSON(cmd.Flags())
	return cmd
}

func runExplain(ctx context.Context, t *cli.Terminal, o explainOptions, what string) error {
	if o.grep == "" && !strings.Contains(what, ":") && !isFolder(what) {
		return explainCode(t, what)
	}
	dir, lines, err := o.lines(what)
	if err != nil {
		return err
	}
	b, err := o.builder.Builder()
	if err != nil {
		return err
	}
	if dir, err = cli.ProfileFolder(dir); err != nil {
		return err
	}
	p, err := profile.Open(dir)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Writable(); err != nil {
		return fmt.Errorf("explain: there is no backstory.md to explain: prompt --tree names the file of each section: %w", err)
	}
	found, all, err := b.Explain(ctx, p, lines)
	if errors.Is(err, pipeline.ErrStale) {
		t.Fail(cli.Notice{Code: cli.CodeStale, Profile: dir, Message: err.Error()})
		return cli.ExitCode(cli.ExitStale)
	}
	if err != nil {
		return err
	}
	if all > len(found) {
		t.Warn(cli.Notice{Code: cli.CodeCut, Profile: dir, Message: fmt.Sprintf("%d of %d lines are explained: --limit %d for all", len(found), all, all)})
	}
	if err := tellExplanations(t, dir, found); err != nil {
		return err
	}
	if all == 0 {
		t.Talk("no line of %s has that text\n", oneline.Safe(dir))
		return cli.ExitCode(cli.ExitStale)
	}
	return nil
}

// lines returns the profile whose output is explained, and which lines of it. What
// --limit says of a build goes to its limits.
func (o *explainOptions) lines(what string) (dir string, lines pipeline.Lines, err error) {
	dir, lines = what, pipeline.Lines{Grep: o.grep, Most: maxExplain}
	if o.grep == "" {
		i := strings.LastIndexByte(what, ':')
		n, err := strconv.Atoi(what[i+1:])
		if i < 0 || err != nil || n < 1 {
			return "", lines, errors.New("explain: give PROFILE:LINE, such as caelum:42, or PROFILE --grep TEXT")
		}
		dir, lines.Number = what[:i], n
		if filepath.Base(dir) == profile.OutputFile { // as editors name a line
			dir = filepath.Dir(dir)
		}
	}
	for _, l := range o.limit {
		if strings.Contains(l, "=") {
			o.builder.Limits = append(o.builder.Limits, l)
			continue
		}
		n, err := strconv.Atoi(l)
		if err != nil || n < 0 {
			return "", lines, fmt.Errorf("--limit: %q is not a number", l)
		}
		lines.Most = n
	}
	return dir, lines, nil
}

// maxExplain is how many lines a search explains without --limit.
const maxExplain = 100

// explainJSON is one line as explain --json prints it.
type explainJSON struct {
	Line    int       `json:"line"`
	Text    string    `json:"text"`
	Source  string    `json:"source,omitempty"`
	Heading bool      `json:"heading,omitempty"`
	Kept    bool      `json:"kept,omitempty"` // it is of the last good version of a source that fails now
	Place   string    `json:"place,omitempty"`
	Box     []float32 `json:"box,omitempty"` // on the page of a PDF
	Format  string    `json:"format,omitempty"`
	Version int       `json:"format_version,omitempty"`
	// Those of the document that are of the line.
	Warnings []cli.Notice `json:"warnings,omitempty"`
}

// answersExplanations sets the answer. The document warns once of what several
// lines have.
func answersExplanations(t *cli.Terminal, dir string, found []pipeline.Explanation) {
	lines := make([]explainJSON, len(found))
	told := map[cli.Notice]bool{}
	for i, x := range found {
		lines[i] = explainJSON{Line: x.Line, Text: x.Text, Source: names.Show(x.Source), Heading: x.Heading, Kept: x.Kept, Place: x.Place(), Box: x.Pos.Box.Sides(), Format: x.Format, Version: x.Version}
		for _, w := range x.Warnings {
			n := warningNotice(sourceName(dir, x.Source), w)
			lines[i].Warnings = append(lines[i].Warnings, n)
			if !told[n] {
				told[n] = true
				t.Warn(n)
			}
		}
	}
	t.Answers(struct {
		Profile string        `json:"profile"`
		Lines   []explainJSON `json:"lines"`
	}{dir, lines})
}

func tellExplanations(t *cli.Terminal, dir string, found []pipeline.Explanation) error {
	if t.Answer.Asked {
		answersExplanations(t, dir, found)
		return nil
	}
	for _, x := range found {
		fmt.Fprintf(t.Out, "%d: %s\n", x.Line, oneline.Safe(x.Text))
		switch {
		case x.Source == "":
			fmt.Fprintf(t.Out, "   written by the build, from no source\n")
		case x.Heading:
			fmt.Fprintf(t.Out, "   the heading of %s\n", sourceLine(dir, x.Source, "what follows is its text"))
		case x.Kept:
			fmt.Fprintf(t.Out, "   %s\n", sourceLine(dir, x.Source, "kept from its last good version, which is no longer there"))
		default:
			fmt.Fprintf(t.Out, "   %s\n", sourceLine(dir, x.Source, placeAndFormat(x)))
		}
		for _, w := range x.Warnings {
			fmt.Fprintf(t.Out, "   warning: %s\n", warningNotice(names.Show(x.Source), w).Line())
		}
	}
	return nil
}

func placeAndFormat(x pipeline.Explanation) string {
	format := fmt.Sprintf("read as %s, version %d", x.Format, x.Version)
	if place := x.Place(); place != "" {
		return place + ": " + format
	}
	return format
}
