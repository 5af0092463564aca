package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// composeOptions say which prompt is composed.
type composeOptions struct {
	profile, role, mode string
	most, window        int
	json                bool
}

func (o *composeOptions) add(flags *pflag.FlagSet) {
	flags.StringVar(&o.profile, "profile", "", "the profile, by its `name` in the workspace or by its folder")
	flags.StringVar(&o.role, "role", "", "work in this `role`")
	flags.StringVar(&o.mode, "mode", "full", "full, minimal or none")
	flags.IntVar(&o.most, "max-tokens", 0, "most tokens of the system prompt (default: a quarter of the window)")
	flags.IntVar(&o.window, "window", 0, fmt.Sprintf("window of the model in tokens (default %d)", prompt.DefaultWindow))
	flags.BoolVar(&o.json, "json", false, "print JSON")
}

// compose reads a profile and composes its prompt.
func (o *composeOptions) compose() (*prompt.Epoch, *profile.Identity, error) {
	if o.most < 0 || o.window < 0 {
		return nil, nil, errors.New("--max-tokens and --window are numbers above zero")
	}
	i, err := loadIdentity(o.profile)
	if err != nil {
		return nil, nil, err
	}
	e, err := composeFor(i, o)
	return e, i, err
}

func composeFor(i *profile.Identity, o *composeOptions) (*prompt.Epoch, error) {
	most := o.most
	if most == 0 {
		most = i.Config.PromptTokens
	}
	return prompt.Compose(prompt.Inputs{
		Identity: i, Role: o.role, Mode: prompt.Mode(o.mode),
		Budget: prompt.Budget{Cap: most, Window: o.window},
	})
}

func newPrompt(t *terminal) *cobra.Command {
	var o composeOptions
	var tree bool
	cmd := &cobra.Command{
		Use:   "prompt",
		Short: "Compose the system prompt of a profile",
		Long: `prompt prints the system prompt that a profile gives, byte for byte as it is sent. --tree prints
what it is made of instead: each section with its tokens, its source and why it is there.

` + exitHelp,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return runPrompt(t, &o, tree) },
	}
	o.add(cmd.PersistentFlags())
	cmd.Flags().BoolVar(&tree, "tree", false, "print what the prompt is made of")
	cmd.AddCommand(newPromptExport(t, &o), newPromptDiff(t, &o), newPromptCheck(t, &o))
	return cmd
}

func runPrompt(t *terminal, o *composeOptions, tree bool) error {
	e, i, err := o.compose()
	if err != nil {
		return err
	}
	t.tellProblems(i.Problems)
	switch {
	case o.json:
		return t.json(e)
	case tree:
		return t.tellTree(e)
	}
	_, err = fmt.Fprint(t.out, e.System)
	t.talk("%s\n", promptLine(e))
	return err
}

// promptLine says in one line what was composed.
func promptLine(e *prompt.Epoch) string {
	line := fmt.Sprintf("%s, %d of %d tokens, %.12s", plural(included(e), "section"), e.Tokens, e.Limit, e.Hash)
	if len(e.Omitted) > 0 {
		sum := 0
		for _, o := range e.Omitted {
			sum += o.Tokens
		}
		line += fmt.Sprintf("; left out: %s of %d tokens", plural(len(e.Omitted), "piece"), sum)
	}
	if len(e.Notes) > 0 {
		line += fmt.Sprintf("; %s: see --tree", plural(len(e.Notes), "note"))
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
func (t *terminal) tellProblems(problems []profile.Problem) {
	for _, p := range problems {
		t.talk("%s\n", t.paint(yellow, oneline.Safe(p.String())))
	}
}
