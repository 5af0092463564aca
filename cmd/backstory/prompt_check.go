package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/prompt"
)

func newPromptCheck(t *terminal, o *composeOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Say whether all of the prompt fits",
		Long: `check composes the prompt within --max-tokens (or a quarter of the window) and names what had to be
left out; exit code 1 when anything was, 2 when what must be there does not fit.

` + exitHelp,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			e, i, err := o.compose()
			if err != nil {
				return err
			}
			t.tellProblems(i.Problems)
			if o.json {
				err = t.json(checkedJSON{e.Tokens, e.Limit, e.Hash, e.Omitted})
			} else {
				_, err = fmt.Fprintln(t.out, promptLine(e))
				t.tellOmissions(e)
			}
			if err == nil && len(e.Omitted) > 0 {
				return exitCode(exitStale)
			}
			return err
		},
	}
}

type checkedJSON struct {
	Tokens  int               `json:"prompt_tokens"`
	Limit   int               `json:"limit"`
	Hash    string            `json:"hash"`
	Omitted []prompt.Omission `json:"omitted"`
}
