package data

import (
	"archive/zip"
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Import brings an organisation in: under its own slug, or another one that is
// given. Its folder is made in orgs. People who are not known become users
// without a password. One that is there is a [store.ErrExists]; what goes wrong
// leaves nothing behind but people.
func Import(ctx context.Context, s Store, from *zip.Reader, slug string, orgs *os.Root) (r Report, err error) {
	p, err := Look(ctx, s, from, slug)
	if err == nil && p.Taken {
		err = fmt.Errorf("organisation %q: %w", p.Slug, store.ErrExists)
	}
	if err != nil {
		return r, err
	}
	slug = p.Slug
	sc, err := scopeOf(slug)
	if err != nil {
		return r, err
	}
	var people []person
	if err := readJSON(p.entries[peopleName], &people); err != nil {
		return r, err
	}
	r.Slug = slug
	if err := orgs.Mkdir(slug, 0o755); errors.Is(err, fs.ErrExist) {
		return r, fmt.Errorf("orgs/%s: there is a folder of that name: move it away", slug)
	} else if err != nil {
		return r, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, orgs.RemoveAll(slug))
		}
	}()
	if r.Files, err = extract(from, orgs, slug); err != nil {
		return r, err
	}
	if r.New, err = meet(ctx, s, people); err != nil {
		return r, err
	}
	r.Rows, err = load(ctx, s, sc, p.entries[rowsName])
	return r, err
}

// Preview is what an import would bring.
type Preview struct {
	Slug, Name string
	Taken      bool // an organisation of that slug is there
	Files      int
	Bytes      int64    // of the files
	People     []string // who are in it
	New        []string // of those, who are not known here

	entries map[string]*zip.File
}

// Look reads what an import would bring, under its own slug or another one that
// is given, and changes nothing.
func Look(ctx context.Context, s Store, from *zip.Reader, slug string) (p Preview, err error) {
	p.entries = map[string]*zip.File{}
	for _, f := range from.File {
		p.entries[f.Name] = f
		if strings.HasPrefix(f.Name, filesName) {
			p.Files++
			p.Bytes += int64(f.UncompressedSize64)
		}
	}
	var h head
	var people []person
	if err = readJSON(p.entries[headName], &h); err == nil {
		err = readJSON(p.entries[peopleName], &people)
	}
	if err == nil && h.Format != format {
		err = fmt.Errorf("%w: its format is %d, and this program reads %d", ErrFormat, h.Format, format)
	}
	if err == nil {
		p.Slug, err = org.Slug(cmp.Or(slug, h.Slug))
	}
	if err != nil {
		return p, err
	}
	p.Name = h.Name
	sc, err := scopeOf(p.Slug)
	if err != nil {
		return p, err
	}
	_, err = s.Org(ctx, sc)
	if p.Taken = err == nil; err != nil && !errors.Is(err, store.ErrNotFound) {
		return p, err
	}
	platform, err := scopeOf(scope.Platform)
	if err != nil {
		return p, err
	}
	for _, one := range people {
		p.People = append(p.People, one.Name)
		if _, err := s.User(ctx, platform, one.Name); errors.Is(err, store.ErrNotFound) {
			p.New = append(p.New, one.Name)
		} else if err != nil {
			return p, err
		}
	}
	return p, nil
}

func readJSON(f *zip.File, v any) error {
	if f == nil {
		return fmt.Errorf("%w: %s or %s is missing", ErrFormat, headName, peopleName)
	}
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrFormat, f.Name, err)
	}
	defer in.Close()
	content, err := io.ReadAll(io.LimitReader(in, maxHead+1))
	if err == nil && len(content) > maxHead {
		err = fmt.Errorf("it has more than %d bytes", maxHead)
	}
	if err == nil {
		err = json.Unmarshal(content, v)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrFormat, f.Name, err)
	}
	return nil
}

// meet makes the users that are not known.
func meet(ctx context.Context, s Store, people []person) (made int, err error) {
	platform, err := scopeOf(scope.Platform)
	if err != nil {
		return 0, err
	}
	for _, p := range people {
		if name, err := org.UserName(p.Name); err != nil || name != p.Name {
			return made, errors.Join(err, fmt.Errorf("%w: %s: %q", ErrFormat, peopleName, p.Name))
		}
		_, err := s.CreateUser(ctx, platform, store.User{Name: p.Name, Display: p.Display})
		switch {
		case err == nil:
			made++
		case !errors.Is(err, store.ErrExists):
			return made, err
		}
	}
	return made, nil
}

// extract writes the files into a folder.
func extract(from *zip.Reader, orgs *os.Root, slug string) (n int, err error) {
	left := int64(maxTotal)
	for _, f := range from.File {
		name, ok := strings.CutPrefix(f.Name, filesName)
		if !ok {
			continue
		}
		switch {
		case n == maxFiles:
			return n, fmt.Errorf("%w: more than %d files", ErrFormat, maxFiles)
		case !fs.ValidPath(name) || name == "." || !filepath.IsLocal(filepath.FromSlash(name)) || strings.ContainsAny(name, "\x00\\") || !f.Mode().IsRegular():
			return n, fmt.Errorf("%w: %q is not the name of a file", ErrFormat, f.Name)
		}
		size, err := extractFile(f, orgs, path.Join(slug, name), min(maxFile, left))
		if err != nil {
			return n, fmt.Errorf("%s: %w", f.Name, err)
		}
		left -= size
		n++
	}
	return n, nil
}

// extractFile writes a file of at most some bytes, and returns how many it has.
func extractFile(f *zip.File, orgs *os.Root, at string, most int64) (n int64, err error) {
	if err := orgs.MkdirAll(path.Dir(at), 0o755); err != nil {
		return 0, err
	}
	in, err := f.Open()
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	defer in.Close()
	out, err := orgs.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	n, err = io.Copy(out, io.LimitReader(in, most+1))
	if err == nil && n > most {
		err = fmt.Errorf("%w: a file may have %d bytes, and all of them %d", ErrFormat, maxFile, int64(maxTotal))
	}
	return n, err
}

// check refuses what the rules of organisations do not allow, whoever wrote it.
func check(slug string, r store.Row) error {
	text := func(name string) string {
		s, _ := r.Values[name].(string)
		return s
	}
	var err error
	switch r.Table {
	case "members":
		_, err = org.ParseRole(slug, text("role"))
		if _, nameErr := org.UserName(text("user")); err == nil {
			err = nameErr
		}
	case "profiles":
		var id string
		if id, err = org.ProfileID(text("id"), ""); err == nil && id != text("id") {
			err = fmt.Errorf("%q has capital letters", text("id"))
		}
	}
	if err != nil {
		err = fmt.Errorf("%w: %s: %w", ErrFormat, r.Table, err)
	}
	return err
}

// load brings the rows in.
func load(ctx context.Context, s Store, sc scope.Scope, f *zip.File) (n int, err error) {
	if f == nil {
		return 0, fmt.Errorf("%w: %s is missing", ErrFormat, rowsName)
	}
	in, err := f.Open()
	if err != nil {
		return 0, fmt.Errorf("%w: %s: %w", ErrFormat, rowsName, err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 64<<10), maxRow)
	err = s.AddRows(ctx, sc, func() (store.Row, bool, error) {
		if !lines.Scan() {
			err := lines.Err()
			if err == nil && n == 0 {
				err = errors.New("there are none")
			}
			if err != nil {
				err = fmt.Errorf("%w: %s: %w", ErrFormat, rowsName, err)
			}
			return store.Row{}, false, err
		}
		n++
		r, err := decode(lines.Bytes())
		if err == nil {
			err = check(sc.Org(), r)
		}
		return r, true, err
	})
	return n, err
}
