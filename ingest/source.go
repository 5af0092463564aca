package ingest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path"
	"time"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/ingest/discover"
	"github.com/seed353dc258/backstory/internal/lineend"
)

// Watchdog is how long one conversion may take before it is abandoned. It is
// the last resort against code that does not come back: what input may cost
// is limited by work budgets, which are the same on every machine.
const Watchdog = 60 * time.Second

// ErrTimeout says that a conversion was abandoned by the watchdog. It is not
// a property of the source, so it is never cached.
var ErrTimeout = errors.New("the conversion did not end in time")

// Settings is what holds for a whole run of [Convert].
type Settings struct {
	Registry  *converters.Registry
	Cache     Cache    // may be nil
	Namespace string   // sets the keys of tenants apart; empty on one machine
	Base      int      // heading level above the chapters
	Jobs      int      // conversions at once; 0 means one for each processor
	Services  []any    // what converters may ask for, see [converters.Service]; a func(path string) converters.Passwords gives those of each source
	Isolator  Isolator // converts some formats in another process, to its own deadline; may be nil
	Profile   *os.Root // where [Source].File is opened
	Spool     string   // folder for the texts of chapters that are too long for memory; empty is that for temporary files
	Watchdog  time.Duration
	// Plain says that the sources are those of a plain folder: one that cannot be read,
	// or keeps changing, costs itself alone.
	Plain bool
	// Progress is called after each source, in no fixed order, by one
	// goroutine at a time. It may be nil.
	Progress func(done, all int)
	// Deliver is called with each outcome in the sources' order, by one
	// goroutine at a time, as soon as those before it are delivered. Afterwards a
	// long text of its chapter is gone. An error ends the run. It may be nil.
	Deliver func(source int, o *Outcome) error

	digestsOnly bool
	read        func(source int, o *Outcome, content *io.SectionReader)
}

// Source is a file to convert.
type Source struct {
	Path  string // in the backstory folder, with slashes
	Terms *Terms // nil stands for the zero value
	// File is opened in the profile of the settings, or where it is nil, or
	// there is no profile, Open is called.
	File *discover.File
	Open func() (*os.File, error)
	As   string // the name that it is read under; empty for its own
	// Held is the content of a source that is no file. Nobody changes it.
	Held *io.SectionReader
	// HashOnly is for a file that no format claims: it is never parsed.
	HashOnly bool
	// Known is what is known of the content, where it is known to have Size
	// bytes and not to have changed. The file is opened only if its chapter
	// is not in the cache.
	Known *lineend.Content
	Size  int64
	// Last has the bytes of the digest that the last manifest has; see [Source.Sum].
	Last string
	// Kept says that nothing is to be done: its outcome has the digest that is
	// known and nothing else.
	Kept bool
}

func (s *Source) terms() *Terms {
	if s.Terms == nil {
		return &Terms{}
	}
	return s.Terms
}

// Sum returns the digest by which a source goes, whose bytes are described, and how
// much shorter than these its form is that is converted.
//
// A text goes by its form with LF, so that a checkout with line ends of Windows
// gives the same chapter and the same manifest. A file that no format claims does,
// too: what is text in it is for git to say. Its bytes count where Coqui's rules are
// asked for, and where the last manifest has their digest: that one is still right.
func (s *Source) Sum(r *converters.Registry, c *lineend.Content) (sum [sha256.Size]byte, shorter int64) {
	if c.Returns == 0 || s.terms().Options.Compat == "coqui" || s.Last == string(c.Raw[:]) {
		return c.Raw, 0
	}
	if named, ok := r.ForName(s.Name()); ok && !named.Format().Text {
		return c.Raw, 0
	}
	return c.Unix, c.Returns
}

// Name returns the source's base name.
func (s *Source) Name() string { return cmp.Or(s.As, path.Base(s.Path)) }

// Terms is how a source is read and written. Sources that have the same share
// it.
type Terms struct {
	Options converters.Options
	Limits  converters.Limits
}

// Chapter is what one source becomes, and what is worth keeping of it.
type Chapter struct {
	markdown.Chapter
	Text       string            // without line ends at its end
	Long       *LongText         // what stands for Text where that would take much memory; nil where it does not
	Digest     [sha256.Size]byte // of the text
	Coqui      int               // estimated tokens of it by the rule of Coqui
	NotePrefix string
	Format     string // that read it
	Version    int    // of the format
}

// Cache keeps chapters by key. Both methods may be called by several
// goroutines; a cache that cannot keep or find a chapter says nothing.
type Cache interface {
	Get(Key) (*Chapter, bool)
	Put(Key, *Chapter)
}

// Outcome is what became of one source: a chapter or an error.
type Outcome struct {
	Digest  string // [Source.Sum] in hexadecimal; empty if it could not be read, or is kept
	Size    int64  // of what has that digest, in bytes
	Content lineend.Content
	Bytes   int64 // of the file
	Key     Key
	Chapter *Chapter
	Cached  bool // the chapter came from the cache
	Kept    bool // the source is, and nothing else is known
	Err     error
	// Warnings are those of a source that failed; a chapter has its own.
	Warnings []document.Warning

	fault error // of reading
}

// drop lets go of a chapter that nobody wants.
func (o *Outcome) drop() {
	if o.Chapter != nil {
		o.Chapter.Long.Close()
	}
}

// Isolator converts sources in another process. It may be used by several
// goroutines.
type Isolator interface {
	// Isolates reports whether sources of a format are converted there.
	Isolates(f converters.Format) bool
	// Convert converts a source as [Run] does. A process that crashes or
	// does not end in time costs this source alone.
	Convert(ctx context.Context, job Job) (*Chapter, error)
}

// Job is a source to convert with all that its chapter depends on.
type Job struct {
	Name     string // base name
	Content  *io.SectionReader
	Options  converters.Options
	Limits   converters.Limits
	Base     int // heading level above the chapter
	Prefix   string
	NoTokens bool
	NoPlaces bool // leave where the text came from unsaid
	Services []any
	Spool    string // see [Settings]
}
