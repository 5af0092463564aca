package mirror

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/profile"
)

// Profile is a profile of a bucket.
type Profile struct {
	Dir string // of its copy

	store  objects.Store
	prefix string         // of its objects
	name   string         // of the profile
	listed []objects.Info // what a build reads of it, by the path in the profile
	root   *os.Root
	place  string // its folder in root, with the copy and the record

	record map[string]copied // nil before the first fetch
	left   []string          // objects of builds that ended early, which are of no use
	mu     sync.Mutex
}

// maxFetches is how many objects are fetched at once.
const maxFetches = 8

// Fetch brings the copy to what the bucket has, unless that was done.
func (p *Profile) Fetch(ctx context.Context) error {
	if p.record != nil {
		return nil
	}
	p.record = readRecord(p.root, p.place)
	if err := p.fetch(ctx, false); err != nil {
		p.record = nil
		return err
	}
	return nil
}

// fetch makes files of the objects that are listed, and removes the others. Once there was a
// build, what it wrote stays where the objects are as they were.
func (p *Profile) fetch(ctx context.Context, built bool) error {
	dir := path.Join(p.place, p.name)
	if err := p.root.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	there, folders, err := files(p.root, dir)
	if err != nil {
		return err
	}
	wanted, needed, err := p.names(dir)
	if err != nil {
		return err
	}
	if err := p.tidy(dir, there, folders, wanted, needed, built); err != nil {
		return err
	}
	var changed []objects.Info
	for name, o := range wanted {
		if c, known := p.record[name]; !known || !c.isOf(o) || !built && !c.isIn(there[name]) {
			changed = append(changed, o)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	var all errgroup.Group
	all.SetLimit(maxFetches)
	last := func(o objects.Info) bool { return isTemporary(o.Name) } // no file may be newer
	for _, o := range changed {
		if !last(o) {
			all.Go(func() error { return p.fetchOne(ctx, dir, o, there[o.Name] != nil) })
		}
	}
	err = all.Wait()
	if i := slices.IndexFunc(changed, last); i >= 0 && err == nil {
		err = p.fetchOne(ctx, dir, changed[i], there[changed[i].Name] != nil)
	}
	return errors.Join(err, writeRecord(p.root, p.place, p.record))
}

// names returns the objects that are to be files, by path, and makes the folders that are
// objects; needed are all folders.
func (p *Profile) names(dir string) (wanted map[string]objects.Info, needed map[string]bool, err error) {
	wanted, needed = map[string]objects.Info{}, map[string]bool{}
	var temps []objects.Info
	for _, o := range p.listed {
		name, isFolder := strings.CutSuffix(o.Name, "/")
		if _, err := filepath.Localize(name); err != nil {
			return nil, nil, fmt.Errorf("%q: %w", o.Name, errName)
		}
		for up := path.Dir(name); up != "."; up = path.Dir(up) {
			needed[up] = true
		}
		switch {
		case isFolder && o.Size > 0:
			return nil, nil, fmt.Errorf("%q: %w", o.Name, errName)
		case isFolder:
			needed[name] = true
			if err := p.root.MkdirAll(path.Join(dir, name), 0o700); err != nil {
				return nil, nil, fmt.Errorf("%q: %w", o.Name, err)
			}
		case isTemporary(o.Name):
			temps = append(temps, o)
		default:
			wanted[name] = o
		}
	}
	for _, o := range temps {
		if o.Name == temporary(wanted[profile.OutputFile].Tag) {
			wanted[o.Name] = o
		}
	}
	return wanted, needed, nil
}

// tidy removes files and folders that are no objects.
func (p *Profile) tidy(dir string, there map[string]fs.FileInfo, folders []string, wanted map[string]objects.Info, needed map[string]bool, built bool) error {
	for name := range there {
		_, is := wanted[name]
		if _, was := p.record[name]; is || built && !was {
			continue
		}
		if err := p.root.Remove(path.Join(dir, name)); err != nil {
			return err
		}
	}
	for name := range p.record {
		if _, is := wanted[name]; !is {
			delete(p.record, name)
		}
	}
	for _, folder := range slices.Backward(folders) {
		if !needed[folder] {
			_ = p.root.Remove(path.Join(dir, folder)) // one with files of a build stays
		}
	}
	return nil
}

// fetchOne makes a file of an object. One that went meanwhile has none.
func (p *Profile) fetchOne(ctx context.Context, dir string, o objects.Info, there bool) error {
	name := path.Join(dir, o.Name)
	r, info, err := p.store.Get(ctx, p.prefix+o.Name)
	if errors.Is(err, objects.ErrNotFound) {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.record, o.Name)
		if err := p.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer r.Close()
	temp := path.Join(p.place, atomicfile.Prefix+rand.Text())
	defer p.root.Remove(temp) // gone where it became the file
	file, err := p.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(file, r)
	if err == nil && n != info.Size {
		err = io.ErrUnexpectedEOF
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = p.root.MkdirAll(path.Dir(name), 0o700)
	}
	if err == nil {
		err = p.replace(temp, name, there, o, info)
	}
	if err != nil {
		return fmt.Errorf("fetching %q: %w", o.Name, err)
	}
	return nil
}

// errTwins says that a system has no place for an object beside another one.
var errTwins = errors.New("this system has its name and that of another object as one: rename one of them")

// replace gives a copy its name, and records of which object it is.
func (p *Profile) replace(temp, name string, there bool, listed, got objects.Info) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.root.Lstat(name); err == nil && !there {
		return errTwins
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := p.root.Rename(temp, name); err != nil {
		return err
	}
	stat, err := p.root.Lstat(name)
	if err != nil {
		return err
	}
	if got.Tag != listed.Tag || got.Tag == "" && got.Modified.Unix() != listed.Modified.Unix() {
		listed.Modified = time.Unix(0, 0) // it is another object by now, of no listing
	}
	p.record[listed.Name] = copied{Tag: got.Tag, Size: got.Size, Modified: listed.Modified, Written: stat.ModTime().UnixNano()}
	return nil
}
