package persona

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

func newProfilesCheck(t *cli.Terminal) *cobra.Command {
	var o compile.BuilderOptions
	cmd := &cobra.Command{
		Use:   "check [NAME…]",
		Short: "Report every problem of a profile",
		Long: `check reads all files of a profile and names every problem: in preferences.json by the path of the
field, in roles, context, build options and configuration, in the prompt that they give, and whether the
backstory is up to date. Exit code 1 when there is any. A note says what is only worth saying.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{""}
			}
			code := cli.ExitDone
			t.Answer.Profiles = []any{}
			for _, name := range args {
				found, err := checkProfile(cmd.Context(), &o, name)
				if err != nil {
					t.Fail(cli.Notice{Code: cli.CodeOfError(err), Profile: name, Message: err.Error()})
					code = cli.Worst(code, cli.ExitError)
					continue
				}
				if err := tellChecked(t, found); err != nil {
					return err
				}
				if len(found.Problems) > 0 {
					code = cli.Worst(code, cli.ExitStale)
				}
			}
			if code != cli.ExitDone {
				return cli.ExitCode(code)
			}
			return nil
		},
	}
	given.AddLimit(cmd.Flags(), &o.Limits)
	return cmd
}

// checkedProfile is what profiles check finds.
type checkedProfile struct {
	Name     string   `json:"name"`
	Dir      string   `json:"profile"`
	Problems []string `json:"problems"`
	Notes    []string `json:"notes"` // nothing is wrong
}

func tellChecked(t *cli.Terminal, c checkedProfile) error {
	if t.Answer.Asked {
		t.AnswersProfile(c)
		return nil
	}
	lines := c.Problems
	if len(lines) == 0 {
		lines = []string{c.Name + ": nothing is wrong"}
	}
	for _, n := range c.Notes {
		lines = append(lines, "note: "+n)
	}
	for _, line := range lines {
		if _, err := fmt.Fprintf(t.Out, "%s\n", oneline.Safe(line)); err != nil {
			return err
		}
	}
	return nil
}

// checkProfile gathers the problems of a profile from all who know of some.
func checkProfile(ctx context.Context, o *compile.BuilderOptions, name string) (checkedProfile, error) {
	c := checkedProfile{Problems: []string{}, Notes: []string{}}
	w, p, err := workspace.OpenProfile(name)
	if w != nil {
		defer w.Close()
	}
	if err != nil {
		return c, err
	}
	if p != nil {
		defer p.Close()
	}
	i, err := profile.Load(w, p)
	if err != nil {
		return c, err
	}
	c.Name, c.Dir = i.Name, i.Dir
	for _, problem := range i.Problems {
		c.Problems = append(c.Problems, problem.String())
	}
	for _, role := range i.Preferences.Allow {
		if _, ok := i.Role(role); !ok && len(i.Roles) > 0 { // without any, the list is for later
			c.Problems = append(c.Problems, fmt.Sprintf("%s: prompts.roles.allow: there is no role %q", profile.PreferencesFile, role))
		}
	}
	e, err := prompt.Compose(prompt.Inputs{Identity: i, Budget: prompt.Budget{Wanted: i.Config.PromptTokens}})
	if err != nil {
		c.Problems = append(c.Problems, err.Error())
	} else {
		for _, n := range e.Notes {
			line := n.Source + ": " + n.Message
			if n.Fact {
				c.Notes = append(c.Notes, line)
				continue
			}
			c.Problems = append(c.Problems, line)
		}
	}
	if p != nil {
		c.Problems = append(c.Problems, backstoryProblems(ctx, o, p)...)
	}
	return c, nil
}

// backstoryProblems says why a backstory cannot be built or is out of date. A
// profile without sources has nothing to build.
func backstoryProblems(ctx context.Context, o *compile.BuilderOptions, p *profile.Profile) []string {
	if info, err := p.Root.Stat(p.At(profile.SourcesFolder)); err != nil || !info.IsDir() {
		return nil
	}
	b, err := o.Builder()
	if err != nil {
		return []string{err.Error()}
	}
	v, err := b.Check(ctx, p, pipeline.CheckOptions{Whole: true})
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	if !v.Fresh {
		out = append(out, profile.OutputFile+": is out of date: run backstory build")
	}
	for _, f := range v.Manifest.Errors {
		out = append(out, names.Show(p.At(profile.SourcesFolder)+"/"+f.Path)+": "+compile.FailureText(f))
	}
	for _, n := range v.Notes {
		out = append(out, n.String())
	}
	return out
}
