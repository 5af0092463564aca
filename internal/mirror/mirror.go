// Package mirror keeps in a folder what a bucket has of profiles, so that they are built as
// those of a folder are, and takes what a build wrote back to the bucket.
//
//   - mirror.go: the profiles of a bucket, by the pages of its listing
//   - publish.go: what a build wrote, from the folder to the bucket
//   - fetch.go: what changed, from the bucket to the folder
//   - record.go: of which objects the files are copies
//   - names.go: the names of objects
//
// The listing says what changed: an object whose tag, size and time are those of the last
// copy is not read. What is written names the object that it replaces by its tag, so that
// nobody's work is lost.
package mirror

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/profile"
)

// Scheme begins the address of a bucket.
const Scheme = "s3://"

// Bucket has profiles, in objects of the names profiles/NAME/….
type Bucket struct {
	store    objects.Store
	profiles map[string]*Profile // by address
	root     *os.Root            // of the copies
	lock     *atomicfile.Lock
	temp     string // the folder of the copies, where it goes with the process
}

// errAddress says what the address of profiles is.
var errAddress = errors.New("profiles in a bucket are named by s3://BUCKET/PREFIX/profiles/NAME, or with --all by s3://BUCKET/PREFIX")

// Open lists the profiles at an address: all of s3://BUCKET/PREFIX, or the one of
// s3://BUCKET/PREFIX/profiles/NAME. Their copies are in a folder of the user's cache, or where
// that is empty, in a temporary one. Others who want the same copies wait until the bucket is
// closed.
func Open(ctx context.Context, address string, all bool, folder string) (*Bucket, error) {
	base, name := split(address)
	if (name == "") != all {
		return nil, errAddress
	}
	store, err := objects.OpenForeign(base, objects.Patience{})
	if err != nil {
		return nil, err
	}
	b := &Bucket{store: store, profiles: map[string]*Profile{}}
	if err := b.list(ctx, base, name); err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	if len(b.profiles) == 0 {
		return nil, fmt.Errorf("%s: %w: there is nothing under %s/NAME/%s/", address, profile.ErrNotFound, profile.ProfilesFolder, profile.SourcesFolder)
	}
	if err := b.keep(ctx, base, folder); err != nil {
		b.Close()
		return nil, fmt.Errorf("the copies of %s: %w", base, err)
	}
	return b, nil
}

// split returns the place of the profiles, and the name of the one that an address names.
func split(address string) (base, name string) {
	base = strings.TrimRight(address, "/")
	if place, last, ok := cutLast(base, "/"+profile.ProfilesFolder+"/"); ok && len(place) > len(Scheme) && !strings.Contains(last, "/") {
		return place, last
	}
	if place := strings.TrimSuffix(base, "/"+profile.ProfilesFolder); len(place) > len(Scheme) {
		base = place
	}
	return base, ""
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// list lists the profiles, or one of them.
func (b *Bucket) list(ctx context.Context, base, name string) error {
	of, prefix := "", profile.ProfilesFolder+"/"
	if name != "" {
		prefix += name + "/"
	}
	var p *Profile
	err := pages(ctx, b.store, prefix, func(o objects.Info) {
		folder, path, in := strings.Cut(strings.TrimPrefix(o.Name, profile.ProfilesFolder+"/"), "/")
		if !in || strings.HasPrefix(folder, ".") {
			return // no profile, as in a folder
		}
		if folder != of {
			of, p = folder, &Profile{store: b.store, prefix: profile.ProfilesFolder + "/" + folder + "/", name: folder}
		}
		if !isRead(path) {
			return
		}
		o.Name = path
		p.listed = append(p.listed, o)
		if path == profile.ManifestFile || strings.Contains(path, "/") {
			b.profiles[base+"/"+profile.ProfilesFolder+"/"+folder] = p
		}
	})
	return err
}

// keep opens and locks the folder of the copies.
func (b *Bucket) keep(ctx context.Context, base, folder string) (err error) {
	if folder == "" {
		if folder, err = os.MkdirTemp("", "backstory-bucket-"); err != nil {
			return err
		}
		b.temp = folder
	} else {
		folder = filepath.Join(folder, digest(os.Getenv("AWS_ENDPOINT_URL_S3")+"\n"+os.Getenv("AWS_ENDPOINT_URL")+"\n"+base))
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if b.root, err = os.OpenRoot(folder); err != nil {
		return err
	}
	if b.lock, err = atomicfile.Acquire(ctx, b.root, atomicfile.LockOptions{Command: "backstory build"}); err != nil {
		return err
	}
	for _, p := range b.profiles {
		p.place = digest(p.name)
		p.Dir = filepath.Join(folder, p.place, p.name)
		p.root = b.root
	}
	return nil
}

// digest names a folder: names that a system has as one are two.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:12])
}

// Close lets others have the copies, or removes those that go with the process.
func (b *Bucket) Close() error {
	var err error
	if b.lock != nil {
		err = b.lock.Release()
	}
	if b.root != nil {
		err = errors.Join(err, b.root.Close())
	}
	if b.temp != "" {
		err = errors.Join(err, os.RemoveAll(b.temp))
	}
	return err
}

// Profiles returns the addresses of the profiles, in order.
func (b *Bucket) Profiles() []string { return slices.Sorted(maps.Keys(b.profiles)) }

// Profile returns the profile of an address.
func (b *Bucket) Profile(address string) *Profile { return b.profiles[address] }
