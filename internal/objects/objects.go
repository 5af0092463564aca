// Package objects keeps bytes under names: in a bucket of an S3 server, or in a folder.
//
//   - address.go: stores by their address
//   - s3.go: a bucket
//   - send.go: requests to a server
//   - keys.go: the keys of the user
//   - folder.go: a folder
//   - objects.go: what a store is
package objects

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// What a store may answer. They come with the name that was asked for.
var (
	ErrNotFound = errors.New("there is no such object")
	ErrNoBucket = errors.New("there is no such bucket")
	ErrExists   = errors.New("the object is there already")
	ErrChanged  = errors.New("somebody else has written the object")
	ErrDenied   = errors.New("the store refuses it: see whether the keys are right and may do this")
	ErrTooLong  = errors.New("the object is longer than it may be")
)

// Store keeps objects. It may be used by several goroutines and by several processes. The
// errors above are those of a store that answers; others are of the network. The caller
// bounds the time by the context.
type Store interface {
	// Get opens an object. What is cut off on the way ends with an error, not with [io.EOF].
	Get(ctx context.Context, name string) (io.ReadCloser, Info, error)
	// Put writes an object, all of it or nothing, and returns its new tag.
	Put(ctx context.Context, name string, content io.ReadSeeker, when Condition) (tag string, err error)
	// List returns a page of the objects whose names begin with a prefix, in the order of
	// their bytes, from the first that comes after a name. If there may be more, the
	// next page comes after the last name of this one; it may be empty.
	List(ctx context.Context, prefix, after string) (page []Info, more bool, err error)
	// Delete removes an object, which may be gone already.
	Delete(ctx context.Context, name string) error
}

// Info describes an object.
type Info struct {
	Name     string
	Size     int64
	Tag      string // changes with the content; a folder does not list it
	Modified time.Time
}

// Condition says when something is written. The zero value is always.
type Condition struct {
	New bool   // only if there is no object of the name; else the error is [ErrExists]
	Tag string // only if the object has this tag; else the error is [ErrChanged]
}

// Summed is content of which the size and the SHA-256 are known, so that it is not read for them.
type Summed struct {
	io.ReadSeeker
	Size int64
	Sum  [sha256.Size]byte
}

// summed returns content with its size and SHA-256, from its start.
func summed(content io.ReadSeeker) (Summed, error) {
	_, err := content.Seek(0, io.SeekStart)
	if known, ok := content.(Summed); ok || err != nil {
		return known, err
	}
	sum := sha256.New()
	size, err := io.Copy(sum, content)
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	return Summed{content, size, [sha256.Size]byte(sum.Sum(nil))}, err
}

// Getter is the part of a store that reads.
type Getter interface {
	Get(ctx context.Context, name string) (io.ReadCloser, Info, error)
}

// Read reads a whole object of a bounded length.
func Read(ctx context.Context, s Getter, name string, most int64) ([]byte, Info, error) {
	r, info, err := s.Get(ctx, name)
	if err != nil {
		return nil, info, err
	}
	defer r.Close()
	if info.Size > most {
		return nil, info, named(name, fmt.Errorf("%w: %d of %d bytes", ErrTooLong, info.Size, most))
	}
	content, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, info, named(name, err)
	case int64(len(content)) > most:
		return nil, info, named(name, ErrTooLong)
	case int64(len(content)) != info.Size:
		return nil, info, named(name, io.ErrUnexpectedEOF)
	}
	return content, info, nil
}

func named(name string, err error) error { return fmt.Errorf("%s: %w", name, err) }

// maxName is how long a name may be, in bytes: that of S3.
const maxName = 1024

// check refuses names that are not those of a file below a folder: they have to mean the
// same in every store.
func check(name string) error {
	if err := checkLength(name); err != nil {
		return err
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || strings.HasPrefix(part, ".") || strings.ContainsAny(part, "\\:\x00") {
			return fmt.Errorf("%q is not the name of an object", name)
		}
	}
	return nil
}

func checkLength(name string) error {
	if name == "" || len(name) > maxName {
		return fmt.Errorf("the name of an object has 1 to %d bytes", maxName)
	}
	return nil
}
