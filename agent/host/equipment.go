package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/skill"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// maxUserFile is how long a user.md may be, in bytes.
const maxUserFile = 64 << 10

// Tools returns what an agent of the scope's profile may call in a session.
func (h *Host) Tools(sc scope.Scope) ([]tool.Tool, error) {
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return nil, err
	}
	r, err := h.tools(sc, i, store.Session{Kind: store.Interactive})
	if err != nil {
		return nil, err
	}
	return r.List(), nil
}

// Skills returns the skills of the scope's profile that the owner trusts.
func (h *Host) Skills(sc scope.Scope) []skill.Skill { return h.skills(sc).List() }

// Artifacts returns the folder for the files that the agent of the scope's profile
// makes. It stays open as long as the host.
func (h *Host) Artifacts(sc scope.Scope) (*os.Root, error) { return h.kept.artifacts(sc.Profile()) }

// UserFile returns what the scope's user says of themselves in the organisation,
// nil where there is nothing. The machine's own profiles have a user.md each: for
// them it is an [ErrOwn].
func (h *Host) UserFile(sc scope.Scope) ([]byte, error) {
	if h.Org() == scope.Local {
		return nil, ErrOwn
	}
	text, err := plainfile.Read(h.Workspace.Root, path.Join(profile.UsersFolder, sc.User(), profile.UserFile), maxUserFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// WriteUserFile writes what UserFile returns, whole at any moment. An empty text
// takes it away.
func (h *Host) WriteUserFile(sc scope.Scope, text []byte) error {
	if h.Org() == scope.Local {
		return ErrOwn
	}
	if len(text) > maxUserFile {
		return plainfile.Refuse(plainfile.TooLarge, "it has %d bytes, and may have %d", len(text), maxUserFile)
	}
	dir := path.Join(profile.UsersFolder, sc.User())
	if err := h.Workspace.Root.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("writing what is said of a user: %w", err)
	}
	folder, err := plainfile.OpenRootIn(h.Workspace.Root, dir)
	if err != nil {
		return fmt.Errorf("writing what is said of a user: %w", err)
	}
	defer folder.Close()
	if len(text) == 0 {
		if err := folder.Remove(profile.UserFile); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return atomicfile.Write(atomicfile.In(folder), atomicfile.Bytes(profile.UserFile, text))
}

// UserFiles returns what a user says of themselves, by organisation.
func (h *Host) UserFiles(name string, orgs []string) (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, slug := range slices.Sorted(slices.Values(orgs)) {
		if slug == scope.Local || slug == scope.Platform {
			continue
		}
		in, err := h.In(slug)
		if err != nil {
			return nil, err
		}
		sc, err := scope.New(slug, name, "")
		if err != nil {
			return nil, err
		}
		text, err := in.UserFile(sc)
		if err != nil {
			return nil, err
		}
		if text != nil {
			all[slug] = text
		}
	}
	return all, nil
}
