package persona

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

func newProfilesVerify(t *cli.Terminal) *cobra.Command {
	o := workspace.Options{Verify: true}
	cmd := &cobra.Command{
		Use:   "verify [NAME]",
		Short: "Ask the model what the samples of a profile answer",
		Long: `verify asks the configured model what each sample with a prompt answers, and shows where the answer is
different. The samples themselves are not in the prompt then, and the agent has read-only tools. Each
question has a session of its own, which is deleted afterwards.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.Start.Profile = args[0]
			}
			return runVerify(cmd.Context(), t, &o)
		},
	}
	cmd.Flags().StringVar(&o.Start.Model, "model", "", "ask this `MODEL`")
	cmd.Flags().StringVar(&o.Config, "config", "", "your configuration (`FILE`)")
	t.AddReport(cmd.Flags())
	return cmd
}

// verified is what became of one sample.
type verified struct {
	Path   string `json:"path"`
	Prompt string `json:"prompt"`
	Same   bool   `json:"same"`
	Sample string `json:"sample"`
	Answer string `json:"answer"`
	Diff   string `json:"diff,omitempty"`
}

// verifiedAll is the answer of profiles verify --json.
type verifiedAll struct {
	Profile string     `json:"profile"`
	Model   string     `json:"model"`
	Differ  int        `json:"differ"`
	Samples []verified `json:"samples"`
}

// Finders returns the samples.
func (v verifiedAll) Finders() []cli.Finder {
	all := make([]cli.Finder, len(v.Samples))
	for i, s := range v.Samples {
		all[i] = s
	}
	return all
}

// Checked is the file of the sample.
func (v verified) Checked() string { return v.Path }

// Findings is the answer, where it is another one.
func (v verified) Findings() []cli.Finding {
	if v.Same {
		return nil
	}
	return []cli.Finding{{Level: cli.LevelError, Notice: cli.Notice{Code: "sample-differs", File: v.Path, Message: "the model gives another answer:\n" + v.Diff}}}
}

func runVerify(ctx context.Context, t *cli.Terminal, o *workspace.Options) error {
	h, open, err := workspace.OpenHost(ctx, t, o)
	if err != nil {
		return err
	}
	defer open.Close()
	for _, note := range h.Await(ctx, host.Patience) {
		t.Talk("%s\n", oneline.Safe(note))
	}
	sc, err := h.Scope(o.Start.Profile)
	if err != nil {
		return err
	}
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return err
	}
	tellProblems(t, i.Problems)
	name, err := h.Catalog.Named(i, o.Start.Model, "")
	if err != nil {
		return err
	}
	all, differ, model := []verified{}, 0, ""
	for _, sample := range slices.Concat(i.Own.Samples, i.Own.Examples) {
		if sample.Prompt == "" {
			continue
		}
		one := verified{Path: sample.File.Path, Prompt: sample.Prompt, Sample: sample.Answer}
		if one.Answer, model, err = play(ctx, h, sc, sample, name); err != nil {
			return fmt.Errorf("%s: %w", sample.File.Path, err)
		}
		if one.compare(); !one.Same {
			differ++
		}
		all = append(all, one)
		if err := tellVerified(t, one); err != nil {
			return err
		}
	}
	if len(all) == 0 {
		return errors.New("no sample has a prompt: let a file in " + profile.SamplesFolder + "/ begin with front matter that has one")
	}
	t.Answers(verifiedAll{sc.Profile(), model, differ, all})
	t.Talk("%s, %d of them with another answer; model %s\n", cli.Plural(len(all), "sample"), differ, oneline.Safe(model))
	if differ > 0 {
		return cli.ExitCode(cli.ExitStale)
	}
	return nil
}

// compare compares an answer with its sample, as a person reads both: blanks and
// ends of lines do not count.
func (v *verified) compare() {
	v.Same = strings.Join(strings.Fields(v.Sample), " ") == strings.Join(strings.Fields(v.Answer), " ")
	if !v.Same {
		v.Diff = string(diff.Diff("sample", []byte(v.Sample+"\n"), "answer", []byte(v.Answer+"\n")))
	}
}

func tellVerified(t *cli.Terminal, v verified) error {
	if t.Answer.Asked {
		return nil
	}
	what := "the same"
	if !v.Same {
		what = "another answer"
	}
	_, err := fmt.Fprintf(t.Out, "%s: %s\n%s", oneline.Safe(v.Path), what, cli.ManyLines(v.Diff))
	return err
}

// play asks what a sample answers, and leaves nothing behind.
func play(ctx context.Context, h *host.Host, sc scope.Scope, sample profile.Sample, name string) (answer, model string, err error) {
	made, err := h.Manager.Make(ctx, sc, store.Once, session.Want{Model: name})
	if err != nil {
		return "", "", err
	}
	defer func() { err = errors.Join(err, h.Manager.Delete(context.WithoutCancel(ctx), sc, made.ID)) }()
	c, _, err := h.Manager.Open(ctx, sc, made.ID)
	if err != nil {
		return "", "", err
	}
	head, err := h.Head(ctx, c, sample.Prompt)
	if err != nil {
		return "", "", err
	}
	a, err := c.Turn(ctx, runner.Input{Text: sample.Prompt, Head: head}, nil)
	return strings.TrimSpace(a.Text), c.Model(), err
}
