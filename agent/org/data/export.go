package data

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/plainfile"
)

// leftOut are the entries of an organisation's folder that are not exported.
var leftOut = []string{"removed"}

// Export writes an organisation, with the files in its folder.
func Export(ctx context.Context, s Store, slug string, folder *os.Root, to io.Writer) (Report, error) {
	sc, err := scopeOf(slug)
	if err != nil {
		return Report{}, err
	}
	o, err := s.Org(ctx, sc)
	if err != nil {
		return Report{}, fmt.Errorf("organisation %q: %w", slug, err)
	}
	w := &writer{zip: zip.NewWriter(to), report: Report{Slug: slug}}
	err = w.json(headName, head{Format: format, Slug: slug, Name: o.Name})
	if err == nil {
		err = w.people(ctx, s, sc)
	}
	if err == nil {
		err = w.rows(ctx, s, sc, rowsName, "")
	}
	if err == nil {
		err = w.folder(folder, ".", 0)
	}
	return w.report, errors.Join(err, w.zip.Close())
}

// ExportUser writes what is kept of a user: who it is, and of each organisation the
// rows and what files returns of it, by its slug.
func ExportUser(ctx context.Context, s Store, name string, files func(orgs []string) (map[string][]byte, error), to io.Writer) (Report, error) {
	platform, err := scope.New(scope.Platform, name, "")
	if err != nil {
		return Report{}, err
	}
	u, err := s.User(ctx, platform, name)
	if err != nil {
		return Report{}, fmt.Errorf("user %q: %w", name, err)
	}
	list, err := s.Memberships(ctx, platform)
	if err != nil {
		return Report{}, err
	}
	w := &writer{zip: zip.NewWriter(to)}
	err = w.json(peopleName, []person{{u.Name, u.Display}})
	for _, m := range list {
		if err != nil {
			break
		}
		var sc scope.Scope
		if sc, err = scopeOf(m.Org); err == nil {
			err = w.rows(ctx, s, sc, path.Join(m.Org, rowsName), name)
		}
	}
	if err == nil {
		err = w.userFiles(list, files)
	}
	return w.report, errors.Join(err, w.zip.Close())
}

// userFiles writes what a user says of themselves, by organisation.
func (w *writer) userFiles(in []store.Member, files func(orgs []string) (map[string][]byte, error)) error {
	var orgs []string
	for _, m := range in {
		orgs = append(orgs, m.Org)
	}
	all, err := files(orgs)
	if err != nil {
		return err
	}
	for _, slug := range slices.Sorted(maps.Keys(all)) {
		to, err := w.create(path.Join(slug, "user.md"))
		if err == nil {
			_, err = to.Write(all[slug])
		}
		if err != nil {
			return err
		}
		w.report.Files++
	}
	return nil
}

// writer writes an export.
type writer struct {
	zip    *zip.Writer
	report Report
}

// create begins an entry, which has no time: the same content gives the same
// bytes.
func (w *writer) create(name string) (io.Writer, error) {
	return w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
}

func (w *writer) json(name string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	to, err := w.create(name)
	if err == nil {
		_, err = to.Write(append(text, '\n'))
	}
	return err
}

func (w *writer) people(ctx context.Context, s Store, sc scope.Scope) error {
	platform, err := scopeOf(scope.Platform)
	if err != nil {
		return err
	}
	list := []person{}
	var names []string
	if err := eachMember(ctx, s, sc, func(m store.Member) { names = append(names, m.User) }); err != nil {
		return err
	}
	for _, name := range names {
		u, err := s.User(ctx, platform, name)
		if err != nil {
			return fmt.Errorf("user %q: %w", name, err)
		}
		list = append(list, person{u.Name, u.Display})
	}
	return w.json(peopleName, list)
}

func (w *writer) rows(ctx context.Context, s Store, sc scope.Scope, name, user string) error {
	to, err := w.create(name)
	if err != nil {
		return err
	}
	return s.EachRow(ctx, sc, user, func(r store.Row) error {
		text, err := encode(r)
		if err == nil {
			_, err = to.Write(text)
			w.report.Rows++
		}
		return err
	})
}

// folder writes the files of a folder and below, in order. Links and special
// files are left out, and with a word what the user may not read.
func (w *writer) folder(root *os.Root, name string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%s: more than %d folders deep", name, maxDepth)
	}
	f, err := plainfile.OpenFolder(root, name)
	if err != nil {
		return err
	}
	entries, err := f.ReadDir(-1)
	f.Close()
	if err != nil {
		return err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		at := path.Join(name, e.Name())
		switch {
		case depth == 0 && slices.Contains(leftOut, e.Name()):
		case e.IsDir():
			err = w.folder(root, at, depth+1)
		case e.Type().IsRegular():
			err = w.file(root, at)
		}
		if errors.Is(err, fs.ErrPermission) {
			w.report.Left, err = append(w.report.Left, plainfile.LeftOut(at, err)), nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) file(root *os.Root, name string) error {
	f, info, err := plainfile.Open(root, name)
	if err != nil {
		return err
	}
	defer f.Close()
	if w.report.Files++; w.report.Files > maxFiles {
		return fmt.Errorf("more than %d files", maxFiles)
	}
	if info.Size() > maxFile {
		return fmt.Errorf("%s: it has %d bytes and may have %d", name, info.Size(), maxFile)
	}
	to, err := w.create(filesName + name)
	if err == nil {
		_, err = io.Copy(to, io.LimitReader(f, maxFile))
	}
	return err
}
