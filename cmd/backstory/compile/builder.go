package compile

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/spf13/cobra"
)

// locks says what opens locked sources.
type locks struct {
	keys  given.Keys
	opens *given.Passwords // once they are loaded
}

// caches are the flags of what was converted before.
type caches struct {
	Shared   given.Shared
	CacheDir string
	noCache  bool
}

// BuilderOptions are the flags of every command that looks at sources.
type BuilderOptions struct {
	locks    locks
	Caches   caches
	Isolate  string
	Tell     func(format string, args ...any)   // what the user should know of the system; may be nil
	page     func(name string, page, pages int) // which page is read; may be nil
	prepares func(text string)                  // what takes time before sources are read; may be nil
	jobs     given.Jobs
	override converters.Options // of what options files say
	verify   bool
	tracked  bool
	verbose  bool
	Limits   []string
	Yes      bool                                       // a plain folder may have any number of files
	open     func(dir string) (*profile.Profile, error) // in place of [profile.Open]; may be nil
}

func (o *BuilderOptions) add(cmd *cobra.Command) {
	o.addAll(cmd)
	given.AddLimit(cmd.Flags(), &o.Limits)
}

// addAll declares all but --limit.
func (o *BuilderOptions) addAll(cmd *cobra.Command) {
	cmd.Flags().VarP(&o.jobs, "jobs", "j", "convert `N` sources at once (default: one for each processor)")
	cmd.Flags().StringVar(&o.override.Compat, "compat", "", "lay the backstory out as another `SYSTEM` does: coqui")
	cmd.Flags().BoolVar(&o.verify, "verify", false, "read every file, even if its size and times are unchanged")
	cmd.Flags().BoolVar(&o.tracked, "tracked", false, "use only the sources that git tracks")
	cmd.Flags().BoolVar(&o.Caches.noCache, "no-cache", false, "do not read or write the cache; the PDF reader is then compiled anew, which takes seconds")
	addVerbose(cmd, &o.verbose)
	AddIsolate(cmd, &o.Isolate)
	o.locks.keys.AddFile(cmd.Flags())
	AddCacheDir(cmd, &o.Caches.CacheDir)
	o.Caches.Shared.AddFlags(cmd, true)
}

// CacheFolder returns the folder for what is remembered, or "" where the user
// has none: then every build reads everything. It is absolute: a process that
// converts works in another folder.
func CacheFolder(dir string) string {
	if dir != "" {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return ""
		}
		return abs
	}
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(base, "backstory")
}

// AddCacheDir declares --cache-dir.
func AddCacheDir(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "cache-dir", "", "cache folder (default: the user's own; `FOLDER`)")
}

// ServersFolder is the folder of the cache for the tools that servers have.
const ServersFolder = "servers"

// Builder returns a builder with what the flags and the environment say.
func (o *BuilderOptions) Builder() (*pipeline.Builder, error) {
	registry, err := all.Registry()
	if err != nil {
		return nil, err
	}
	b := &pipeline.Builder{Registry: registry, Generator: "backstory " + cli.ProgramVersion(), Conversion: pipeline.Conversion{Jobs: int(o.jobs), Services: Services(o.engineCache())}}
	b.Override = o.override
	if err := b.Override.Validate(); err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	if b.Limits.Command, err = given.ParseLimits(o.Limits); err != nil {
		return nil, err
	}
	if b.Limits.User, err = given.UserLimits(); err != nil {
		return nil, err
	}
	if o.Yes {
		b.Limits.Plain = converters.Limits{Files: anyFiles, Profile: math.MaxInt64}
	}
	pool, err := NewPool(o.engineCache(), o.Isolate, o.Tell)
	if err != nil {
		return nil, err
	}
	pool.Progress = o.page
	if o.verbose && o.Tell != nil {
		noteLacks(pool, o.Tell)
	}
	if o.prepares != nil {
		pool.Preparing = func() { o.prepares(preparing(o.engineCache())) }
	}
	if o.locks.opens, err = o.locks.keys.Load(); err != nil {
		return nil, err
	}
	b.Isolator, b.Passwords = pool, o.locks.opens.For
	b.Epoch, err = manifest.ParseEpoch(os.Getenv("SOURCE_DATE_EPOCH"))
	if err != nil {
		return nil, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	if dir := CacheFolder(o.Caches.CacheDir); dir != "" && !o.Caches.noCache {
		b.Lock.Holders = filepath.Join(dir, "locks")
		b.Index = filepath.Join(dir, "index")
		b.Chapters = filepath.Join(dir, "chapters")
	}
	b.Verify, b.Tracked = o.verify, o.tracked
	return b, o.share(b)
}

// share gives a builder the shared cache, where there is one.
func (o *BuilderOptions) share(b *pipeline.Builder) error {
	if o.Caches.noCache {
		return nil
	}
	err := o.Caches.Shared.Open(b.Registry, o.Tell)
	if o.Caches.Shared.Cache != nil {
		b.Elsewhere = o.Caches.Shared.Cache
	}
	return err
}

// sharing ends the use of a shared cache, and returns the worse of two errors: that of
// the command and that there was no cache where one is required.
func (o *BuilderOptions) sharing(err error) error {
	if required := o.Caches.Shared.Done(); required != nil {
		return required
	}
	return err
}

// anyFiles is how many files a plain folder may have that the user wants to be read
// whatever is in it: what discovery counts by.
const anyFiles = 1 << 28

// AddPlain declares the flags of commands that take plain folders.
func (o *BuilderOptions) AddPlain(cmd *cobra.Command) {
	o.AddYes(cmd)
	o.AddOCR(cmd)
	given.AddLimit(cmd.Flags(), &o.Limits)
}

// AddOCR declares --ocr, which profiles have in their options.
func (o *BuilderOptions) AddOCR(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.override.OCR, "ocr", "", "`PROGRAM` that reads scans of a plain folder: off (default) or tesseract")
}

// AddYes declares --yes alone.
func (o *BuilderOptions) AddYes(cmd *cobra.Command) { addYes(cmd, &o.Yes) }

func addYes(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "yes", false, "read a plain folder however large it is, also your home folder")
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
