package persona

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/repl"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// composeOptions say which prompt is composed.
type composeOptions struct {
	profile, org           string
	role, mode, layout     string
	model, config, project string
	most, window           int
}

func (o *composeOptions) add(t *cli.Terminal, flags *pflag.FlagSet) {
	flags.StringVar(&o.profile, "profile", "", "the profile, by its `NAME` in the workspace or by its folder")
	workspace.AddOrg(flags, &o.org)
	flags.StringVar(&o.role, "role", "", "work in this `ROLE`")
	flags.StringVar(&o.model, "model", "", "for this `MODEL`")
	flags.StringVar(&o.mode, "mode", "", "`MODE`: full (default), minimal or none")
	flags.StringVar(&o.layout, "layout", "", "order and headings of `LAYOUT`: "+strings.Join(profile.Layouts(), ", ")+" (default: what the preferences say)")
	flags.StringVar(&o.project, "project", "", "work on the project in `FOLDER`")
	flags.StringVar(&o.config, "config", "", "your configuration (`FILE`)")
	flags.IntVar(&o.most, "max-tokens", 0, "at most `N` tokens of system prompt (default: a quarter of the window)")
	flags.IntVar(&o.window, "window", 0, fmt.Sprintf("the model has a window of `N` tokens (default: the model's, or %d)", prompt.DefaultWindow))
	t.AddJSON(flags)
}

// composed is what the next request of a profile would be made of.
type composed struct {
	*prompt.Epoch
	host.Next
	request func(text string) ([]byte, error)
	sent    func() (system, tools string, err error)
}

// compose reads a profile and composes what its next request would begin with.
// use is called with it while its host is open.
func (o *composeOptions) compose(ctx context.Context, t *cli.Terminal, use func(composed) error) error {
	if o.most < 0 || o.window < 0 {
		return errors.New("--max-tokens and --window are numbers above zero")
	}
	chat := workspace.Options{
		Start: repl.Start{Profile: o.profile}, Org: o.org, Config: o.config, Project: o.project, Mode: o.mode, Layout: o.layout,
		Budget: prompt.Budget{Cap: o.most, Window: o.window}, Look: true,
	}
	h, open, err := workspace.OpenHost(ctx, t, &chat)
	if err != nil {
		return err
	}
	defer open.Close()
	sc, err := h.Scope(chat.Start.Profile)
	if err != nil {
		return err
	}
	i, err := h.Identity(chat.Start.Profile)
	if err != nil {
		return err
	}
	model := o.model
	if model != "" {
		choice, err := h.Catalog.Choose(catalog.Want{Flag: model, Identity: i, Role: o.role})
		if err != nil {
			return err
		}
		model = choice.Full
	}
	for _, note := range h.Await(ctx, host.Patience) {
		t.Talk("%s\n", oneline.Safe(note))
	}
	n, err := h.Next(ctx, sc, o.role, model)
	if err != nil {
		return err
	}
	tellProblems(t, i.Problems)
	if n.Kept {
		t.Talk("the session keeps its prompt, and would have another one now: see prompt diff --session=\n")
	}
	return use(composed{
		n.Cast.Epoch, n,
		func(text string) ([]byte, error) { return h.Request(ctx, sc, n, text) },
		func() (string, string, error) { return h.Sent(ctx, sc, n) },
	})
}

// NewPrompt returns the command prompt.
func NewPrompt(t *cli.Terminal) *cobra.Command {
	var o composeOptions
	var tree bool
	var request string
	cmd := &cobra.Command{
		Use:   "prompt [PROFILE]",
		Short: "Show the system prompt and the tools that the next request sends",
		Long: `prompt prints what the next request of a profile begins with, byte for byte as it is sent: the system
text, a blank line, and the tools. --request prints the whole request in which a text would be sent.
--tree prints what it is made of instead: each section with its tokens, its source and why it is
there. Nothing is asked and nothing is written.`,
		Args: workspace.ProfileArg(&o.profile),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.compose(cmd.Context(), t, func(c composed) error {
				if cmd.Flags().Changed("request") {
					body, err := c.request(request)
					if err == nil {
						_, err = fmt.Fprintf(t.Out, "%s\n", body)
					}
					return err
				}
				return runPrompt(t, c, tree)
			})
		},
	}
	o.add(t, cmd.PersistentFlags())
	cmd.Flags().BoolVar(&tree, "tree", false, "print what the prompt is made of")
	cmd.Flags().StringVar(&request, "request", "", "print the request in which this `TEXT` would be sent")
	cmd.AddCommand(newPromptExport(t, &o), newPromptDiff(t, &o), newPromptCheck(t, &o))
	return cmd
}

func runPrompt(t *cli.Terminal, c composed, tree bool) error {
	switch {
	case t.Answer.Asked:
		answersEpoch(t, c.Epoch)
		return nil
	case tree:
		return TellTree(t, c.Epoch)
	}
	system, tools, err := c.sent()
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(t.Out, AsSent(system, tools))
	t.Talk("%s\n", promptLine(c.Epoch))
	return err
}

// AsSent is a system text and the tools as they are shown.
func AsSent(system, tools string) string {
	if tools == "" {
		return system
	}
	return system + "\n" + tools + "\n"
}

// epochJSON is the answer of prompt and prompt export, which prompt diff reads.
type epochJSON struct {
	Epoch *prompt.Epoch `json:"epoch"`
}

func answersEpoch(t *cli.Terminal, e *prompt.Epoch) { t.Answers(epochJSON{e}) }

// promptLine says in one line what was composed.
func promptLine(e *prompt.Epoch) string {
	line := fmt.Sprintf("%s, %d of %d tokens, %.12s; the tools: %d tokens", cli.Plural(included(e), "section"), e.Tokens, e.Limit, e.Hash, e.ToolCost)
	if len(e.Omitted) > 0 {
		sum := 0
		for _, o := range e.Omitted {
			sum += o.Tokens
		}
		line += fmt.Sprintf("; left out: %s of %d tokens", cli.Plural(len(e.Omitted), "piece"), sum)
	}
	if len(e.Notes) > 0 {
		line += fmt.Sprintf("; %s: see --tree", cli.Plural(len(e.Notes), "note"))
	}
	return line
}

func included(e *prompt.Epoch) int {
	n := 0
	for _, s := range e.Sections {
		if s.Included {
			n++
		}
	}
	return n
}

// tellProblems tells what is wrong with the files of a profile.
func tellProblems(t *cli.Terminal, problems []profile.Problem) {
	for _, p := range problems {
		t.Warn(cli.Notice{Code: cli.CodeConfiguration, Message: p.Message, File: p.File, Place: p.Field})
	}
}
