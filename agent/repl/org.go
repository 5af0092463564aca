package repl

import (
	"context"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// maxOrgs is how many organisations are listed.
const maxOrgs = 1000

// cmdOrg lists the organisations, or continues with the default profile of
// another one.
func cmdOrg(ctx context.Context, s *Shell, args string) error {
	if s.Host.Workspace == nil {
		return errAlone
	}
	if args != "" {
		was := s.Host
		in, err := was.Enter(ctx, args)
		if err != nil {
			return err
		}
		name, err := in.Directory().Default(ctx)
		if err != nil {
			return err
		}
		s.Host = in
		if err := s.become(ctx, name); err != nil {
			s.Host = was
			return err
		}
		return nil
	}
	list, err := s.Host.Orgs.Orgs(ctx, org.Owner(scope.Platform), "", maxOrgs)
	if err != nil {
		return err
	}
	if len(list) == 0 || list[0].Slug != scope.Local {
		list = append([]store.Org{{Slug: scope.Local, Name: "this machine's own profiles"}}, list...)
	}
	for _, o := range list {
		line := "• " + o.Slug + "  " + o.Name
		if !o.Archived.IsZero() {
			line += " (archived)"
		}
		if o.Slug == s.Host.Org() {
			line += " ◀ active"
		}
		if err := s.say("%s", oneline.Safe(line)); err != nil {
			return err
		}
	}
	return nil
}

func (a *profiles) orgs() []string {
	list, err := a.host.Orgs.Orgs(context.Background(), org.Owner(scope.Platform), "", maxOrgs)
	if err != nil {
		return nil
	}
	names := []string{scope.Local}
	for _, o := range list {
		names = append(names, o.Slug)
	}
	return names
}
