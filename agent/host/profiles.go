package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/starter"
	"github.com/seed353dc258/backstory/profile"
)

// The errors of making and removing profiles.
var (
	ErrAlone  = errors.New("the profile that is served has no workspace: a workspace has several")
	ErrFolder = errors.New("there is a folder of that name, which is not a profile")
)

// removedFolder is where the profiles of an organisation are that were removed.
const removedFolder = "removed"

// Directory is the profiles of a host's organisation: their names, which speaks where
// none is named, making and removing them.
type Directory struct{ h *Host }

// Directory returns the profiles of the host's organisation.
func (h *Host) Directory() Directory { return Directory{h} }

// Default is the name of the profile that speaks where none is named, or
// "" where there is none.
func (d Directory) Default(ctx context.Context) (string, error) {
	if d.h.first == nil {
		if d.h.Workspace == nil {
			return "", nil
		}
		i, err := d.h.Identity("")
		if err != nil {
			return "", err
		}
		return profile.RoleKey(i.Config.Profile), nil
	}
	sc, err := d.h.Scope("")
	if err != nil {
		return "", err
	}
	p, err := d.h.Store.OrgProfile(ctx, sc, "")
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return p.ID, err
}

// Meant returns the name of the profile that is meant by a text, as [org.Find]
// does; without one, the default profile's.
func (d Directory) Meant(ctx context.Context, text string) (string, error) {
	def, err := d.Default(ctx)
	if err != nil || text == "" {
		return def, err
	}
	var among []org.Candidate
	if d.h.first == nil {
		list, err := d.h.Profiles()
		if err != nil {
			return "", err
		}
		for _, p := range list {
			one := store.OrgProfile{ID: profile.RoleKey(p.Name), Name: p.Display, Default: profile.RoleKey(p.Name) == def}
			among = append(among, org.Candidate{OrgProfile: one, Org: d.h.Org()})
		}
	} else {
		list, err := d.h.Orgs.Profiles(ctx, org.Owner(d.h.org))
		if err != nil {
			return "", err
		}
		for _, p := range list {
			among = append(among, org.Candidate{OrgProfile: p, Org: d.h.org})
		}
	}
	found, err := org.Find(text, among)
	if err == nil && d.h.first != nil {
		_, err = d.h.Orgs.Profile(ctx, org.Owner(d.h.org), found.ID) // which makes its files
	}
	return found.ID, err
}

// Names are the names that people gave profiles, by their ids: those of an organisation
// are in the store, others in identity.md.
func (d Directory) Names(ctx context.Context) (map[string]string, error) {
	names := map[string]string{}
	if d.h.first != nil {
		list, err := d.h.Orgs.Profiles(ctx, org.Owner(d.h.org))
		for _, p := range list {
			names[p.ID] = p.Name
		}
		return names, err
	}
	list, err := d.h.Profiles()
	for _, p := range list {
		if id := profile.RoleKey(p.Name); profile.DisplayName(id) != p.Display {
			names[id] = p.Display
		}
	}
	return names, err
}

// Called is what people call a profile: the name that they gave it, or its id.
func (d Directory) Called(ctx context.Context, name string) string {
	if d.h.first != nil {
		if p, err := d.h.Orgs.Profile(ctx, org.Owner(d.h.org), name); name != "" && err == nil {
			return p.Name
		}
		return name
	}
	p, err := d.h.Profile(name)
	if err != nil || p == nil {
		return name
	}
	defer p.Close()
	return p.GivenName()
}

// SetDefault makes a profile the one that speaks where none is named. On the
// machine's own profiles "" takes the setting away; an organisation has a default
// profile always.
func (d Directory) SetDefault(ctx context.Context, by org.Caller, name string) error {
	if d.h.first != nil {
		if name == "" {
			return store.ErrDefault
		}
		return d.h.Orgs.SetDefault(ctx, by, profile.RoleKey(name))
	}
	if d.h.Workspace == nil {
		return ErrAlone
	}
	now := d.h.Workspace.Reread()
	err := now.SetDefault(name)
	d.h.reread.Store(now)
	return err
}

// Make makes the folder of a new profile, has it filled, and lists it with
// its organisation. A name that is taken is a [store.ErrExists], or an
// [ErrFolder] where no profile has it. What cannot be made is taken away again.
func (d Directory) Make(ctx context.Context, by org.Caller, name string, fill func(folder *os.Root) error) (err error) {
	if d.h.Workspace == nil {
		return ErrAlone
	}
	if !by.Role.May(org.ManageProfiles) {
		return fmt.Errorf("making profile %q: %w", name, org.ErrForbidden)
	}
	if _, err := d.h.Workspace.Folder(name); err == nil {
		return fmt.Errorf("profile %q: %w", name, store.ErrExists)
	}
	if d.h.first != nil {
		if name, err = org.ProfileID(name, ""); err != nil {
			return err
		}
	}
	root, at := d.h.Workspace.Root, path.Join(profile.ProfilesFolder, name)
	if err := root.MkdirAll(profile.ProfilesFolder, 0o755); err != nil {
		return err
	}
	return newFolder(root, at, fmt.Errorf("profile %q: %w", name, ErrFolder), func(folder *os.Root) error {
		if err := fill(folder); err != nil || d.h.first == nil {
			return err
		}
		_, err := d.h.Orgs.CreateProfile(ctx, by, name, profile.DisplayName(name))
		return err
	})
}

// newFolder makes a folder and has it filled. One that is there is the error taken,
// and one that cannot be filled is removed.
func newFolder(root *os.Root, at string, taken error, fill func(folder *os.Root) error) (err error) {
	if err := root.Mkdir(at, 0o755); errors.Is(err, fs.ErrExist) {
		return taken
	} else if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, root.RemoveAll(at))
		}
	}()
	folder, err := root.OpenRoot(at)
	if err != nil {
		return err
	}
	defer folder.Close()
	return fill(folder)
}

// Remove removes a profile with its folder. That of an organisation is
// taken from its list and moved aside, where the owner of the machine finds it.
func (d Directory) Remove(ctx context.Context, by org.Caller, folder string) error {
	if d.h.Workspace == nil {
		return ErrAlone
	}
	if !by.Role.May(org.ManageProfiles) {
		return fmt.Errorf("removing profile %q: %w", folder, org.ErrForbidden)
	}
	root, at := d.h.Workspace.Root, path.Join(profile.ProfilesFolder, folder)
	if d.h.first == nil {
		return root.RemoveAll(at)
	}
	if err := d.h.Orgs.DeleteProfile(ctx, by, profile.RoleKey(folder)); err != nil {
		return err
	}
	if err := root.MkdirAll(removedFolder, 0o700); err != nil {
		return err
	}
	return root.Rename(at, path.Join(removedFolder, folder+"-"+d.h.Now().UTC().Format("20060102T150405.000000")))
}

// seed makes the files of a profile of an organisation where they are missing.
func (d Directory) seed(name string, p store.OrgProfile) error {
	if name == scope.Local || name == scope.Platform {
		return nil
	}
	o, err := d.h.In(name)
	if err != nil {
		return err
	}
	root, at := o.Workspace.Root, path.Join(profile.ProfilesFolder, p.ID)
	if _, err := root.Lstat(path.Join(at, profile.SoulFile)); err == nil {
		return nil
	}
	if err := root.MkdirAll(at, 0o755); err != nil {
		return err
	}
	folder, err := root.OpenRoot(at)
	if err != nil {
		return err
	}
	defer folder.Close()
	_, err = starter.Make(folder, starter.Options{Name: p.ID, Soul: "# " + p.Name + "\n\nYou are a helpful personal assistant.\n", Bare: true})
	return err
}
