package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/profile"
)

// errAlone is the error of commands that need several profiles.
var errAlone = errors.New("this profile is not in a workspace: there are no others")

func cmdProfile(ctx context.Context, s *Shell, args string) error {
	with := profilesOf(s)
	switch name, whole, err := with.calledSo(args); {
	case err != nil:
		return err
	case whole:
		return s.become(ctx, name)
	}
	verb, rest, _ := strings.Cut(args, " ")
	switch strings.ToLower(verb) {
	case "":
		return with.show()
	case "default":
		return with.setDefault(ctx, strings.TrimSpace(rest))
	case "reset", "none":
		if s.Host.Workspace == nil {
			return errAlone
		}
		return s.become(ctx, "")
	}
	name, err := s.Host.Directory().Meant(ctx, args)
	switch {
	case errors.Is(err, store.ErrNotFound) && s.Host.Org() == scope.Local:
		name = args // whose error says where it was looked for
	case err != nil:
		return err
	}
	return s.become(ctx, name)
}

// profiles are those of a workspace, or of an organisation.
type profiles struct {
	*Terminal
	host  *host.Host
	scope scope.Scope // whose profile is active
}

func profilesOf(s *Shell) *profiles { return &profiles{&s.Terminal, s.Host, s.at.scope} }

// calledSo returns the profile that all of the words are the name of, such as Default
// Bot: these come before what their first word would do. What is in quotes is a name
// in any case.
func (a *profiles) calledSo(args string) (name string, whole bool, err error) {
	text := strings.Trim(args, `"'`)
	quoted := text != args
	if !quoted && !strings.Contains(text, " ") {
		return "", false, nil
	}
	list, err := a.host.Profiles()
	if err != nil || a.host.Workspace == nil {
		return "", false, err
	}
	for _, p := range list {
		if strings.EqualFold(p.Name, text) || strings.EqualFold(p.Display, text) {
			return p.Name, true, nil
		}
	}
	if quoted {
		err = fmt.Errorf("no profile is called %q: /profiles lists them", text)
	}
	return "", false, err
}

// show says who is active.
func (a *profiles) show() error {
	i, err := a.host.Identity(a.scope.Profile())
	if err != nil {
		return err
	}
	if i.Name == "" {
		return a.say("no profile is active: /profile NAME switches to one, /profiles lists them")
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"Profile", i.Display},
		{"Description", i.Soul.Description},
		{"Folder", i.Dir},
		{"Model", i.Model(profile.Orchestrator).Value},
		{"Roles", strings.Join(i.AvailableRoles(), ", ")},
	} {
		if row[1] != "" {
			fmt.Fprintf(w, "%s\t%s\n", row[0], oneline.Safe(row[1]))
		}
	}
	return w.Flush()
}

// setDefault shows or sets the profile that a session without a name begins
// with.
func (a *profiles) setDefault(ctx context.Context, name string) error {
	w := a.host.Workspace
	if w == nil {
		return errAlone
	}
	if a.host.Org() != scope.Local {
		return a.setDefaultOfOrg(ctx, name)
	}
	switch strings.ToLower(name) {
	case "":
		if w.Config.Profile == "" {
			return a.say("no profile is the default: /profile default NAME sets one")
		}
		return a.say("the default profile is %s", oneline.Safe(w.Config.Profile))
	case "none", "reset", "clear":
		if err := w.SetDefault(""); err != nil {
			return err
		}
		return a.say("no profile is the default now")
	}
	if err := w.SetDefault(name); err != nil {
		return err
	}
	return a.say("the default profile is %s now", oneline.Safe(w.Config.Profile))
}

// setDefaultOfOrg shows or sets the default profile of an organisation.
func (a *profiles) setDefaultOfOrg(ctx context.Context, text string) error {
	name, err := a.host.Directory().Meant(ctx, text)
	if err != nil {
		return err
	}
	if text == "" {
		return a.say("the default profile of %s is %s", a.host.Org(), name)
	}
	if err := a.host.Directory().SetDefault(ctx, org.Owner(a.host.Org()), name); err != nil {
		return err
	}
	return a.say("the default profile of %s is %s now", a.host.Org(), name)
}

func (a *profiles) list(ctx context.Context, _ string) error {
	if a.host.Workspace == nil {
		return errAlone
	}
	list, problems, err := profile.NewCatalog(a.host.Workspace).List()
	if err != nil {
		return err
	}
	for _, p := range problems {
		a.note("%s", p.String())
	}
	if len(list) == 0 {
		return a.say("there are no profiles: backstory init NAME makes one")
	}
	names, err := a.host.Directory().Names(ctx)
	if err != nil {
		return err
	}
	for _, p := range list {
		line := "• " + p.Name
		if name := names[p.Name]; name != "" && profile.RoleKey(name) != p.Name {
			line = "• " + name + " (" + p.Name + ")"
		}
		if p.Description != "" {
			line += " — " + p.Description
		}
		if p.Name == a.scope.Profile() {
			line += " ◀ active"
		}
		if err := a.say("%s", oneline.Safe(line)); err != nil {
			return err
		}
	}
	return nil
}

func cmdRole(ctx context.Context, s *Shell, args string) error {
	if args == "" {
		i, err := s.Host.Identity(s.at.scope.Profile())
		if err != nil {
			return err
		}
		now := s.at.talk.Session().Role
		if now == "" {
			now = profile.Orchestrator
		}
		return s.say("%s; available: %s", oneline.Safe(now), oneline.Safe(strings.Join(i.AvailableRoles(), ", ")))
	}
	if err := s.change(ctx, args, ""); err != nil {
		return err
	}
	return s.say("role %s, model %s", oneline.Safe(profile.RoleKey(args)), oneline.Safe(s.at.talk.Session().Model))
}

func cmdModel(ctx context.Context, s *Shell, args string) error {
	if args != "" {
		if err := s.change(ctx, "", args); err != nil {
			return err
		}
	}
	i, err := s.Host.Identity(s.at.scope.Profile())
	if err != nil {
		return err
	}
	choice, err := s.Host.Catalog.ChooseFor(i, s.at.talk.Session())
	if err != nil {
		return err
	}
	for _, n := range choice.Notes {
		s.note("%s", n)
	}
	return s.say("%s (%s), window %d tokens; providers: %s", oneline.Safe(choice.Full), choice.From, choice.Caps.Window,
		strings.Join(s.Host.Catalog.Names(), ", "))
}

func cmdBackstory(ctx context.Context, s *Shell, args string) error {
	if s.at.profile == nil {
		return errors.New("no profile is active: /profile NAME switches to one")
	}
	switch strings.ToLower(args) {
	case "":
		return s.Backstory.Status(ctx, s.at.profile, s.Out)
	case "failed":
		return s.Backstory.Failed(ctx, s.at.profile, s.Out)
	case "generate":
		if err := s.Backstory.Generate(ctx, s.at.profile, s.Out); err != nil {
			return err
		}
		return tellStale(ctx, s)
	}
	return usage("backstory")
}

// cmdSearch shows what the documents have on a query; the session learns nothing
// of it.
func cmdSearch(ctx context.Context, s *Shell, query string) error {
	if query == "" {
		return usage("search")
	}
	if s.at.profile == nil {
		return errors.New("no profile is active: /profile NAME switches to one")
	}
	i, err := s.Host.Identity(s.at.scope.Profile())
	if err != nil {
		return err
	}
	return s.Backstory.Search(ctx, s.at.profile, i, find.Query{Text: query, Limit: 5, Near: s.Host.Near(s.at.scope, i), Searcher: s.Host.Searcher(i)}, s.Out)
}

// tellStale tells where the prompt in use is not the one that would be composed.
func tellStale(ctx context.Context, s *Shell) error {
	d, err := s.at.talk.Diff(ctx)
	if err == nil && len(d.Changes) > 0 {
		s.note("this session goes on with the prompt that it has: /prompt diff shows what changed, /prompt refresh takes it")
	}
	return err
}

func (a *profiles) names() []string {
	names := []string{"default", "reset"}
	if a.host.Workspace == nil {
		return names
	}
	list, _, err := profile.NewCatalog(a.host.Workspace).List()
	if err != nil {
		return names
	}
	for _, p := range list {
		names = append(names, p.Name)
	}
	return names
}

func (a *profiles) roles() []string {
	i, err := a.host.Identity(a.scope.Profile())
	if err != nil {
		return nil
	}
	return i.AvailableRoles()
}

func (a *profiles) models() []string { return a.host.Catalog.Names() }
