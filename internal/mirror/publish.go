package mirror

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/profile"
)

// Publish takes what a build wrote back to the bucket. Where somebody wrote there since it was
// fetched it writes nothing, or nothing more, and fetches what is there now: then the profile is to be
// built again. The manifest goes before the output, which it describes with the one before: whoever finds one of
// them alone can build.
func (p *Profile) Publish(ctx context.Context) (again bool, err error) {
	dir := path.Join(p.place, p.name)
	there, written, removed, err := p.made(dir)
	if err != nil {
		return false, err
	}
	if len(written)+len(removed) == 0 {
		return false, nil
	}
	slices.SortStableFunc(written, func(a, b string) int { return rank(a) - rank(b) })
	if again, err = p.stale(ctx); err == nil && !again {
		err = p.write(ctx, dir, there, written, removed)
	}
	if isOthers(err) {
		again, err = true, nil
	}
	if !again {
		return false, errors.Join(err, writeRecord(p.root, p.place, p.record))
	}
	if _, err := p.stale(ctx); err != nil {
		return false, err
	}
	return true, p.fetch(ctx, true)
}

// made returns what a build wrote and removed, and all files.
func (p *Profile) made(dir string) (there map[string]fs.FileInfo, written, removed []string, err error) {
	if there, _, err = files(p.root, dir); err != nil {
		return nil, nil, nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(there)) {
		c, known := p.record[name]
		if isTemporary(path.Base(name)) || c.isIn(there[name]) {
			continue
		}
		isNew := !known && !strings.Contains(name, "/") // such as the copy of an output that was edited
		if !isNew && !isOutput(name) && path.Base(name) != path.Base(profile.OptionsFile) {
			return nil, nil, nil, fmt.Errorf("%s: %w", name, errCopy)
		}
		written = append(written, name)
	}
	for _, name := range slices.Sorted(maps.Keys(p.record)) {
		switch {
		case there[name] != nil:
		case isOutput(name) || isTemporary(name):
			removed = append(removed, name)
		default: // no build removes these: whoever did has not removed the object
			return nil, nil, nil, fmt.Errorf("%s: %w", name, errCopy)
		}
	}
	return there, written, removed, nil
}

// errCopy says that what was built is not what the bucket has.
var errCopy = errors.New("its copy in the cache was changed or removed during the build, so that nothing is written: build it again")

// isOutput reports whether a file is one that each build writes or removes.
func isOutput(name string) bool { return name == profile.OutputFile || name == profile.ManifestFile }

// rank is the order in which files are written: copies of what is replaced come first.
func rank(name string) int {
	return 1 + slices.Index([]string{profile.ManifestFile, profile.OutputFile}, name)
}

// stale lists the profile again, and reports whether it is another one than was fetched.
func (p *Profile) stale(ctx context.Context) (bool, error) {
	var now []objects.Info
	p.left = nil
	same, found := true, 0
	err := pages(ctx, p.store, p.prefix, func(o objects.Info) {
		if o.Name = strings.TrimPrefix(o.Name, p.prefix); !isRead(o.Name) {
			return
		}
		now = append(now, o)
		switch c, known := p.record[o.Name]; {
		case known:
			found++
			same = same && c.isOf(o)
		case isTemporary(o.Name):
			p.left = append(p.left, o.Name)
		default:
			same = same && strings.HasSuffix(o.Name, "/")
		}
	})
	if err == nil {
		p.listed = now
	}
	return !same || found < len(p.record), err
}

// write writes and removes objects, each if it is as it was fetched. A new output is there under
// a temporary name first, as on disk: whoever finds the new manifest beside the output before
// can end the build.
func (p *Profile) write(ctx context.Context, dir string, there map[string]fs.FileInfo, written, removed []string) error {
	before, replaces := p.record[profile.OutputFile]
	if replaces && slices.Contains(written, profile.ManifestFile) && slices.Contains(written, profile.OutputFile) {
		temp := temporary(before.Tag)
		if _, err := p.upload(ctx, path.Join(dir, profile.OutputFile), temp, objects.Condition{}); err != nil {
			return err
		}
		p.left = append(p.left, temp)
	}
	for _, name := range written {
		before, known := p.record[name]
		if known && before.Tag == "" {
			return fmt.Errorf("%s: %w", name, errNoTag)
		}
		tag, err := p.upload(ctx, path.Join(dir, name), name, objects.Condition{New: !known, Tag: before.Tag})
		if isOthers(err) {
			return errors.Join(err, p.remove(ctx, p.left))
		}
		if err != nil {
			return err
		}
		p.record[name] = copied{Tag: tag, Size: there[name].Size(), Written: there[name].ModTime().UnixNano()}
	}
	return p.remove(ctx, append(removed, p.left...))
}

// errNoTag says that an object could be overwritten by mistake.
var errNoTag = errors.New("the store has no ETag for it, so that nobody can tell whether somebody else writes it: remove the object, or write it by S3")

// isOthers reports whether an error says that somebody else has written an object.
func isOthers(err error) bool {
	return errors.Is(err, objects.ErrChanged) || errors.Is(err, objects.ErrExists)
}

// remove removes objects.
func (p *Profile) remove(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := p.store.Delete(ctx, p.prefix+name); err != nil {
			return fmt.Errorf("removing: %w", err)
		}
		delete(p.record, name)
	}
	return nil
}

// upload makes an object of a file.
func (p *Profile) upload(ctx context.Context, file, name string, when objects.Condition) (tag string, err error) {
	f, err := p.root.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close() // it was only read
	if tag, err = p.store.Put(ctx, p.prefix+name, f, when); err != nil {
		return "", fmt.Errorf("writing: %w", err)
	}
	return tag, nil
}
