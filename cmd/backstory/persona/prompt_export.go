package persona

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

func newPromptExport(t *cli.Terminal, o *composeOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "export [PROFILE]",
		Short: "Print the prompt and its metadata, as text or JSON",
		Long: `export prints the prompt between two rules, with its profile, role, model, tokens and hash, and the
schemas of the tools, both byte for byte as they are sent. With --json it prints the epoch, which prompt diff compares with.`,
		Args: workspace.ProfileArg(&o.profile),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.compose(cmd.Context(), t, func(n host.Next) error {
				if t.Answer.Asked {
					answersEpoch(t, n.Cast.Epoch)
					return nil
				}
				system, tools, err := n.Sent(cmd.Context())
				if err == nil {
					_, err = fmt.Fprint(t.Out, n.Cast.Epoch.Export(system, tools))
				}
				return err
			})
		},
	}
}
