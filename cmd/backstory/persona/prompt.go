package persona

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

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
there. No model is asked and nothing is written.`,
		Args: workspace.ProfileArg(&o.profile),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.compose(cmd.Context(), t, func(n host.Next) error {
				if cmd.Flags().Changed("request") {
					body, err := n.Request(cmd.Context(), request)
					if err == nil {
						_, err = fmt.Fprintf(t.Out, "%s\n", body)
					}
					return err
				}
				return runPrompt(cmd.Context(), t, n, tree)
			})
		},
	}
	o.add(t, cmd.PersistentFlags())
	cmd.Flags().BoolVar(&tree, "tree", false, "print what the prompt is made of")
	cmd.Flags().StringVar(&request, "request", "", "print the request in which this `TEXT` would be sent")
	cmd.AddCommand(newPromptExport(t, &o), newPromptDiff(t, &o), newPromptCheck(t, &o))
	return cmd
}

func runPrompt(ctx context.Context, t *cli.Terminal, n host.Next, tree bool) error {
	switch {
	case t.Answer.Asked:
		answersEpoch(t, n.Cast.Epoch)
		return nil
	case tree:
		return TellTree(t, n.Cast.Epoch)
	}
	system, tools, err := n.Sent(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(t.Out, AsSent(system, tools))
	t.Talk("%s\n", promptLine(n.Cast.Epoch, ": see --tree"))
	return err
}

// AsSent is a system text and the tools as they are shown.
func AsSent(system, tools string) string {
	if tools == "" {
		return system
	}
	return system + "\n" + tools + "\n"
}
