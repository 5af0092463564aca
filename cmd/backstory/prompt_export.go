package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newPromptExport(t *terminal, o *composeOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "export",
		Short: "Print the prompt with what belongs to it, to be kept",
		Long: `export prints the prompt between two rules, with its profile, role, model, tokens and hash, and the
schemas of the tools, both byte for byte as they are sent. With --json it prints the epoch, which prompt diff compares with.

` + exitHelp,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.compose(cmd.Context(), t, func(c composed) error {
				if t.answer.asked {
					t.answersEpoch(c.Epoch)
					return nil
				}
				system, tools, err := c.sent()
				if err == nil {
					_, err = fmt.Fprint(t.out, c.Epoch.Export(system, tools))
				}
				return err
			})
		},
	}
}
