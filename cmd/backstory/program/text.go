package program

import (
	"bytes"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
)

// notAnswered are the commands without --json: what they print is for another
// program already, or has no end.
var notAnswered = []string{"cache serve", "completion", "mcp", "merge-driver", "open", "run", "schema", "serve", "watch"}

// answerText gives --json to each command that has no keys of its own: the document
// has what the command prints else, as text.
func answerText(root *cobra.Command, t *cli.Terminal) {
	for _, cmd := range commandsBelow(root) {
		first, _, _ := strings.Cut(pageName(cmd), " ")
		if cmd.Flags().Lookup("json") != nil || cmd.InheritedFlags().Lookup("json") != nil || cmd.HasSubCommands() || cmd.RunE == nil ||
			!cmd.IsAvailableCommand() || slices.Contains(notAnswered, first) || slices.Contains(notAnswered, pageName(cmd)) {
			continue
		}
		t.AddJSON(cmd.Flags())
		run := cmd.RunE
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if !t.Answer.Asked {
				return run(cmd, args)
			}
			var printed bytes.Buffer
			out := t.Out
			t.Out = &printed
			defer func() {
				t.Out = out
				t.Answers(struct {
					Text string `json:"text"`
				}{printed.String()})
			}()
			return run(cmd, args)
		}
	}
}
