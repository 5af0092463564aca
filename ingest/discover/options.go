package discover

import "runtime"

// Options are the options of [Discover]; the zero value works, and
// then no file is supported.
type Options struct {
	// Claims reports whether a converter claims a base name. Default: none.
	Claims func(name string) bool
	// Ignore reports whether a path (relative to the source folder, with
	// slashes) is to be passed over without a trace; of a folder that is, nothing
	// is looked at. It may be called by several goroutines. Default: never.
	Ignore func(rel string, dir bool) bool
	// Hidden is told the hidden names in a folder, by its path, before Ignore is
	// asked of anything in it. Default: nobody is.
	Hidden func(folder, name string)
	// Folder is the folder of the profile that holds the sources. Default:
	// [SourceDir].
	Folder string
	// Plain says that the folder is no profile, and Folder is ".": nothing in it was
	// written by a build, what cannot be read is skipped, and Maildirs are read.
	Plain bool
	// MaxFiles bounds what is found: files, folders and what is skipped.
	// Beyond it nothing is found: an error. Default: 100,000.
	MaxFiles int
	// MaxDepth is how many folders may lie in one another; what lies deeper is
	// skipped. Default: 64.
	MaxDepth int
	// MaxPath is the length of a path in bytes; what has a longer one is skipped.
	// Default: 4,096.
	MaxPath int
	// Jobs is how many folders are read at once. Default: one a processor, at
	// most 8.
	Jobs int
}

func (o Options) filled() Options {
	if o.Claims == nil {
		o.Claims = func(string) bool { return false }
	}
	if o.Ignore == nil {
		o.Ignore = func(string, bool) bool { return false }
	}
	if o.Hidden == nil {
		o.Hidden = func(string, string) {}
	}
	if o.Folder == "" {
		o.Folder = SourceDir
	}
	o.MaxFiles = orDefault(o.MaxFiles, 100_000)
	o.MaxDepth = orDefault(o.MaxDepth, 64)
	o.MaxPath = orDefault(o.MaxPath, 4096)
	o.Jobs = orDefault(o.Jobs, min(runtime.GOMAXPROCS(0), 8))
	return o
}

func orDefault(n, value int) int {
	if n <= 0 {
		return value
	}
	return n
}
