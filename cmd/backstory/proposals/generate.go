package proposals

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/proposal/generate"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
)

func newGenerate(t *cli.Terminal, o *proposalsOptions) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use: "generate", Short: "Propose what people said in sessions that have ended", Args: cobra.NoArgs,
		Long: `generate reads your sessions that have ended and the memories that you confirmed, and proposes what you said there
about yourself and about how the agent should be. It finds that by rules and, if a model is configured, by asking it
too. These proposals pass the same checks as those of agents, and wait for a decision in the same way. Nothing is
proposed twice.`,
	}
	cmd.Flags().BoolVar(&dry, "dry-run", false, "write nothing, and ask no model")
	cmd.Flags().StringVar(&o.workspace.Start.Model, "model", "", "ask this model, or with offline none (`NAME`; default: what the profile or your configuration says)")
	t.AddJSON(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return o.run(cmd.Context(), t, dry, args, func(ctx context.Context, p *proposals, _ []string) error {
			return p.generate(ctx, o.workspace.Start.Model, dry)
		})
	}
	return cmd
}

// generate looks through the sessions of the profile, or of all.
func (p *proposals) generate(ctx context.Context, model string, dry bool) error {
	names := []string{p.scope.Profile()}
	if names[0] == "" {
		list, err := p.host.Profiles()
		if err != nil {
			return err
		}
		names = nil
		for _, one := range list {
			names = append(names, one.Name)
		}
	}
	results := []generate.Result{}
	var failed error
	for _, name := range names {
		sc, err := p.scope.Speaking(name)
		if err != nil {
			return err
		}
		r, err := p.host.Generate(ctx, sc, model, dry)
		if err != nil {
			return err
		}
		results = append(results, r)
		if r.Problem != "" {
			failed = errors.Join(failed, errors.New(name+": "+r.Problem))
		}
	}
	if p.t.Answer.Asked {
		p.t.Answers(struct {
			Profiles []generate.Result `json:"profiles"`
		}{results})
		return failed
	}
	for _, r := range results {
		failed = errors.Join(generate.Write(p.t.Out, r), failed)
	}
	return failed
}
