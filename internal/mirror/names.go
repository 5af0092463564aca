package mirror

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/objects"
	"github.com/seed353dc258/backstory/profile"
)

// errName says that an object cannot be a file.
var errName = errors.New("no file can have this name: rename the object")

// pages calls a function for each object of a prefix.
func pages(ctx context.Context, store objects.Store, prefix string, each func(objects.Info)) error {
	for after, more := "", true; more; {
		var page []objects.Info
		var err error
		if page, more, err = store.List(ctx, prefix, after); err != nil {
			return err
		}
		for _, o := range page {
			each(o)
			after = o.Name
		}
	}
	return nil
}

// isRead reports whether a build reads an object of a profile: the files at its top, and the
// folder of the sources. Of hidden names it reads two, and what a build left that ended early.
func isRead(path string) bool {
	folder, rest, in := strings.Cut(path, "/")
	if !in && isTemporary(path) {
		return true
	}
	if path == profile.ManifestFile || path == profile.OptionsFile || path == profile.KnowledgeFolder+strings.TrimPrefix(profile.OptionsFile, profile.SourcesFolder) {
		return true
	}
	for part := range strings.SplitSeq(path, "/") {
		if strings.HasPrefix(part, ".") && part != "." && part != ".." { // these two are refused with a word
			return false
		}
	}
	return !in || rest != "" && (folder == profile.SourcesFolder || folder == profile.KnowledgeFolder)
}

// temporary is the temporary name of an output that replaces the one with a tag. Beside another one it
// is of no use.
func temporary(tag string) string {
	sum := sha256.Sum256([]byte(tag))
	return fmt.Sprintf("%s0-%d", atomicfile.Prefix, binary.BigEndian.Uint64(sum[:]))
}

func isTemporary(name string) bool { return strings.HasPrefix(name, atomicfile.Prefix) }
