// Package data takes an organisation out of a store and a workspace and brings it
// into another one: its profiles with their files, its members, and all that was
// said and remembered. What it knows of one user can be taken out alone.
//
//   - export.go: writing one
//   - import.go: reading one
//   - data.go: what an export is
//
// An export is a zip file: organisation.json, people.json, rows.jsonl with a row
// of the store in each line, and files/ with the folder of the organisation. It
// has no secrets: neither passwords nor tokens, logins or invites. The same
// content gives the same bytes.
package data

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/plainfile"
)

// format is the version of an export.
const format = 1

// The names in an export.
const (
	headName   = "organisation.json"
	peopleName = "people.json"
	rowsName   = "rows.jsonl"
	filesName  = "files/"
)

// The limits of an export that is read.
const (
	maxHead  = 1 << 20  // bytes of organisation.json and people.json each
	maxRow   = 64 << 20 // bytes of a line
	maxFiles = 1_000_000
	maxFile  = 1 << 30 // bytes
	maxTotal = 8 << 30 // bytes of all files
	maxDepth = 64      // folders
)

// ErrFormat says that a file is not an export, or a damaged one.
var ErrFormat = errors.New("not an export of an organisation")

// Store is what an organisation is taken out of.
type Store interface {
	store.Teams
	store.Rows
}

// head is organisation.json.
type head struct {
	Format int    `json:"format"`
	Slug   string `json:"slug"`
	Name   string `json:"name"`
}

// person is a user who is a member, in people.json.
type person struct {
	Name    string `json:"name"`
	Display string `json:"display"`
}

// Report says what was moved.
type Report struct {
	Slug  string `json:"slug"`
	Rows  int    `json:"rows"`
	Files int    `json:"files"`
	New   int    `json:"new_users"` // that an import made

	// Left is what the user may not read, which is not in an export.
	Left []plainfile.Left `json:"-"`
}

// A line of rows.jsonl. Bytes are written as text in base64, in columns that are
// named.
type line struct {
	Table  string         `json:"table"`
	Values map[string]any `json:"values"`
	Bytes  []string       `json:"bytes,omitempty"`
}

func scopeOf(slug string) (scope.Scope, error) { return scope.New(slug, scope.Local, "") }

// Erase removes what is kept of a user in every organisation, and the user. The
// last admin of one stays, and nothing is removed then.
func Erase(ctx context.Context, s Store, name string) error {
	of, err := scope.New(scope.Platform, name, "")
	if err != nil {
		return err
	}
	list, err := s.Memberships(ctx, of)
	if err != nil {
		return err
	}
	for _, m := range list { // all are looked at before the first is touched
		if org.Role(m.Role) != org.Admin && org.Role(m.Role) != org.PlatformAdmin {
			continue
		}
		sc, err := scopeOf(m.Org)
		if err != nil {
			return err
		}
		admins := 0
		if err := eachMember(ctx, s, sc, func(other store.Member) {
			if other.Role == m.Role {
				admins++
			}
		}); err != nil {
			return err
		}
		if admins == 1 {
			return fmt.Errorf("organisation %q: %w", m.Org, store.ErrLast)
		}
	}
	for _, m := range list {
		sc, err := scopeOf(m.Org)
		if err != nil {
			return err
		}
		admin := org.Admin
		if m.Org == scope.Platform {
			admin = org.PlatformAdmin
		}
		if err := s.EraseUser(ctx, sc, name, string(admin)); err != nil {
			return fmt.Errorf("organisation %q: %w", m.Org, err)
		}
	}
	platform, err := scopeOf(scope.Platform)
	if err != nil {
		return err
	}
	return s.RemoveUser(ctx, platform, name)
}

func eachMember(ctx context.Context, s Store, sc scope.Scope, do func(store.Member)) error {
	for after := ""; ; {
		list, err := s.ListMembers(ctx, sc, after, 0)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, m := range list {
			do(m)
			after = m.User
		}
	}
}

// encode writes a row as a line.
func encode(r store.Row) ([]byte, error) {
	l := line{Table: r.Table, Values: map[string]any{}}
	for name, v := range r.Values {
		if b, ok := v.([]byte); ok {
			l.Bytes = append(l.Bytes, name)
			v = b // which JSON has in base64
		}
		l.Values[name] = v
	}
	if len(l.Bytes) > 1 {
		return nil, fmt.Errorf("%s: more than one column of bytes", r.Table)
	}
	text, err := json.Marshal(l)
	return append(text, '\n'), err
}

// decode reads a line.
func decode(text []byte) (store.Row, error) {
	var l line
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	if err := d.Decode(&l); err != nil {
		return store.Row{}, fmt.Errorf("%w: %s: %w", ErrFormat, rowsName, err)
	}
	for name, v := range l.Values {
		n, ok := v.(json.Number)
		if !ok {
			if _, text := v.(string); !text {
				return store.Row{}, fmt.Errorf("%w: %s: %s.%s is neither a text nor a number", ErrFormat, rowsName, l.Table, name)
			}
			continue
		}
		whole, err := n.Int64()
		l.Values[name] = whole
		if err != nil {
			if l.Values[name], err = n.Float64(); err != nil {
				return store.Row{}, fmt.Errorf("%w: %s: %s.%s: %w", ErrFormat, rowsName, l.Table, name, err)
			}
		}
	}
	for _, name := range l.Bytes {
		var b []byte
		text, err := json.Marshal(l.Values[name])
		if err == nil {
			err = json.Unmarshal(text, &b)
		}
		if err != nil {
			return store.Row{}, fmt.Errorf("%w: %s: %s.%s: %w", ErrFormat, rowsName, l.Table, name, err)
		}
		l.Values[name] = b
	}
	return store.Row{Table: l.Table, Values: l.Values}, nil
}
