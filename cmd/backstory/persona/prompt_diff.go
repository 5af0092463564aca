package persona

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/repl"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

type diffOptions struct {
	*composeOptions
	with    string
	session string
	used    bool // compare with what a session uses
	brief   bool
}

func newPromptDiff(t *cli.Terminal, o *composeOptions) *cobra.Command {
	d := diffOptions{composeOptions: o}
	cmd := &cobra.Command{
		Use:   "diff [EPOCH.json]",
		Short: "Say which sections of the prompt changed, and how",
		Long: `diff compares the prompt with another one: with the file that prompt export --json printed, with the prompt
of another profile (--with), with the one that a session uses (--session), or, given --layout alone, with
the same prompt in the usual layout. It names the sections that differ and shows the difference; exit code
1 when there is one.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d.used = cmd.Flags().Changed("session")
			return runPromptDiff(cmd.Context(), t, d, args)
		},
	}
	cmd.Flags().StringVar(&d.session, "session", "", "compare with what a session uses (`ID`; empty for the profile's)")
	cmd.Flags().StringVar(&d.with, "with", "", "compare with the prompt of this `PROFILE`")
	cmd.Flags().BoolVar(&d.brief, "brief", false, "name the sections and show no text")
	return cmd
}

func runPromptDiff(ctx context.Context, t *cli.Terminal, o diffOptions, args []string) error {
	old, now, name, err := o.both(ctx, t, args)
	if err != nil {
		return err
	}
	changes, files := prompt.Compare(old, now), prompt.CompareFiles(old, now)
	if t.Answer.Asked {
		t.Answers(struct {
			Changes []prompt.Change     `json:"changes"`
			Files   []prompt.FileChange `json:"files"`
		}{append([]prompt.Change{}, changes...), append([]prompt.FileChange{}, files...)})
	} else {
		err = errors.Join(TellChanges(t, changes), prompt.WriteFiles(t.Out, files))
		if !o.brief && len(changes) > 0 && err == nil {
			text := diff.Diff(oneline.Safe(name), []byte(old.System), "prompt", []byte(now.System))
			_, err = io.WriteString(t.Out, cli.ManyLines(string(text)))
		}
	}
	if err == nil && len(changes) > 0 {
		return cli.ExitCode(cli.ExitStale)
	}
	return err
}

// both returns the epochs to compare, and the name of the first.
func (o *diffOptions) both(ctx context.Context, t *cli.Terminal, args []string) (old, now *prompt.Epoch, name string, err error) {
	if o.used {
		if o.with != "" || len(args) > 0 {
			return nil, nil, "", errors.New("prompt diff: name an epoch, --with or --session, and no two of them")
		}
		old, now, err = o.ofSession(ctx, t)
		return old, now, "in use", err
	}
	if now, err = o.epoch(ctx, t); err != nil {
		return nil, nil, "", err
	}
	old, name, err = o.other(ctx, t, now, args)
	return old, now, name, err
}

// epoch returns what would be composed.
func (o *composeOptions) epoch(ctx context.Context, t *cli.Terminal) (e *prompt.Epoch, err error) {
	err = o.compose(ctx, t, func(n host.Next) error {
		e = n.Cast.Epoch
		return nil
	})
	return e, err
}

// ofSession returns what a session uses, and what would be composed for it.
func (o *diffOptions) ofSession(ctx context.Context, t *cli.Terminal) (used, now *prompt.Epoch, err error) {
	chat := workspace.Options{Start: repl.Start{Profile: o.profile}, Org: o.org}
	err = chat.With(ctx, t, false, func(h *host.Host) error {
		sc, err := h.Scope(chat.Start.Profile)
		if err == nil {
			used, now, err = h.Epochs(ctx, sc, o.session)
		}
		return err
	})
	return used, now, err
}

// other returns the epoch to compare with, and its name.
func (o *diffOptions) other(ctx context.Context, t *cli.Terminal, now *prompt.Epoch, args []string) (*prompt.Epoch, string, error) {
	switch {
	case o.with != "" && len(args) > 0:
		return nil, "", errors.New("prompt diff: name an epoch or --with a profile, not both")
	case o.with != "":
		other := *o.composeOptions
		other.profile = o.with
		e, err := other.epoch(ctx, t)
		return e, o.with, err
	case len(args) == 0 && o.layout != "":
		own := *o.composeOptions
		own.layout = ""
		e, err := own.epoch(ctx, t)
		if err == nil && e.Hash == now.Hash && o.layout != profile.LayoutBackstory { // which it has without being asked
			own.layout = profile.LayoutBackstory
			e, err = own.epoch(ctx, t)
		}
		return e, "without the layout", err
	case len(args) == 0:
		return nil, "", errors.New("prompt diff: name an epoch that prompt export --json printed, --with a profile, or a --layout")
	}
	e, err := readEpoch(args[0])
	return e, args[0], err
}

// readEpoch reads an epoch and checks that its hash is that of its bytes.
func readEpoch(name string) (*prompt.Epoch, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var kept epochJSON
	if err := json.Unmarshal(content, &kept); err != nil {
		return nil, fmt.Errorf("reading %s: it is not an epoch: %w", name, err)
	}
	e := kept.Epoch
	if e == nil || e.Schema != prompt.Schema || !e.Verify() {
		return nil, fmt.Errorf("reading %s: it is not an epoch of this version, or somebody changed it", name)
	}
	return e, nil
}

// TellChanges prints the sections that differ between two prompts.
func TellChanges(t *cli.Terminal, changes []prompt.Change) error {
	if len(changes) == 0 {
		_, err := fmt.Fprintln(t.Out, "the same prompt, byte for byte")
		return err
	}
	w := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "Section\tChange\tTokens\n")
	for _, c := range changes {
		fmt.Fprintf(w, "%s\t%s\t%d → %d\n", oneline.Safe(c.Section), c.Kind, c.Old, c.New)
	}
	return w.Flush()
}
