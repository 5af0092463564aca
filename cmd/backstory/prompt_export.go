package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/prompt"
)

func newPromptExport(t *terminal, o *composeOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "export",
		Short: "Print the prompt with what belongs to it, to be kept",
		Long: `export prints the prompt between two rules, with its profile, role, model, tokens and hash, and the
schemas of the tools. With --json it prints the epoch, which prompt diff compares with.

` + exitHelp,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			e, i, err := o.compose()
			if err != nil {
				return err
			}
			t.tellProblems(i.Problems)
			if o.json {
				return t.json(e)
			}
			_, err = fmt.Fprint(t.out, exported(e))
			return err
		},
	}
}

// exported is a prompt as a text for people.
func exported(e *prompt.Epoch) string {
	rule := strings.Repeat("=", 80)
	lines := []string{"Backstory system prompt", "Role: " + e.Role, "Mode: " + string(e.Mode), "Model: " + oneline.Safe(e.Model)}
	if e.Profile != "" {
		lines = append(lines, "# Profile: "+oneline.Safe(e.Profile))
	}
	lines = append(lines,
		fmt.Sprintf("Prompt tokens: %d of %d", e.Tokens, e.Limit), fmt.Sprintf("Tool tokens: %d", e.ToolCost), "Hash: "+e.Hash, "",
		rule, "", strings.TrimRight(e.System, "\n"), "", rule, "", e.Tools, "")
	return strings.Join(lines, "\n")
}
