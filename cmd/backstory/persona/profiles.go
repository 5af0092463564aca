// Package persona has the commands on what makes a persona: its profile, its
// prompt, what of a workspace is trusted, and its way in from other systems and out.
//
//   - export.go, import.go, import_org.go: the ways out and in
//   - profiles.go, profiles_check.go, profiles_show.go, profiles_verify.go: profiles
//   - prompt.go, prompt_check.go, prompt_diff.go, prompt_export.go, prompt_tree.go, compose.go:
//     prompts
//   - search.go: search
//   - trust.go, trust_show.go: what of a workspace is trusted
package persona

import (
	"cmp"
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/proposals"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// NewProfiles returns the command profiles.
func NewProfiles(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	cmd := &cobra.Command{
		Use:     "profiles",
		Aliases: []string{"profile"},
		Short:   "List the profiles of the workspace",
		Long: `profiles lists the folders in profiles/ that hold a soul.md. The workspace is the folder, upwards
from the current one, that holds profiles/, backstory.json or openclaw.json; else ~/.backstory. Without
a workspace it lists the profiles directly in the current folder. With --org it lists those of an
organisation. Names that people gave come first, with the name of the folder behind.`,
		Args: cli.OnlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Org == "" {
				return runProfiles(t)
			}
			return o.With(cmd.Context(), t, true, func(h *host.Host) error { return listOrgProfiles(cmd.Context(), t, h) })
		},
	}
	workspace.AddOrg(cmd.Flags(), &o.Org)
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
	if len(list) == 0 && !t.Answer.Asked {
		t.Talk("%s holds no profile: run backstory init NAME there to make one\n", oneline.Safe(w.Dir))
		return nil
	}
	return showProfiles(t, w.Config.Profile, list)
}

// listOrgProfiles lists the profiles of the organisation of a host, as its store calls
// them.
func listOrgProfiles(ctx context.Context, t *cli.Terminal, h *host.Host) error {
	list, err := h.Profiles()
	if err != nil {
		return err
	}
	names, err := h.Directory().Names(ctx)
	if err != nil {
		return err
	}
	def, err := h.Directory().Default(ctx)
	if err != nil {
		return err
	}
	for i := range list {
		list[i].Display = cmp.Or(names[list[i].Name], list[i].Display)
	}
	return showProfiles(t, def, list)
}

// showProfiles prints a list of profiles, with the default one marked.
func showProfiles(t *cli.Terminal, def string, list []profile.Summary) error {
	if t.Answer.Asked {
		t.Answers(listedJSON(def, list))
		return nil
	}
	table := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	for _, p := range list {
		mark, name := " ", called(p)
		if p.Name == profile.RoleKey(def) {
			mark = "*"
		}
		if name != p.Name {
			name += " (" + p.Name + ")"
		}
		fmt.Fprintf(table, "%s %s\t%s\t%s\n", mark, oneline.Safe(name), oneline.Safe(p.Model), oneline.Safe(p.Description))
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

func listedJSON(def string, list []profile.Summary) profilesJSON {
	out := profilesJSON{Count: len(list), Default: def, Profiles: []profileJSON{}}
	for _, p := range list {
		out.Profiles = append(out.Profiles, profileJSON{
			p.Name, p.Display, p.Description, p.Model, p.Name == profile.RoleKey(def), p.Dir,
		})
	}
	return out
}

// called is what people call a profile: the name that they gave it, if it is another one
// than its folder's.
func called(s profile.Summary) string {
	if s.Display == "" || profile.DisplayName(s.Name) == s.Display {
		return s.Name
	}
	return s.Display
}
