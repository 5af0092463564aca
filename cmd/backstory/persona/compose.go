package persona

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/repl"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/prompt/leak"
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
	flags.StringVar(&o.model, "model", "", "compose for this `MODEL`")
	flags.StringVar(&o.mode, "mode", "", "compose in this `MODE`: full (default), minimal or none")
	flags.StringVar(&o.layout, "layout", "", "take the order and headings of this `LAYOUT`: "+strings.Join(profile.Layouts(), ", ")+" (default: what the preferences say)")
	flags.StringVar(&o.project, "project", "", "work on the project in `FOLDER`")
	flags.StringVar(&o.config, "config", "", "your configuration (`FILE`)")
	flags.IntVar(&o.most, "max-tokens", 0, "at most `N` tokens of system prompt (default: a quarter of the window)")
	flags.IntVar(&o.window, "window", 0, fmt.Sprintf("the model has a window of `N` tokens (default: the model's, or %d)", prompt.DefaultWindow))
	t.AddJSON(flags)
}

// compose reads a profile and composes what its next request would begin with.
// use is called with it while its host is open.
func (o *composeOptions) compose(ctx context.Context, t *cli.Terminal, use func(host.Next) error) error {
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
	return use(n)
}

// epochJSON is the answer of prompt and prompt export, which prompt diff reads.
type epochJSON struct {
	Epoch *prompt.Epoch `json:"epoch"`
}

func answersEpoch(t *cli.Terminal, e *prompt.Epoch) { t.Answers(epochJSON{e}) }

// promptLine says in one line what was composed, and where its notes are.
func promptLine(e *prompt.Epoch, notes string) string {
	line := fmt.Sprintf("%s, %d of %d tokens, %.12s; the tools: %d tokens", cli.Plural(included(e), "section"), e.Tokens, e.Limit, e.Hash, e.ToolCost)
	if len(e.Omitted) > 0 {
		sum := 0
		for _, o := range e.Omitted {
			sum += o.Tokens
		}
		line += fmt.Sprintf("; left out: %s of %d tokens", cli.Plural(len(e.Omitted), "piece"), sum)
	}
	if len(e.Notes) > 0 {
		line += fmt.Sprintf("; %s%s", cli.Plural(len(e.Notes), "note"), notes)
	}
	if secret := leak.Line(e); secret != "" {
		line += "; " + secret
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
