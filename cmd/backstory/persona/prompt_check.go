package persona

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/prompt"
)

func newPromptCheck(t *cli.Terminal, o *composeOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "check [PROFILE]",
		Short: "Check that all of the prompt fits",
		Long: `check composes the prompt within --max-tokens (or a quarter of the window) and names what had to be
left out; exit code 1 when anything was, 2 when what must be there does not fit.`,
		Args: workspace.ProfileArg(&o.profile),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.compose(cmd.Context(), t, func(n host.Next) (err error) {
				e := n.Cast.Epoch
				if t.Answer.Asked {
					t.Answers(checkedJSON{e.Tokens, e.ToolCost, e.Limit, e.Hash, e.Omitted})
				} else {
					err = TellCheck(t, e)
				}
				if err == nil && len(e.Omitted) > 0 {
					return cli.ExitCode(cli.ExitStale)
				}
				return err
			})
		},
	}
}

// TellCheck says how much of a prompt fits, and names what does not.
func TellCheck(t *cli.Terminal, e *prompt.Epoch) error {
	_, err := fmt.Fprintln(t.Out, promptLine(e, ": see --tree"))
	tellOmissions(t, e)
	return err
}

type checkedJSON struct {
	Tokens  int               `json:"prompt_tokens"`
	Tools   int               `json:"tool_tokens"`
	Limit   int               `json:"limit"`
	Hash    string            `json:"hash"`
	Omitted []prompt.Omission `json:"omitted"`
}
