package program

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/exchange"
	personas "github.com/seed353dc258/backstory/exchange/all"
	"github.com/seed353dc258/backstory/internal/starter"
	"github.com/seed353dc258/backstory/profile"
)

// values are those of flags that take one of a few, by command and flag; without a
// command they are those of every command.
func values() map[string][]string {
	return map[string][]string{
		"color": {"auto", "always", "never"}, "isolate": {"binary", "pdf", "all", "none", "reduced"}, "compat": {"coqui"},
		"tables": {"pipe", "html"}, "hidden": {"drop", "mark", "keep"}, "comments": {"keep", "off"}, "front-matter": {"drop", "keep"},
		"metadata": {"off", "keep"}, "html": {"page", "article"}, "formulas": {"off", "keep"}, "ocr": {"off", "tesseract"}, "attachments": {"named", "convert"},
		"mode": {"full", "minimal", "none"}, "layout": profile.Layouts(), "preferences": starter.Examples(starter.Preferences), "security": starter.Examples(starter.Security),
		"scope": {"read", "chat", "write", "approve", "admin"}, "user create role": {"admin", "member", "viewer", "platform-admin"}, "user invite role": {"admin", "member", "viewer"},
		"policy": {"report-only", "cautious", "apply-safe"}, "status": {"pending", "approved", "applied", "rejected", "expired", "withdrawn", "reverted"},
		"sessions export format": {"markdown", "json"}, "lint format": {"text", "json", "sarif", "github", "junit"}, "report": {"sarif", "junit", "github"}, "log": {"text", "json", "off"}, "store migrate to": {"postgres", "sqlite"},
	}
}

// complete has a shell complete the values of flags and the arguments of all
// commands.
func complete(root *cobra.Command) {
	known := values()
	for _, cmd := range commandsBelow(root) {
		path := strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
		for _, flags := range []*pflag.FlagSet{cmd.LocalFlags(), cmd.PersistentFlags()} {
			flags.VisitAll(func(f *pflag.Flag) {
				list := known[path+" "+f.Name]
				if list == nil {
					list = known[f.Name]
				}
				give := giveOf(f, path, list)
				if give == nil {
					return
				}
				_ = cmd.RegisterFlagCompletionFunc(f.Name, give) // a flag of several commands has one already
			})
		}
		if cmd.ValidArgsFunction == nil && len(cmd.ValidArgs) == 0 && strings.Contains(cmd.Use, "PROFILE") {
			cmd.ValidArgsFunction = profileFolders
		}
		if cmd.HasParent() && cmd.Parent().Name() == "profiles" && strings.Contains(cmd.Use, "[NAME") {
			cmd.ValidArgsFunction = profileNames
		}
		if path == "import" {
			cmd.ValidArgsFunction = importKinds
		}
	}
}

// giveOf returns what completes the values of a flag; nil where nothing does.
func giveOf(f *pflag.Flag, path string, list []string) cobra.CompletionFunc {
	switch {
	case f.Name == "profile":
		return profileNames
	case f.Name == "as" && path == "export":
		return cobra.FixedCompletions(kinds(func(k exchange.Kind) []string { return k.Forms }), cobra.ShellCompDirectiveNoFileComp)
	case list != nil:
		return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
	case f.Name == "role":
		return roleNames
	case f.Name == "model":
		return modelNames
	case f.Name == "limit" && f.Value.Type() != "int":
		return limitNames
	}
	return nil
}

// commandsBelow returns a command and all below it.
func commandsBelow(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		all = append(all, commandsBelow(c)...)
	}
	return all
}

// profileNames completes the names of the profiles of the workspace.
func profileNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	dir, err := profile.FindWorkspace(".")
	if err != nil {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	defer w.Close()
	folders, err := w.Folders()
	if err != nil {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	var names []string
	for _, folder := range folders {
		names = append(names, filepath.Base(folder))
	}
	return names, cobra.ShellCompDirectiveDefault
}

// roleNames completes the roles of the profile that a command line names, or of
// those of the workspace that it would use.
func roleNames(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	dir, err := profile.FindWorkspace(".")
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	w, err := profile.OpenWorkspace(dir)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer w.Close()
	name := w.Config.Profile
	if f := cmd.Flags().Lookup("profile"); f != nil && f.Value.String() != "" {
		name = f.Value.String()
	} else if len(args) > 0 {
		name = filepath.Base(args[0])
	}
	p, err := w.Open(name)
	if err != nil {
		p = nil
	} else {
		defer p.Close()
	}
	i, err := profile.LoadBeside(w, p)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return i.AvailableRoles(), cobra.ShellCompDirectiveNoFileComp
}

// modelNames completes the models that the user's configuration names.
func modelNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	s, err := catalog.Load("")
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := append(slices.Collect(maps.Keys(s.Aliases)), catalog.Offline, s.Model, s.Utility)
	names = append(names, slices.Collect(maps.Keys(s.Prices))...)
	for name := range s.Providers {
		names = append(names, name+"/") // and a model of it
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(n string) bool { return n == "" }), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// limitNames completes the names of limits, with the sign that their value is behind.
func limitNames(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
	for _, l := range converters.LimitTable() {
		names = append(names, l.Name+"=\t"+l.Title)
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// profileFolders completes the folders of profiles below the current one.
func profileFolders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	dirs, err := profile.FindAll(".", nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return dirs, cobra.ShellCompDirectiveDefault
}

// importKinds completes the kinds that import reads, and then files.
func importKinds(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return kinds(func(k exchange.Kind) []string { return []string{k.Name} }), cobra.ShellCompDirectiveNoFileComp
}

// kinds returns the names that kinds of personas have.
func kinds(names func(exchange.Kind) []string) []string {
	registry, err := personas.Registry()
	if err != nil {
		return nil
	}
	all := map[string]bool{}
	for _, k := range registry.Kinds() {
		for _, name := range names(k) {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
