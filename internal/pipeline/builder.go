package pipeline

import (
	"path/filepath"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/search"
)

// Builder builds profiles. The zero value of every field but Registry works.
type Builder struct {
	Registry  *converters.Registry
	Generator string             // name and version of the program, for the manifest
	Override  converters.Options // set over those of the profile

	Limits limits

	Conversion
	Chapters string    // folder of the chapter cache; empty converts everything
	Force    bool      // replace a backstory.md that is not ours, keeping a copy
	Epoch    time.Time // SOURCE_DATE_EPOCH: no time in the manifest is later
	Index    string    // folder for what is remembered of profiles; empty remembers nothing
	Tracked  bool      // build only what git tracks
	Verify   bool      // read every file, whatever is remembered
	Lock     Locking

	kept    **ingest.ChapterCache                     // see [Builder.KeepChapters]
	through func(atomicfile.Lister) atomicfile.Lister // to break writing in tests
}

// limits are those that are set over the ones of a profile; see [profile.Options.Grant].
type limits struct {
	User    converters.Limits // of the user's own configuration
	Plain   converters.Limits // of plain folders alone
	Command converters.Limits // of this build
}

// Conversion says how sources are converted. The zero value works.
type Conversion struct {
	Jobs     int           // conversions at once; 0 means one for each processor
	Watchdog time.Duration // see [ingest.Settings]
	Services []any         // what converters may ask for
	// Passwords returns what may open a source, by the folder that it is in and its path there; may be nil.
	Passwords func(folder, path string) converters.Passwords
	Isolator  ingest.Isolator // converts some formats in another process; may be nil
	Elsewhere ingest.Cache    // chapters that were made on other machines; may be nil
	Progress  func(done, all int)
	Working   func() // called before sources are converted, where these are more than a few; may be nil
}

// Found returns the cache of what is searched in a library, by whose it is. It lies
// beside that of the chapters; without one it is nil.
func (b *Builder) Found(whose string) *search.Cache {
	if b.Chapters == "" {
		return nil
	}
	return search.NewCache(filepath.Dir(b.Chapters), whose)
}

// Locking says how a build waits for another one of the same profile. The
// zero value does not wait.
type Locking struct {
	Timeout time.Duration
	Holders string              // folder for the names of holders; see [atomicfile.LockOptions]
	Waiting func(holder string) // called when there is one to wait for; may be nil
}

// in returns the profile's folder, to write in.
func (b *Builder) in(p *profile.Profile) atomicfile.Lister {
	folder := atomicfile.In(p.Root)
	if b.through != nil {
		return b.through(folder)
	}
	return folder
}

// now is the time of this build: the one that SOURCE_DATE_EPOCH sets, if it does.
func (b *Builder) now() time.Time {
	if !b.Epoch.IsZero() {
		return b.Epoch
	}
	return time.Now()
}
