package host

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/org/data"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/profile"
)

// ErrOwn says that the machine's own profiles are no organisation.
var ErrOwn = errors.New("the machine's own profiles are no organisation: copy the workspace, and see backstory store backup")

// OrgData moves organisations, and what is kept of users, in and out of a host.
type OrgData struct{ h *Host }

// OrgData returns what moves the data of organisations.
func (h *Host) OrgData() OrgData { return OrgData{h} }

// Export writes the caller's organisation, with its files and without secrets:
// see [data.Export]. It is an entry of the organisation's audit.
func (d OrgData) Export(ctx context.Context, by org.Caller, to io.Writer) (r data.Report, err error) {
	if !by.Role.May(org.MoveData) {
		return r, org.ErrForbidden
	}
	in, err := d.h.Enter(ctx, by.Org)
	if err != nil {
		return r, err
	}
	if in.Org() == scope.Local {
		return r, ErrOwn
	}
	if r, err = data.Export(ctx, d.h.Store, in.Org(), in.Workspace.Root, to); err != nil {
		return r, err
	}
	for _, left := range r.Left {
		d.h.Tell(errors.New(left.String()))
	}
	return r, d.record(ctx, by.User, in.Org(), "org.exported", nil)
}

// ExportUser writes what is kept of a user: see [data.ExportUser]. It is an entry of
// the audit of each organisation that the user is in.
func (d OrgData) ExportUser(ctx context.Context, by org.Caller, name string, to io.Writer) (r data.Report, err error) {
	if !by.Role.May(org.MoveData) {
		return r, org.ErrForbidden
	}
	var in []string
	r, err = data.ExportUser(ctx, d.h.Store, name, func(orgs []string) (map[string][]byte, error) {
		in = orgs
		return d.h.UserTexts().All(name, orgs)
	}, to)
	for _, slug := range in {
		if err == nil {
			err = d.record(ctx, by.User, slug, "user.exported", map[string]string{"of": name})
		}
	}
	return r, err
}

// Import makes an organisation of an export: see [data.Import]. It is an entry
// of its audit.
func (d OrgData) Import(ctx context.Context, by org.Caller, from *zip.Reader, as string) (r data.Report, err error) {
	if !by.Role.May(org.MoveData) {
		return r, org.ErrForbidden
	}
	first, err := d.h.In(scope.Local)
	if err != nil {
		return r, err
	}
	if first.Workspace == nil {
		return r, ErrAlone
	}
	root := first.Workspace.Root
	if err := root.MkdirAll(profile.OrgsFolder, 0o755); err != nil {
		return r, fmt.Errorf("importing an organisation: %w", err)
	}
	orgs, err := root.OpenRoot(profile.OrgsFolder)
	if err != nil {
		return r, fmt.Errorf("importing an organisation: %w", err)
	}
	defer orgs.Close()
	if r, err = data.Import(ctx, d.h.Store, from, as, orgs); err != nil {
		return r, err
	}
	return r, d.record(ctx, by.User, r.Slug, "org.imported", map[string]int{"rows": r.Rows, "files": r.Files})
}

// Place makes an organisation whose profiles are written by fill, in the folder
// of the organisation. The first is the default one. What goes wrong leaves nothing
// behind. A slug that is taken is a [store.ErrExists].
func (d OrgData) Place(ctx context.Context, by org.Caller, slug, name string, fill func(folder *os.Root) ([]store.OrgProfile, error)) (err error) {
	if !by.Role.May(org.ManageOrgs) {
		return fmt.Errorf("making organisation %q: %w", slug, org.ErrForbidden)
	}
	if slug, err = org.Slug(slug); err != nil {
		return err
	}
	first, err := d.h.In(scope.Local)
	if err != nil {
		return err
	}
	if first.Workspace == nil {
		return ErrAlone
	}
	root, at := first.Workspace.Root, path.Join(profile.OrgsFolder, slug)
	if err := root.MkdirAll(profile.OrgsFolder, 0o755); err != nil {
		return err
	}
	return newFolder(root, at, fmt.Errorf("organisation %q: %w: %s", slug, store.ErrExists, at), func(folder *os.Root) error {
		profiles, err := fill(folder)
		if err == nil {
			_, err = d.h.Orgs.CreateOrg(ctx, by, slug, name, profiles...)
		}
		return err
	})
}

func (d OrgData) record(ctx context.Context, user, slug, action string, detail any) error {
	sc, err := scope.New(slug, user, "")
	if err != nil {
		return err
	}
	return d.h.Store.Record(ctx, sc, "", action, detail)
}
