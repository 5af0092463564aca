package persona

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

func newProfilesShow(t *cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use:   "show [NAME]",
		Short: "Show what a profile says, and where each thing comes from",
		Long: `show prints a profile: its model and which setting chose it, its roles, its files with their tiers, and
which features its preferences turn on or off.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			i, err := workspace.LoadIdentity(strings.Join(args, ""))
			if err != nil {
				return err
			}
			tellProblems(t, i.Problems)
			s := newShown(i)
			if t.Answer.Asked {
				t.AnswersProfile(s)
				return nil
			}
			return tellShown(t, s)
		},
	}
}

// shown is what profiles show prints.
type shown struct {
	Name        string            `json:"name"`
	Display     string            `json:"display_name"`
	Description string            `json:"description"`
	Dir         string            `json:"profile"`
	Model       string            `json:"model"`
	ModelFrom   string            `json:"model_from"`
	Roles       []shownRole       `json:"roles"`
	Allow       []string          `json:"allow"`
	Deny        []string          `json:"deny"`
	Files       []shownFile       `json:"files"`
	Samples     []string          `json:"samples"`
	Off         []string          `json:"features_off"`
	Sections    map[string]string `json:"prompt_sections"`
}

type shownRole struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Model       string `json:"model"`
	Iterations  int    `json:"max_iterations"`
	Source      string `json:"source,omitempty"`
}

type shownFile struct {
	Path string       `json:"path"`
	Tier profile.Tier `json:"tier"`
	Size int          `json:"size_bytes"`
}

func newShown(i *profile.Identity) shown {
	choice := i.Model(profile.Orchestrator)
	s := shown{
		Name: i.Name, Display: i.Display, Description: i.Soul.Description, Dir: i.Dir, Model: choice.Value, ModelFrom: choice.From,
		Roles: []shownRole{}, Files: []shownFile{}, Samples: samplePaths(i), Off: append([]string{}, i.Preferences.Off...),
		Allow: append([]string{}, i.Preferences.Allow...), Deny: append([]string{}, i.Preferences.Deny...),
		Sections: map[string]string{},
	}
	if soul := i.Config.Resolve(i.Soul.Model); soul != "" && soul != choice.Value {
		s.ModelFrom += ", over the soul's " + soul
	}
	for _, name := range i.AvailableRoles() {
		role, _ := i.Role(name)
		s.Roles = append(s.Roles, shownRole{name, role.Description, i.Model(name).Value, i.Iterations(name), role.File.Path})
	}
	files := append([]profile.File{i.Soul.File, i.Own.Style, i.Own.Instructions, i.Own.Memory, i.User.File, i.Backstory}, i.Own.Context...)
	files = append(append(files, i.Prompts.Base, i.Prompts.Security, i.Prompts.Done), i.Prompts.Tools...)
	for _, f := range files {
		if f.Found {
			s.Files = append(s.Files, shownFile{f.Path, f.Tier, len(f.Text)})
		}
	}
	for _, section := range i.Preferences.Sections {
		s.Sections[section.Section] = string(section.Mode)
	}
	return s
}

func samplePaths(i *profile.Identity) []string {
	paths := []string{}
	for _, s := range slices.Concat(i.Own.Samples, i.Own.Examples) {
		paths = append(paths, s.File.Path)
	}
	return paths
}

func tellShown(t *cli.Terminal, s shown) error {
	w := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	row := func(name, value string) { fmt.Fprintf(w, "%s\t%s\n", name, oneline.Safe(value)) }
	row("Profile", s.Display+" ("+s.Name+")")
	row("Says", s.Description)
	row("Folder", s.Dir)
	row("Model", s.Model+", from "+s.ModelFrom)
	for _, r := range s.Roles {
		text := fmt.Sprintf("%s, model %s, at most %d rounds", r.Name, r.Model, r.Iterations)
		if r.Source != "" {
			text += ", " + r.Source
		}
		row("Role", text)
	}
	for _, f := range s.Files {
		row("File", fmt.Sprintf("%s (%s, %s)", f.Path, f.Tier, cli.ByteSize(int64(f.Size))))
	}
	for _, sample := range s.Samples {
		row("Sample", sample)
	}
	if len(s.Off) > 0 {
		row("Off", strings.Join(s.Off, ", "))
	}
	for _, name := range profile.PromptSections() {
		if mode, ok := s.Sections[name]; ok {
			row("Section", name+": "+mode)
		}
	}
	return w.Flush()
}
