// Package persona has the commands on what makes a persona: its profile, its
// prompt, what of a workspace is trusted, and its way in from other systems and out.
package persona

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/proposals"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// NewProfiles returns the command profiles.
func NewProfiles(t *cli.Terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "profiles",
		Aliases: []string{"profile"},
		Short:   "List the profiles of the workspace",
		Long: `profiles lists the folders in profiles/ that hold a soul.md. The workspace is the folder, upwards
from the current one, that holds profiles/, backstory.json or openclaw.json; else ~/.backstory. Without
a workspace it lists the profiles directly in the current folder.`,
		Args: cli.OnlyCommands,
		RunE: func(*cobra.Command, []string) error { return runProfiles(t) },
	}
	t.AddJSON(cmd.PersistentFlags())
	cmd.AddCommand(newProfilesShow(t), newProfilesCheck(t), newProfilesVerify(t), proposals.NewProfilesHistory(t), proposals.NewProfilesRollback(t))
	return cmd
}

// profilesJSON is the answer of profiles --json, with the names of Coqui's API.
type profilesJSON struct {
	Count    int           `json:"count"`
	Default  string        `json:"default_profile,omitempty"`
	Profiles []profileJSON `json:"profiles"`
}

type profileJSON struct {
	Name        string `json:"name"`
	Display     string `json:"display_name"`
	Description string `json:"description"`
	Model       string `json:"model,omitempty"`
	Default     bool   `json:"is_default"`
	Dir         string `json:"profile"`
}

func runProfiles(t *cli.Terminal) error {
	w, err := openAround()
	if err != nil {
		return err
	}
	defer w.Close()
	list, problems, err := profile.NewCatalog(w).List()
	if err != nil {
		return err
	}
	problems = append(w.Problems, problems...)
	tellProblems(t, problems)
	if t.Answer.Asked {
		t.Answers(listedJSON(w, list))
		return nil
	}
	if len(list) == 0 {
		t.Talk("%s holds no profile: run backstory init NAME there to make one\n", oneline.Safe(w.Dir))
		return nil
	}
	table := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	for _, p := range list {
		mark := " "
		if p.Name == profile.RoleKey(w.Config.Profile) {
			mark = "*"
		}
		fmt.Fprintf(table, "%s %s\t%s\t%s\n", mark, oneline.Safe(p.Name), oneline.Safe(p.Model), oneline.Safe(p.Description))
	}
	return table.Flush()
}

// openAround opens the workspace that the current folder is in, else the folder
// itself if it holds profiles directly.
func openAround() (*profile.Workspace, error) {
	dir, none := profile.FindWorkspace(".")
	if none == nil {
		return profile.OpenWorkspace(dir)
	}
	if w, err := profile.OpenBelow("."); err == nil {
		return w, nil
	}
	return nil, none
}

func listedJSON(w *profile.Workspace, list []profile.Summary) profilesJSON {
	out := profilesJSON{Count: len(list), Default: w.Config.Profile, Profiles: []profileJSON{}}
	for _, p := range list {
		out.Profiles = append(out.Profiles, profileJSON{
			p.Name, p.Display, p.Description, p.Model, p.Name == profile.RoleKey(w.Config.Profile), p.Dir,
		})
	}
	return out
}
